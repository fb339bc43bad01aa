public import Examiner

/// A round in the form in which it is stored: its board, its rule and its moves.
///
/// Everything else is computed by replaying the moves, as ``RoundReport`` does.
///
///     let board = try BoardIdentifier("3x2:1,1;2,1;3,2").board()
///     var round = KeptRound(number: 1, board: board, rule: .standard, onset: 5)
///     round.moves.append(TimedMove(.press(Cell(h: 1, v: 1)), at: 620))
///     MoveText.text(of: round)  // 615 press 1 1
public struct KeptRound: Equatable, Sendable {
  public var number: Int
  public private(set) var board: Board
  public private(set) var rule: Rule
  /// The time at which the numerals were shown, in milliseconds since the start of the session.
  public var onset: Int
  /// The test to which the round belongs; `nil` for a single round.
  public private(set) var test: TestTrial?
  public var moves: [TimedMove]
  /// The indexes of the moves that were the first after an interruption, in ascending order.
  ///
  /// The time of the round stands still during an interruption.
  public var gaps: [Int] = []
  /// The number of interruptions, the last ones, after which the round went on with the same masked
  /// board; a test replaces a trial that is given up after any other.
  public internal(set) var pauseCount = 0
  /// The outcome recorded during play; `nil` for a round in progress, or if the program was killed.
  public var outcome: RoundOutcome?
  /// `true` if the round was in progress when it or its test was stopped, so that the player did
  /// not end it.
  public var wasLeft = false
  /// The estimate of an adaptive test after this round; `nil` in other tests.
  public var estimate: TrialEstimate?
  /// The end of the test, if this was its last round.
  public internal(set) var testEnd: TestEnd?
  /// The default input device, for moves that do not have one of their own.
  public var usualInput: PressInput
  /// The times at which the numerals could be seen on a terminal.
  public internal(set) var exposure = Exposure(earlyInputs: 0)

  /// Creates a round without an outcome.
  public init(
    number: Int, board: Board, rule: Rule, onset: Int, test: TestTrial? = nil,
    moves: [TimedMove] = [], gaps: [Int] = [], pauseCount: Int = 0,
    usualInput: PressInput = .script, exposure: Exposure = Exposure(earlyInputs: 0)
  ) {
    self.number = number
    self.board = board
    self.rule = rule
    self.onset = onset
    self.test = test
    self.moves = moves
    self.gaps = gaps
    self.pauseCount = pauseCount
    self.usualInput = usualInput
    self.exposure = exposure
  }

  /// The initial state of the game, before the first move.
  public var newGame: ChimpanzeeExaminer { ChimpanzeeExaminer(board: board, rule: rule) }
}

/// The outcome of a test; a test without one is stored as `open`.
///
///     TestEnd(rawValue: "complete") == .complete  // true
///     TestEnd(rawValue: TestEnd.notYet) == nil  // true
public enum TestEnd: String, Sendable {
  /// The test was ended early, by the user or because the terminal could not keep its time.
  case stopped
  case complete
  /// The test was interrupted and later started again; its finished rounds are kept.
  case stale

  /// The stored text of a test in progress, or of one whose program was killed.
  public static let notYet = "open"
}

/// The test that a round belongs to, and its number in the test.
///
///     var settings = TestSettings()
///     settings.practice = 4
///     TestTrial(name: "human-benchmark", number: 4, settings: settings).isPractice  // true
///     TestTrial(name: "human-benchmark", number: 5, settings: settings).isPractice  // false
///
/// It is a class, because rounds are copied with their session (row "piped command": 3 % of its
/// instructions).
public final class TestTrial: Equatable, Sendable {
  public let name: String
  /// The number of the round within the test, counted from 1, including practice rounds.
  public let number: Int
  public let settings: TestSettings

  /// `true` for a practice round, which no result includes.
  public var isPractice: Bool { number <= settings.practice }

  public static func == (left: TestTrial, right: TestTrial) -> Bool {
    left.name == right.name && left.number == right.number && left.settings == right.settings
  }

  /// Creates the description of one round of a test, such as the third round of `inoue-210`.
  public init(name: String, number: Int, settings: TestSettings = TestSettings()) {
    self.name = name
    self.number = number
    self.settings = settings
  }
}
