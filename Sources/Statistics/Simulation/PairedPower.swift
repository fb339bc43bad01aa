package import Archive
import Examiner
package import Game
import Records
package import Science
package import Shell
package import Studies

/// An experiment in which each participant plays several conditions.
///
///     let experiment = PairedExperiment(
///       conditions: [long, short], people: SimulatedPeople(), count: 24, runCount: 1000)
package struct PairedExperiment: Equatable, Sendable {
  /// A test with a fixed number of trials of one size.
  ///
  ///     PairedExperiment.Condition(name: "short", series: series)?.test.hold  // Optional(300.0)
  package struct Condition: Equatable, Sendable {
    package let name: String
    package let test: SimulatedPower.Test

    /// Creates the condition of a test; `nil` if its trials or their number depend on the outcomes.
    package init?(name: String, series: TestSeries) {
      guard let trialCount = series.trialLimit, case .trials = series.preset.course else {
        return nil
      }
      let plan = series.plan
      self.name = name
      let rule = plan.rule
      test = SimulatedPower.Test(
        trialCount: trialCount, numeralCount: plan.count, hold: rule.hold.map(Double.init),
        limit: rule.limit.map(Double.init), isMasked: rule.hold != nil || rule.masksAtFirstPress)
    }
  }

  package let conditions: [Condition]
  package let people: SimulatedPeople
  /// The planned number of participants.
  package let count: Int
  /// The number of sessions, in each of which a participant plays all conditions.
  package let sessionCount: Int
  /// The number of simulated experiments for each number of participants.
  package let runCount: Int
  /// The boards that participants and conditions share.
  let boards: SimulatedPower.Boards
  /// The blocks and their orders; `nil` for a block of each condition.
  let schedule: SimulatedPower.Schedule?
  /// The two sides of the study's primary outcome, with the indexes of their conditions; empty
  /// unless it pools several holds of a condition.
  let pooled: [PooledSide]

  /// The groups that are compared, with the group of each participant in turn; `nil` unless the
  /// people of the groups differ.
  package let groups: Groups?

  /// Groups of participants.
  ///
  ///     print(experiment.groups?.names ?? [])
  package struct Groups: Equatable, Sendable {
    package let names: [String]
    /// The indexes of groups that participants take in turn.
    let turns: [Int]

    init(of study: StudyPlan) {
      names = study.groups
      turns = study.groupUnit.compactMap(study.groups.firstIndex)
    }

    /// Returns how many of some participants are in two groups.
    func sizes(_ first: Int, _ second: Int, of count: Int) -> Planning.Size {
      func size(_ group: Int) -> Int {
        let (rounds, rest) = count.quotientAndRemainder(dividingBy: turns.count)
        return rounds * turns.count { $0 == group } + turns.prefix(rest).count { $0 == group }
      }
      return .groups(size(first), size(second))
    }
  }

  /// The primary outcome of the study; `nil` if it declares none.
  package let primary: PlannedPrimary?
  /// The names of the study's conditions that are not simulated, because answers decide about their
  /// trials.
  package let skippedConditions: [String]

  /// Conditions whose trials count together.
  struct PooledSide: Equatable, Sendable {
    let name: String
    let conditions: [Int]
  }

  package init(
    conditions: [Condition], people: SimulatedPeople, count: Int, runCount: Int,
    boards: SimulatedPower.Boards = .own
  ) {
    self.init(
      conditions, people, count: count, sessionCount: 1, runCount: runCount, boards,
      schedule: nil, pooled: [], groups: nil, primary: nil, skippedConditions: [])
  }

  private init(
    _ conditions: [Condition], _ people: SimulatedPeople, count: Int, sessionCount: Int,
    runCount: Int, _ boards: SimulatedPower.Boards, schedule: SimulatedPower.Schedule?,
    pooled: [PooledSide], groups: Groups?, primary: PlannedPrimary?, skippedConditions: [String]
  ) {
    self.pooled = pooled
    self.groups = groups
    self.primary = primary
    self.skippedConditions = skippedConditions
    self.boards = boards
    self.schedule = schedule
    self.conditions = conditions
    self.people = people
    self.count = count
    self.sessionCount = sessionCount
    self.runCount = runCount
  }

  /// Creates the experiment of a study, in which each participant plays all conditions.
  ///
  /// Conditions without a fixed number of trials are left out. Groups are compared if `people` has
  /// one distribution of capacities for each.
  ///
  /// - Throws: A refusal of capacities that are neither one for all nor one for each group, and of a
  ///   study without groups to compare that has a single condition, or fewer than two whose number
  ///   of trials is fixed.
  package init(
    of study: StudyPlan, people: SimulatedPeople, count: Int, runCount: Int
  ) throws(Refusal) {
    guard count > 1 else {
      throw Refusal(
        "single-participant",
        "the study \(study.name) has one participant, and power takes two or more",
        "検出力には2人以上の参加者が必要ですが、研究 \(study.name) は1人です")
    }
    try people.checkGroups(study.groups)
    let groups = people.groups.count > 1 ? Groups(of: study) : nil
    let simulated = SimulatedConditions(of: study)
    guard simulated.conditions.count > (groups == nil ? 1 : 0) else {
      if let name = simulated.skipped.first { throw .noFixedTrials(name) }
      throw .singleCondition(study)
    }
    self.init(
      simulated.conditions, people, count: count, sessionCount: study.sessionCount,
      runCount: runCount, SimulatedPower.Boards(rawValue: study.boards.rawValue) ?? .same,
      schedule: simulated.schedule(of: study),
      pooled: Self.pooledSides(of: study, simulated.conditions), groups: groups,
      primary: PlannedPrimary(of: study, count: count), skippedConditions: simulated.skipped)
  }

  /// Returns the sides of the primary outcome if one of them has several holds.
  private static func pooledSides(
    of study: StudyPlan, _ conditions: [Condition]
  ) -> [PooledSide] {
    guard let primary = study.primary, primary.sides == .conditions, primary.outcome == .accuracy
    else { return [] }
    let sides = [primary.first, primary.second].map { name in
      let cells = study.conditions.first { $0.name == name }?.cells.map(\.name) ?? [name]
      return PooledSide(
        name: name,
        conditions: conditions.indices.filter { cells.contains(conditions[$0].name) })
    }
    let isPooled = sides.contains { $0.conditions.count > 1 }
    return isPooled && !sides.contains { $0.conditions.isEmpty } ? sides : []
  }

  /// The powers of all pairs of conditions, of the primary outcome if it pools holds, and of all
  /// pairs of groups.
  ///
  ///     for pair in report.pairs { print(pair.first, pair.second, pair.findings[0].power.value) }
  package struct Report: Equatable, Sendable {
    /// The comparison of two conditions, or of two groups.
    ///
    ///     print(pair.effect ?? 0, pair.neededCount ?? 0)
    package struct Pair: Equatable, Sendable {
      /// The condition or group from which the second one is subtracted.
      package let first: String
      package let second: String
      /// The design: pairs for conditions.
      package let design: Planning.Design
      /// The powers for the planned number of participants, then for a third more.
      package let findings: [Power.Finding]
      /// The mean difference in standard deviations, of the differences (d_z) or within groups (d);
      /// `nil` if there is no spread.
      package let effect: Double?
      /// The number of all participants for a power of 0.8; `nil` if no number suffices.
      package let neededCount: Int?
    }

    package let experiment: PairedExperiment
    /// The mean number of passed trials of a session, by condition.
    package let means: [Double]
    package let pairs: [Pair]
  }

  /// Simulates the experiment, with the planned number of participants and with a third more.
  ///
  /// Returns an error for numbers that can't be simulated; throws after a cancellation.
  package func report(_ run: OperationRun) throws -> Result<Report, ScienceError> {
    let counts = [count, count + (count + 2) / 3]
    let plans: [SimulatedPower]
    do throws(ScienceError) { plans = try counts.map(simulation) } catch { return .failure(error) }
    let outcomes = try run.outcomes(of: plans, runCount: runCount)
    return .success(
      Report(
        experiment: self,
        means: conditions.indices.map { outcomes[0].mean(condition: $0) / Double(sessionCount) },
        pairs: outcomes[0].pairs.indices.map { pair($0, counts, outcomes) }
          + groupPairs(counts, outcomes)))
  }

  private func simulation(_ count: Int) throws(ScienceError) -> SimulatedPower {
    let groups = groups == nil ? [people.groups[0]] : people.groups
    return try SimulatedPower(
      conditions.map(\.test),
      SimulatedPower.People(
        groups: groups, turns: self.groups?.turns, model: people.model,
        latencies: people.latencies, variation: people.variation),
      count: count, sessionCount: sessionCount, schedule: schedule, boards: boards,
      pooled: pooled.map(\.conditions), seed: people.usedSeed.seed)
  }

  private func pair(
    _ index: Int, _ counts: [Int], _ outcomes: [SimulatedPower.Outcome]
  ) -> Report.Pair {
    let pair = outcomes[0].pairs[index]
    let effect = try? pair.effect()
    let planning = effect.flatMap { try? Planning(.pairs, effect: $0) }
    let names = conditions.map(\.name) + pooled.map(\.name)
    return Report.Pair(
      first: names[pair.first], second: names[pair.second], design: .pairs,
      findings: findings(counts, outcomes.map { $0.pairs[index].foundCount }) {
        try? planning?.power(count: $0)
      },
      effect: effect, neededCount: try? planning?.count(power: 0.8))
  }

  /// The largest number of participants of a study that is told as needed.
  private static var mostPeople: Int { 100_000 }

  /// Returns the comparisons of all groups, of each with those before it.
  private func groupPairs(
    _ counts: [Int], _ outcomes: [SimulatedPower.Outcome]
  ) -> [Report.Pair] {
    guard let groups else { return [] }
    let pairs = groups.names.indices.flatMap { later in (0..<later).map { (later, $0) } }
    return pairs.enumerated().map { index, pair in
      let (first, second) = pair
      let effect = try? outcomes[0].groups[index].effect()
      let planning = effect.flatMap { try? Planning(.groups, effect: $0) }
      func sizes(_ count: Int) -> Planning.Size { groups.sizes(first, second, of: count) }
      return Report.Pair(
        first: groups.names[first], second: groups.names[second], design: .groups,
        findings: findings(counts, outcomes.map { $0.groups[index].foundCount }) {
          try? planning?.power(sizes($0))
        },
        effect: effect,
        neededCount: try? planning?.count(power: 0.8, most: Self.mostPeople, dividedBy: sizes))
    }
  }

  /// Returns the powers for the numbers of participants, of which `planned` tells the formula's.
  private func findings(
    _ counts: [Int], _ foundCounts: [Int], _ planned: (Int) -> Double?
  ) -> [Power.Finding] {
    zip(counts, foundCounts).compactMap { count, foundCount in
      guard let (power, error) = try? SimulatedPower.power(foundCount: foundCount, of: runCount)
      else { return nil }
      return Power.Finding(count: count, power: power, error: error, planned: planned(count))
    }
  }
}

/// The conditions of a study that can be simulated: those with a fixed number of trials.
private struct SimulatedConditions {
  private(set) var conditions: [PairedExperiment.Condition] = []
  /// The names of the others.
  private(set) var skipped: [String] = []
  /// The indexes of the conditions that are mixed in each block, by its name.
  private var blocks: [(name: String, indexes: [Int])] = []

  init(of study: StudyPlan) {
    for condition in study.conditions {
      let first = conditions.count
      for cell in condition.cells {
        let series = TestSeries(condition.preset, condition.settings(of: cell))
        if let known = PairedExperiment.Condition(name: cell.name, series: series) {
          conditions.append(known)
        } else {
          skipped.append(cell.name)
        }
      }
      let indexes = Array(first..<conditions.count)
      if !indexes.isEmpty { blocks.append((condition.name, indexes)) }
    }
  }

  /// Returns the blocks in the orders of the study.
  ///
  /// Random orders may be very many, and are as balanced as those of an experiment without a study.
  func schedule(of study: StudyPlan) -> SimulatedPower.Schedule {
    let numbers = study.order == .random ? [] : Array(study.orders)
    let orders = numbers.map { number in
      study.conditions(inOrder: number).compactMap { condition in
        blocks.firstIndex { $0.name == condition.name }
      }
    }
    return SimulatedPower.Schedule(blocks: blocks.map(\.indexes), orders: orders)
  }
}

/// The primary outcome of a study, with the numbers of participants that its test is planned for.
///
///     if let effect = PlannedPrimary(of: plan, count: 24)?.effect { print("d_z =", effect) }
package struct PlannedPrimary: Equatable, Sendable {
  package let declared: StudyPrimary
  package let size: Planning.Size

  /// Creates the primary outcome of a study; returns `nil` if it declares none.
  package init?(of study: StudyPlan, count: Int) {
    guard let primary = study.primary else { return nil }
    declared = primary
    switch primary.sides {
    case .conditions: size = .pairs(count)
    case .groups:
      let groups = PairedExperiment.Groups(of: study)
      guard let first = groups.names.firstIndex(of: primary.first),
        let second = groups.names.firstIndex(of: primary.second)
      else { return nil }
      size = groups.sizes(first, second, of: count)
    }
  }

  /// The smallest difference in standard deviations that is found with a power of 0.8; `nil` with
  /// fewer than two participants.
  package var effect: Double? { try? Planning.effect(power: 0.8, size) }
}

/// The operation behind `power TEST TEST`: each participant plays all of the tests.
///
///     queue.enqueue(QueuedOperation(PairedPower(experiment: experiment)) { result in
///       if case .success(let report) = result { print(report.pairs.count) }
///     })
package struct PairedPower: Operation, Equatable {
  private let experiment: PairedExperiment

  package init(experiment: PairedExperiment) { self.experiment = experiment }

  /// Returns the powers of all pairs of tests.
  ///
  /// - Throws: `ScienceError` for numbers that can't be simulated.
  package func perform(_ run: OperationRun) throws -> PairedExperiment.Report {
    try experiment.report(run).get()
  }
}

/// The operation behind `power study=NAME`: each participant plays all conditions of the study.
///
///     queue.enqueue(
///       QueuedOperation(StudyPower(source: source, file: file, people: people, count: 24)) {
///         if case .success(.success(let report)) = $0 { print(report.pairs.count) }
///       })
package struct StudyPower: StoreOperation {
  package let source: StoreSource
  /// The study's file, or its name in the store.
  private let file: NamedFile
  private let people: SimulatedPeople
  /// The planned number of participants; `nil` for that of the study.
  private let count: Int?
  private let runCount: Int

  package init(
    source: StoreSource, file: NamedFile, people: SimulatedPeople, count: Int? = nil,
    runCount: Int = 1_000
  ) {
    self.source = source
    self.file = file
    self.people = people
    self.count = count
    self.runCount = runCount
  }

  /// Returns the powers of all pairs of conditions, or an error for numbers that can't be
  /// simulated.
  ///
  /// - Throws: The error of a study that can't be read, or has fewer than two conditions whose number
  ///   of trials is fixed.
  package func perform(
    _ run: OperationRun
  ) throws -> Result<PairedExperiment.Report, ScienceError> {
    let study = try run.withStore(of: source) { store in
      try RecordContext(store, StoreLayout.schema).study(file)
    }
    let experiment = try PairedExperiment(
      of: study, people: people, count: count ?? study.participantCount, runCount: runCount)
    return try experiment.report(run)
  }
}

extension RecordContext {
  /// Returns the study with the name in the store, or else that of the file.
  func study(_ file: NamedFile) throws -> StudyPlan {
    guard let known = try study(named: file.name) else { return try StudyFile.read(file).0 }
    return try known.plan()
  }
}

extension Refusal {
  /// Returns the refusal of a study in which power has nothing to compare.
  fileprivate static func singleCondition(_ study: StudyPlan) -> Refusal {
    let hasGroups = study.groups.count > 1
    return Refusal(
      "single-condition",
      "the study \(study.name) has one condition, and power compares two or more"
        + (hasGroups ? "; its groups differ with capacity= for each" : ""),
      "研究 \(study.name) の条件は1つです。検出力には2つ以上の条件が必要です"
        + (hasGroups ? "。グループごとの capacity= があればグループを比べます" : ""))
  }

  /// Returns the refusal of a test or a condition, of which the power can't be computed.
  package static func noFixedTrials(_ name: String) -> Refusal {
    Refusal(
      "no-fixed-trials", "\(name) has no fixed number of trials of one size",
      "\(name) の試行の数と大きさは決まっていません")
  }
}
