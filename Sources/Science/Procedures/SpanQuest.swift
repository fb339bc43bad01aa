import Glibc

/// The psychometric curve: the probability of a pass by number of numerals.
///
///     let curve = SpanCurve(span: 7, width: 0.8, lapse: 0.02)
///     curve.passing(count: 4) > curve.passing(count: 9)  // true
public struct SpanCurve: Equatable, Sendable {
  /// The number of numerals at which half of the trials are passed, apart from guesses and lapses.
  public var span: Double
  /// The width of the curve in numerals; a larger one is flatter.
  public var width: Double
  /// The proportion of trials that fail with any number of numerals.
  public var lapse: Double
  /// `true` if the first press is made while the numerals are visible.
  public var isFirstSeen: Bool

  public init(span: Double, width: Double, lapse: Double, isFirstSeen: Bool = true) {
    self.span = span
    self.width = width
    self.lapse = lapse
    self.isFirstSeen = isFirstSeen
  }

  /// Returns the probability of a pass with `count` numerals, which must be positive.
  public func passing(count: Int) -> Double {
    let order = Double(isFirstSeen ? count : count + 1)
    let guess = exp(-GammaFunction.logarithm(max(1, order)))
    // A lapse fails even if guessing always passes.
    return guess + (1 - lapse - guess) / (1 + exp((Double(count) - span) / width))
  }
}

/// An adaptive test (QUEST+) that estimates the memory span.
///
/// It always chooses the most informative number of numerals. The state is a value: the same trials
/// lead to the same state.
///
///     var quest = try SpanQuest()
///     while !quest.isOver {
///       let count = quest.mostInformativeCount
///       try quest.add(count: count, isPassed: count <= 6)
///     }
///     quest.trialCount <= 40  // true
public struct SpanQuest: Equatable, Sendable {
  /// The settings of the test; by default, it begins with 4 numerals and has at most 40 trials.
  ///
  ///     var settings = SpanQuest.Settings()
  ///     settings.counts = 3...9
  ///     let quest = try SpanQuest(settings)
  public struct Settings: Equatable, Sendable {
    public var start = 4
    public var counts = SpanQuest.counts
    /// The largest change of the number of numerals between two trials.
    var largestStep = 2
    public var deviation = 0.5
    public var trialLimit = 40
    public var isFirstSeen = true

    public init() {}
  }

  public let settings: Settings
  /// The number of numerals of the last trial; `nil` before the first one.
  private var lastCount: Int?
  private var grid: QuestGrid

  /// The allowed numbers of numerals.
  public static var counts: ClosedRange<Int> { 2...20 }

  /// Creates a test in which all spans from 2 to 20, in steps of a quarter, are equally likely.
  ///
  /// Throws `impossible` for settings out of their ranges.
  public init(_ settings: Settings = Settings()) throws(ScienceError) {
    guard Self.counts.contains(settings.counts.lowerBound),
      Self.counts.contains(settings.counts.upperBound), settings.counts.contains(settings.start)
    else { throw .impossible(.numeralCount) }
    guard Self.counts.contains(settings.largestStep + 1), settings.trialLimit > 0,
      settings.deviation >= 0
    else { throw .impossible(.parameter) }
    let widths = [0.3, 0.5, 0.8, 1.2, 1.8]
    let lapses = [0, 0.02, 0.05]
    self.settings = settings
    grid = QuestGrid(
      values: (0...72).map { 2 + 0.25 * Double($0) }, otherCount: widths.count * lapses.count,
      stimulusCount: Self.counts.count
    ) { stimulus, span, other in
      SpanCurve(
        span: span, width: widths[other / lapses.count], lapse: lapses[other % lapses.count],
        isFirstSeen: settings.isFirstSeen
      ).passing(count: stimulus + Self.counts.lowerBound)
    }
  }

  /// Adds the result of a trial, with any allowed number of numerals.
  ///
  /// Throws `impossible` for fewer than 2 or more than 20.
  public mutating func add(count: Int, isPassed: Bool) throws(ScienceError) {
    guard Self.counts.contains(count) else { throw .impossible(.numeralCount) }
    grid.add(stimulus: count - Self.counts.lowerBound, isPassed: isPassed)
    lastCount = count
  }

  /// The number of numerals of the next trial.
  public var nextCount: Int {
    guard let last = lastCount else { return settings.start }
    let near = min(
      max(mostInformativeCount, last - settings.largestStep), last + settings.largestStep)
    return min(max(near, settings.counts.lowerBound), settings.counts.upperBound)
  }

  /// The most informative number of numerals, regardless of `Settings.largestStep`.
  public var mostInformativeCount: Int {
    let lowest = Self.counts.lowerBound
    return grid.bestStimulus(
      among: settings.counts.lowerBound - lowest...settings.counts.upperBound - lowest) + lowest
  }

  /// The posterior distribution of the span.
  public var posterior: Posterior { grid.posterior }

  public var trialCount: Int { grid.trialCount }

  public var isOver: Bool {
    grid.isOver(limit: settings.trialLimit, deviation: settings.deviation)
  }
}
