/// Sends a tree the time that passes, as Updates.
///
/// On a real clock it sends the time since the last Update, whatever it is. On a virtual one, time
/// passes only by `wait`, in ticks of 16 ms, so that a script always has the same outcome.
///
///     let root = EventContainer("root", children: [])
///     let metronome = Metronome(.virtual(), root: root) { _ in true }
///     try metronome.wait(milliseconds: 100)  // 112
package final class Metronome {
  /// The milliseconds of an Update on a virtual clock; waits are rounded up to such ticks.
  package static var tick: Int { 16 }

  package let clock: SessionClock
  private let root: EventObject
  /// Sleeps for the given milliseconds.
  ///
  /// Returns `false` if the user has interrupted it.
  package var sleep: (Int) -> Bool
  /// The time of the last Update.
  private var lastTime: Int

  package init(_ clock: SessionClock, root: EventObject, sleep: @escaping (Int) -> Bool) {
    self.clock = clock
    self.root = root
    self.sleep = sleep
    lastTime = clock.now
  }

  /// Sends the time since the last Update.
  ///
  /// Does nothing on a virtual clock.
  package func catchUp() throws(EventFault) {
    guard clock.kind == .real else { return }
    let now = clock.now
    let passed = now - lastTime
    lastTime = now
    if passed > 0 { try root.send(.update(milliseconds: passed)) }
  }

  /// Skips the time since the last Update.
  ///
  /// Anything that has just begun is timed from now on, because it was not visible before.
  package func skip() { if clock.kind == .real { lastTime = clock.now } }

  /// The milliseconds until the tree needs an Update; `nil` if nothing there waits for time.
  package var delay: Int? {
    guard clock.kind == .real, let due = root.delay else { return nil }
    return max(0, lastTime + due - clock.now)
  }

  /// Lets time pass, and returns the milliseconds that passed: virtual time passes in whole ticks.
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
///
///     let clock = SessionClock.virtual()
///     clock.advance(by: 650)
///     clock.now  // 650
package final class SessionClock {
  /// The source of the time; the raw values are words of an option and of the store.
  ///
  ///     SessionClock.virtual().kind  // virtual
  package enum Kind: String, CaseIterable, Sendable {
    /// The machine's clock.
    case real
    /// Time that passes only by commands, and so is the same on every machine.
    case virtual
  }

  /// Reads the machine's clock; `nil` if time is virtual.
  private let reading: (() -> Int)?
  private var virtualTime = 0

  private init(_ reading: (() -> Int)?) { self.reading = reading }

  package var kind: Kind { reading == nil ? .virtual : .real }

  /// Returns a clock that stands still until it is advanced.
  package static func virtual() -> SessionClock { SessionClock(nil) }

  /// Returns a clock that reads the machine's time, in milliseconds since some fixed moment; it
  /// must never go backwards.
  package static func real(_ milliseconds: @escaping () -> Int) -> SessionClock {
    let beginning = milliseconds()
    return SessionClock { milliseconds() - beginning }
  }

  /// The milliseconds of one step of the clock.
  package var resolution: Int { kind == .virtual ? Metronome.tick : 1 }

  package var now: Int { reading?() ?? virtualTime }

  /// Advances virtual time.
  ///
  /// Does nothing on a real clock.
  package func advance(by milliseconds: Int) { if kind == .virtual { virtualTime += milliseconds } }
}
