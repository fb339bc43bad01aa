import Examiner
import Records
import Shell

/// The version of the tables; a new or changed column raises it.
enum TableVersion {
  /// The version whose columns need not say in which they came.
  static var first: Int { 2 }
  static var current: Int { 2 }
  /// The longest line that is read, in bytes.
  static var longestLine: Int { 1 << 26 }
}

/// A round as its record and its exports have it, but for the sessions that it belongs to.
///
/// Its board, its rule and its moves say it all; the other columns follow from them, and are there
/// for whoever reads the store without this program.
package struct Trial: TableValues, Sendable {
  /// Whether a round was part of a test.
  enum Phase: String {
    case practice
    case test
  }

  /// What takes the numerals from view: the first right press, the end of the hold, or nothing.
  enum Condition: String {
    case masking
    case hold
    case unmasked
  }

  package var block = 1
  package var trial = 1
  package var phase = Phase.practice.rawValue
  package var test: String?
  package var condition = Condition.masking.rawValue
  package var mask = ""
  package var emptyCell = ""
  package var requestedHold: Int?
  package var count = 0
  package var numerals = ""
  package var board = ""
  package var seededBoard: String?
  package var generator: Int?
  package var onset = 0
  package var onsetDate = ""
  package var moves = ""
  package var outcome: String?
  package var measures = TrialMeasures()

  /// Makes a round of which nothing is known.
  package init() {}

  /// The columns in their order, which never changes within one version.
  static var columns: [TableColumn<Trial>] {
    [
      .init("block", \.block, "tests, and what is between them, counted from 1", in: .atLeast(1)),
      .init("trial", \.trial, "the trials of a block, counted from 1", in: .atLeast(1)),
      .init(
        "phase", stored: "trialPhase", \.phase,
        "practice, or test where the trial is a part of one",
        in: .provenWord(Phase.self), from: .test),
      .init(
        "test", \.test, "the name of that test", in: .text { TestPreset.named($0) != nil }),
      .init(
        "condition", \.condition,
        "masking: the first right press masks; hold: time does; unmasked: nothing does",
        in: .provenWord(Condition.self), from: .rule),
      .init(
        "mask", stored: "maskRule", \.mask,
        "first: the first right press masks the others; never"),
      .init(
        "empty_cell", stored: "emptyCellRule", \.emptyCell,
        "what a press on an empty cell is: wrong, ignore; again behind it where a wrong press does "
          + "not end the trial"),
      .init(
        "requested_hold", \.requestedHold, "after how many ms the numerals were to be masked"),
      .init(
        "measured_hold", \.measures.measuredHold,
        "after how many ms they were, by the program's clock; no terminal says when it has drawn",
        from: .moves),
      .init("count", \.count, "how many numerals there are", from: .board),
      .init(
        "numerals", stored: "numeralRange", \.numerals, "what they were drawn from",
        from: .board),
      .init(
        "board", \.board,
        "COLUMNSxROWS:COLUMN,ROW;... the cell of every numeral, in ascending order; "
          + "NUMERAL@COLUMN,ROW where they are not 1, 2, 3 and so on", from: .board),
      .init(
        "seeded_board", \.seededBoard, "what the board was drawn from", from: .board),
      .init(
        "generator", stored: "generatorVersion", \.generator,
        "the version of the generator that drew it", from: .board),
      .init(
        "onset", \.onset, "when the numerals were shown, ms since the session began",
        in: .atLeast(0)),
      .init("onset_date", \.onsetDate, "the same as ISO 8601 writes it (UTC)", in: .instant),
      .init("moves", \.moves, "TIME MOVE;... with the ms since the onset"),
      .init(
        "outcome", \.outcome,
        "passed, failed, gave-up, quit; none where the trial goes on or was left behind",
        in: .word(RoundOutcome.self),
        from: .moves),
      .init(
        "right_before_error", stored: "pressedCount", \.measures.rightBeforeError,
        "right presses before the first error", from: .moves),
      .init(
        "time", \.measures.time, "from the onset to the last press, in ms", from: .moves),
      .init(
        "study_time", \.measures.studyTime, "from the onset to the mask, in ms",
        from: .moves),
      .init(
        "recall_time", \.measures.recallTime, "from the mask to the last press, in ms",
        from: .moves),
      .init(
        "first_press_from_onset", \.measures.firstPressFromOnset, "in ms", from: .moves),
      .init("first_press_from_mask", \.measures.firstPressFromMask, "in ms", from: .moves),
    ]
  }
}

extension Trial {
  /// Takes what never changes of a round, but for when it was.
  mutating func describe(_ round: KeptRound) {
    let board = round.board
    test = round.test?.name
    phase = (round.test == nil ? Phase.practice : .test).rawValue
    let condition: Condition =
      round.rule.hold != nil ? .hold : round.rule.masksAtFirstPress ? .masking : .unmasked
    self.condition = condition.rawValue
    mask = round.rule.mask.rawValue
    emptyCell = round.rule.mistakes
    requestedHold = round.rule.hold
    count = board.count
    numerals = board.origin?.range.map { "\($0.low)..\($0.high)" } ?? board.numeralRange
    self.board = board.descriptiveIdentifier
    seededBoard = board.origin?.description
    generator = board.origin.map { _ in Generator.version }
  }

  /// Takes what has become of a round.
  mutating func take(_ measures: RoundMeasures, _ outcome: RoundOutcome?, moves: String) {
    self.moves = moves
    self.outcome = outcome?.rawValue
    self.measures = measures.trial
  }
}

extension Board {
  /// The lowest and the highest numeral.
  fileprivate var numeralRange: String {
    "\(numeral(atPlace: 0))..\(numeral(atPlace: count - 1))"
  }
}

extension RoundMeasures.Press: TableValues {
  /// The columns in their order, which never changes within one version.
  static var columns: [TableColumn<Self>] {
    let source = ColumnSource.movesOfTrial
    return [
      .init("index", \.index, "the presses of a trial, counted from 1", from: source),
      .init("h", \.h, "the column of the cell, counted from 1", from: source),
      .init("v", \.v, "the row of the cell, counted from 1", from: source),
      .init("numeral", \.numeral, "what the cell held; none where it was empty", from: source),
      .init("due", \.due, "the numeral that was to be pressed", from: source),
      .init("judgement", \.judgement, "right, wrong, ignored", from: source),
      .init("time", \.time, "since the onset, in ms", from: source),
      .init(
        "line_latency", \.lineLatency,
        "since the press before it, or since the onset, in ms; it is called so because a press "
          + "is seen when its line is ended: presses of one line share one time, and typing the "
          + "line is a part of it; none where the trial was interrupted in between", from: source),
    ]
  }
}

extension Session.Values: TableValues {
  /// The columns in their order, which never changes within one version.
  static var columns: [TableColumn<Self>] {
    [
      .init(
        "session_ended", stored: "dateEnded", \.dateEnded,
        "ms since 1970 (UTC); none where the session goes on or was killed", in: .date),
      .init("program_version", \.programVersion, "the program that recorded the trial", in: .name),
      .init(
        "input_mode", \.inputMode, "terminal: lines of a person; pipe: lines of a program",
        in: .word(Session.InputMode.self)),
      .init(
        "clock", stored: "clockKind", \.clockKind,
        "real: the machine's; virtual: moved by the command wait",
        in: .text { SessionClock.Kind(rawValue: $0) != nil }),
      .init("clock_resolution", \.clockResolution, "in ms", in: .atLeast(1)),
      .init(
        "session_seed", stored: "seed", \.seed, "what boards were drawn from where none was named",
        in: .text { (try? SessionSeed($0)) != nil }),
    ]
  }

  /// The columns as the store has them, where the end stands behind the others.
  static var storedColumns: [TableColumn<Self>] { Array(columns.dropFirst() + columns.prefix(1)) }
}
