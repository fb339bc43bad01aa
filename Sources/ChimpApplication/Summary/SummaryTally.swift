import Science

/// Summaries of tests, each with its parts.
struct SummaryTally: TrialTally {
  /// By what the trials of a test are parted.
  enum Grouping: String, CaseIterable, Sendable {
    case count, hold, session, position
  }

  /// What is said of one test, or of all where they are parted by their holds.
  struct Block: Sendable {
    private(set) var whole = TestSummary()
    /// The parts by what they have in common.
    private(set) var parts: [Int: Proportion] = [:]
    private(set) var sessions: [Int: Proportion] = [:]
    /// The times of the right presses, place by place.
    private(set) var latencies: [LatencyTally] = []
    /// The kinds of boards, as far as guessing goes.
    private(set) var chances: [Chance] = []

    /// What guessing reaches, where all boards are alike in that.
    var chance: Chance? { chances.count == 1 ? chances[0] : nil }

    fileprivate mutating func add(_ trial: ReadTrial, by grouping: Grouping?) {
      let (values, isPassed, times) = (trial.values, trial.isPassed, trial.latencies)
      whole.add(
        isPassed: isPassed, rightCount: values.measures.rightBeforeError,
        hasError: trial.presses.contains { $0.judgement == .wrong },
        isReadingOrder: values.readingOrder == 1)
      for (place, time) in times.enumerated() { whole.add(latency: time, isFirst: place == 0) }
      sessions[trial.session, default: Proportion()].add(isPassed: isPassed)
      if let chance = try? Chance(numeralCount: values.count, isFirstSeen: trial.isFirstSeen),
        !chances.contains(chance)
      {
        chances.append(chance)
      }
      switch grouping {
      case .count: parts[values.count, default: Proportion()].add(isPassed: isPassed)
      case .hold: parts[values.requestedHold ?? 0, default: Proportion()].add(isPassed: isPassed)
      case .session, .position, nil: break
      }
      for (place, time) in times.enumerated() {
        if latencies.count == place { latencies.append(LatencyTally()) }
        latencies[place].add(time)
      }
    }
  }

  let grouping: Grouping?
  private(set) var blocks: [String: Block] = [:]
  /// The same tests one by one, but where holds are asked for.
  private(set) var results = ResultsTally()

  init(by grouping: Grouping? = nil) { self.grouping = grouping }

  mutating func add(_ trial: ReadTrial) {
    let test = grouping == .hold ? "" : trial.values.test ?? ""
    blocks[test, default: Block()].add(trial, by: grouping)
    if grouping != .hold { results.add(trial) }
  }
}
