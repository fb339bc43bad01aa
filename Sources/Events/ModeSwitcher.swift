/// A container of modes, of which only the current one receives events.
///
/// A requested change happens at the next Update, so that the old mode still receives the current
/// event.
///
///     let menu = EventMode("menu", handler: handler)
///     let play = EventMode("play", handler: handler)
///     let switcher = ModeSwitcher("modes", first: menu, others: [play]) { from, to in from != to }
///     try switcher.requestChange(to: "play")
///     switcher.current.name  // menu
///     try switcher.send(.update(milliseconds: 16))
///     switcher.current.name  // play
package final class ModeSwitcher: EventContainer {
  package let modes: [EventMode]
  private let mayChange: (_ from: Int, _ to: Int) -> Bool
  private var currentIndex = 0
  private var requestedIndex: Int?
  /// The index of the mode to which a change is in progress; `nil` if there is none.
  private var destination: Int?

  /// Creates a switcher and starts the sequence of its first mode, whose handler is not called.
  ///
  /// `mayChange` returns whether the mode at one index may change to the one at another. The names
  /// of the modes must differ.
  package init(
    _ name: String, handler: (any EventHandler)? = nil, first: EventMode, others: [EventMode],
    mayChange: @escaping (_ from: Int, _ to: Int) -> Bool
  ) {
    var modes = others
    modes.insert(first, at: 0)
    self.modes = modes
    self.mayChange = mayChange
    super.init(name, handler: handler)
    for index in modes.indices { adopt(modes[index], at: index) }
    first.mayBeEnabled = true
    first.startSequence()
  }

  private func adopt(_ mode: EventMode, at index: Int) {
    precondition(!mode.isModeOfSwitcher)
    adopt(mode)
    mode.index = index
    mode.resetSequence()
    mode.mayBeEnabled = false
  }

  deinit { for mode in modes { mode.mayBeEnabled = true } }

  package var current: EventMode { modes[currentIndex] }

  package var requestedMode: EventMode? { requestedIndex.map { modes[$0] } }

  /// Requests a change to the mode with a name at the next Update.
  ///
  /// A later request replaces this one.
  package func requestChange(to name: String) throws(EventError) {
    try refuseWhileChanging()
    try requestChange(toIndex: try index(of: name))
  }

  /// Requests a change to the mode at an index at the next Update.
  package func requestChange(toIndex index: Int) throws(EventError) {
    precondition(index >= 0 && index < modes.count)
    try refuseWhileChanging()
    try check(index, after: currentIndex)
    requestedIndex = index
    currentTurn?.mark(begunNow: self)
  }

  /// Withdraws the requested change; does nothing if none was requested.
  package func cancelRequest() { requestedIndex = nil }

  private func refuseWhileChanging() throws(EventError) {
    if let destination, destination != currentIndex {
      throw .changeInProgress(to: modes[destination].name)
    }
  }

  /// Changes the mode immediately, passing through several modes in order.
  ///
  /// Does nothing and throws if one of the changes is not allowed.
  ///
  /// If the first mode is the current one, it is not entered again. A mode whose handler refuses to
  /// leave stays the current one. A handler that changes the mode
  /// should consume its event, or the new mode receives it, too.
  package func change(through indices: [Int]) throws(EventError) {
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

  package override var delay: Int? { requestedIndex == nil ? super.delay : Metronome.tick }

  override func receive(_ event: inout Event) {
    if event.isUpdate, !hasJustBegun, let requestedIndex {
      event.markHandled()
      _ = enter(requestedIndex, after: current, atOnce: false)
    }
    callHandler(&event)
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
/// It is also a sequence, which runs while the mode is the current one.
///
///     let play = EventMode("play", handler: handler, children: [EventTimer("limit", after: 5000)])
///     let menu = EventMode("menu", handler: handler)
///     let switcher = ModeSwitcher("modes", first: menu, others: [play]) { _, _ in true }
package final class EventMode: EventSequence {
  private let modeHandler: any ModeHandler
  /// The index among its switcher's modes.
  package internal(set) var index = 0

  /// Creates a mode, which stays disabled until its switcher enters it.
  package init(_ name: String, handler: any ModeHandler, children: [EventObject] = []) {
    modeHandler = handler
    super.init(name, handler: handler, children: children)
  }

  /// Leaves the mode.
  ///
  /// Returns `false` if its handler refuses.
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
  /// `true` if the object is a mode of a switcher, which alone enables and disables it.
  final var isModeOfSwitcher: Bool {
    guard let switcher = parent as? ModeSwitcher else { return false }
    return switcher.modes.contains { $0 === self }
  }
}
