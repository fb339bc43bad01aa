import Archive
import Game
import Science

/// The tally behind ``Summary``.
package struct SummaryTally: TrialTally {
  /// The trials of one test, or of all tests if they are grouped by hold.
  fileprivate struct Block: Sendable {
    var whole = TestSummary()
    var sessions: [Int: Proportion] = [:]
    /// The trials by count or by hold.
    var groups: [Int: Proportion] = [:]
    /// The times of the right presses, position by position.
    var latencies: [LatencyTally] = []
    /// The trials by the step of their course; empty for a test without one.
    var steps: [Int: Proportion] = [:]
    /// The different chances of the boards, each once.
    var chances: [Chance] = []
  }

  private let grouping: Summary.Grouping?
  private var blocks: [String: Block] = [:]
  /// The single tests; empty if trials are grouped by hold.
  private var results = ResultsTally()

  package init(by grouping: Summary.Grouping? = nil) { self.grouping = grouping }

  package mutating func add(_ trial: ReadTrial) {
    let test = grouping == .hold ? "" : trial.values.test ?? ""
    blocks[test, default: Block()].add(trial, by: grouping)
    if grouping != .hold { results.add(trial) }
  }

  package var figures: Summary {
    let names = [""] + TestPreset.names
    let tests = names.compactMap { name in
      blocks[name].map { $0.figures(of: name, by: grouping, results) }
    }
    return Summary(grouping: grouping, tests: tests)
  }
}

extension SummaryTally.Block {
  fileprivate mutating func add(_ trial: ReadTrial, by grouping: Summary.Grouping?) {
    let values = trial.values
    let isPassed = trial.isPassed
    let times = trial.latencies
    whole.add(
      isPassed: isPassed, rightCount: values.measures.rightBeforeError,
      hasError: trial.presses.contains { $0.judgement == .wrong },
      isReadingOrder: values.readingOrder == 1)
    for (index, time) in times.enumerated() { whole.add(latency: time, isFirst: index == 0) }
    sessions[trial.session, default: Proportion()].add(isPassed: isPassed)
    if TestPreset.withCourse(named: values.test) != nil {
      steps[trial.scoredLevel, default: Proportion()].add(isPassed: isPassed)
    }
    if let chance = try? Chance(numeralCount: values.count, isFirstSeen: trial.isFirstSeen),
      !chances.contains(chance)
    {
      chances.append(chance)
    }
    switch grouping {
    case .count: groups[values.count, default: Proportion()].add(isPassed: isPassed)
    case .hold: groups[values.requestedHold ?? 0, default: Proportion()].add(isPassed: isPassed)
    case .session, .position, nil: break
    }
    for (index, time) in times.enumerated() {
      if latencies.count == index { latencies.append(LatencyTally()) }
      latencies[index].add(time)
    }
  }

  fileprivate func figures(
    of name: String, by grouping: Summary.Grouping?, _ results: ResultsTally
  ) -> Summary.Test {
    let tests = results.tests.filter { $0.name == name }
    let trialGroups = trialGroups(by: grouping)
    return Summary.Test(
      name: name.isEmpty ? nil : name, passes: Share(whole.passes),
      passesElsewhere: Share(whole.passesElsewhere),
      guessing: chance.map { Guessing($0, whole.passes) },
      meanRightCount: try? whole.positions.meanRightCount(), positions: positions,
      isFirstSeen: chances.contains(where: \.isFirstSeen),
      firstPress: Latency(whole.firstLatencies), laterPresses: Latency(whole.laterLatencies),
      progress: Progress(sessions), testCount: tests.count,
      openTestCount: tests.count { !$0.isComplete },
      level: results.levels(of: name, by: { _ in 0 })[0],
      sessionLevels: results.levels(of: name, by: \.session).sorted { $0.key < $1.key }
        .map { Summary.SessionLevel(session: $0.key, level: $0.value) },
      groups: trialGroups, curve: curve(through: trialGroups, by: grouping),
      threshold: grouping == .hold ? threshold(of: trialGroups) : nil,
      course: course(of: name, tests))
  }

  /// Returns the figures of the test's course; `nil` for a test without one.
  private func course(of name: String, _ tests: [ResultsTally.Test]) -> CourseFigures? {
    guard case .levels(let course)? = TestPreset.withCourse(named: name)?.course else { return nil }
    return CourseFigures(
      course, trials: steps, games: tests.filter(\.isFirstComplete).map(\.score.level))
  }

  /// The chance of all boards; `nil` where it differs between them.
  private var chance: Chance? { chances.count == 1 ? chances[0] : nil }

  private var positions: [Summary.Position] {
    let shares = (try? whole.positions.proportions()) ?? []
    return shares.enumerated().map { index, proportion in
      let number = index + 1
      let isInBoard = chance.map { number <= $0.numeralCount } ?? false
      let tally = latencies.indices.contains(index) ? latencies[index] : LatencyTally()
      let group = TrialGroup(
        number...number, Share(proportion), chance: isInBoard ? chance?.ofPosition(number) : nil)
      return Summary.Position(group: group, time: Latency(tally))
    }
  }

  private func trialGroups(by grouping: Summary.Grouping?) -> [TrialGroup] {
    [TrialGroup](groups) { number in
      guard grouping == .count else { return nil }
      return chances.first { $0.numeralCount == number }?.ofSequence
    }
  }

  private func curve(
    through groups: [TrialGroup], by grouping: Summary.Grouping?
  ) -> Summary.FittedCurve? {
    switch grouping {
    case .count:
      let curve = try? LearningCurve(groups.curvePoints)
      return curve.flatMap { $0.logistic.slope.isFinite ? .overCount($0) : nil }
    case .hold:
      guard let chance else { return nil }
      return (try? HoldCurve(groups.curvePoints, guess: chance.ofSequence)).map { .overHold($0) }
    case .session, .position, nil: return nil
    }
  }

  /// Returns the threshold of the trials with a hold; `nil` if there are not several holds.
  private func threshold(of groups: [TrialGroup]) -> Summary.Threshold? {
    let holds = groups.filter { $0.numbers.lowerBound > 0 }
    guard holds.count > 1 else { return nil }
    let masked = chances.filter { !$0.isFirstSeen }
    guard masked.count == 1 else { return .severalCounts }
    do throws(StatisticFault) {
      let curve = try HoldCurve(holds.curvePoints, guess: masked[0].ofSequence)
      return .estimate(try curve.threshold().bounded(orElse: .notRising))
    } catch { return .fault(error) }
  }
}
