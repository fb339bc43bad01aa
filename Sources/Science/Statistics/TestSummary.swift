/// What a statistic asks of a trial that is over.
package struct TrialFacts: Equatable, Sendable {
  /// Why a trial may be left out of every figure.
  package struct Exclusions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    /// Makes a set of reasons.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static var practice: Exclusions { Exclusions(rawValue: 1) }
    package static var simulated: Exclusions { Exclusions(rawValue: 2) }
    package static var virtualClock: Exclusions { Exclusions(rawValue: 4) }
    package static var resumed: Exclusions { Exclusions(rawValue: 8) }
    package static var severalPresses: Exclusions { Exclusions(rawValue: 16) }
    /// All reasons, in the order in which they are counted.
    package static var all: [Exclusions] {
      [.practice, .simulated, .virtualClock, .resumed, .severalPresses]
    }
  }

  package var isPassed: Bool
  /// How many presses were right before the first error, or the end.
  package var rightCount: Int
  /// Whether a press was wrong; a trial that ran out of time or was given up may have no error.
  package var hasError: Bool
  /// Whether the numerals stood in reading order.
  package var isReadingOrder: Bool
  package var exclusions: Exclusions

  /// Makes the facts of a trial.
  package init(
    isPassed: Bool, rightCount: Int, hasError: Bool, isReadingOrder: Bool = false,
    exclusions: Exclusions = []
  ) {
    self.isPassed = isPassed
    self.rightCount = rightCount
    self.hasError = hasError
    self.isReadingOrder = isReadingOrder
    self.exclusions = exclusions
  }
}

/// All that is said of a group of trials, taken one at a time.
package struct TestSummary: Equatable, Sendable {
  package private(set) var passes = Proportion()
  /// The trials whose numerals did not stand in reading order.
  package private(set) var passesElsewhere = Proportion()
  package private(set) var positions = SerialPositions()
  /// The latency of the first press, which holds the decision to begin.
  package private(set) var firstLatencies = LatencyTally()
  package private(set) var laterLatencies = LatencyTally()
  /// How many trials were left out for any reason.
  package private(set) var excludedCount = 0
  private var counts = [Int](repeating: 0, count: TrialFacts.Exclusions.all.count)
  private let included: TrialFacts.Exclusions

  /// Makes the summary of no trials; reasons that are included keep no trial out.
  package init(including included: TrialFacts.Exclusions = []) { self.included = included }

  /// Whether a trial with these marks is in the figures; if not, its presses aren't either.
  package func takes(_ exclusions: TrialFacts.Exclusions) -> Bool {
    exclusions.isSubset(of: included)
  }

  /// Takes a trial, or counts that it is left out.
  package mutating func add(_ trial: TrialFacts) {
    guard takes(trial.exclusions) else {
      excludedCount += 1
      for (place, reason) in TrialFacts.Exclusions.all.enumerated()
      where trial.exclusions.subtracting(included).contains(reason) { counts[place] += 1 }
      return
    }
    passes.add(isPassed: trial.isPassed)
    if !trial.isReadingOrder { passesElsewhere.add(isPassed: trial.isPassed) }
    positions.add(rightCount: trial.rightCount, hasError: trial.hasError)
  }

  /// Takes the latency of a press of a trial that is in the figures, or that it has none.
  package mutating func add(latency: Double?, isFirst: Bool) {
    if isFirst { firstLatencies.add(latency) } else { laterLatencies.add(latency) }
  }

  /// How many trials were left out for this reason; a trial with two reasons counts for both.
  package func excludedCount(_ reason: TrialFacts.Exclusions) -> Int {
    TrialFacts.Exclusions.all.firstIndex(of: reason).map { counts[$0] } ?? 0
  }
}
