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

/// The masked trials of each participant, as a memory could explain them.
struct FitTally: TrialTally {
  private(set) var people: [String: ObservedTrials] = [:]

  mutating func add(_ trial: ReadTrial) {
    _ = people[trial.participant, default: ObservedTrials()].add(
      count: trial.count, hold: trial.requestedHold, maskTime: trial.measures.studyTime,
      presses: trial.presses)
  }
}

/// Finds the memory that explains each participant's trials best.
struct FitMemory: StoreOperation {
  struct Finding: Sendable {
    let code: String
    let trialCount: Int
    let pressCount: Int
    let result: Result<Fitted, StatisticFault>
  }

  struct Fitted: Sendable {
    let fit: MemoryFit
    let profiles: [MemoryFit.Profile]

    fileprivate init(_ trials: ObservedTrials, _ fitsSpread: Bool) throws(StatisticFault) {
      fit = try MemoryFit(trials, fitsSpread: fitsSpread)
      profiles = try fit.parameters.map { [fit] parameter throws(StatisticFault) in
        try fit.profile(parameter, of: trials)
      }
    }
  }

  struct Report: Sendable, LeavingOutReport {
    let findings: [Finding]
    let leftOut: LeftOut
    var hasLeftOutDamaged: Bool { leftOut[.damaged] > 0 }
  }

  let source: StoreSource
  let filter: TrialFilter
  /// Whether the spread is fitted, too.
  let fitsSpread: Bool

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let report = try Survey(source: source, tally: FitTally(), filter: filter).perform(run)
    let people = report.tally.people.filter { $0.value.pressCount > 0 }.sorted { $0.key < $1.key }
    let fitsSpread = fitsSpread
    let findings = try run.spread(people.count) { number in
      let (code, trials) = people[number]
      return Finding(
        code: code, trialCount: trials.count, pressCount: trials.pressCount,
        result: Result { () throws(StatisticFault) in try Fitted(trials, fitsSpread) })
    } telling: { number in
      run.report(completed: number, of: people.count)
    }
    return Report(findings: findings, leftOut: report.leftOut)
  }
}

extension StatisticsController {
  private func fit(_ filter: TrialFilter, fitsSpread: Bool) -> QueuedOperation? {
    store.operation("fit") {
      FitMemory(source: $0, filter: filter, fitsSpread: fitsSpread)
    } then: { [speaker] language, report in
      if report.findings.isEmpty { speaker.refuse { $0.nothingToFit(filter.participant) } }
      for line in language.lines(of: report, filter.participant) { speaker.say { _ in line } }
      for finding in report.findings {
        if case .failure(let fault) = finding.result {
          speaker.refuse { $0.noFit(finding.code, fault) }
        }
      }
      return []
    }
  }

  static func fit(_ language: Language) -> Command {
    Command(
      "fit", language.help(.fit), in: .results,
      CommandForm(
        [Parameter("CODE|all", .text)],
        keys: [.key("spread", .choice(["1", "fit"]))] + filterKeys.dropFirst()
      ) { invocation throws(ArgumentFault) in
        var filter = try filter(invocation, language)
        let code = invocation.text(0)
        guard Participant.isCode(code) else {
          throw .invalid(
            language.words(for: SettingFault.participant), column: invocation.column(0))
        }
        filter.participant = code == "all" ? nil : code
        let fitsSpread = invocation.text(key: "spread") == "fit"
        return .statistics { [filter] in $0.fit(filter, fitsSpread: fitsSpread) }
      }, examples: ["fit P07", "fit all test=inoue-210"])
  }
}
