package import Science

/// Summaries of tests, each with its parts.
package struct SummaryTally: TrialTally {
  /// By what the trials of a test are parted.
  package enum Grouping: String, CaseIterable, Sendable {
    case count
    case hold
    case session
    case position
  }

  /// What is said of one test, or of all where they are parted by their holds.
  package struct Block: Sendable {
    package fileprivate(set) var whole = TestSummary()
    /// The parts by what they have in common.
    package fileprivate(set) var parts: [Int: Proportion] = [:]
    package fileprivate(set) var sessions: [Int: Proportion] = [:]
    /// The times of the right presses, place by place.
    package fileprivate(set) var latencies: [LatencyTally] = []
    /// The kinds of boards, as far as guessing goes.
    package fileprivate(set) var chances: [Chance] = []

    /// What guessing reaches, where all boards are alike in that.
    package var chance: Chance? { chances.count == 1 ? chances[0] : nil }
  }

  package let grouping: Grouping?
  /// The tests by their names.
  package private(set) var blocks: [String: Block] = [:]
  /// The same tests one by one, but where holds are asked for.
  package private(set) var results = ResultsTally()

  /// Makes the tally of no trials.
  package init(by grouping: Grouping? = nil) { self.grouping = grouping }

  package mutating func add(_ trial: ReadTrial) {
    blocks[grouping == .hold ? "" : trial.test ?? "", default: Block()].add(trial, by: grouping)
    if grouping != .hold { results.add(trial) }
  }
}

extension SummaryTally.Block {
  fileprivate mutating func add(_ trial: ReadTrial, by grouping: SummaryTally.Grouping?) {
    let (isPassed, times) = (trial.isPassed, trial.latencies)
    whole.add(
      isPassed: isPassed, rightCount: trial.measures.rightBeforeError,
      hasError: trial.presses.contains { $0.judgement == .wrong },
      isReadingOrder: trial.readingOrder == 1)
    for (place, time) in times.enumerated() { whole.add(latency: time, isFirst: place == 0) }
    sessions[trial.session, default: Proportion()].add(isPassed: isPassed)
    if let chance = try? Chance(numeralCount: trial.count, isFirstSeen: trial.isFirstSeen),
      !chances.contains(chance)
    {
      chances.append(chance)
    }
    switch grouping {
    case .count: parts[trial.count, default: Proportion()].add(isPassed: isPassed)
    case .hold: parts[trial.requestedHold ?? 0, default: Proportion()].add(isPassed: isPassed)
    case .session, .position, nil: break
    }
    for (place, time) in times.enumerated() {
      if latencies.count == place { latencies.append(LatencyTally()) }
      latencies[place].add(time)
    }
  }
}
