package import Archive
import Examiner
package import Game
package import Science
package import Shell

/// The operation of `power`: estimates by simulation how likely a comparison finds a difference.
///
/// It simulates the experiment with the planned number of participants, and with a third more.
///
///     let power = Power(name: "inoue-210", test: test, people: people, count: 30, runCount: 1000)
///     queue.enqueue(QueuedOperation(power) { result in
///       if case .success(let report) = result { print(report.findings[0].power.value) }
///     })
package struct Power: Operation, Equatable {
  /// The estimated power for one number of participants.
  ///
  ///     print(finding.count, "a group:", finding.power.value, "with an error of", finding.error)
  package struct Finding: Equatable, Sendable {
    /// The number of participants in each group.
    package let count: Int
    /// The power: the proportion of runs in which the difference is significant.
    package let power: Estimate
    /// The standard error of the power, which more runs make smaller.
    package let error: Double
    /// The power by the formula (noncentral t distribution); `nil` if no participant differs from
    /// another.
    package let planned: Double?
  }

  /// The result of the operation: the power for two numbers of participants.
  ///
  ///     for finding in report.findings { print(finding.count, finding.power.value) }
  package struct Report: Equatable, Sendable {
    /// The power for the planned number of participants, then for a third more.
    package let findings: [Finding]
    /// The mean number of passes of each group.
    package let means: [Double]
    /// The effect size: the difference of the groups in standard deviations; `nil` if no
    /// participant differs.
    package let effect: Double?
    /// The number of participants per group that a power of 0.8 requires; `nil` if no number
    /// suffices.
    package let neededCount: Int?
  }

  /// The name of the test, as the reply to the command shows it.
  package let name: String
  /// The test that each participant plays.
  package let test: SimulatedPower.Test
  /// The parameters of the simulated participants, and the seed.
  package let people: SimulatedPeople
  /// The planned number of participants in each group.
  package let count: Int
  /// The number of simulated experiments for each number of participants.
  package let runCount: Int

  package init(
    name: String, test: SimulatedPower.Test, people: SimulatedPeople, count: Int, runCount: Int
  ) {
    self.name = name
    self.test = test
    self.people = people
    self.count = count
    self.runCount = runCount
  }

  /// Runs the simulation and returns the estimates.
  ///
  /// - Throws: `ScienceError` for a figure that can't be computed.
  package func perform(_ run: OperationRun) throws -> Report {
    let counts = [count, count + (count + 2) / 3]
    let outcomes = try run.outcomes(of: try counts.map(simulation), runCount: runCount)
    let groups = outcomes.map { $0.groups[0] }
    let effect = try? groups[0].effect()
    var findings: [Finding] = []
    for (count, group) in zip(counts, groups) {
      let (power, error) = try SimulatedPower.power(foundCount: group.foundCount, of: runCount)
      let planned = effect.flatMap { try? Planning(.groups, effect: $0).power(count: count) }
      findings.append(Finding(count: count, power: power, error: error, planned: planned))
    }
    return Report(
      findings: findings, means: [0, 1].map { groups[0].mean(group: $0) }, effect: effect,
      neededCount: effect.flatMap { try? Planning(.groups, effect: $0).count(power: 0.8) })
  }

  /// Returns the experiment with so many participants in each of two groups; those of the first one
  /// play first.
  ///
  /// - Throws: `ScienceError` for fewer than two in a group, and for numbers that can't be simulated.
  private func simulation(_ count: Int) throws(ScienceError) -> SimulatedPower {
    guard count >= 2 else { throw .tooFew(count: count, needed: 2) }
    let turns = [0, 1].flatMap { Array(repeating: $0, count: count) }
    return try SimulatedPower(
      [test],
      SimulatedPower.People(
        groups: Array(people.groups.prefix(2)), turns: turns, model: people.model,
        latencies: people.latencies, variation: people.variation),
      count: 2 * count, seed: people.usedSeed.seed)
  }
}

extension OperationRun {
  /// Runs each of some experiments so many times, and returns their outcomes.
  func outcomes(
    of plans: [SimulatedPower], runCount: Int
  ) throws -> [SimulatedPower.Outcome] {
    var outcomes: [SimulatedPower.Outcome] = []
    for (index, plan) in plans.enumerated() {
      let size = max(1, min(50, 5_000 / plan.participantCount))
      let total = plans.count * runCount
      let pieces = try spread(runCount, by: size, behind: index * runCount, of: total) {
        plan.outcome(of: $0)
      }
      outcomes.append(pieces.reduce(into: plan.outcome(of: 0..<0)) { $0.add($1) })
    }
    return outcomes
  }

  /// Runs `count` simulations on all processors, `size` at a time, and returns the results in
  /// order.
  ///
  /// Progress is reported as `before` plus the number of runs that were started, out of `total`.
  fileprivate func spread<Piece: Sendable>(
    _ count: Int, by size: Int, behind before: Int, of total: Int,
    _ work: @escaping @Sendable (Range<Int>) throws -> Piece
  ) throws -> [Piece] {
    try spread((count + size - 1) / size) { piece in
      try work(piece * size..<min(count, (piece + 1) * size))
    } onStart: { piece in
      report(completed: before + piece * size, of: total)
    }
  }
}

/// The operation of `recovery`: simulates participants and estimates their parameters from the
/// results.
///
///     let recovery = RecoverParameters(tests: [series], count: 100, seed: .script)
package struct RecoverParameters: Operation, Equatable {
  /// The tests that each participant plays; empty for the published design.
  package let tests: [TestSeries]
  /// The number of participants to simulate.
  package let count: Int
  package let seed: SessionSeed
  /// The population of the participants; `nil` to draw parameters from the priors of the
  /// estimation.
  package let population: Population.Name?

  package init(
    tests: [TestSeries], count: Int, seed: SessionSeed, like population: Population.Name? = nil
  ) {
    self.tests = tests
    self.count = count
    self.seed = seed
    self.population = population
  }

  /// The result of the operation: the participants, and the correlations of true and estimated
  /// parameters.
  ///
  /// A participant whose trials can't be fitted is `nil`.
  ///
  ///     print(report.identifiedCount(.capacity), "of", report.participants.count)
  ///     print(report.correlations[.capacity]?.value ?? 0)
  package struct Report: Equatable, Sendable {
    /// The participants; `nil` for those whose estimation did not converge.
    package let participants: [Recovery.Participant?]
    /// The correlations of true and estimated parameters; empty with too few participants.
    package let correlations: [MemoryParameter: Correlation]

    /// Returns the number of participants whose trials determine a parameter.
    package func identifiedCount(_ parameter: MemoryParameter) -> Int {
      participants.count { $0?.identified.contains(parameter) == true }
    }
  }

  /// Runs the simulation and returns the estimates.
  ///
  /// - Throws: `ScienceError` for a test whose boards can't be generated.
  package func perform(_ run: OperationRun) throws -> Report {
    let tests = tests
    let seed = seed
    let people = population?.population
    let participants: [Recovery.Participant?] = try run.spread(count) { number in
      do throws(ScienceError) {
        return try Self.participant(number, tests, seed, like: people)
      } catch {
        guard case .notConverged = error else { throw error }
        return nil
      }
    } onStart: { number in
      run.report(completed: number, of: count)
    }
    let found = participants.compactMap(\.self)
    var correlations: [MemoryParameter: Correlation] = [:]
    for parameter in MemoryParameter.allCases {
      correlations[parameter] = try? Recovery.correlation(parameter, of: found)
    }
    return Report(participants: participants, correlations: correlations)
  }

  /// Simulates a participant and estimates its parameters.
  ///
  /// Throws `impossible` for a test whose boards can't be generated.
  private static func participant(
    _ number: Int, _ tests: [TestSeries], _ seed: SessionSeed, like people: Population?
  ) throws(ScienceError) -> Recovery.Participant {
    guard !tests.isEmpty else {
      return try Recovery.participant(
        number, seed: seed.seed, priors: .people, like: people, identifies: true)
    }
    let own = seed.seed(forRound: number)
    let latencies = if let people { people.latencies } else { try PressLatencies(spread: 0.3) }
    return try Recovery.participant(
      seed: own, priors: .people, like: people, identifies: true
    ) {
      memory, generator throws(ScienceError) in
      var trials = ObservedTrials()
      for (index, test) in tests.enumerated() {
        var session = SimulatedSession(
          memory, latencies, drawnFrom: Seed(own, round: index))
        do {
          try session.play(test) {
            _ = trials.add($0)
            return true
          }
        } catch { throw .impossible(.numeralCount) }
      }
      return trials
    }
  }
}

/// The operation of `compare procedures`: compares methods that estimate the memory span.
///
///     let curve = SpanCurve(span: 7, width: 0.8, lapse: 0.02)
///     let comparison = CompareProcedures(curve: curve, runCount: 1000, seed: .script)
package struct CompareProcedures: Operation, Equatable {
  /// The results of one method: mean and standard deviation of its estimates.
  ///
  ///     for line in lines { print(line.procedure, line.mean ?? 0, line.deviation ?? 0) }
  package struct Line: Equatable, Sendable {
    package let procedure: SpanProcedure
    /// The mean of the estimates; `nil` if it can't be computed.
    package let mean: Double?
    /// The standard deviation of the estimates; `nil` for a single run.
    package let deviation: Double?
    /// The mean number of trials of the method; `nil` if it can't be computed.
    package let meanTrialCount: Double?
  }

  /// The methods to compare, in the order of the reply.
  static var procedures: [SpanProcedure] {
    [
      .strikes(start: 4, limit: 3), .lengths(start: 3, trials: 2), .ladder(start: 4, limit: 3),
      .staircase(passesNeeded: 1), .quest(trials: 10), .quest(trials: 25),
    ]
  }

  /// The simulated participant: the probability of a pass for each number of numerals.
  package let curve: SpanCurve
  /// The number of simulated tests for each method.
  package let runCount: Int
  package let seed: SessionSeed

  package init(curve: SpanCurve, runCount: Int, seed: SessionSeed) {
    self.curve = curve
    self.runCount = runCount
    self.seed = seed
  }

  /// Runs the simulation and returns the results of each method.
  ///
  /// - Throws: `ScienceError` for a figure that can't be computed.
  package func perform(_ run: OperationRun) throws -> [Line] {
    var lines: [Line] = []
    let total = Self.procedures.count * runCount
    for (index, procedure) in Self.procedures.enumerated() {
      let plan = try ProcedureRuns(procedure, curve: curve, seed: seed.seed)
      let outcomes = try run.spread(runCount, by: 20, behind: index * runCount, of: total) { runs in
        try runs.map { try plan.outcome(of: $0) }
      }.flatMap(\.self)
      let estimates = MeanTally(outcomes.map(\.estimate))
      let trialCounts = MeanTally(outcomes.map { Double($0.trialCount) })
      lines.append(
        Line(
          procedure: procedure, mean: try? estimates.mean(), deviation: try? estimates.deviation(),
          meanTrialCount: try? trialCounts.mean()))
    }
    return lines
  }
}

/// Collects the trials of each participant for the estimation of the memory model.
struct FitTally: TrialTally {
  /// The trials of each participant, by code.
  private(set) var figures: [String: ObservedTrials] = [:]

  /// Adds a trial to those of its participant.
  mutating func add(_ trial: ReadTrial) {
    _ = figures[trial.participant, default: ObservedTrials()].add(
      count: trial.count, hold: trial.requestedHold, maskTime: trial.measures.studyTime,
      presses: trial.presses)
  }
}

/// The operation of `fit`: estimates the memory model's parameters for each participant of a store.
///
///     let fit = FitMemory(source: source, filter: TrialFilter(), spread: .fixed(nil))
package struct FitMemory: StoreOperation {
  /// A participant's trials, and the estimated parameters or the error of the estimation.
  ///
  ///     switch finding.result {
  ///     case .success(let fitted): print(finding.code, fitted.fit.model.capacity)
  ///     case .failure(let fault): print(finding.code, "can't be fitted:", fault)
  ///     }
  package struct Finding: Equatable, Sendable {
    package let code: String
    package let trialCount: Int
    package let pressCount: Int
    package let result: Result<Fitted, ScienceError>
  }

  /// The estimated parameters, and how well the trials determine each of them.
  ///
  ///     let identified = fitted.identifications.filter(\.isIdentified).map(\.parameter)
  package struct Fitted: Equatable, Sendable {
    package let fit: MemoryFit
    /// The precision with which the trials determine each estimated parameter.
    package let identifications: [Identification]

    fileprivate init(_ trials: ObservedTrials, _ spread: Spread) throws(ScienceError) {
      var priors = MemoryPriors.people
      if case .fixed(let value?) = spread { priors.fixSpread(at: value) }
      fit = try MemoryFit(trials, fitsSpread: spread == .fitted, priors: priors)
      identifications = try fit.identifications(of: trials)
    }
  }

  package let source: StoreSource
  package let filter: TrialFilter
  /// The variation from trial to trial.
  package let spread: Spread

  /// Whether the variation of what is taken in from trial to trial is estimated, too.
  ///
  ///     let fit = FitMemory(source: source, filter: TrialFilter(), spread: .fixed(1))
  package enum Spread: Equatable, Sendable {
    case fitted
    /// A standard deviation in numerals; `nil` for the median of the prior.
    case fixed(Double?)
  }

  package init(source: StoreSource, filter: TrialFilter, spread: Spread) {
    self.source = source
    self.filter = filter
    self.spread = spread
  }

  /// Returns the estimates of all participants with trials, sorted by code.
  ///
  /// If an estimation fails, the result of that participant has the error: `empty` without a press.
  package func perform(_ run: OperationRun) throws -> SurveyReport<[Finding]> {
    let report = try Survey(source: source, tally: FitTally(), filter: filter).perform(run)
    let people = report.figures.filter { $0.value.count > 0 }.sorted { $0.key < $1.key }
    let spread = spread
    let findings = try run.spread(people.count) { number in
      let (code, trials) = people[number]
      return Finding(
        code: code, trialCount: trials.count, pressCount: trials.pressCount,
        result: Result { () throws(ScienceError) in try Fitted(trials, spread) })
    } onStart: { number in
      run.report(completed: number, of: people.count)
    }
    return SurveyReport(findings, report.exclusions)
  }
}
