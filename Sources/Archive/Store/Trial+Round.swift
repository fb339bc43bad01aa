import ChimpSystem
public import Examiner
public import Game
public import Records

/// The columns of a round, and the round of the columns.
extension Trial {
  /// `true` for a practice trial of a test.
  public var isPractice: Bool { phase == Phase.practice.rawValue }

  /// `true` for a trial of a test that is no practice.
  public var isOfTest: Bool { phase == Phase.test.rawValue }

  /// `true` if all numerals were pressed, perhaps after errors.
  public var isCompleted: Bool { outcome == RoundOutcome.passed.rawValue }

  /// Whether a trial of practice was passed; `nil` for one that does not count for the criterion of
  /// practice, because it was not finished or missed its hold.
  public var practiceOutcome: Bool? {
    isOver && holdMet != 0 ? isCompleted : nil
  }

  /// `true` if the round was finished.
  ///
  /// A round that was in progress when its test was stopped is not finished. Versions before 12 did
  /// not tell such a round from one that the participant had given up.
  public var isOver: Bool {
    switch outcome {
    case nil, RoundOutcome.quit.rawValue: false
    case RoundOutcome.gaveUp.rawValue: finished == 1 || testState != TestEnd.stopped.rawValue
    default: true
    }
  }

  /// Creates the columns of a finished round, except its session and its date.
  ///
  /// `last` is an earlier trial of the same test, whose settings are not written again.
  public init(_ report: borrowing RoundReport, after last: borrowing Trial? = nil) {
    describe(report.round, after: last)
    exposure = report.round.exposure
    onset = report.round.onset
    update(report.measures, report.outcome, moves: MoveText.text(of: report.round))
    if let estimate = report.round.estimate { setEstimate(estimate) }
  }

  /// Copies those properties of a round that never change, except its timestamps.
  ///
  /// `last` is an earlier trial of the same test; its text of the settings is used if there is one.
  public mutating func describe(_ round: KeptRound, after last: Trial? = nil) {
    let board = round.board
    test = round.test?.name
    let phase: Phase = round.test.map { $0.isPractice ? .practice : .test } ?? .free
    self.phase = phase.rawValue
    if let last {
      testSettings = last.testSettings
    } else {
      let settings = round.test?.settings.description ?? ""
      testSettings = settings.isEmpty ? nil : settings
    }
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
    plannedInterval = round.test.flatMap { $0.settings.interval(beforeTrial: $0.number) }
    holdTolerance = round.test?.settings.presentation.tolerance
    plannedFixation = round.test?.settings.presentation.fixation
    describe(round.test?.settings.studyPosition)
    limit = round.rule.limit
    lineRule = round.rule.line.rawValue
    pressRule = round.rule.hold == nil ? nil : round.rule.press.rawValue
    describe(board)
  }

  /// Copies the properties of a board.
  private mutating func describe(_ board: Board) {
    readingOrder = board.isInReadingOrder ? 1 : 0
    pathLength = board.pathLength
    count = board.count
    let range = board.origin?.range
    let low = board.numerals[0]
    let high = board.numerals[board.count - 1]
    numerals = "\(range?.low ?? low)..\(range?.high ?? high)"
    self.board = board.descriptiveIdentifier
    seededBoard = board.origin?.description
    generator = board.origin.map { _ in Generator.version }
  }

  /// Sets the columns about the study; without a position, clears all but the session number.
  private mutating func describe(_ position: StudyPosition?) {
    study = position?.study
    studyHash = position?.hash
    studyBlock = position?.block
    studyOrder = position?.order
    studyCondition = position?.condition
    if let position { sessionNumber = position.session }
  }

  /// Sets the columns that change with each move.
  ///
  /// For rounds from before version 3 it is unknown which presses were on one line, so that column
  /// stays empty.
  public mutating func update(_ measures: RoundMeasures, _ outcome: RoundOutcome?, moves: String) {
    let isLineKnown = self.measures.linePresses != nil || self.moves.isEmpty
    self.moves = moves
    end(outcome)
    self.measures = measures.trial
    if !isLineKnown { self.measures.linePresses = nil }
    let accuracy = measures.holdAccuracy(requested: requestedHold, tolerance: holdTolerance)
    holdMet = exposure.earlyInputs == nil ? nil : accuracy.map { $0.isMet ? 1 : 0 }
  }

  /// `true` if the trial was given up after an interruption, so that another one replaced it.
  public var wasReplaced: Bool {
    outcome == RoundOutcome.gaveUp.rawValue && MoveText.hasGap(moves)
  }

  /// The way in which an interrupted trial went on.
  ///
  ///     trial.interruption == .replaced
  public enum Interruption: String, Sendable {
    /// The trial went on with the same masked board.
    case paused
    /// The board was shown again.
    case resumed
    /// The trial was given up, and another one took its place.
    case replaced
  }

  /// The way in which the trial went on after an interruption; `nil` without one, or if nobody went
  /// on with it.
  public var interruption: Interruption? {
    guard MoveText.hasInterruption(moves) else { return nil }
    guard MoveText.hasGap(moves) else { return .paused }
    return wasReplaced && test != nil ? .replaced : .resumed
  }

  /// `false` if the course of the test excludes the trial: its hold was missed, it was replaced, or
  /// the player ended the look of a test that searches for a hold.
  public var countsForTest: Bool { holdMet != 0 && !wasReplaced && !endsMeasuredLook }

  private var endsMeasuredLook: Bool {
    pressRule == Rule.Press.ignored.rawValue && measures.lookEnded == 1
      && test.flatMap(TestPreset.named)?.searchesHold == true
  }

  /// `true` if the numerals were visible for longer or shorter than requested, so that the trial is
  /// excluded.
  public var hasMissedHold: Bool {
    guard let requestedHold, let measured = measures.measuredHold else { return false }
    let accuracy = HoldAccuracy(
      requested: requestedHold, measured: measured, tolerance: holdTolerance)
    return !accuracy.isMet
  }

  /// Sets the columns of the outcome.
  ///
  /// `finished` stays as it is if the trial was given up, because the moves don't tell by whom.
  mutating func end(_ outcome: RoundOutcome?) {
    self.outcome = outcome?.rawValue
    correct = outcome.map { $0 == .passed ? 1 : 0 }
    switch outcome {
    case nil, .quit: finished = 0
    case .gaveUp: break
    case .passed, .failed, .timedOut: finished = 1
    }
  }

  /// Sets the columns with the estimate of an adaptive test.
  mutating func setEstimate(_ estimate: TrialEstimate) {
    self.estimate = estimate.value
    estimateDeviation = estimate.deviation
  }

  /// Sets the columns of a round in a test: the identifier, and the number after that of `last`, or
  /// 1.
  public mutating func beginTest(after last: Trial?, named name: String) {
    let hasFailed =
      last?.isOfTest == true && last?.isCompleted == false && last?.countsForTest != false
    testId = last?.testId ?? name
    strikes = test.flatMap { TestPreset.named($0)?.course.strikeLimit }.map { _ in
      (last?.strikes ?? 0) + (hasFailed ? 1 : 0)
    }
    testState = TestEnd.notYet
    testComplete = 0
  }

  /// Sets the column with the outcome of the test.
  public mutating func endTest(_ end: TestEnd) {
    testState = end.rawValue
    testComplete = end == .complete ? 1 : 0
  }

  /// Converts the words of versions before 3 to the current ones.
  public mutating func renew() {
    if test == nil && isPractice { phase = Phase.free.rawValue }
  }

  /// Returns the round that the columns describe.
  ///
  /// - Throws: `unreadable` for the first invalid column, for example if the seed generates another
  ///   board.
  public func round(
    number: Int, onset: Int, usualInput: PressInput
  ) throws(RecordError) -> KeptRound {
    func invalid(_ column: String) -> RecordError {
      .unreadable(entity: RoundRecord.entity, row: number, column: column)
    }
    let rule = try rule(number: number)
    guard case .described(var board)? = try? BoardIdentifier(board) else {
      throw invalid("board")
    }
    if let seededBoard {
      guard case .seeded(let identifier)? = try? BoardIdentifier(seededBoard) else {
        throw invalid("seeded_board")
      }
      // The seed must draw the described board.
      board = identifier.board()
    }
    guard let read = MoveText.read(moves, onset: onset) else {
      throw invalid("moves")
    }
    return KeptRound(
      number: number, board: board, rule: rule, onset: onset, test: testTrial, moves: read.moves,
      gaps: read.gaps, pauseCount: read.pauseCount, usualInput: usualInput, exposure: exposure)
  }

  /// The position of the round in its test; `nil` outside of tests.
  private var testTrial: TestTrial? {
    test.map { name in
      var settings = TestSettings(testSettings ?? "") ?? TestSettings()
      settings.studyPosition = studyPosition
      return TestTrial(name: name, number: trial, settings: settings)
    }
  }

  /// The position of the round in a study; `nil` if one of the columns is empty.
  public var studyPosition: StudyPosition? {
    guard let study, let studyHash, let studyBlock, let studyOrder, let studyCondition,
      let sessionNumber
    else { return nil }
    return StudyPosition(
      study: study, hash: studyHash, session: sessionNumber, block: studyBlock, order: studyOrder,
      condition: studyCondition)
  }

  /// Returns the rule that the columns describe.
  ///
  /// - Throws: `unreadable` for the first invalid column of the round with this number.
  public func rule(number: Int) throws(RecordError) -> Rule {
    func invalid(_ column: String) -> RecordError {
      .unreadable(entity: RoundRecord.entity, row: number, column: column)
    }
    guard let mask = Rule.Mask(rawValue: mask) else {
      throw invalid("mask")
    }
    guard let (emptyCell, wrong) = Rule.parts(ofMistakes: emptyCell) else {
      throw invalid("empty_cell")
    }
    guard let line = Rule.Line(rawValue: lineRule ?? Rule.Line.any.rawValue) else {
      throw invalid("line_rule")
    }
    // A rule of an early version does not say: a press ended the look.
    let press = try pressRule.map { word throws(RecordError) in
      guard let press = Rule.Press(rawValue: word) else { throw invalid("press_rule") }
      return press
    }
    do throws(ExaminerError) {
      return try Rule(
        mask: mask, emptyCell: emptyCell, wrong: wrong, hold: requestedHold, limit: limit,
        line: line, press: press)
    } catch {
      if case .limit = error { throw invalid("limit") }
      if case .pressWithoutHold = error { throw invalid("press_rule") }
      throw invalid("requested_hold")
    }
  }
}

extension Board {
  /// The total distance between successive numerals, in cells with three decimals.
  fileprivate var pathLength: String {
    var length = 0.0
    var last = cells[0]
    for cell in cells {
      let h = Double(cell.h - last.h)
      let v = Double(cell.v - last.v)
      length += (h * h + v * v).squareRoot()
      last = cell
    }
    return length.decimal(3)
  }
}
