/// Sends Updates with the elapsed time to an event tree.
///
/// On a real clock each Update has the time since the last one. On a virtual clock time passes only
/// by `wait`, in ticks of 16 ms, so that a script always gives the same result.
///
///     let root = EventContainer("root")
///     let metronome = Metronome(.virtual(), root: root)
///     try metronome.wait(milliseconds: 100) { _ in true }  // 112
public final class Metronome {
  /// The length of an Update on a virtual clock in milliseconds; waits are rounded up to it.
  public static var tick: Int { 16 }

  public let clock: SessionClock
  private let root: EventObject
  /// The time of the last Update.
  private var lastTime: Int

  public init(_ clock: SessionClock, root: EventObject) {
    self.clock = clock
    self.root = root
    lastTime = clock.now
  }

  /// Sends an Update with the time since the last one.
  ///
  /// Does nothing on a virtual clock.
  public func catchUp() throws(EventError) {
    guard clock.kind == .real else { return }
    let now = clock.now
    let passed = now - lastTime
    lastTime = now
    if passed > 0 { try root.send(.update(milliseconds: passed)) }
  }

  /// Discards the time since the last Update, so that what has just begun is timed from now on.
  ///
  /// Called when something new is on the screen, which was not visible before.
  public func skip() { if clock.kind == .real { lastTime = clock.now } }

  /// The milliseconds until the tree needs an Update; `nil` if nothing waits for time.
  public var delay: Int? {
    guard clock.kind == .real, let due = root.delay else { return nil }
    return max(0, lastTime + due - clock.now)
  }

  /// Waits while the tree receives Updates; returns the milliseconds that passed.
  ///
  /// Virtual time passes in whole ticks. Real time passes in `sleep`, which sleeps for a number of
  /// milliseconds, and returns `false` if the user interrupted it.
  public func wait(
    milliseconds: Int, sleeping sleep: (Int) -> Bool
  ) throws(EventError) -> Int {
    let beginning = clock.now
    switch clock.kind {
    case .virtual:
      var rest = (milliseconds + Self.tick - 1) / Self.tick
      while rest > 0 {
        let count = idleTickCount(of: rest)
        clock.advance(by: count * Self.tick)
        try root.send(.update(milliseconds: count * Self.tick))
        rest -= count
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

  /// The number of ticks that are always sent one by one: those of an hour.
  private static var singleTickCount: Int { 3_600_000 / tick }

  /// Returns the number of ticks that pass as one Update.
  ///
  /// Before the last hour of a wait, that are those in which nothing in the tree needs an Update.
  private func idleTickCount(of rest: Int) -> Int {
    let long = rest - Self.singleTickCount
    guard long > 1 else { return 1 }
    return max(1, min(long, root.delay.map { $0 / Self.tick - 1 } ?? long))
  }
}
