/// Tells a tree, by Updates, how time passes.
package final class Metronome {
  /// The milliseconds of an Update where time is virtual; waits are rounded up to such ticks.
  package static var tick: Int { 16 }

  package let clock: SessionClock
  private let root: EventObject
  /// Sleeps for so many milliseconds; false where the user wants no more of it.
  package var sleep: (Int) -> Bool
  /// The time that the tree has been told last.
  private var told: Int

  package init(_ clock: SessionClock, root: EventObject, sleep: @escaping (Int) -> Bool) {
    (self.clock, self.root, self.sleep) = (clock, root, sleep)
    told = clock.now
  }

  /// Tells the tree what has passed by itself since it was told last.
  ///
  /// Virtual time has not.
  package func catchUp() throws(EventFault) {
    guard clock.kind == .real else { return }
    let now = clock.now
    let passed = now - told
    told = now
    if passed > 0 { try root.send(.update(milliseconds: passed)) }
  }

  /// Takes the present for the moment up to which the tree has been told.
  ///
  /// What has just begun to run then runs from now on: it was not to be seen before.
  package func skip() { if clock.kind == .real { told = clock.now } }

  /// After how many milliseconds the tree has to be told; nil where nothing there waits for time.
  package var delay: Int? {
    guard clock.kind == .real, let due = root.delay else { return nil }
    return max(0, told + due - clock.now)
  }

  /// Lets time pass, and answers how much it was: virtual time passes in whole ticks.
  package func wait(milliseconds: Int) throws(EventFault) -> Int {
    let beginning = clock.now
    switch clock.kind {
    case .virtual:
      for _ in 0..<(milliseconds + Self.tick - 1) / Self.tick {
        clock.advance(by: Self.tick)
        try root.send(.update(milliseconds: Self.tick))
      }
    case .real:
      let end = beginning + milliseconds
      while clock.now < end {
        let rest = end - clock.now
        guard sleep(min(rest, delay ?? rest)) else { break }
        try catchUp()
      }
    }
    return clock.now - beginning
  }
}

/// The time of a session, in whole milliseconds since it began.
package final class SessionClock {
  /// What makes time pass.
  package enum Kind: String, CaseIterable, Sendable {
    /// The machine's own time, which passes by itself.
    case real
    /// Time that passes only when a command says so, and so is the same on every machine.
    case virtual
  }

  /// The time of the machine; nil where time is virtual.
  private let reading: (() -> Int)?
  private var virtualTime = 0

  private init(_ reading: (() -> Int)?) { self.reading = reading }

  package var kind: Kind { reading == nil ? .virtual : .real }

  /// A clock that stands still until it is moved.
  package static func virtual() -> SessionClock { SessionClock(nil) }

  /// A clock that reads the machine's time, in milliseconds since any moment, and never descends.
  package static func real(_ milliseconds: @escaping () -> Int) -> SessionClock {
    let beginning = milliseconds()
    return SessionClock { milliseconds() - beginning }
  }

  /// In what steps the time goes, in milliseconds.
  package var resolution: Int { kind == .virtual ? Metronome.tick : 1 }

  package var now: Int { reading?() ?? virtualTime }

  /// Lets virtual time pass; the time of the machine can't be moved.
  package func advance(by milliseconds: Int) { if kind == .virtual { virtualTime += milliseconds } }
}
