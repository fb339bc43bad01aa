import Archive
import Events
import Examiner
import Game

/// Validates of the trials of a file what follows from other lines, their tests and their times.
///
/// A store may hold more than that, because older programs have filled it.
struct EntryValidator {
  private var tests: [String: TestValidator] = [:]
  /// A day, counted from 1970, and how dates of it and of its neighbours begin.
  private var days: (middle: Int, names: [Substring]) = (-1, [])

  /// Validates the next trial, whose round was played once more.
  mutating func validate(_ row: TrialRow, _ round: KeptRound) throws(LineReason) {
    try checkDay(of: row)
    try round.checkTimes(of: row)
    let trial = row.values
    // Programs that did not keep these did not know of the others either.
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

  /// Compares the day of the onset with that on which the trial was kept.
  private mutating func checkDay(of row: TrialRow) throws(LineReason) {
    let (session, day) = (row.session.values, InstantText.millisecondsOfDay)
    // Those who are made up come again in a future of their own.
    guard session.isReal || session.clockResolution > 1 else { return }
    if days.middle != row.created / day {
      days.middle = row.created / day
      days.names = (-1...1).map {
        InstantText(milliseconds: (days.middle + $0) * day).description.prefix(10)
      }
    }
    guard days.names.contains(where: row.values.onsetDate.hasPrefix) else {
      throw .contradiction("onset_date", .created)
    }
  }
}

extension LineReason {
  fileprivate static func contradiction(_ column: String, _ source: ColumnSource) -> LineReason {
    .content(.contradiction(column: column, of: source))
  }
}

extension Session.Values {
  fileprivate var isReal: Bool { clockKind == SessionClock.Kind.real.rawValue }
}

extension KeptRound {
  /// How many ms before its end a hold may seem to be over, because a real clock was read twice.
  private static var slack: Int { 100 }
  /// How many ms a program may have stood still between a look for what is due and a press.
  private static var standstill: Int { 2_000 }

  /// Finds out whether the hold and the limit were over when they could be.
  ///
  /// They may be over late, but not early; and in a test, where nobody can disable them, no press
  /// is made behind their end.
  fileprivate func checkTimes(of row: TrialRow) throws(LineReason) {
    let (trial, session) = (row.values, row.session.values)
    let isReal = session.isReal || row.resumption?.values.isReal == true
    if let shown = trial.exposure.shown, !isReal || shown > moves.first?.time ?? .max {
      throw .contradiction("shown", .moves)
    }
    if let acknowledged = trial.exposure.acknowledged,
      acknowledged < trial.exposure.shown ?? .max
    {
      throw .content(.descends(column: "acknowledged", from: "shown"))
    }
    if trial.exposure.acknowledgedHold != nil, trial.exposure.acknowledged == nil {
      throw .contradiction("acknowledged_hold", .otherColumns)
    }
    guard rule.hold != nil || rule.limit != nil else { return }
    // Only a store says when the numerals could be seen where time is real.
    let isEndKnown = trial.testId != nil && gaps.isEmpty && (!isReal || session.machine != nil)
    let (slack, tick) = isReal ? (Self.slack, Self.standstill) : (0, session.clockResolution)
    var (game, gaps, start) = (newGame, gaps[...], 0)
    for (place, timed) in moves.enumerated() {
      while gaps.first == place {
        // Where a round is taken up, they begin anew.
        start = place > 0 ? moves[place - 1].time : 0
        gaps.removeFirst()
      }
      let wasMasked = game.isMasked
      let isLimit = wasMasked || !rule.masksAtFirstPress
      if let time = isLimit ? rule.limit : rule.hold {
        let end = start + time
        let latest = end + tick + (isLimit ? 0 : trial.exposure.shown ?? 0)
        let isTimed = timed.move == .holdEnds || timed.move == .timeOut
        guard isTimed ? timed.time + slack >= end : !isEndKnown || timed.time <= latest else {
          throw .contradiction(isLimit ? "limit" : "requested_hold", .moves)
        }
      }
      _ = try? game.apply(timed.move)
      if wasMasked != game.isMasked { start = timed.time }
    }
  }
}

/// Validates the trials of one test, as far as a file has come.
private final class TestValidator {
  private let first: TestTrial
  private let preset: TestPreset
  private let most: Int
  /// The test behind the trials up to `count`; nil where one of them has no end that is known.
  private var series: TestSeries?
  private var count = 0
  /// The names of the trials that were taken, by their numbers; some stand before others that come
  /// first.
  private var names: [Int: String] = [:]
  /// What the next trial has to say; nil where the one before does not say it.
  private var strikes: Int? = 0

  init(_ trial: TestTrial) throws(LineReason) {
    guard let preset = TestPreset.named(trial.name), preset.takes(trial.settings) else {
      throw .contradiction("test_settings", .test)
    }
    let series = TestSeries(preset, trial.settings)
    most = series.mostTrials ?? .max
    (first, self.preset, self.series) = (trial, preset, series)
  }

  func validate(_ trialRow: TrialRow, _ round: KeptRound, _ trial: TestTrial) throws(LineReason) {
    let row = trialRow.values
    guard trial.name == first.name else { throw .contradiction("test", .earlierLine) }
    guard trial.settings == first.settings else {
      let isSame = trial.settings.description == first.settings.description
      throw .contradiction(isSame ? "study_block" : "test_settings", .earlierLine)
    }
    if let name = names[trial.number] {
      guard name == trialRow.trialId else { throw .contradiction("trial", .earlierLine) }
      // A server has a trial as it was before each move, too.
      return try check(row, round, trial, nil)
    }
    let isNext = trial.number == count + 1
    guard trial.number <= most, !isNext || series?.isOver != true else {
      throw .contradiction("trial", .settings)
    }
    try check(row, round, trial, isNext ? series?.plan : nil)
    if isNext { try goOn(row) }
    names[trial.number] = trialRow.trialId
  }

  /// Compares a round with its plan; where that is unknown, with what is the same in all rounds.
  private func check(
    _ row: Trial, _ round: KeptRound, _ trial: TestTrial, _ known: RoundPlan?
  ) throws(LineReason) {
    var plan = known ?? preset.plan(first.settings)
    if known == nil, preset.course.hasLevels { plan.count = round.board.count }
    if known == nil, case .procedure(.hold) = preset.course {
      plan.rule = plan.rule.with(hold: round.rule.hold, limit: plan.rule.limit)
    }
    // The seed of a session may change, and then nothing says what it was.
    let seed = first.settings.seed?.seed(forRound: trial.number) ?? round.board.origin?.seed
    let identifier = seed.flatMap { try? plan.identifier($0) }
    if round.rule == plan.rule, let origin = round.board.origin, identifier == .seeded(origin) {
      return
    }
    let board = identifier?.board() ?? round.board
    var expected = row
    expected.describe(KeptRound(number: 0, board: board, rule: plan.rule, onset: 0, test: trial))
    throw .contradiction(row.difference(from: expected)?.name ?? "seeded_board", .settings)
  }

  /// Counts a trial that is the next one.
  private func goOn(_ row: Trial) throws(LineReason) {
    count += 1
    if let own = row.strikes, let strikes, own != strikes {
      throw .contradiction("strikes", .trialsOfTest)
    }
    let isPassed = row.outcome == RoundOutcome.passed.rawValue
    let isStrike = !isPassed && row.holdMet != 0 && count > first.settings.practice
    strikes = row.strikes.map { $0 + (isStrike ? 1 : 0) }
    guard let outcome = row.outcome.flatMap(RoundOutcome.init), outcome != .quit else {
      return series = nil
    }
    series?.count(hasPassed: isPassed, isHoldMet: row.holdMet != 0)
    // Whoever stops a test gives its last trial up, which does not count then.
    guard let series, outcome != .gaveUp || row.estimate != nil else { return }
    if row.estimate != series.estimate?.value { throw .contradiction("estimate", .trialsOfTest) }
    if row.estimateDeviation != series.estimate?.deviation {
      throw .contradiction("estimate_sd", .trialsOfTest)
    }
  }
}

extension TestPreset {
  /// Whether `start` takes the settings for the test.
  fileprivate func takes(_ settings: TestSettings) -> Bool {
    let isProcedure = if case .procedure = course { true } else { false }
    let isPlain = settings.numerals == nil && settings.adjacency == nil && settings.mask == nil
    return counts?.contains(settings.count ?? (needsCount ? 0 : plan.count)) != false
      && (ranges.isEmpty ? isPlain : settings.numerals.map(ranges.contains) != false)
      && (isProcedure || settings.procedure == ProcedureSettings())
      && settings.until ?? 0 <= settings.practice
  }
}
