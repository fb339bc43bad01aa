package import Shell

/// What an application is given from outside.
package struct Surroundings {
  /// What the boards are drawn from.
  package var sessionSeed: SessionSeed
  package var clock: SessionClock
  /// How large a board may be, where it can't be shown in any size.
  package var surface: () -> TerminalSize? = { nil }
  /// Sleeps for so many milliseconds; false where the user wants no more of it.
  package var sleep: (Int) -> Bool = { _ in false }
  package let records: RecordSurroundings

  /// Makes the surroundings of a script, where time is virtual.
  package init(
    sessionSeed: SessionSeed, clock: SessionClock = .virtual(),
    records: RecordSurroundings = RecordSurroundings()
  ) {
    self.sessionSeed = sessionSeed
    self.clock = clock
    self.records = records
  }
}
