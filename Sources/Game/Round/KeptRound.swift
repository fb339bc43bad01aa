package import Examiner

/// A round in the form that is stored: its board, its rule and its moves.
///
/// Everything else can be computed by replaying the moves, as ``RoundReport`` does.
///
///     let board = try BoardIdentifier("3x2:1,1;2,1;3,2").board()
///     var round = KeptRound(number: 1, board: board, rule: .standard, onset: 5)
///     round.moves.append(TimedMove(.press(Cell(h: 1, v: 1)), at: 620))
///     MoveText.text(of: round)  // 615 press 1 1
package struct KeptRound: Equatable, Sendable {
  package var number: Int
  package private(set) var board: Board
  package private(set) var rule: Rule
  /// The time at which the numerals were shown, in milliseconds since the session began.
  package var onset: Int
  /// The test of the round; `nil` for a round by itself.
  package private(set) var test: TestTrial?
  package var moves: [TimedMove]
  /// The indexes of the moves before which the round was interrupted, ascending.
  ///
  /// The time of the round does not run during an interruption.
  package var gaps: [Int] = []
  /// The end of the round as recorded then; `nil` while it goes on, and where it was left behind.
  package var outcome: RoundOutcome?
  /// The estimate of an adaptive test after the round.
  package var estimate: TrialEstimate?
  /// The end of the test, if this was its last round.
  package internal(set) var testEnd: TestEnd?
  /// The input device of the moves that name none.
  package var usualInput: PressInput
  /// The times at which the numerals could be seen on a terminal.
  package internal(set) var exposure = Exposure(earlyInputs: 0)
}

extension KeptRound {
  /// Creates a round that has no end yet.
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

/// The end of a test; a test without one is stored with the word `open`.
///
///     TestEnd(rawValue: "complete") == .complete  // true
///     TestEnd(rawValue: TestEnd.notYet) == nil  // true
package enum TestEnd: String, Sendable {
  /// The user ended it early, or the terminal could not keep its time.
  case stopped
  case complete
  /// It was interrupted, and begun anew later; what was done is kept.
  case stale

  /// The stored text of a test that goes on, or was left behind.
  package static let notYet = "open"
}

/// The test that a round belongs to, and its number in the test.
///
///     var settings = TestSettings()
///     settings.practice = 4
///     TestTrial(name: "human-benchmark", number: 4, settings: settings).isPractice  // true
///     TestTrial(name: "human-benchmark", number: 5, settings: settings).isPractice  // false
package struct TestTrial: Equatable, Sendable {
  /// The properties, indirect because a round is copied when it begins.
  private indirect enum Facts: Equatable, Sendable {
    case trial(name: String, number: Int, TestSettings)
  }

  private let facts: Facts

  package var name: String {
    switch facts {
    case .trial(let name, _, _): name
    }
  }

  /// The number of the round, counted from 1, practice included.
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

  /// `true` for a round of the practice, which does not count.
  package var isPractice: Bool { number <= settings.practice }

  /// Creates the description of one round of a test.
  package init(name: String, number: Int, settings: TestSettings = TestSettings()) {
    facts = .trial(name: name, number: number, settings)
  }
}

/// The end of a stored round: that of the examiner, or `quit` for a round that was left.
///
///     RoundOutcome(.gaveUp).rawValue  // gave-up
package enum RoundOutcome: String, Sendable {
  case passed, failed, gaveUp = "gave-up", timedOut = "timed-out"
  /// The session ended first.
  case quit

  /// Converts the end that the examiner determined.
  package init(_ finish: ChimpanzeeExaminer.Finish) {
    switch finish {
    case .passed: self = .passed
    case .failed: self = .failed
    case .gaveUp: self = .gaveUp
    case .timedOut: self = .timedOut
    }
  }
}
