package import Examiner
import Records

/// How a round ended that is kept for good.
package enum RoundOutcome: String, RecordValue, Sendable {
  case passed
  case failed
  case gaveUp = "gave-up"
  case timedOut = "timed-out"
  /// The session ended first.
  case quit

  /// Takes the end that the examiner saw.
  package init(_ finish: ChimpanzeeExaminer.Finish) {
    switch finish {
    case .passed: self = .passed
    case .failed: self = .failed
    case .gaveUp: self = .gaveUp
    case .timedOut: self = .timedOut
    }
  }
}
