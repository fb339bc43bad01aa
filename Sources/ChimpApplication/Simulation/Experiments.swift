import Examiner
import Science
import Shell

typealias SimulationStop = OperationStop<StatisticFault>

/// How often a difference between two groups is found, by playing the experiment many times.
struct Power: Operation, Equatable {
  /// What came of it for a number of participants.
  struct Finding: Sendable {
    let count: Int
    let power: Estimate
    let error: Double
    /// What the noncentral t says; nil where all passed alike.
    let planned: Double?
  }

  struct Report: Sendable {
    let findings: [Finding]
    let outcome: SimulatedPower.Outcome
  }

  let name: String
  let test: SimulatedPower.Test
  let people: SimulatedPeople
  let count: Int
  let runCount: Int

  func perform(_ run: OperationRun<StatisticFault>) throws(SimulationStop) -> Report {
    let counts = [count, count + (count + 2) / 3]
    var outcomes: [SimulatedPower.Outcome] = []
    for (place, count) in counts.enumerated() {
      let plan = try run.trying(
        SimulatedPower(
          test, groups: (people.groups[0], people.groups[1]), participantCount: count,
          model: people.model, latencies: people.latencies, seed: people.usedSeed.seed))
      let pieces = try run.spread(
        runCount, by: max(1, min(50, 5_000 / count)), behind: place * runCount, of: 2 * runCount
      ) { plan.outcome(of: $0) }
      outcomes.append(pieces.reduce(into: SimulatedPower.Outcome()) { $0.add($1) })
    }
    let effect = try? outcomes[0].effect()
    var findings: [Finding] = []
    for (count, outcome) in zip(counts, outcomes) {
      let (power, error) = try run.trying(
        SimulatedPower.power(foundCount: outcome.foundCount, of: outcome.runCount))
      let planned = effect.flatMap { try? Planning(.groups, effect: $0).power(count: count) }
      findings.append(Finding(count: count, power: power, error: error, planned: planned))
    }
    return Report(findings: findings, outcome: outcomes[0])
  }
}

extension OperationRun<StatisticFault> {
  fileprivate func trying<Result>(
    _ work: @autoclosure () throws(StatisticFault) -> Result
  ) throws(SimulationStop) -> Result {
    do throws(StatisticFault) { return try work() } catch { throw .failed(error) }
  }

  /// Does so many runs, some at a time; others went before, out of all.
  fileprivate func spread<Piece: Sendable>(
    _ count: Int, by size: Int, behind before: Int, of total: Int,
    _ work: @escaping @Sendable (Range<Int>) throws(StatisticFault) -> Piece
  ) throws(SimulationStop) -> [Piece] {
    try spread((count + size - 1) / size) { piece throws(StatisticFault) in
      try work(piece * size..<min(count, (piece + 1) * size))
    } telling: { piece in
      report(completed: before + piece * size, of: total)
    }
  }
}

/// Whether a fit finds the numbers again that a simulation began with.
struct FindAgain: Operation, Equatable {
  /// The tests that each participant plays, one after the other; none for the published plan.
  let tests: [TestSeries]
  let count: Int
  let seed: SessionSeed

  func perform(
    _ run: OperationRun<StatisticFault>
  ) throws(SimulationStop) -> [Recovery.Participant?] {
    let (tests, seed) = (tests, seed)
    return try run.spread(count) { number throws(StatisticFault) in
      do throws(StatisticFault) { return try Self.participant(number, tests, seed) } catch {
        guard case .notConverged = error else { throw error }
        return nil
      }
    } telling: { number in
      run.report(completed: number, of: count)
    }
  }

  private static func participant(
    _ number: Int, _ tests: [TestSeries], _ seed: SessionSeed
  ) throws(StatisticFault) -> Recovery.Participant {
    guard !tests.isEmpty else { return try Recovery.participant(number, seed: seed.seed) }
    let own = seed.seed(forRound: number)
    return try Recovery.participant(seed: own) { memory, generator throws(StatisticFault) in
      var trials = ObservedTrials()
      for (place, test) in tests.enumerated() {
        var sitting = SimulatedSitting(
          memory, try PressLatencies(spread: 0.3), drawnFrom: Seed(own, round: place))
        do throws(RoundFault) {
          try sitting.play(test) {
            _ = trials.add($0)
            return true
          }
        } catch { throw .impossible(.numeralCount) }
      }
      return trials
    }
  }
}

/// How much the estimates of procedures vary that seek the same span.
struct CompareProcedures: Operation, Equatable {
  struct Line: Sendable {
    let procedure: SpanProcedure
    let estimates: MeanTally
    let trials: MeanTally
  }

  static var procedures: [SpanProcedure] {
    [
      .strikes(start: 4, limit: 3), .lengths(start: 3, trials: 2), .ladder(start: 4, limit: 3),
      .staircase(passesNeeded: 1), .quest(trials: 10), .quest(trials: 25),
    ]
  }

  let curve: SpanCurve
  let runCount: Int
  let seed: SessionSeed

  func perform(_ run: OperationRun<StatisticFault>) throws(SimulationStop) -> [Line] {
    var lines: [Line] = []
    let total = Self.procedures.count * runCount
    for (place, procedure) in Self.procedures.enumerated() {
      let plan = try run.trying(ProcedureRuns(procedure, curve: curve, seed: seed.seed))
      let outcomes = try run.spread(runCount, by: 20, behind: place * runCount, of: total) {
        runs throws(StatisticFault) in
        try runs.map { run throws(StatisticFault) in try plan.outcome(of: run) }
      }.flatMap(\.self)
      lines.append(
        Line(
          procedure: procedure, estimates: MeanTally(outcomes.map(\.estimate)),
          trials: MeanTally(outcomes.map { Double($0.trialCount) })))
    }
    return lines
  }
}
