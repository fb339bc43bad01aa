/// What became of one block.
package enum TranscriptOutcome: UInt8, Sendable, CaseIterable {
  case pass
  case fail
  /// Failed as it was expected to.
  case expectedFailure
  /// Passed although it was expected to fail.
  case unexpectedPass
  case skip
  case notRun
  case crash
  case timeout
  /// Nobody asked for it.
  case unselected

  /// The word that reports use.
  package var word: String {
    switch self {
    case .pass: "pass"
    case .fail: "FAIL"
    case .expectedFailure: "xfail"
    case .unexpectedPass: "XPASS"
    case .skip: "SKIP"
    case .notRun: "NOTRUN"
    case .crash: "CRASH"
    case .timeout: "TIMEOUT"
    case .unselected: "unselected"
    }
  }

  /// What the program that ran it ends with.
  package var exitStatus: Int32 {
    switch self {
    case .pass, .expectedFailure, .skip, .unselected: 0
    case .fail, .unexpectedPass, .notRun: 1
    case .crash, .timeout: 3
    }
  }
}
