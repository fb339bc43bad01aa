/// A container of modes, of which the current one alone is enabled.
package final class ModeSwitcher: EventContainer {
  package let modes: [EventMode]
  private let mayChange: (_ from: Int, _ to: Int) -> Bool
  private var currentPlace = 0
  private var requestedPlace: Int?
  /// The place of the mode to which a change is being made.
  private var destination: Int?

  /// Makes a switcher and starts its first mode.
  ///
  /// `mayChange` tells whether the mode at one place may change to the one at another. The names of
  /// the modes are all different.
  package init(
    _ name: String, handler: (any EventHandler)? = nil, first: EventMode, others: [EventMode],
    mayChange: @escaping (_ from: Int, _ to: Int) -> Bool
  ) {
    var modes = others
    modes.insert(first, at: 0)
    (self.modes, self.mayChange) = (modes, mayChange)
    super.init(name, handler: handler)
    for place in modes.indices { adopt(modes[place], at: place) }
    first.mayBeEnabled = true
    first.startSequence()
  }

  private func adopt(_ mode: EventMode, at place: Int) {
    precondition(!mode.isModeOfSwitcher)
    adopt(mode)
    mode.place = place
    mode.resetSequence()
    mode.mayBeEnabled = false
  }

  deinit { for mode in modes { mode.mayBeEnabled = true } }

  package var current: EventMode { modes[currentPlace] }

  package var requestedMode: EventMode? { requestedPlace.map { modes[$0] } }

  /// Asks for a change that the next Update carries out; the last one that is asked for counts.
  package func requestChange(to name: String) throws(ModeFault) {
    try refuseWhileChanging()
    try requestChange(toPlace: try place(of: name))
  }

  /// Asks for a change as by name, to the mode at a place.
  package func requestChange(toPlace place: Int) throws(ModeFault) {
    precondition(place >= 0 && place < modes.count)
    try refuseWhileChanging()
    try check(place, after: currentPlace)
    requestedPlace = place
    innermostDelivery?.mark(begunNow: self)
  }

  private func refuseWhileChanging() throws(ModeFault) {
    if let destination, destination != currentPlace {
      throw .changeInProgress(to: modes[destination].name)
    }
  }

  /// Changes at once, from mode to mode; nothing happens unless all these changes are allowed.
  ///
  /// Where the path begins with the current mode, that one is not entered again. A handler that
  /// changes the mode at once should consume its event, or the new mode gets it too.
  package func change(through places: [Int]) throws(ModeFault) {
    if let destination { throw .changeInProgress(to: modes[destination].name) }
    let path = places.first == currentPlace ? places.dropFirst() : places[...]
    var last = currentPlace
    for place in path {
      try check(place, after: last)
      last = place
    }
    for place in path where !enter(place, atOnce: true) { break }
  }

  package override var delay: Int? { requestedPlace == nil ? super.delay : Metronome.tick }

  package override func update(_ event: inout Event) {
    if begunDuring == nil, let requestedPlace {
      event.markHandled()
      _ = enter(requestedPlace, atOnce: false)
    }
    callHandler(&event)
  }

  private func place(of name: String) throws(ModeFault) -> Int {
    guard let place = modes.firstIndex(where: { $0.name == name }) else {
      throw .unknownMode(name, known: modes.map(\.name))
    }
    return place
  }

  private func check(_ place: Int, after previous: Int) throws(ModeFault) {
    guard mayChange(previous, place) else {
      throw .notAllowed(from: modes[previous].name, to: modes[place].name)
    }
  }

  /// Changes the mode; false where the current one may not be left.
  private func enter(_ place: Int, atOnce isAtOnce: Bool) -> Bool {
    requestedPlace = nil
    destination = place
    defer { destination = nil }
    let change = ModeChange(previous: current, next: modes[place], isAtOnce: isAtOnce)
    guard change.previous.leave(by: change) else { return false }
    currentPlace = place
    // Only the current mode is enabled.
    firstLink = place
    change.next.enter(by: change)
    return true
  }
}

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
