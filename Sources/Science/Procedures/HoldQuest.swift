import Glibc

/// An adaptive test (QUEST+) that estimates the time for which numerals must be shown.
///
/// It always chooses the most informative time. The state is a value: the same trials lead to the
/// same state.
///
///     var quest = try HoldQuest()
///     while !quest.isOver { try quest.add(holdIndex: quest.nextHoldIndex, isPassed: true) }
///     print(quest.threshold.value, quest.trialCount)
public struct HoldQuest: Equatable, Sendable {
  /// The settings of the test; by default, 5 numerals and at most 40 trials.
  ///
  ///     var settings = HoldQuest.Settings()
  ///     settings.numeralCount = 7
  ///     let quest = try HoldQuest(settings)
  public struct Settings: Equatable, Sendable {
    public var numeralCount = 5
    /// The standard deviation of the logarithm of the threshold at which the test ends.
    public var deviation = 0.2
    public var trialLimit = 40

    public init() {}
  }

  public let settings: Settings
  private var grid: QuestGrid

  /// The possible thresholds, in milliseconds.
  public static var range: ClosedRange<Double> { 50...2000 }

  /// The times that may be shown: 16 within the range, in equal steps of the logarithm.
  public static var holds: [Double] { logarithmicSteps(16).map(exp) }

  private static func logarithmicSteps(_ count: Int) -> [Double] {
    let low = log(range.lowerBound)
    let high = log(range.upperBound)
    return (0..<count).map { low + (high - low) * Double($0) / Double(count - 1) }
  }

  /// Creates a test in which all possible thresholds are equally likely.
  ///
  /// Throws `impossible` for settings without a trial, a negative deviation, or numerals that
  /// guessing nearly always passes.
  public init(_ settings: Settings = Settings()) throws(ScienceError) {
    guard settings.trialLimit > 0, settings.deviation >= 0 else { throw .impossible(.parameter) }
    let guess = try Chance(numeralCount: settings.numeralCount, isFirstSeen: false).ofSequence
    let slopes = (1...8).map(Double.init)
    let lapses = [0, 0.02, 0.05]
    guard guess <= 0.95 else { throw .impossible(.numeralCount) }
    let stimuli = Self.logarithmicSteps(16)
    self.settings = settings
    grid = QuestGrid(
      values: Self.logarithmicSteps(40), otherCount: slopes.count * lapses.count,
      stimulusCount: stimuli.count
    ) { stimulus, threshold, other in
      let steepness = slopes[other / lapses.count]
      let share = 1 / (1 + exp(-steepness * (stimuli[stimulus] - threshold)))
      return guess + (1 - guess - lapses[other % lapses.count]) * share
    }
  }

  /// Adds the result of a trial with the time at an index of ``holds``.
  ///
  /// - Throws: `impossible` for any other index.
  public mutating func add(holdIndex: Int, isPassed: Bool) throws(ScienceError) {
    guard (0..<grid.stimulusCount).contains(holdIndex) else { throw .impossible(.hold) }
    grid.add(stimulus: holdIndex, isPassed: isPassed)
  }

  /// The index of the most informative time, for the next trial.
  public var nextHoldIndex: Int { grid.bestStimulus(among: 0...grid.stimulusCount - 1) }

  /// The posterior distribution of the natural logarithm of the threshold.
  public var logPosterior: Posterior { grid.posterior }

  /// The estimated threshold in milliseconds.
  public var threshold: Estimate {
    let posterior = logPosterior
    return Estimate(posterior.mean, posterior.interval).mapped(by: exp)
  }

  public var trialCount: Int { grid.trialCount }

  public var isOver: Bool {
    grid.isOver(limit: settings.trialLimit, deviation: settings.deviation)
  }
}
