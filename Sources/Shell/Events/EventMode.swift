/// One of the modes of which a switcher enables one: a screen of its own.
package final class EventMode: EventSequence {
  private let modeHandler: any ModeHandler
  /// Which of its switcher's modes it is.
  package internal(set) var place = 0

  /// Makes a mode, disabled until a switcher enables it.
  package init(_ name: String, handler: any ModeHandler, children: [EventObject] = []) {
    modeHandler = handler
    super.init(name, handler: handler, children: children)
  }

  /// Leaves the mode, unless its handler has a reason against it.
  func leave(by change: ModeChange) -> Bool {
    guard modeHandler.mayLeave(self, by: change) else { return false }
    modeHandler.willLeave(self, by: change)
    stopSequence()
    mayBeEnabled = false
    return true
  }

  func enter(by change: ModeChange) {
    mayBeEnabled = true
    resetSequence()
    startSequence()
    modeHandler.didEnter(self, by: change)
  }
}

extension EventObject {
  /// Whether a switcher says when this object is enabled, and it stays with that.
  final var isModeOfSwitcher: Bool {
    guard let switcher = parent as? ModeSwitcher else { return false }
    return switcher.modes.contains { $0 === self }
  }
}
