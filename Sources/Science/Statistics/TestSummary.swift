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

  /// Takes a trial that is over, with so many right presses before its first error or its end; one
  /// that ran out of time or was given up may have no error.
  package mutating func add(
    isPassed: Bool, rightCount: Int, hasError: Bool, isReadingOrder: Bool = false
  ) {
    passes.add(isPassed: isPassed)
    if !isReadingOrder { passesElsewhere.add(isPassed: isPassed) }
    positions.add(rightCount: rightCount, hasError: hasError)
  }

  /// Takes the latency of a press of a trial that is in the figures, or that it has none.
  package mutating func add(latency: Double?, isFirst: Bool) {
    if isFirst { firstLatencies.add(latency) } else { laterLatencies.add(latency) }
  }
}
