import ChimpSystem
import Examiner
public import Science

/// The value that an adaptive test estimates; the raw values are the names of the tests.
///
///     ProcedureTarget(rawValue: "hold") == .hold  // true
public enum ProcedureTarget: String, Sendable {
  /// The number of numerals that a participant can remember.
  case span
  /// The time in milliseconds for which numerals must be shown to be remembered.
  case hold
}

/// The settings that only adaptive tests have; `nil` stands for the default of a setting.
///
///     var settings = TestSettings()
///     settings.procedure.method = .staircase
public struct ProcedureSettings: Equatable, Sendable {
  /// The statistical method, which the key `method=` of `adapt` chooses: QUEST+ or a staircase.
  ///
  ///     var settings = ProcedureSettings()
  ///     settings.method = .staircase  // as in `adapt span method=staircase`
  public enum Method: String, CaseIterable, Sendable {
    case quest, staircase
  }

  public var method: Method?
  /// The difficulty of the first round: a number of numerals, or milliseconds.
  var start: Int?
  var step: Int?
  /// The number of passes in a row after which the staircase makes the rounds harder.
  var down: Int?
  /// The standard deviation of the estimate at which the test ends, in thousandths.
  var deviation: Int?

  public init() {}

  public static var deviations: ClosedRange<Double> { 0.001...10 }
}

/// The method that chooses the difficulty of each round of an adaptive test from the earlier
/// results.
///
/// The same rounds lead to the same state.
enum AdaptiveProcedure: Equatable, Sendable {
  case span(SpanQuest)
  case hold(HoldQuest)
  case staircase(Staircase, ProcedureTarget)

  /// Returns the keys of `start` that do not apply to an adaptive test with this method.
  static func surplusKeys(_ target: ProcedureTarget, _ method: ProcedureSettings.Method)
    -> [String]
  {
    switch (target, method) {
    case (.span, .quest): ["step", "down"]
    case (.hold, .quest): ["start", "step", "down"]
    case (.span, .staircase): ["sd"]
    case (.hold, .staircase): ["sd", "step"]
    }
  }

  /// Creates a procedure; throws `impossible` for settings outside of their ranges.
  init(_ target: ProcedureTarget, _ settings: TestSettings, count: Int) throws(ScienceError) {
    let words = settings.procedure
    let deviation = words.deviation.map { Double($0) / 1000 }
    switch (target, words.method ?? .quest) {
    case (.span, .quest):
      var quest = SpanQuest.Settings()
      quest.start = words.start ?? count
      quest.trialLimit = settings.trials ?? quest.trialLimit
      quest.deviation = deviation ?? quest.deviation
      self = .span(try SpanQuest(quest))
    case (.hold, .quest):
      var quest = HoldQuest.Settings()
      quest.numeralCount = count
      quest.trialLimit = settings.trials ?? quest.trialLimit
      quest.deviation = deviation ?? quest.deviation
      self = .hold(try HoldQuest(quest))
    case (.span, .staircase):
      self = .staircase(
        try .forCounts(
          passesNeeded: words.down ?? 1, start: words.start ?? count, step: words.step ?? 1),
        target)
    case (.hold, .staircase):
      self = .staircase(
        try .forHolds(passesNeeded: words.down ?? 1, start: Double(words.start ?? 650)), target)
    }
  }

  /// The difficulty of the next round: a number of numerals, or the milliseconds for which they are
  /// shown.
  var next: Int {
    switch self {
    case .span(let quest): quest.nextCount
    case .hold(let quest): Int(HoldQuest.holds[quest.nextHoldIndex].rounded())
    case .staircase(let staircase, _): Int(staircase.stimulus.rounded())
    }
  }

  var isOver: Bool {
    switch self {
    case .span(let quest): quest.isOver
    case .hold(let quest): quest.isOver
    case .staircase(let staircase, _): staircase.isOver
    }
  }

  mutating func add(isPassed: Bool) {
    add(stimulus: next, isPassed: isPassed)
  }

  /// Adds the result of a round with a number of numerals, or with a hold in milliseconds.
  ///
  /// Does nothing for a hold or a number that the method never chooses.
  mutating func add(stimulus: Int, isPassed: Bool) {
    switch self {
    case .span(var quest):
      try? quest.add(count: stimulus, isPassed: isPassed)
      self = .span(quest)
    case .hold(var quest):
      let index = HoldQuest.holds.firstIndex { Int($0.rounded()) == stimulus }
      guard let index else { return }
      try? quest.add(holdIndex: index, isPassed: isPassed)
      self = .hold(quest)
    case .staircase(var staircase, let target):
      staircase.add(isPassed: isPassed)
      self = .staircase(staircase, target)
    }
  }

  /// Returns a copy of the plan with the difficulty of the next round.
  func plan(_ plan: RoundPlan) -> RoundPlan {
    var plan = plan
    switch self {
    case .span, .staircase(_, .span): plan.count = next
    case .hold, .staircase(_, .hold):
      plan.rule = plan.rule.with(hold: next, limit: plan.rule.limit)
    }
    return plan
  }

  var standing: ProcedureStanding {
    switch self {
    case .span(let quest):
      let posterior = quest.posterior
      return ProcedureStanding(
        target: .span, trialCount: quest.trialCount,
        estimate: quest.trialCount > 0 ? Estimate(posterior.mean, posterior.interval) : nil,
        deviation: posterior.deviation, beyond: posterior.beyond, next: next)
    case .hold(let quest):
      let posterior = quest.logPosterior
      return ProcedureStanding(
        target: .hold, trialCount: quest.trialCount,
        estimate: quest.trialCount > 0 ? quest.threshold : nil,
        deviation: posterior.deviation, beyond: posterior.beyond, next: next)
    case .staircase(let staircase, let target):
      let mean = try? staircase.estimate()
      return ProcedureStanding(
        target: target, trialCount: staircase.trialCount,
        estimate: mean.map { Estimate($0, Interval($0, $0)) }, beyond: staircase.beyond,
        reversals: staircase.reversals.count, next: next)
    }
  }
}

/// The estimate of an adaptive test after its latest round, and the difficulty of the next round.
///
///     if case .procedure(let standing, _) = series.standing.count {
///       print(standing.trialCount, "trials, then", standing.next)
///     }
public struct ProcedureStanding: Equatable, Sendable {
  public let target: ProcedureTarget
  public let trialCount: Int
  /// The estimated span or time; `nil` before the first round, and before six reversals of a
  /// staircase.
  public var estimate: Estimate?
  /// The standard deviation of the estimate (of its logarithm, for a time); `nil` for a staircase.
  public var deviation: Double?
  /// The end of the test's range beyond which the value lies; `nil` for a value within.
  ///
  /// The estimate is then that of the range, not of the participant.
  public var beyond: RangeEnd?
  /// The word of exports for ``beyond``: `below` or `above`.
  public var outside: String? { beyond?.rawValue }
  public var reversals: Int?
  public let next: Int
}

/// The estimate of an adaptive test after a round, as the store has it: texts with four decimals.
///
///     print(round.estimate?.value ?? "none", round.estimate?.deviation ?? "without a deviation")
public struct TrialEstimate: Equatable, Sendable {
  public let value: String
  public let deviation: String?

  /// Creates the texts of a standing; returns `nil` if it has no estimate.
  public init?(_ standing: ProcedureStanding) {
    guard let estimate = standing.estimate else { return nil }
    value = estimate.value.decimal(4)
    deviation = standing.deviation.map { $0.decimal(4) }
  }
}

/// A round of an adaptive test that its course counts.
///
///     PlayedStimulus(stimulus: 7, isPassed: true)  // seven numerals
public struct PlayedStimulus: Equatable, Sendable {
  /// The number of numerals, or the hold in milliseconds.
  public let stimulus: Int
  public let isPassed: Bool

  public init(stimulus: Int, isPassed: Bool) {
    self.stimulus = stimulus
    self.isPassed = isPassed
  }
}

/// Computes the standings of adaptive tests again from their stored rounds.
///
/// The store has the mean and the deviation of each posterior distribution, but not its interval.
///
///     var replay = ProcedureReplay()
///     let standing = replay.standing(after: rounds, of: "adapt-span", "trials=8")
public struct ProcedureReplay: Sendable {
  /// The procedures before their first round, cached because their grids take a millisecond each.
  private var procedures: [String: AdaptiveProcedure] = [:]

  public init() {}

  /// Returns the standing after some rounds of a test with these settings; `nil` stands for the
  /// usual ones.
  ///
  /// Returns `nil` for a test that is not adaptive, or if the settings are invalid.
  public mutating func standing(
    after rounds: [PlayedStimulus], of test: String, _ settings: String?
  ) -> ProcedureStanding? {
    let name = "\(test) \(settings ?? "")"
    let known = procedures[name] ?? Self.procedure(of: test, settings)
    procedures[name] = known
    guard var procedure = known, !rounds.isEmpty else { return nil }
    for round in rounds { procedure.add(stimulus: round.stimulus, isPassed: round.isPassed) }
    return procedure.standing
  }

  private static func procedure(of test: String, _ text: String?) -> AdaptiveProcedure? {
    let known = text.map { TestSettings($0) } ?? TestSettings()
    guard let preset = TestPreset.named(test), case .procedure(let target) = preset.course,
      let settings = known
    else { return nil }
    return try? AdaptiveProcedure(target, settings, count: preset.plan(settings).count)
  }
}
