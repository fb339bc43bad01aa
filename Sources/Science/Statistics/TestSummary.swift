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
    /// All reasons, in the order in which they are told.
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

  /// Makes the facts of a trial.
  package init(
    isPassed: Bool, rightCount: Int, hasError: Bool, isReadingOrder: Bool = false
  ) {
    self.isPassed = isPassed
    self.rightCount = rightCount
    self.hasError = hasError
    self.isReadingOrder = isReadingOrder
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

  /// Makes the summary of no trials.
  package init() {}

  /// Takes a trial that is in the figures.
  package mutating func add(_ trial: TrialFacts) {
    passes.add(isPassed: trial.isPassed)
    if !trial.isReadingOrder { passesElsewhere.add(isPassed: trial.isPassed) }
    positions.add(rightCount: trial.rightCount, hasError: trial.hasError)
  }

  /// Takes the latency of a press of a trial that is in the figures, or that it has none.
  package mutating func add(latency: Double?, isFirst: Bool) {
    if isFirst { firstLatencies.add(latency) } else { laterLatencies.add(latency) }
  }
}
