/// What a statistic asks of a trial that is over.
package struct TrialFacts: Equatable, Sendable {
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

  /// Takes a trial.
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
