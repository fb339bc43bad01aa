import Examiner
import Science

/// The state of a test: the rounds so far, and the plan of the next one.
///
/// ```swift
/// var series = TestSeries(preset, settings)
/// while !series.isOver {
///   series.count(hasPassed: play(series.plan))
/// }
/// ```
package struct TestSeries: Equatable, Sendable {
  package let preset: TestPreset
  package let settings: TestSettings
  /// The plan of the next round; ladders and procedures change it after each one.
  package private(set) var plan: RoundPlan
  /// The number of finished rounds, practice included.
  package private(set) var trialCount = 0
  package private(set) var passCount = 0
  package private(set) var failCount = 0
  /// The highest level of any passed round: its numerals, or the number of a step of the course.
  package private(set) var levelPassed = 0
  /// The highest level of any round.
  package private(set) var levelReached = 0
  package private(set) var isOver = false
  /// The number of rounds after the practice whose hold was not met; no figure counts them.
  package private(set) var missedCount = 0
  /// The latest rounds, practice included: `true` where the hold was met.
  private var latestHolds: [Bool] = []
  /// The number of rounds of the current length.
  private var lengthCount = 0
  /// The number of rounds of the practice passed in a row.
  private var passRun = 0
  private var lengthFailCount = 0
  private(set) var procedure: AdaptiveProcedure?
  /// The progress on a course; `nil` in other tests.
  private var progress: CourseProgress?

  /// The number and settings of the next round, as it is stored with it.
  package var nextTrial: TestTrial {
    TestTrial(name: preset.name, number: trialCount + 1, settings: settings)
  }

  /// The number of rounds that count: all but the practice and those whose hold was not met.
  package var countedTrialCount: Int { max(0, trialCount - settings.practice - missedCount) }

  /// The number of the latest holds by which the terminal's timing is judged.
  private static let judgedHoldCount = 20

  /// `true` if more than 10 of the latest 20 holds were not met, which ends the test.
  package var cannotKeepTime: Bool {
    latestHolds.count { !$0 } > Self.judgedHoldCount / 2
  }

  /// Creates a test before its first round.
  package init(_ preset: TestPreset, _ settings: TestSettings = TestSettings()) {
    self.preset = preset
    var settings = settings
    settings.begin = settings.begin ?? .now
    if case .levels(let course) = preset.course {
      settings.practice = course.training.count
      progress = CourseProgress(course)
    }
    self.settings = settings
    plan = preset.plan(settings)
    if case .procedure(let target) = preset.course {
      procedure = try? AdaptiveProcedure(target, settings, count: plan.count)
      plan = procedure?.plan(plan) ?? plan
    }
    levelReached = level
  }

  /// The level of the planned round.
  private var level: Int { preset.course.level(count: plan.count, hold: plan.rule.hold) }

  /// Counts the end of a round, and plans the next one or ends the test.
  ///
  /// Practice changes nothing. A round whose hold was not met does not count: another one of the
  /// same kind follows it, in a test of a number of rounds at most as many as it has rounds.
  package mutating func count(hasPassed: Bool, isHoldMet: Bool = true) {
    trialCount += 1
    latestHolds = latestHolds.suffix(Self.judgedHoldCount - 1) + [isHoldMet]
    guard trialCount > settings.practice else {
      if progress != nil { followCourse(hasPassed) }
      if isHoldMet { passRun = hasPassed ? passRun + 1 : 0 }
      if let until = settings.until { isOver = passRun == until || trialCount == settings.practice }
      if cannotKeepTime { isOver = true }
      if trialCount == settings.practice, !isOver { levelReached = max(levelReached, level) }
      return
    }
    guard isHoldMet else {
      missedCount += 1
      isOver = cannotKeepTime || trialCount == mostTrials
      return
    }
    if hasPassed {
      passCount += 1
      levelPassed = max(levelPassed, level)
    } else {
      failCount += 1
    }
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
    if countedTrialCount == trialLimit || trialCount == mostTrials { isOver = true }
    if !isOver { levelReached = max(levelReached, level) }
  }

  /// Records a round of the course, and plans the next one or ends the test.
  private mutating func followCourse(_ hasPassed: Bool) {
    progress?.record(isPassed: hasPassed)
    guard let next = progress?.next else { return isOver = true }
    plan = preset.plan(plan, at: next.level)
  }

  /// The number of counted rounds after which the test ends; `nil` without a limit.
  package var trialLimit: Int? {
    if case .trials(let count) = preset.course { settings.trials ?? count } else { settings.trials }
  }

  /// The most rounds of the test, practice and replacements included; `nil` without a limit.
  package var mostTrials: Int? { trialLimit.map { settings.practice + 2 * $0 } }

  /// Counts a round of the current length; ends the test where all rounds of a length failed.
  private mutating func countLength(_ count: Int, _ hasPassed: Bool) {
    lengthCount += 1
    if !hasPassed { lengthFailCount += 1 }
    guard lengthCount == count else { return }
    isOver = lengthFailCount == count
    if !isOver { goTo(plan.count + 1) }
    lengthCount = 0
    lengthFailCount = 0
  }

  /// Changes the number of numerals within the limits; ends the test above the upper one.
  private mutating func goTo(_ count: Int) {
    let most = plan.range?.count ?? plan.size.cellCount
    if count > most { isOver = true }
    plan.count = min(max(count, 1), most)
  }

  /// Whether the last round was practice, which counts for nothing.
  private var isPractice: Bool { settings.practice > 0 && trialCount <= settings.practice }

  /// Whether the next round is practice, or the last one ended a test of practice only.
  ///
  /// After the last practice the standing is that of the counted rounds, because the next one
  /// counts.
  private var standsInPractice: Bool {
    isPractice && (trialCount < settings.practice || settings.until != nil)
  }

  /// The estimate of an adaptive test; `nil` for other tests, and during practice.
  package var estimate: TrialEstimate? {
    isPractice ? nil : procedure.flatMap { TrialEstimate($0.standing) }
  }

  /// The progress of the test, for titles and replies.
  package var standing: TestStanding {
    let count: TestStanding.Count =
      switch preset.course {
      case _ where standsInPractice: .practice(trialCount, of: settings.practice)
      case .trials: .rounds(countedTrialCount, of: trialLimit ?? 0, passed: passCount)
      case .strikes(let limit): .strikes(failCount, of: limit)
      case .levels(let course): .strikes(failCount, of: course.failureLimit)
      case .ladder(let limit): .errors(failCount, of: limit)
      case .span(let count): .span(try: lengthCount + 1, of: count)
      case .procedure: procedure.map { .procedure($0.standing, isOver: isOver) } 
        ?? .rounds(countedTrialCount, of: trialLimit ?? 0, passed: passCount)
      }
    return TestStanding(
      name: preset.name, course: preset.course, levelPassed: levelPassed,
      levelReached: levelReached, count: count)
  }
}

/// The standing of a test after some rounds, as replies and `observe test` show it.
///
///     let standing = series.standing
///     print(standing.name, standing.levelPassed, standing.count)
package struct TestStanding: Equatable, Sendable {
  /// The count that the course of the test shows.
  package enum Count: Equatable, Sendable {
    case practice(Int, of: Int)
    case rounds(Int, of: Int, passed: Int)
    case strikes(Int, of: Int)
    case errors(Int, of: Int)
    /// The next try with the present number of numerals, and how many there are.
    case span(try: Int, of: Int)
    case procedure(ProcedureStanding, isOver: Bool)
  }

  package let name: String
  /// The course, which says what a level is.
  package let course: TestPreset.Course
  package let levelPassed: Int
  package let levelReached: Int
  package let count: Count
}
