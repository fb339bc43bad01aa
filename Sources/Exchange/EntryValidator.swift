import Archive
import Events
import Examiner
import Game
import Records

/// Validates an imported trial against the earlier trials of the file: its test and its times.
///
/// `TrialValidator` validates a trial by itself. Here, for example, the third trial of a staircase
/// must have the number of numerals that follows from the first two. A store may contain rows that
/// fail, because older versions did not check them.
struct EntryValidator {
  /// The tests in the file so far, by identifier.
  private var tests: [String: TestValidator] = [:]

  /// Validates the next trial; `report` is the replay of its round.
  mutating func validate(_ row: TrialRow, _ report: RoundReport) throws(RowReason) {
    try checkDay(of: row)
    try report.checkTimes(of: row)
    let round = report.round
    let trial = row.values
    // Programs that didn't store these columns didn't store the following ones either.
    let isRecent =
      trial.testId != nil || trial.testSettings != nil || trial.limit != nil
      || round.rule.line == .one || row.session.values.machine != nil
    if isRecent, trial.measures.linePresses == nil { throw .contradiction("line_presses", .moves) }
    guard let test = round.test, let id = trial.testId else {
      if isRecent, trial.test != nil { throw .contradiction("test_id", .test) }
      if trial.estimate != nil { throw .contradiction("estimate", .test) }
      return
    }
    if tests[id] == nil { tests[id] = try TestValidator(test) }
    try tests[id]?.validate(row, round, test)
    if test.number == 1, id != row.trialId { throw .contradiction("test_id", .otherColumns) }
  }

  /// Throws unless the day of the onset is the day on which the trial was stored, or a neighbour.
  private func checkDay(of row: TrialRow) throws(RowReason) {
    let session = row.session.values
    let day = InstantText.millisecondsOfDay
    // Simulated sessions may be dated in the future.
    guard !session.isVirtual || session.clockResolution > 1 else { return }
    let days = (-1...1).map {
      InstantText(milliseconds: (row.created / day + $0) * day).description.prefix(10)
    }
    guard days.contains(where: row.values.onsetDate.hasPrefix) else {
      throw .contradiction("onset_date", .created)
    }
  }
}

extension RoundReport {
  /// The tolerance in milliseconds for the end of a hold, because a real clock was read twice.
  private static var slack: Int { 100 }

  /// The longest time in milliseconds that a program can be suspended between a timer check and a
  /// press.
  private static var standstill: Int { 2_000 }

  /// Throws if the numerals were masked, or the time limit ended, before the session's deadlines.
  ///
  /// They may be late. In a test, whose timers can't be disabled, no press may come after a
  /// deadline.
  fileprivate func checkTimes(of row: TrialRow) throws(RowReason) {
    let trial = row.values
    let session = row.session.values
    let isReal = !session.isVirtual || row.resumption?.values.isVirtual == false
    try checkExposure(trial.exposure, isReal: isReal)
    if isReal { try checkDevices() }
    try Self.checkTurns(trial.exposure, session)
    guard round.rule.hold != nil || round.rule.limit != nil else { return }
    // On a real clock, only a program with a store records when the numerals were visible.
    let isStored = session.machine != nil || trial.exposure.shown != nil
    let isEndKnown = trial.testId != nil && round.gaps.isEmpty && (!isReal || isStored)
    let slack = isReal ? Self.slack : 0
    let standstill = isReal ? Self.standstill : session.clockResolution
    // Earlier programs measured a hold from the onset, although it ended after the write.
    let isMeasured = trial.exposure.measuredShown != nil
    let holdDelay = isMeasured ? 0 : trial.exposure.shown ?? 0
    for (timed, deadlines) in zip(round.moves, deadlines) {
      guard let deadline = deadlines.next else { continue }
      let isHold = deadlines.hold != nil
      let isTimely: Bool
      switch timed.move {
      case .holdEnds, .timeOut: isTimely = timed.time + slack >= deadline
      case .press, .hide, .giveUp:
        let latest = deadline + standstill + (isHold ? holdDelay : 0)
        isTimely = !isEndKnown || timed.time <= latest
      }
      guard isTimely else {
        throw .contradiction(isHold ? "requested_hold" : "limit", .moves)
      }
    }
  }

  /// Throws for a press by a device that the study of the trial does not allow.
  private func checkDevices() throws(RowReason) {
    guard let required = round.test?.settings.presentation.device else { return }
    let isAllowed = round.moves.allSatisfy { timed in
      if case .press = timed.move { required.allows(timed.input ?? round.usualInput) } else { true }
    }
    if !isAllowed { throw .contradiction("moves", .settings) }
  }

  /// Throws unless the requests are those of an agent on a virtual clock, and the first press is
  /// one of them.
  private static func checkTurns(
    _ exposure: Exposure, _ session: Session.Values
  ) throws(RowReason) {
    guard let turns = exposure.turns else {
      guard exposure.firstTurn == nil, exposure.tokens == nil else {
        throw .contradiction("turns", .otherColumns)
      }
      return
    }
    guard session.isInTurns else { throw .contradiction("turns", .sessions) }
    guard exposure.firstTurn ?? 0 <= turns else {
      throw .contradiction("first_turn", .otherColumns)
    }
  }

  /// Throws unless the terminal's times ascend and precede the first move.
  ///
  /// With virtual time there must be none.
  private func checkExposure(_ exposure: Exposure, isReal: Bool) throws(RowReason) {
    if let shown = exposure.shown, !isReal || shown > round.moves.first?.time ?? .max {
      throw .contradiction("shown", .moves)
    }
    if let acknowledged = exposure.acknowledged, acknowledged < exposure.shown ?? .max {
      throw .descends("acknowledged", from: "shown")
    }
    if exposure.acknowledgedHold != nil, exposure.acknowledged == nil {
      throw .contradiction("acknowledged_hold", .otherColumns)
    }
    // Both are measured when the numerals are written.
    if exposure.interval != nil, exposure.shown == nil || round.test?.number ?? 1 == 1 {
      throw .contradiction("measured_interval", .otherColumns)
    }
    if exposure.fixation != nil, exposure.shown == nil || round.test == nil {
      throw .contradiction("measured_fixation", .otherColumns)
    }
  }
}

/// Validates the trials of one test in the order in which a file has them.
private final class TestValidator {
  private let first: TestTrial
  private let preset: TestPreset
  /// The maximum number of trials in the test.
  private let most: Int
  /// The progress of the test after `count` trials; `nil` if the outcome of one of them is unknown.
  private var series: TestSeries?
  private var count = 0
  /// The identifiers of the trials so far, by their number in the test.
  private var names: [Int: String] = [:]
  /// The trial that was validated last.
  private var last: Trial?

  /// Creates the validator from the first trial of a test in the file.
  ///
  /// - Throws: An error if there is no such test, or if its settings are invalid.
  init(_ trial: TestTrial) throws(RowReason) {
    guard let preset = TestPreset.named(trial.name), preset.accepts(trial.settings) else {
      throw .contradiction("test_settings", .test)
    }
    let series = TestSeries(preset, trial.settings)
    most = series.mostTrials ?? .max
    first = trial
    self.preset = preset
    self.series = series
  }

  /// Validates the next trial of the test.
  ///
  /// Trials may come in any order, and a server also has earlier states of the same trial. Only a
  /// trial whose number follows that of the previous one is compared with the plan.
  func validate(_ trialRow: TrialRow, _ round: KeptRound, _ trial: TestTrial) throws(RowReason) {
    let row = trialRow.values
    guard trial.name == first.name else { throw .contradiction("test", .earlierLine) }
    guard trial.settings == first.settings else {
      let isSame = trial.settings.description == first.settings.description
      throw .contradiction(isSame ? "study_block" : "test_settings", .earlierLine)
    }
    if let name = names[trial.number] {
      guard name == trialRow.trialId else { throw .contradiction("trial", .earlierLine) }
      // A server also has the states of the trial before each move.
      return try check(row, round, trial, nil)
    }
    let isNext = trial.number == count + 1
    guard trial.number <= most, !isNext || series?.isOver != true else {
      throw .contradiction("trial", .settings)
    }
    try check(row, round, trial, isNext ? series?.plan : nil)
    if isNext { try advance(row) }
    names[trial.number] = trialRow.trialId
  }

  /// Throws if a round doesn't have the properties of its plan.
  ///
  /// If the plan is unknown, checks only the properties that all rounds of the test share.
  private func check(
    _ row: Trial, _ round: KeptRound, _ trial: TestTrial, _ known: RoundPlan?
  ) throws(RowReason) {
    var plan = known ?? preset.plan(first.settings)
    if known == nil, preset.course.hasLevels { plan.count = round.board.count }
    if known == nil, preset.hasHolds(first.settings) {
      let holds = first.settings.holds
      let hold = round.rule.hold.flatMap { holds?.contains($0) == false ? holds?.first : $0 }
      plan.rule = plan.rule.with(hold: hold, limit: plan.rule.limit)
    }
    // The session's seed may have changed, and the old one is not stored.
    let seed = preset.boardSeed(ofTrial: trial.number, first.settings) ?? round.board.origin?.seed
    let identifier = seed.flatMap { try? plan.identifier($0) }
    if round.rule == plan.rule, let origin = round.board.origin, identifier == .seeded(origin) {
      return
    }
    let board = identifier?.board() ?? round.board
    var expected = row
    expected.describe(KeptRound(number: 0, board: board, rule: plan.rule, onset: 0, test: trial))
    throw .contradiction(row.difference(from: expected)?.name ?? "seeded_board", .settings)
  }

  /// Adds the result of a trial to the progress of the test.
  private func advance(_ row: Trial) throws(RowReason) {
    count += 1
    try checkStrikes(of: row)
    last = row
    let isPassed = row.isCompleted
    guard let outcome = row.outcome.flatMap(RoundOutcome.init), outcome != .quit else {
      return series = nil
    }
    series?.endTrial(hasPassed: isPassed, isHoldMet: row.countsForTest)
    // Stopping a test gives up its last trial, which then doesn't count.
    guard let series, outcome != .gaveUp || row.estimate != nil else { return }
    if row.estimate != series.estimate?.value { throw .contradiction("estimate", .trialsOfTest) }
    if row.estimateDeviation != series.estimate?.deviation {
      throw .contradiction("estimate_sd", .trialsOfTest)
    }
  }

  /// Throws if the stored number of strikes differs from that after the previous trial.
  ///
  /// Does nothing if one of the two trials has none.
  private func checkStrikes(of row: Trial) throws(RowReason) {
    guard row.strikes != nil, last == nil || last?.strikes != nil else { return }
    var expected = row
    expected.beginTest(after: last, named: row.testId ?? "")
    if row.strikes != expected.strikes { throw .contradiction("strikes", .trialsOfTest) }
  }
}
