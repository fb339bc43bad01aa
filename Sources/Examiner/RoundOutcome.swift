/// The outcome of a round; stores, files and driving programs have the raw values.
///
///     RoundOutcome(rawValue: "gave-up") == .gaveUp  // true
public enum RoundOutcome: String, Sendable {
  case passed, failed, gaveUp = "gave-up", timedOut = "timed-out"
  /// The round was abandoned, for example at the end of the session: no move has ended it.
  case quit
}
