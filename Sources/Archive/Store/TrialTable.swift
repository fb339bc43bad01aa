import Characters
package import Examiner
package import Game

/// A round in its record and its exports, without the sessions that it belongs to.
///
/// Its board, its rule and its moves determine the other columns, which are for readers of the
/// store who don't have this program.
///
///     var trial = Trial()
///     trial.describe(round)
///     let again = try trial.round(number: round.number, onset: round.onset, usualInput: .line)
///     again.board == round.board  // true
package struct Trial: TableValues, Sendable {
  /// The phase of a round in an evaluation.
  ///
  ///     Trial().phase == Trial.Phase.free.rawValue  // true
  package enum Phase: String {
    /// A round outside a test; it was called practice before version 3.
    case free
    case practice, test
  }

  /// The event that hides the numerals: the first right press, the end of the hold, or nothing.
  ///
  ///     Trial().condition == Trial.Condition.masking.rawValue  // true
  package enum Condition: String {
    case masking, hold, unmasked
  }

  package var sessionNumber: Int?
  package var study: String?
  package var studyHash: String?
  package var studyBlock: Int?
  package var studyOrder: Int?
  package var studyCondition: String?
  package var block = 1
  package var trial = 1
  package var phase = Phase.free.rawValue
  package var test: String?
  package var testId: String?
  package var testSettings: String?
  package var testState: String?
  package var testComplete: Int?
  package var condition = Condition.masking.rawValue
  package var mask = ""
  package var emptyCell = ""
  package var requestedHold: Int?
  package var limit: Int?
  package var lineRule: String?
  package var count = 0
  package var level: Int?
  package var strikes: Int?
  package var numerals = ""
  package var board = ""
  package var readingOrder: Int?
  package var pathLength: String?
  package var seededBoard: String?
  package var generator: Int?
  package var onset = 0
  package var onsetDate = ""
  package var exposure = Exposure()
  package var holdMet: Int?
  package var moves = ""
  package var outcome: String?
  package var correct: Int?
  package var measures = TrialMeasures()
  package var estimate: String?
  package var estimateDeviation: String?

  package init() {}

  /// The columns in their order, which never changes within one version.
  package static var allColumns: [TableColumn<Trial>] {
    let truth: KeyValuePairs = ["0": "no", "1": "yes"]
    return [
      .init(
        "session_number", \.sessionNumber,
        "the sessions of the participant, counted from 1: those of the study, or else the runs of "
          + "the program in this store", in: .atLeast(1), since: 4),
      .init(
        "study", \.study, "the study that the trial belongs to", in: .name, from: .test, since: 4),
      .init(
        "study_hash", \.studyHash, "tells what the study says: another text has another one",
        in: .text { $0.utf8.count == 16 && UInt64($0, radix: 16) != nil }, from: .test, since: 4),
      .init(
        "study_block", \.studyBlock,
        "the blocks of the participant in the study, counted from 1; the practice is 0, and one "
          + "before each block 100000 and the number of that",
        in: .atLeast(0), from: .test, since: 4),
      .init(
        "study_order", \.studyOrder, "in which order the participant has the conditions",
        in: .atLeast(1), from: .test, since: 4),
      .init(
        "study_condition", \.studyCondition, "the condition of the block", in: .name, from: .test,
        since: 4),
      .init("block", \.block, "tests, and what is between them, counted from 1", in: .atLeast(1)),
      .init("trial", \.trial, "the trials of a block, counted from 1", in: .atLeast(1)),
      .init(
        "phase", stored: "trialPhase", \.phase,
        "test where the trial is a part of one and counts, practice where it is and does not; free",
        in: .validatedWord(Phase.self), from: .test,
        levels: [
          "free": "no part of a test", "practice": "of a test, and not counted",
          "test": "of a test",
        ]),
      .init("test", \.test, "the name of that test", in: .text { TestPreset.named($0) != nil }),
      .init(
        "test_id", \.testId, "names the test for ever: the trial_id of its first trial",
        in: .name, since: 3),
      .init(
        "test_settings", \.testSettings, "what was said of the test, as start takes it",
        in: .text { TestSettings($0) != nil }, since: 3),
      .init(
        "test_state", \.testState,
        "complete; stopped if somebody ended it before; open if it is running or was interrupted; "
          + "stale if it was interrupted and begun anew",
        in: .word { $0 == TestEnd.notYet || TestEnd(rawValue: $0) != nil }, since: 3,
        levels: [
          "complete": "finished", "stopped": "ended before", "open": "not over",
          "stale": "interrupted, and begun anew",
        ]),
      .init(
        "test_complete", \.testComplete, "1 where the test was finished, 0 where it was not",
        from: .testState, since: 3, levels: truth),
      .init(
        "condition", \.condition,
        "masking: the first right press masks; hold: time does; unmasked: nothing does",
        in: .validatedWord(Condition.self), from: .rule,
        levels: [
          "masking": "the first right press masks", "hold": "time masks",
          "unmasked": "nothing masks",
        ]),
      .init(
        "mask", stored: "maskRule", \.mask, "first: the first right press masks the others; never",
        levels: ["first": "the first right press masks", "never": "no press masks"]),
      .init(
        "empty_cell", stored: "emptyCellRule", \.emptyCell,
        "what a press on an empty cell is: wrong, ignore; again behind it where a wrong press does "
          + "not end the trial"),
      .init(
        "requested_hold", \.requestedHold, "after how many ms the numerals were to be masked",
        unit: .milliseconds),
      .init(
        "limit", \.limit,
        "how many ms after the mask the trial was to be over; after the onset where nothing masks",
        since: 3, unit: .milliseconds),
      .init(
        "line_rule", \.lineRule,
        "one: before the mask only the first press of a line was made; any", from: .rule,
        since: 3, levels: ["one": "one press a line before the mask", "any": "any number"]),
      .init(
        "measured_hold", \.measures.measuredHold,
        "for how many ms they were, by the program's clock: from the write of the numerals to the "
          + "return of the write of the mask; no terminal says when it has drawn",
        from: .moves, unit: .milliseconds),
      .init(
        "hold_met", \.holdMet,
        "1 where measured_hold is at most 20 milliseconds or at most 10 % off the requested hold, "
          + "0 where it is further off: in a test such a trial does not count",
        from: .moves, since: 6,
        levels: truth),
      .init("count", \.count, "how many numerals there are", from: .board),
      .init(
        "level", \.level, "the same where a test goes from level to level", from: .board, since: 4),
      .init(
        "strikes", \.strikes,
        "how many trials of the test had failed before, where they end it", in: .atLeast(0),
        from: .test, since: 4),
      .init(
        "numerals", stored: "numeralRange", \.numerals, "what they were drawn from", from: .board),
      .init(
        "board", \.board,
        "COLUMNSxROWS:COLUMN,ROW;... the cell of every numeral, in ascending order; "
          + "NUMERAL@COLUMN,ROW where they are not 1, 2, 3 and so on", from: .board),
      .init(
        "reading_order", \.readingOrder,
        "1 where the numerals could be pressed row by row, forwards or backwards; 0",
        from: .board, since: 3, levels: truth),
      .init(
        "path_length", \.pathLength,
        "how far it is from numeral to numeral in their order, in cells", from: .board, since: 4),
      .init("seeded_board", \.seededBoard, "what the board was drawn from", from: .board),
      .init(
        "generator", stored: "generatorVersion", \.generator,
        "the version of the generator that drew it", from: .board),
      .init(
        "onset", \.onset, "when the numerals were shown, ms since the session began",
        in: .atLeast(0), unit: .milliseconds),
      .init("onset_date", \.onsetDate, "the same as ISO 8601 writes it (UTC)", in: .instant),
      .init(
        "shown", \.exposure.shown,
        "after how many ms since the onset the board was written to a terminal",
        in: .atLeast(0), since: 4, unit: .milliseconds),
      .init(
        "acknowledged", \.exposure.acknowledged,
        "after how many ms since the onset the terminal had answered that it had read them, which "
          + "it may not have drawn by then; none where it was not asked (set acknowledge on)",
        in: .atLeast(0), since: 5, unit: .milliseconds),
      .init(
        "acknowledged_hold", \.exposure.acknowledgedHold,
        "how many ms were between the terminal's answers that it had read the board and the mask",
        in: .atLeast(0), since: 6, unit: .milliseconds),
      .init(
        "early_inputs", \.exposure.earlyInputs,
        "how many keys were dropped from the fixation mark to the mask, where nothing but a press "
          + "acts; none where it was not kept", in: .atLeast(0), since: 6),
      .init(
        "moves", \.moves,
        "TIME MOVE;... with the ms since the onset; the presses of one line are one move, "
          + "press COLUMN ROW COLUMN ROW..., and the input stands behind the first cell where it "
          + "is not the usual one of the session", in: .growing),
      .init(
        "outcome", \.outcome,
        "passed, failed, gave-up, timed-out, quit; none if the trial is running or was interrupted",
        in: .word(RoundOutcome.self), from: .moves,
        levels: [
          "passed": "all numerals in order", "failed": "a wrong press", "gave-up": "given up",
          "timed-out": "the limit had run out", "quit": "the session ended first",
        ]),
      .init(
        "correct", \.correct, "1 where it is passed, 0 where it ended otherwise", from: .moves,
        since: 4, levels: truth),
      .init(
        "right_before_error", stored: "pressedCount", \.measures.rightBeforeError,
        "right presses before the first error", from: .moves),
      .init(
        "time", \.measures.time, "from the onset to the last press, in ms", from: .moves,
        unit: .milliseconds),
      .init(
        "study_time", \.measures.studyTime, "from the onset to the mask, in ms", from: .moves,
        unit: .milliseconds),
      .init(
        "recall_time", \.measures.recallTime, "from the mask to the last press, in ms",
        from: .moves, unit: .milliseconds),
      .init(
        "first_press_from_onset", \.measures.firstPressFromOnset, "in ms", from: .moves,
        unit: .milliseconds),
      .init(
        "first_press_from_mask", \.measures.firstPressFromMask, "in ms", from: .moves,
        unit: .milliseconds),
      .init(
        "line_presses", \.measures.linePresses,
        "the most presses that one line made which began while the numerals could be seen: where "
          + "there are more than 1, they were typed and not remembered; none where it was not kept",
        from: .moves, since: 3),
      .init(
        "estimate", \.estimate,
        "what an adaptive test had estimated after the trial: the mean of the posterior",
        in: .decimal, since: 4),
      .init("estimate_sd", \.estimateDeviation, "its standard deviation", in: .decimal, since: 4),
    ]
  }
}

extension Trial {
  /// True if the round was finished.
  ///
  /// When a test is stopped, its current round is given up.
  package var isOver: Bool {
    switch outcome {
    case nil, RoundOutcome.quit.rawValue: false
    case RoundOutcome.gaveUp.rawValue: testState != TestEnd.stopped.rawValue
    default: true
    }
  }

  /// Creates the values of a round that is over, except its position in a session and its date.
  package init(_ report: RoundReport) {
    self.init()
    describe(report.round)
    exposure = report.round.exposure
    onset = report.round.onset
    update(report.measures, report.outcome, moves: MoveText.text(of: report.round))
    if let estimate = report.round.estimate { setEstimate(estimate) }
  }

  /// Copies the round's constant properties except its timestamps.
  package mutating func describe(_ round: KeptRound) {
    let board = round.board
    test = round.test?.name
    let phase: Phase = round.test.map { $0.isPractice ? .practice : .test } ?? .free
    self.phase = phase.rawValue
    let settings = round.test?.settings.description ?? ""
    testSettings = settings.isEmpty ? nil : settings
    if test == nil {
      testId = nil
      testState = nil
    }
    testComplete = testState.map { $0 == TestEnd.complete.rawValue ? 1 : 0 }
    let condition: Condition =
      round.rule.hold != nil ? .hold : round.rule.masksAtFirstPress ? .masking : .unmasked
    self.condition = condition.rawValue
    mask = round.rule.mask.rawValue
    emptyCell = round.rule.mistakes
    requestedHold = round.rule.hold
    let course = test.flatMap { TestPreset.named($0)?.course }
    level = course?.hasLevels == true ? board.count : nil
    if course?.strikeLimit == nil { strikes = nil }
    describe(round.test?.settings.studyPosition)
    limit = round.rule.limit
    lineRule = round.rule.line.rawValue
    readingOrder = board.isInReadingOrder ? 1 : 0
    pathLength = board.pathLength
    count = board.count
    let range = board.origin?.range
    let low = board.numeral(atIndex: 0)
    let high = board.numeral(atIndex: board.count - 1)
    numerals = "\(range?.low ?? low)..\(range?.high ?? high)"
    self.board = board.descriptiveIdentifier
    seededBoard = board.origin?.description
    generator = board.origin.map { _ in Generator.version }
  }

  /// Copies the position of the round's test in a study; without one, clears these columns except
  /// the number of the session.
  private mutating func describe(_ position: StudyPosition?) {
    study = position?.study
    studyHash = position?.hash
    studyBlock = position?.block
    studyOrder = position?.order
    studyCondition = position?.condition
    if let position { sessionNumber = position.session }
  }

  /// Sets the columns that follow from the moves.
  ///
  /// Rounds from before version 3 don't record which presses were on one line, so that column stays
  /// empty.
  package mutating func update(_ measures: RoundMeasures, _ outcome: RoundOutcome?, moves: String) {
    // Rows from before version 3 don't say which presses were on one line.
    let isLineKnown = self.measures.linePresses != nil || self.moves.isEmpty
    self.moves = moves
    end(outcome)
    self.measures = measures.trial
    if !isLineKnown { self.measures.linePresses = nil }
    let accuracy = measures.holdAccuracy(requested: requestedHold)
    holdMet = exposure.earlyInputs == nil ? nil : accuracy.map { $0.isMet ? 1 : 0 }
  }

  /// True if the measured hold missed the requested one, so that the trial is excluded from all
  /// figures.
  package var hasMissedHold: Bool {
    guard let requestedHold, let measured = measures.measuredHold else { return false }
    return !HoldAccuracy(requested: requestedHold, measured: measured).isMet
  }

  /// Sets the outcome.
  mutating func end(_ outcome: RoundOutcome?) {
    self.outcome = outcome?.rawValue
    correct = outcome.map { $0 == .passed ? 1 : 0 }
  }

  /// Records the estimate of an adaptive test after the trial.
  mutating func setEstimate(_ estimate: TrialEstimate) {
    self.estimate = estimate.value
    estimateDeviation = estimate.deviation
  }

  /// Marks the test as open, with the trial after the last one, or the first.
  package mutating func beginTest(after last: Trial?, named name: String) {
    let hasFailed =
      last?.phase == Phase.test.rawValue && last?.outcome != RoundOutcome.passed.rawValue
      && last?.holdMet != 0
    testId = last?.testId ?? name
    strikes = test.flatMap { TestPreset.named($0)?.course.strikeLimit }.map { _ in
      (last?.strikes ?? 0) + (hasFailed ? 1 : 0)
    }
    testState = TestEnd.notYet
    testComplete = 0
  }

  /// Sets the end of the round's test.
  package mutating func endTest(_ end: TestEnd) {
    testState = end.rawValue
    testComplete = end == .complete ? 1 : 0
  }

  /// Converts the words of rows from before version 3.
  package mutating func renew() {
    if test == nil && phase == Phase.practice.rawValue { phase = Phase.free.rawValue }
  }

  /// Returns the round that the columns describe.
  ///
  /// - Throws: `LineReason` for the first impossible column, for example if the seed draws another
  ///   board than the described one.
  package func round(number: Int, onset: Int, usualInput: PressInput) throws(LineReason)
    -> KeptRound
  {
    let rule = try rule()
    guard case .described(var board)? = try? BoardIdentifier(board) else {
      throw .value(.impossible, column: "board")
    }
    if let seededBoard {
      guard case .seeded(let identifier)? = try? BoardIdentifier(seededBoard) else {
        throw .value(.impossible, column: "seeded_board")
      }
      // The seed must draw the described board.
      board = identifier.board()
    }
    guard let read = MoveText.read(moves, onset: onset) else {
      throw .value(.impossible, column: "moves")
    }
    return KeptRound(
      number: number, board: board, rule: rule, onset: onset, test: testTrial, moves: read.moves,
      gaps: read.gaps, usualInput: usualInput, exposure: exposure)
  }

  /// The round's trial of a test; `nil` outside tests.
  private var testTrial: TestTrial? {
    test.map { name in
      var settings = TestSettings(testSettings ?? "") ?? TestSettings()
      settings.studyPosition = studyPosition
      return TestTrial(name: name, number: trial, settings: settings)
    }
  }

  /// The trial's position in a study; `nil` if one of the columns is empty.
  package var studyPosition: StudyPosition? {
    guard let study, let studyHash, let studyBlock, let studyOrder, let studyCondition,
      let sessionNumber
    else { return nil }
    return StudyPosition(
      study: study, hash: studyHash, session: sessionNumber, block: studyBlock, order: studyOrder,
      condition: studyCondition)
  }

  /// Returns the rule that the columns describe.
  ///
  /// - Throws: `LineReason` for the first impossible column.
  package func rule() throws(LineReason) -> Rule {
    guard let mask = Rule.Mask(rawValue: mask) else { throw .value(.impossible, column: "mask") }
    guard let (emptyCell, wrong) = Rule.parts(ofMistakes: emptyCell) else {
      throw .value(.impossible, column: "empty_cell")
    }
    guard let line = Rule.Line(rawValue: lineRule ?? Rule.Line.any.rawValue) else {
      throw .value(.impossible, column: "line_rule")
    }
    do throws(RuleError) {
      return try Rule(
        mask: mask, emptyCell: emptyCell, wrong: wrong, hold: requestedHold, limit: limit,
        line: line)
    } catch {
      if case .limit = error { throw .value(.impossible, column: "limit") }
      throw .value(.impossible, column: "requested_hold")
    }
  }
}

extension Board {
  /// The length of the path from numeral to numeral, in cells with three decimals.
  fileprivate var pathLength: String {
    var length = 0.0
    var last = cell(atIndex: 0)
    forEachNumeral { _, cell in
      let h = Double(cell.h - last.h)
      let v = Double(cell.v - last.v)
      length += (h * h + v * v).squareRoot()
      last = cell
    }
    return length.decimal(3)
  }
}
