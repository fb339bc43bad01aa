import Examiner
public import Science

/// The progress of a test: the results of its rounds so far, and the plan of the next one.
///
/// ```swift
/// var series = TestSeries(preset, settings)
/// while !series.isOver {
///   series.endTrial(hasPassed: play(series.plan))
/// }
/// ```
public struct TestSeries: Equatable, Sendable {
  public let preset: TestPreset
  public let settings: TestSettings
  /// The plan of the next round, whose difficulty can depend on the earlier results.
  public private(set) var plan: RoundPlan
  /// The number of finished rounds, including practice.
  public private(set) var trialCount = 0
  public private(set) var passCount = 0
  public private(set) var failCount = 0
  /// The highest level passed: the number of numerals, or the number of the predefined step.
  public private(set) var levelPassed = 0
  /// The highest level of any round, passed or not.
  private(set) var levelReached = 0
  public private(set) var isOver = false
  /// The number of excluded rounds, whose numerals were not shown for the requested time.
  public private(set) var missedCount = 0
  /// The number of counted rounds whose look the player ended before the hold did.
  public private(set) var endedLookCount = 0
  /// `true` for each of the latest rounds whose numerals were shown for the requested time.
  private var latestHolds: [Bool] = []
  /// The number of rounds with the current number of numerals.
  private var lengthCount = 0
  /// The number of failed ones among these rounds.
  private var lengthFailCount = 0
  /// `true` for each passed one of the practice rounds that count for the criterion of practice.
  private var practicePasses: [Bool] = []
  private(set) var procedure: AdaptiveProcedure?
  /// The progress in a test with predefined steps; `nil` in other tests.
  private var progress: CourseProgress?
  /// The order of the holds in a test that mixes several; `nil` in other tests.
  private let holds: HoldSequence?

  /// `true` if questions follow each trial, except practice.
  public var asksAfterTrials = false
  /// `true` if the outcome of the finished test waits for the answers to questions after it.
  public var asksAfterTests = false

  /// The number of the next round and the settings, which are stored with the round.
  public var nextTrial: TestTrial {
    TestTrial(name: preset.name, number: trialCount + 1, settings: settings)
  }

  /// The number of rounds that count for the result: all but practice and excluded rounds.
  public var countedTrialCount: Int { max(0, trialCount - settings.practice - missedCount) }

  /// The number of latest rounds from which `cannotKeepTime` is computed.
  public static let judgedHoldCount = 20

  /// `true` if more than 10 of the latest 20 rounds missed the requested time, which ends the test.
  public var cannotKeepTime: Bool {
    latestHolds.count { !$0 } > Self.judgedHoldCount / 2
  }

  /// Creates the progress of a test before its first round.
  public init(_ preset: TestPreset, _ settings: TestSettings = TestSettings()) {
    var settings = settings
    settings.begin = settings.begin ?? .now
    if case .levels(let course) = preset.course {
      settings.practice = course.training.count
      progress = CourseProgress(course)
    }
    self.preset = preset
    self.settings = settings
    holds = HoldSequence(preset, settings)
    plan = preset.plan(settings)
    if case .procedure(let target) = preset.course {
      procedure = try? AdaptiveProcedure(target, settings, count: plan.count)
      plan = procedure?.plan(plan) ?? plan
    }
    planHold()
    levelReached = level
  }

  /// Sets the hold of the next round in a test that mixes several.
  private mutating func planHold() {
    guard let holds else { return }
    let hold = holds.hold(ofTrial: trialCount + 1, afterMissed: missedCount)
    plan.rule = plan.rule.with(hold: hold, limit: plan.rule.limit)
  }

  /// Returns the place of a round among those that count, which is the round in progress or the one
  /// that ended last; a round that replaces another one has its place.
  public func place(ofTrial number: Int) -> Int {
    let isCounted = number <= trialCount && latestHolds.last == true
    return countedTrialCount + (isCounted ? 0 : 1)
  }

  /// The level of the next round.
  private var level: Int { preset.course.level(count: plan.count, hold: plan.rule.hold) }

  /// Records the result of a round, and plans the next one or ends the test.
  ///
  /// Practice rounds don't change the difficulty. A round whose numerals were not shown for the
  /// requested time, or that was given up after an interruption, is excluded and replaced by
  /// another one of the same kind. A test with a fixed number of rounds has at most as many
  /// replacements as rounds.
  public mutating func endTrial(
    hasPassed: Bool, isHoldMet: Bool = true, isLookEnded: Bool = false
  ) {
    trialCount += 1
    defer { planHold() }
    latestHolds = latestHolds.suffix(Self.judgedHoldCount - 1) + [isHoldMet]
    guard trialCount > settings.practice else {
      return endPractice(hasPassed: hasPassed, isHoldMet: isHoldMet)
    }
    guard isHoldMet else {
      missedCount += 1
      isOver = cannotKeepTime || trialCount == mostTrials
      return
    }
    if isLookEnded { endedLookCount += 1 }
    if hasPassed {
      passCount += 1
      levelPassed = max(levelPassed, level)
    } else {
      failCount += 1
    }
    goOn(hasPassed)
    if countedTrialCount == trialLimit || trialCount == mostTrials { isOver = true }
    if !isOver { levelReached = max(levelReached, level) }
  }

  /// Records the result of a practice round, after which the test begins or practice goes on.
  private mutating func endPractice(hasPassed: Bool, isHoldMet: Bool) {
    if progress != nil { followCourse(hasPassed) }
    if let until = settings.until {
      if isHoldMet { practicePasses = practicePasses.suffix(until.window - 1) + [hasPassed] }
      isOver = until.isMet(byLatest: practicePasses) || trialCount == settings.practice
    }
    if cannotKeepTime { isOver = true }
    if trialCount == settings.practice, !isOver { levelReached = max(levelReached, level) }
  }

  /// Plans the round after one that counts, or ends the test, as its course prescribes.
  private mutating func goOn(_ hasPassed: Bool) {
    switch preset.course {
    case .trials: break
    case .strikes(let limit):
      isOver = failCount == limit
      if hasPassed { goTo(plan.count + 1) }
    case .ladder(let limit):
      isOver = failCount == limit
      goTo(plan.count + (hasPassed ? 1 : -1))
    case .span(let count): countLength(count, hasPassed)
    case .levels: followCourse(hasPassed)
    case .procedure:
      procedure?.add(isPassed: hasPassed)
      isOver = procedure?.isOver ?? true
      if !isOver { plan = procedure?.plan(plan) ?? plan }
    }
  }

  /// Records a round of a test with predefined steps, and plans the next one or ends the test.
  private mutating func followCourse(_ hasPassed: Bool) {
    progress?.record(isPassed: hasPassed)
    guard let next = progress?.next else { return isOver = true }
    plan = preset.plan(plan, at: next.level)
  }

  /// The number of counted rounds at which the test ends; `nil` without a limit.
  public var trialLimit: Int? {
    if case .trials(let count) = preset.course { settings.trials ?? count } else { settings.trials }
  }

  /// The maximum number of rounds, with practice and replacements of excluded ones; `nil` without a
  /// limit.
  public var mostTrials: Int? { trialLimit.map { settings.practice + 2 * $0 } }

  /// Records a round of a span test, which ends if all rounds with one number of numerals failed.
  private mutating func countLength(_ count: Int, _ hasPassed: Bool) {
    lengthCount += 1
    if !hasPassed { lengthFailCount += 1 }
    guard lengthCount == count else { return }
    isOver = lengthFailCount == count
    if !isOver { goTo(plan.count + 1) }
    lengthCount = 0
    lengthFailCount = 0
  }

  /// Changes the number of numerals of the next round; ends the test beyond the maximum.
  private mutating func goTo(_ count: Int) {
    let most = plan.range?.count ?? plan.size.cellCount
    if count > most { isOver = true }
    plan.count = min(max(count, 1), most)
  }

  /// `true` if the last round was a practice round.
  private var isPractice: Bool { settings.practice > 0 && trialCount <= settings.practice }

  /// `true` if the displayed progress is that of practice.
  ///
  /// That is so before the last practice round, and at the end of a test of practice only.
  ///
  /// After the last practice round, the standing is that of the counted rounds.
  private var standsInPractice: Bool {
    isPractice && (trialCount < settings.practice || settings.until != nil)
  }

  /// The current estimate of an adaptive test; `nil` for other tests, and during practice.
  public var estimate: TrialEstimate? {
    isPractice ? nil : procedure.flatMap { TrialEstimate($0.standing) }
  }

  /// The end of an adaptive test's range beyond which its result lies; `nil` within, and for other
  /// tests.
  public var beyond: RangeEnd? { isPractice ? nil : procedure?.standing.beyond }

  /// The progress of the test, as titles and replies show it.
  public var standing: TestStanding {
    let count: TestStanding.Count =
      switch preset.course {
      case _ where standsInPractice: .practice(trialCount, of: settings.practice)
      case .trials: .rounds(countedTrialCount, of: trialLimit ?? 0, passed: passCount)
      case .strikes(let limit): .strikes(failCount, of: limit)
      case .levels(let course): .strikes(failCount, of: course.failureLimit)
      case .ladder(let limit): .errors(failCount, of: limit)
      case .span(let count): .span(try: lengthCount + 1, of: count)
      case .procedure:
        procedure.map { .procedure($0.standing, isOver: isOver) }
          ?? .rounds(countedTrialCount, of: trialLimit ?? 0, passed: passCount)
      }
    return TestStanding(
      name: preset.name, course: preset.course, levelPassed: levelPassed,
      level: shownLevel, count: count)
  }

  /// The level that the progress shows: of a ladder, which also descends, that of the next round;
  /// otherwise the highest.
  private var shownLevel: Int {
    if case .ladder = preset.course, !isOver { level } else { levelReached }
  }
}

/// The progress of a test after its latest round, as replies and `observe test` show it.
///
///     let standing = series.standing
///     print(standing.name, standing.levelPassed, standing.count)
public struct TestStanding: Equatable, Sendable {
  /// The number that the progress shows, which depends on the kind of test.
  ///
  ///     if case .strikes(let count, of: let limit) = standing.count { print(count, "of", limit) }
  public enum Count: Equatable, Sendable {
    case practice(Int, of: Int)
    case rounds(Int, of: Int, passed: Int)
    case strikes(Int, of: Int)
    case errors(Int, of: Int)
    /// The number of the next try with the current number of numerals, and the number of tries.
    case span(try: Int, of: Int)
    case procedure(ProcedureStanding, isOver: Bool)
  }

  public let name: String
  /// The rule of the test, which defines its levels.
  public let course: TestPreset.Course
  public let levelPassed: Int
  public let level: Int
  public let count: Count
}
