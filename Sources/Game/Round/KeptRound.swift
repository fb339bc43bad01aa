package import Examiner
import Records

/// A round as it is kept: its board, its rule and its moves.
///
/// All else follows from these.
package struct KeptRound: Equatable, Sendable {
  package var number: Int
  package private(set) var board: Board
  package private(set) var rule: Rule
  /// When the numerals were shown, in milliseconds since the session began.
  package var onset: Int
  /// The test of which the round is a part, if it is one.
  package private(set) var test: TestTrial?
  package var moves: [TimedMove]
  /// The places of the moves before which the round was interrupted, ascending.
  ///
  /// Its time stood still meanwhile.
  package var gaps: [Int] = []
  /// How the round ended, as it was seen then; nil where it goes on or was left behind.
  package var outcome: RoundOutcome?
  /// What a test that adapts had estimated after it.
  package var estimate: TrialEstimate?
  /// How the test ended, where this was its last round.
  package internal(set) var testEnd: TestEnd?
  /// Where the presses came from, but for those that say it themselves.
  package var usualInput: PressInput
  /// When the numerals could be seen on a terminal.
  package internal(set) var exposure = Exposure(earlyInputs: 0)
}

extension KeptRound {
  /// Makes a round of what is known of it.
  package init(
    number: Int, board: Board, rule: Rule, onset: Int, test: TestTrial? = nil,
    moves: [TimedMove] = [], gaps: [Int] = [], usualInput: PressInput = .script,
    exposure: Exposure = Exposure(earlyInputs: 0)
  ) {
    self.init(
      number: number, board: board, rule: rule, onset: onset, test: test, moves: moves, gaps: gaps,
      outcome: nil, estimate: nil, testEnd: nil, usualInput: usualInput, exposure: exposure)
  }

  /// The game on its board before the first move.
  package var newGame: ChimpanzeeExaminer { .startGame(on: board, rule: rule) }
}

/// How a test ends.
package enum TestEnd: String, Sendable {
  /// Somebody ended it before.
  case stopped
  case complete
  /// It was interrupted, and begun anew later; what was done is kept.
  case stale

  /// What is kept of a test that goes on, or was left behind.
  package static let notYet = "open"
}

/// Which round of which test a round is.
package struct TestTrial: Equatable, Sendable {
  /// What it is; behind a pointer, because a round is copied when it begins.
  private indirect enum Facts: Equatable, Sendable {
    case trial(name: String, number: Int, TestSettings)
  }

  private let facts: Facts

  package var name: String {
    switch facts {
    case .trial(let name, _, _): name
    }
  }

  /// Counted from 1, practice included.
  package var number: Int {
    switch facts {
    case .trial(_, let number, _): number
    }
  }

  package var settings: TestSettings {
    switch facts {
    case .trial(_, _, let settings): settings
    }
  }

  /// Whether the round is there to learn the test, and does not count.
  package var isPractice: Bool { number <= settings.practice }

  /// Names a round of a test.
  package init(name: String, number: Int, settings: TestSettings = TestSettings()) {
    facts = .trial(name: name, number: number, settings)
  }
}

/// How a round ended that is kept for good.
package enum RoundOutcome: String, RecordValue, Sendable {
  case passed, failed, gaveUp = "gave-up", timedOut = "timed-out"
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
