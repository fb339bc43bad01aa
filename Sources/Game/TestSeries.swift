import Examiner

/// The rounds of a test, as far as they have come.
package struct TestSeries: Equatable, Sendable {
  package let preset: TestPreset
  package let settings: TestSettings
  package private(set) var plan: RoundPlan
  /// How many rounds are over, practice included.
  package private(set) var trialCount = 0
  package private(set) var passCount = 0
  package private(set) var failCount = 0
  /// The most numerals of a round that was passed.
  package private(set) var levelPassed = 0
  /// The most numerals of any round.
  package private(set) var levelReached = 0
  package private(set) var isOver = false
  /// How many rounds that count had a hold that was not met; no figure counts them.
  package private(set) var missedCount = 0
  /// Whether the hold was met in each of the latest rounds, practice included.
  private var latestHolds: [Bool] = []
  /// How many rounds of the present length there were, and how many of them failed.
  private var lengthCount = 0
  /// How many rounds of the practice were passed one after the other.
  private var passRun = 0
  private var lengthFailCount = 0
  private(set) var procedure: AdaptiveProcedure?

  package var nextTrial: TestTrial {
    TestTrial(name: preset.name, number: trialCount + 1, settings: settings)
  }

  /// How many rounds count: all but the practice and those whose hold was not met.
  package var countedTrialCount: Int { max(0, trialCount - settings.practice - missedCount) }

  /// How many of the latest holds decide whether the terminal keeps the time.
  private static let judgedHoldCount = 20

  /// Whether more than half of the latest holds were not met, which ends the test.
  package var cannotKeepTime: Bool {
    latestHolds.count { !$0 } > Self.judgedHoldCount / 2
  }

  package init(_ preset: TestPreset, _ settings: TestSettings = TestSettings()) {
    self.preset = preset
    var settings = settings
    settings.begin = settings.begin ?? .now
    self.settings = settings
    plan = preset.plan(settings)
    if case .procedure(let target) = preset.course {
      procedure = try? AdaptiveProcedure(target, settings, count: plan.count)
      plan = procedure?.plan(plan) ?? plan
    }
    levelReached = plan.count
  }

  package mutating func count(_ result: TrialResult) {
    count(hasPassed: result.hasPassed, isHoldMet: result.isHoldMet)
  }

  /// Counts the end of a round, and decides what comes next.
  ///
  /// Practice changes nothing. A round whose hold was not met does not count: another one of the
  /// same kind follows it, in a test of a number of rounds at most as many as it has rounds.
  package mutating func count(hasPassed: Bool, isHoldMet: Bool = true) {
    trialCount += 1
    latestHolds = latestHolds.suffix(Self.judgedHoldCount - 1) + [isHoldMet]
    guard trialCount > settings.practice else {
      if isHoldMet { passRun = hasPassed ? passRun + 1 : 0 }
      if let until = settings.until { isOver = passRun == until || trialCount == settings.practice }
      if cannotKeepTime { isOver = true }
      return
    }
    guard isHoldMet else {
      missedCount += 1
      isOver = cannotKeepTime || trialCount == mostTrials
      return
    }
    if hasPassed {
      passCount += 1
      levelPassed = max(levelPassed, plan.count)
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
    case .span(let count): takeLength(count, hasPassed)
    case .procedure:
      procedure?.add(isPassed: hasPassed)
      isOver = procedure?.isOver ?? true
      if !isOver { plan = procedure?.plan(plan) ?? plan }
    }
    if countedTrialCount == trialLimit || trialCount == mostTrials { isOver = true }
    if !isOver { levelReached = max(levelReached, plan.count) }
  }

  /// After how many rounds that count the test is over at the latest; nil where nobody has said it.
  package var trialLimit: Int? {
    if case .trials(let count) = preset.course { settings.trials ?? count } else { settings.trials }
  }

  /// The most rounds that there can be, practice and replacements included; `nil` if the number of
  /// rounds has no limit.
  package var mostTrials: Int? { trialLimit.map { settings.practice + 2 * $0 } }

  private mutating func takeLength(_ count: Int, _ hasPassed: Bool) {
    lengthCount += 1
    if !hasPassed { lengthFailCount += 1 }
    guard lengthCount == count else { return }
    isOver = lengthFailCount == count
    if !isOver { goTo(plan.count + 1) }
    lengthCount = 0
    lengthFailCount = 0
  }

  /// Another length, as far as the board has room; a full board that is passed ends the test.
  private mutating func goTo(_ count: Int) {
    let most = plan.range?.count ?? plan.size.cellCount
    if count > most { isOver = true }
    plan.count = min(max(count, 1), most)
  }

  private var isPractice: Bool { settings.practice > 0 && trialCount <= settings.practice }

  package var estimate: TrialEstimate? {
    isPractice ? nil : procedure.flatMap { TrialEstimate($0.standing) }
  }

  package var standing: TestStanding {
    let count: TestStanding.Count =
      switch preset.course {
      case _ where isPractice: .practice(trialCount, of: settings.practice)
      case .trials: .rounds(countedTrialCount, of: trialLimit ?? 0, passed: passCount)
      case .strikes(let limit): .strikes(failCount, of: limit)
      case .ladder(let limit): .errors(failCount, of: limit)
      case .span: .span
      case .procedure: procedure.map { .procedure($0.standing, isOver: isOver) } ?? .span
      }
    return TestStanding(
      name: preset.name, levelPassed: levelPassed, levelReached: levelReached, count: count)
  }
}

/// How a round of a test ended.
package struct TrialResult: Equatable, Sendable {
  package var hasPassed: Bool
  package var isHoldMet: Bool

  package init(hasPassed: Bool, isHoldMet: Bool) {
    self.hasPassed = hasPassed
    self.isHoldMet = isHoldMet
  }
}

/// How a test stands after some rounds.
package struct TestStanding: Equatable, Sendable {
  /// What is counted, by the course of the test.
  package enum Count: Equatable, Sendable {
    case practice(Int, of: Int)
    case rounds(Int, of: Int, passed: Int)
    case strikes(Int, of: Int)
    case errors(Int, of: Int)
    case span
    case procedure(ProcedureStanding, isOver: Bool)
  }

  package let name: String
  package let levelPassed: Int
  package let levelReached: Int
  package let count: Count
}
