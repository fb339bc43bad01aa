/// A change from one mode of a switcher to another one.
///
///     override func didEnter(by change: ModeChange) { print(change.from, "->", change.to) }
public struct ModeChange {
  /// The name of the mode that is left.
  public let from: String
  /// The name of the mode that is entered.
  public let to: String
  /// `true` for a change that happens immediately, `false` for one that was requested for the next
  /// Update.
  public let isAtOnce: Bool
}

/// A container of modes, of which only the current one receives events.
///
/// A requested change happens at the next Update, so that the old mode still receives the current
/// event.
///
///     let switcher = ModeSwitcher("modes", binding: root)
///     switcher.bind([EventMode("menu"), EventMode("play")])
///     try switcher.requestChange(to: "play")
///     switcher.current.name  // menu
///     try switcher.send(.update(milliseconds: 16))
///     switcher.current.name  // play
public final class ModeSwitcher: EventContainer {
  public private(set) var modes: [EventMode] = []
  private var currentIndex = 0
  /// The mode that was requested for the next Update; `nil` if none was.
  public private(set) var requestedMode: EventMode?
  /// The mode to which a change is in progress; `nil` if there is none.
  private var destination: EventMode?

  /// Binds the modes, whose names must differ, and starts the first one, which is not told of it.
  public func bind(_ modes: [EventMode]) {
    self.modes = modes
    for mode in modes {
      bind(mode)
      mode.resetSequence()
      mode.mayBeEnabled = false
    }
    current.mayBeEnabled = true
    current.startSequence()
  }

  public var current: EventMode { modes[currentIndex] }

  /// Requests a change to the mode with a name at the next Update.
  ///
  /// A later request replaces this one.
  public func requestChange(to name: String) throws(EventError) {
    requestedMode = try checkChange(to: name)
    noteStart()
  }

  /// Returns the mode with a name; throws if a change to it can't be requested now.
  @discardableResult
  public func checkChange(to name: String) throws(EventError) -> EventMode {
    if let destination, destination !== current {
      throw .changeInProgress(to: destination.name)
    }
    let mode = modes[try index(of: name)]
    guard current.mayChange(to: mode) else { throw .notAllowed(from: current.name, to: name) }
    return mode
  }

  /// Withdraws the requested change; does nothing if none was requested.
  public func cancelRequest() { requestedMode = nil }

  /// Changes the mode immediately, also to one that can't be requested, or enters the current one
  /// again.
  ///
  /// A mode that refuses to be left stays the current one.
  public func change(to name: String) throws(EventError) {
    if let destination { throw .changeInProgress(to: destination.name) }
    enter(try index(of: name), atOnce: true)
  }

  public override var delay: Int? { requestedMode == nil ? super.delay : Metronome.tick }

  public override func update(_ milliseconds: Int, _ event: inout Event) {
    guard !hasJustStarted, let requestedMode,
      let index = modes.firstIndex(where: { $0 === requestedMode })
    else {
      return
    }
    event.isHandled = true
    enter(index, atOnce: false)
  }

  /// Returns the index of the mode with a name.
  private func index(of name: String) throws(EventError) -> Int {
    guard let index = modes.firstIndex(where: { $0.name == name }) else {
      throw .unknownMode(name, known: modes.map(\.name))
    }
    return index
  }

  /// Leaves the current mode and enters another one; does nothing if the current one may not be
  /// left.
  private func enter(_ index: Int, atOnce isAtOnce: Bool) {
    requestedMode = nil
    let next = modes[index]
    destination = next
    defer { destination = nil }
    let change = ModeChange(from: current.name, to: next.name, isAtOnce: isAtOnce)
    guard current.leave(by: change) else { return }
    currentIndex = index
    next.enter(by: change)
  }
}

/// A mode of a switcher, which represents a screen.
///
/// It is also a sequence, which runs while the mode is the current one. At a change, `mayLeave` of
/// the old mode is called first. If it returns `true`, its `willLeave` and `didEnter` of the new
/// mode are called.
///
///     final class Editing: EventMode {
///       var isSaved = true
///
///       override func mayLeave(by change: ModeChange) -> Bool { isSaved }
///     }
open class EventMode: EventSequence {
  /// Called after the mode has become the current one.
  open func didEnter(by change: ModeChange) {}

  /// Returns whether a change from this mode to another one is allowed at all.
  open func mayChange(to next: EventMode) -> Bool { true }

  /// Returns whether the mode may be left now; if not, it stays the current one.
  open func mayLeave(by change: ModeChange) -> Bool { true }

  open func willLeave(by change: ModeChange) {}

  open override func needsUpdates(inStep number: Int) -> Bool { false }

  /// Leaves the mode.
  ///
  /// Returns `false` if it refuses.
  final func leave(by change: ModeChange) -> Bool {
    guard mayLeave(by: change) else { return false }
    willLeave(by: change)
    stopSequence()
    mayBeEnabled = false
    return true
  }

  final func enter(by change: ModeChange) {
    mayBeEnabled = true
    resetSequence()
    startSequence()
    didEnter(by: change)
  }
}
