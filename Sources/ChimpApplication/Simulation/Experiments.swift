import Examiner
package import Science
package import Shell

/// Why a simulation comes to no result.
package typealias SimulationStop = OperationStop<StatisticFault>

/// How often a difference between two groups is found, by playing the experiment many times.
package struct Power: Operation, Equatable {
  /// What came of it for a number of participants.
  package struct Finding: Sendable {
    let count: Int
    let power: Estimate
    /// The error that it has by chance.
    let error: Double
    /// What the noncentral t says; nil where all passed alike.
    let planned: Double?
  }

  /// What came of it.
  package struct Report: Sendable {
    let findings: [Finding]
    let outcome: SimulatedPower.Outcome
  }

  let name: String
  let test: SimulatedPower.Test
  let people: SimulatedPeople
  let count: Int
  let runCount: Int

  /// Plays the experiment, and once more with a third more participants.
  package func perform(_ run: OperationRun<StatisticFault>) throws(SimulationStop) -> Report {
    let counts = [count, count + (count + 2) / 3]
    var outcomes: [SimulatedPower.Outcome] = []
    for (place, count) in counts.enumerated() {
      outcomes.append(try outcome(count, run, before: place * runCount))
    }
    let effect = try? outcomes[0].effect()
    do throws(StatisticFault) {
      var findings: [Finding] = []
      for (count, outcome) in zip(counts, outcomes) {
        let (power, error) = try SimulatedPower.power(
          foundCount: outcome.foundCount, of: outcome.runCount)
        let planned = effect.flatMap { try? Planning(.groups, effect: $0).power(count: count) }
        findings.append(Finding(count: count, power: power, error: error, planned: planned))
      }
      return Report(findings: findings, outcome: outcomes[0])
    } catch { throw .failed(error) }
  }

  private func outcome(
    _ count: Int, _ run: OperationRun<StatisticFault>, before: Int
  ) throws(SimulationStop) -> SimulatedPower.Outcome {
    let plan: SimulatedPower
    do throws(StatisticFault) {
      plan = try SimulatedPower(
        test, groups: (people.groups[0], people.groups[1]), participantCount: count,
        model: people.model, latencies: people.latencies, seed: people.usedSeed.seed)
    } catch { throw .failed(error) }
    let (runCount, size) = (runCount, max(1, min(50, 5_000 / count)))
    let pieces = try run.spread((runCount + size - 1) / size) { piece in
      .success(plan.outcome(of: piece * size..<min(runCount, (piece + 1) * size)))
    } telling: { piece in
      run.report(completed: before + piece * size, of: 2 * runCount)
    }
    return pieces.reduce(into: SimulatedPower.Outcome()) { $0.add($1) }
  }
}

/// Whether a fit finds the numbers again that a simulation began with.
package struct FindAgain: Operation, Equatable {
  /// The tests that each participant plays, one after the other; none for the published plan.
  let tests: [TestSeries]
  let count: Int
  let seed: SessionSeed

  /// Answers the participants; nothing of those whose fit did not converge.
  package func perform(
    _ run: OperationRun<StatisticFault>
  ) throws(SimulationStop) -> [Recovery.Participant?] {
    let (tests, seed) = (tests, seed)
    return try run.spread(count) { number in
      do throws(StatisticFault) { return .success(try Self.participant(number, tests, seed)) } catch
      {
        if case .notConverged = error { return .success(nil) }
        return .failure(error)
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
package struct CompareProcedures: Operation, Equatable {
  /// What came of one procedure.
  package struct Line: Sendable {
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

  package func perform(_ run: OperationRun<StatisticFault>) throws(SimulationStop) -> [Line] {
    var lines: [Line] = []
    let (size, total) = (20, Self.procedures.count * runCount)
    for (place, procedure) in Self.procedures.enumerated() {
      let (runCount, plan): (Int, ProcedureRuns)
      do throws(StatisticFault) {
        (runCount, plan) = (
          self.runCount, try ProcedureRuns(procedure, curve: curve, seed: seed.seed)
        )
      } catch { throw .failed(error) }
      let pieces = try run.spread((runCount + size - 1) / size) { piece in
        Result { () throws(StatisticFault) in
          try (piece * size..<min(runCount, (piece + 1) * size)).map {
            number throws(StatisticFault) in try plan.outcome(of: number)
          }
        }
      } telling: { piece in
        run.report(completed: place * runCount + piece * size, of: total)
      }
      let outcomes = pieces.flatMap(\.self)
      lines.append(
        Line(
          procedure: procedure, estimates: MeanTally(outcomes.map(\.estimate)),
          trials: MeanTally(outcomes.map { Double($0.trialCount) })))
    }
    return lines
  }
}
