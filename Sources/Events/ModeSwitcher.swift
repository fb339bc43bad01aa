/// A change from one mode of a switcher to another one.
///
///     override func didEnter(by change: ModeChange) { print(change.from, "->", change.to) }
public struct ModeChange {
  /// The index of the mode that is left, among those of the switcher.
  public let from: Int
  /// The index of the mode that is entered.
  public let to: Int
  /// `true` for a change that happens immediately, `false` for one that was requested for the next
  /// Update.
  public let isAtOnce: Bool
}

/// A container of modes, of which only the current one receives events.
///
/// A requested change happens at the next Update, so that the old mode still receives the current
/// event.
///
///     let switcher = ModeSwitcher("modes", binding: root) { from, to in from != to }
///     switcher.bind([EventMode("menu"), EventMode("play")])
///     try switcher.requestChange(to: "play")
///     switcher.current.name  // menu
///     try switcher.send(.update(milliseconds: 16))
///     switcher.current.name  // play
public final class ModeSwitcher: EventContainer {
  public private(set) var modes: [EventMode] = []
  private let mayChange: (_ from: Int, _ to: Int) -> Bool
  /// The index of the mode to which a change is in progress; `nil` if there is none.
  private var destination: Int?

  /// Creates a switcher without modes.
  ///
  /// `mayChange` returns whether the mode at one index may change to the one at another.
  public init(
    _ name: String, binding container: EventContainer? = nil,
    mayChange: @escaping (_ from: Int, _ to: Int) -> Bool
  ) {
    self.mayChange = mayChange
    super.init(name, binding: container)
  }

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

  private var currentIndex = 0
  private var requestedIndex: Int?

  public var current: EventMode { modes[currentIndex] }

  public var requestedMode: EventMode? { requestedIndex.map { modes[$0] } }

  /// Requests a change to the mode with a name at the next Update.
  ///
  /// A later request replaces this one.
  public func requestChange(to name: String) throws(EventError) {
    try refuseWhileChanging()
    try requestChange(toIndex: try index(of: name))
  }

  /// Throws if a change to the mode with a name can't be requested now.
  public func checkChange(to name: String) throws(EventError) {
    try refuseWhileChanging()
    try check(try index(of: name), after: currentIndex)
  }

  /// Requests a change to the mode at an index at the next Update.
  public func requestChange(toIndex index: Int) throws(EventError) {
    precondition(index >= 0 && index < modes.count)
    try refuseWhileChanging()
    try check(index, after: currentIndex)
    requestedIndex = index
    noteStart()
  }

  /// Withdraws the requested change; does nothing if none was requested.
  public func cancelRequest() { requestedIndex = nil }

  private func refuseWhileChanging() throws(EventError) {
    if let destination, destination != currentIndex {
      throw .changeInProgress(to: modes[destination].name)
    }
  }

  /// Changes the mode immediately, passing through several modes in order.
  ///
  /// Does nothing and throws if one of the changes is not allowed.
  ///
  /// If the first mode is the current one, it is not entered again. A mode that refuses to leave
  /// stays the current one.
  public func change(through indices: [Int]) throws(EventError) {
    if let destination { throw .changeInProgress(to: modes[destination].name) }
    let path = indices.first == currentIndex ? indices.dropFirst() : indices[...]
    var last = currentIndex
    for index in path {
      try check(index, after: last)
      last = index
    }
    var previous = current
    for index in path {
      guard let next = enter(index, after: previous, atOnce: true) else { return }
      previous = next
    }
  }

  public override var delay: Int? { requestedIndex == nil ? super.delay : Metronome.tick }

  public override func update(_ milliseconds: Int, _ event: inout Event) {
    guard !hasJustStarted, let requestedIndex else { return }
    event.isHandled = true
    _ = enter(requestedIndex, after: current, atOnce: false)
  }

  private func index(of name: String) throws(EventError) -> Int {
    guard let index = modes.firstIndex(where: { $0.name == name }) else {
      throw .unknownMode(name, known: modes.map(\.name))
    }
    return index
  }

  private func check(_ index: Int, after previous: Int) throws(EventError) {
    guard mayChange(previous, index) else {
      throw .notAllowed(from: modes[previous].name, to: modes[index].name)
    }
  }

  /// Leaves the current mode and enters another one, which it returns.
  ///
  /// Returns `nil` if the current one may not be left.
  private func enter(
    _ index: Int, after previous: EventMode, atOnce isAtOnce: Bool
  ) -> EventMode? {
    requestedIndex = nil
    destination = index
    defer { destination = nil }
    let next = modes[index]
    let change = ModeChange(from: currentIndex, to: index, isAtOnce: isAtOnce)
    guard previous.leave(by: change) else { return nil }
    currentIndex = index
    next.enter(by: change)
    return next
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
