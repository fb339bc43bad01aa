/// A container of modes, of which the current one alone is enabled.
package final class ModeSwitcher: EventContainer {
  /// The modes, in the order in which they were bound.
  package let modes: [EventMode]
  /// The mode that gets the events.
  package private(set) var current: EventMode
  private let changes: [String: Set<String>]
  private var requested: EventMode?
  /// The mode to which a change is being made.
  private var destination: EventMode?

  /// Makes a switcher and starts its first mode.
  ///
  /// `changes` tells to which modes each one may change. The names of the modes are all different.
  package init(
    _ name: String, handler: (any EventHandler)? = nil, first: EventMode, others: [EventMode],
    changes: [String: Set<String>]
  ) {
    modes = [first] + others
    current = first
    self.changes = changes
    super.init(name, handler: handler)
    for mode in modes {
      adopt(mode)
      mode.resetSequence()
    }
    first.startSequence()
  }

  /// The mode that the next Update changes to.
  package var requestedMode: EventMode? { requested }

  /// Asks for a change that the next Update carries out; the last one that is asked for counts.
  package func requestChange(to name: String) throws(ModeFault) {
    if let destination, destination !== current {
      throw .changeInProgress(to: destination.name)
    }
    requested = try mode(name, after: current)
    innermostDelivery?.mark(begunNow: self)
  }

  /// Changes at once, from mode to mode; nothing happens unless all these changes are allowed.
  ///
  /// Where the path begins with the current mode, that one is not entered again. A handler that
  /// changes the mode at once should consume its event, or the new mode gets it too.
  package func change(through names: [String]) throws(ModeFault) {
    if let destination { throw .changeInProgress(to: destination.name) }
    var path: [EventMode] = []
    for (place, name) in names.enumerated() where place > 0 || name != current.name {
      path.append(try mode(name, after: path.last ?? current))
    }
    for mode in path { enter(mode) }
  }

  override var delay: Int? { requested == nil ? super.delay : Metronome.tick }

  override func act(on event: inout Event) {
    if event.interval != nil, begunDuring == nil, let mode = requested { enter(mode) }
    callHandler(&event)
  }

  private func mode(_ name: String, after previous: EventMode) throws(ModeFault) -> EventMode {
    guard let mode = modes.first(where: { $0.name == name }) else {
      throw .unknownMode(name, known: modes.map(\.name))
    }
    guard changes[previous.name]?.contains(name) == true else {
      throw .notAllowed(from: previous.name, to: name)
    }
    return mode
  }

  private func enter(_ mode: EventMode) {
    requested = nil
    destination = mode
    let previous = current
    previous.modeHandler.willLeave(previous, for: mode.name)
    previous.stopSequence()
    current = mode
    mode.resetSequence()
    mode.startSequence()
    mode.modeHandler.didEnter(mode, from: previous.name)
    destination = nil
  }
}
