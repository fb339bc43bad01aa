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
      test = SimulatedPower.Test(
        trialCount: trialCount, numeralCount: plan.count, hold: plan.rule.hold.map(Double.init))
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
  let boards: SimulatedPairs.Boards
  /// The orders of the conditions; empty for each condition first equally often.
  let orders: [[Int]]
  /// The two sides of the study's primary outcome, with the indexes of their conditions; empty
  /// unless it pools several holds of a condition.
  let pooled: [PooledSide]

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
    boards: SimulatedPairs.Boards = .own, orders: [[Int]] = []
  ) {
    self.init(
      conditions, people, count: count, sessionCount: 1, runCount: runCount, boards,
      orders: orders, pooled: [], skippedConditions: [])
  }

  private init(
    _ conditions: [Condition], _ people: SimulatedPeople, count: Int, sessionCount: Int,
    runCount: Int, _ boards: SimulatedPairs.Boards, orders: [[Int]], pooled: [PooledSide],
    skippedConditions: [String]
  ) {
    self.pooled = pooled
    self.skippedConditions = skippedConditions
    self.boards = boards
    self.orders = orders
    self.conditions = conditions
    self.people = people
    self.count = count
    self.sessionCount = sessionCount
    self.runCount = runCount
  }

  /// Creates the experiment of a study, in which each participant plays all conditions.
  ///
  /// Conditions without a fixed number of trials are left out.
  ///
  /// - Throws: A refusal of a study that has a single condition, or fewer than two whose number of
  ///   trials is fixed.
  package init(
    of study: StudyPlan, people: SimulatedPeople, count: Int, runCount: Int
  ) throws(Refusal) {
    guard count > 1 else {
      throw Refusal(
        "single-participant",
        "the study \(study.name) has one participant, and power takes two or more",
        "検出力には2人以上の参加者が必要ですが、研究 \(study.name) は1人です")
    }
    var conditions: [Condition] = []
    var skippedConditions: [String] = []
    for condition in study.conditions {
      for cell in condition.cells {
        let series = TestSeries(condition.preset, condition.settings(of: cell))
        guard let known = Condition(name: cell.name, series: series) else {
          skippedConditions.append(cell.name)
          continue
        }
        conditions.append(known)
      }
    }
    guard conditions.count > 1 else {
      if let name = skippedConditions.first { throw .noFixedTrials(name) }
      throw Refusal(
        "single-condition",
        "the study \(study.name) has one condition, and power compares two or more",
        "研究 \(study.name) の条件は1つです。検出力には2つ以上の条件が必要です")
    }
    // Random orders may be very many, and are as balanced as those of an experiment without a
    // study.
    let numbers = study.order == .random ? [] : Array(study.orders)
    let orders = numbers.map { number in
      study.conditions(inOrder: number).flatMap { condition in
        condition.cells.compactMap { cell in conditions.firstIndex { $0.name == cell.name } }
      }
    }
    self.init(
      conditions, people, count: count, sessionCount: study.sessionCount, runCount: runCount,
      SimulatedPairs.Boards(rawValue: study.boards.rawValue) ?? .same, orders: orders,
      pooled: Self.pooledSides(of: study, conditions), skippedConditions: skippedConditions)
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

  /// The powers of all pairs of conditions, and of the primary outcome if it pools holds.
  ///
  ///     for pair in report.pairs { print(pair.first, pair.second, pair.findings[0].power.value) }
  package struct Report: Equatable, Sendable {
    /// The comparison of two conditions.
    ///
    ///     print(pair.effect ?? 0, pair.neededCount ?? 0)
    package struct Pair: Equatable, Sendable {
      /// The condition from which the second one is subtracted.
      package let first: String
      package let second: String
      /// The powers for the planned number of participants, then for a third more.
      package let findings: [Power.Finding]
      /// The mean difference in standard deviations of the differences (d_z); `nil` if all
      /// participants have the same difference.
      package let effect: Double?
      /// The number of participants for a power of 0.8; `nil` if no number suffices.
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
    var outcomes: [SimulatedPairs.Outcome] = []
    for (index, count) in counts.enumerated() {
      let plan: SimulatedPairs
      do throws(ScienceError) { plan = try simulation(count) } catch { return .failure(error) }
      let size = max(1, min(50, 5_000 / count))
      let pieces = try run.spread((runCount + size - 1) / size) { [runCount] piece in
        plan.outcome(of: piece * size..<min(runCount, (piece + 1) * size))
      } onStart: { piece in
        run.report(completed: index * runCount + piece * size, of: 2 * runCount)
      }
      var outcome = plan.outcome(of: 0..<0)
      for piece in pieces { outcome.add(piece) }
      outcomes.append(outcome)
    }
    return .success(
      Report(
        experiment: self,
        means: conditions.indices.map { outcomes[0].mean(condition: $0) / Double(sessionCount) },
        pairs: outcomes[0].pairs.indices.map { pair($0, counts, outcomes) }))
  }

  private func simulation(_ count: Int) throws(ScienceError) -> SimulatedPairs {
    try SimulatedPairs(
      conditions.map(\.test), capacities: people.groups[0], participantCount: count,
      sessionCount: sessionCount, model: people.model, latencies: people.latencies,
      variation: people.variation,
      boards: boards, orders: orders, pooled: pooled.map(\.conditions),
      seed: people.usedSeed.seed)
  }

  private func pair(
    _ index: Int, _ counts: [Int], _ outcomes: [SimulatedPairs.Outcome]
  ) -> Report.Pair {
    let pair = outcomes[0].pairs[index]
    let effect = try? pair.effect()
    let planning = effect.flatMap { try? Planning(.pairs, effect: $0) }
    let findings = zip(counts, outcomes).compactMap { count, outcome -> Power.Finding? in
      guard
        let (power, error) = try? SimulatedPower.power(
          foundCount: outcome.pairs[index].foundCount, of: outcome.runCount)
      else { return nil }
      let planned = try? planning?.power(count: count)
      return Power.Finding(count: count, power: power, error: error, planned: planned)
    }
    let names = conditions.map(\.name) + pooled.map(\.name)
    return Report.Pair(
      first: names[pair.first], second: names[pair.second],
      findings: findings, effect: effect, neededCount: try? planning?.count(power: 0.8))
  }
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
  /// Returns the refusal of a test or a condition, of which the power can't be computed.
  package static func noFixedTrials(_ name: String) -> Refusal {
    Refusal(
      "no-fixed-trials", "\(name) has no fixed number of trials of one size",
      "\(name) の試行の数と大きさは決まっていません")
  }
}
