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
    package fileprivate(set) var parts: [Int: TestSummary] = [:]
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

  /// Makes the tally of no trials.
  package init(by grouping: Grouping? = nil) { self.grouping = grouping }

  package mutating func add(_ trial: ReadTrial) {
    blocks[grouping == .hold ? "" : trial.test ?? "", default: Block()].add(trial, by: grouping)
  }
}

extension SummaryTally.Block {
  fileprivate mutating func add(_ trial: ReadTrial, by grouping: SummaryTally.Grouping?) {
    let (facts, times) = (trial.facts, trial.latencies)
    whole.add(facts, times)
    sessions[trial.session, default: Proportion()].add(isPassed: facts.isPassed)
    if let chance = try? Chance(numeralCount: trial.count, isFirstSeen: trial.isFirstSeen),
      !chances.contains(chance)
    {
      chances.append(chance)
    }
    switch grouping {
    case .count: parts[trial.count, default: TestSummary()].add(facts, times)
    case .hold: parts[trial.requestedHold ?? 0, default: TestSummary()].add(facts, times)
    case .session: parts[trial.session, default: TestSummary()].add(facts, times)
    case .position, nil: break
    }
    for (place, time) in times.enumerated() {
      if latencies.count == place { latencies.append(LatencyTally()) }
      latencies[place].add(time)
    }
  }
}

extension TestSummary {
  /// Takes a trial with the times of its right presses.
  mutating func add(_ facts: TrialFacts, _ times: [Double?]) {
    add(facts)
    for (place, time) in times.enumerated() { add(latency: time, isFirst: place == 0) }
  }
}
