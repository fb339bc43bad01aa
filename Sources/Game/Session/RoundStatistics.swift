import Examiner

/// The number of rounds started in a session, in total and by outcome.
///
///     let statistics = session.statistics
///     print(statistics.passedCount, "of", statistics.startedCount)
public struct RoundStatistics: Equatable, Sendable {
  public private(set) var startedCount = 0
  public private(set) var passedCount = 0
  public private(set) var failedCount = 0
  public private(set) var givenUpCount = 0

  mutating func countStart() { startedCount += 1 }

  mutating func count(_ finish: RoundOutcome) {
    switch finish {
    case .passed: passedCount += 1
    case .failed, .timedOut: failedCount += 1
    case .gaveUp: givenUpCount += 1
    case .quit: break
    }
  }
}
