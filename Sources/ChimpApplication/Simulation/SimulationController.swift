import Examiner
import Science
package import Shell

/// What the commands about simulations ask for.
package enum SimulationAction: Action, Equatable {
  case power(Power)
  case recovery(FindAgain)
  case procedures(CompareProcedures)
  case simulate(SimulatedStudy)
  case fit(TrialFilter, fitsSpread: Bool)
  case report(TrialFilter, FilePlace, replaces: Bool)
}

/// Makes the operations that simulate, and says what came of them.
package final class SimulationController {
  let speaker: Speaker
  let store: StoreController
  private let sessionSeed: () -> SessionSeed

  /// Makes a controller that speaks, and keeps what is played in a store.
  init(_ speaker: Speaker, _ store: StoreController, sessionSeed: @escaping () -> SessionSeed) {
    (self.speaker, self.store, self.sessionSeed) = (speaker, store, sessionSeed)
  }

  /// The operation that a command asks for.
  package func operation(for action: SimulationAction) -> QueuedOperation? {
    switch action {
    case .power(let power): queued(power) { $0.lines(of: $1, power) }
    case .recovery(let plan): queued(plan) { $0.lines(of: $1, plan) }
    case .procedures(let plan):
      queued(plan) { $0.lines(of: $1, plan) }
    case .simulate(var plan): simulate(&plan)
    case .report(let filter, let file, let replaces): report(filter, file, replaces: replaces)
    case .fit(let filter, let fitsSpread): fit(filter, fitsSpread: fitsSpread)
    }
  }

  private func simulate(_ plan: inout SimulatedStudy) -> QueuedOperation? {
    plan.sessionSeed = sessionSeed()
    return store.operation("simulate") { [plan] in
      Simulate(source: $0, plan: plan)
    } then: { [plan] in
      [$0.simulated($1, plan)]
    }
  }

  private func queued<Work: Operation>(
    _ operation: Work, _ words: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation where Work.Failure == StatisticFault {
    QueuedOperation(operation) { [speaker] result in
      do throws(StatisticFault) {
        for line in words(speaker.language, try result.get()) { speaker.say { _ in line } }
      } catch { speaker.refuse { $0.words(for: error) } }
    }
  }
}

extension SimulationController {
  private static var count: Parameter { .key("n", .number(2...1_000), "N") }
  private static var runs: Parameter { .key("runs", .number(1...1_000_000), "RUNS") }
  private static var seed: Parameter { .key("seed", .text, "TEXT") }

  /// The commands about simulations.
  package static func commands(in language: Language) -> [Command] {
    let words = CommandWords(language)
    return [fit(language), report(language)] + questions(words, language)
      + [simulate(words, language)]
  }

  private static func questions(_ words: CommandWords, _ language: Language) -> [Command] {
    [
      Command(
        "power", words.power, in: .tests,
        CommandForm(
          [Parameter("TEST", .choice(TestPreset.names))],
          keys: [
            count, .key("capacity", .text, "C,SD", mayRepeat: true), runs,
            .key("trials", .number(TestSettings.trialLimits), "N"),
            .key("count", .number(1...9801), "N"),
          ] + SimulatedPeople.keys
        ) { invocation throws(ArgumentFault) in
          .operation(SimulationAction.power(try power(invocation, language)))
        },
        examples: ["power inoue-210 n=30 capacity=6.5,1 capacity=7.25,1 runs=4000"],
        notes: words.powerNotes),
      Command(
        "recovery", words.recovery, in: .tests,
        CommandForm(
          keys: [count, .key("trials", .number(TestSettings.trialLimits), "N"), seed],
          tail: Parameter("TEST", .choice(TestPreset.names))
        ) { invocation throws(ArgumentFault) in
          .operation(SimulationAction.recovery(try recovery(invocation, language)))
        }, examples: ["recovery", "recovery inoue-210 inoue-masking n=20 trials=200"],
        notes: words.recoveryNotes),
    ]
  }

  private static func simulate(_ words: CommandWords, _ language: Language) -> Command {
    Command(
      "simulate", words.simulate, in: .tests,
      CommandForm(
        [Parameter("N", .number(1...100_000)), Parameter("TEST", .choice(TestPreset.names))],
        keys: [
          .key("capacity", .text, "C,SD"), .key("trials", .number(TestSettings.trialLimits), "N"),
          .key("count", .number(1...9801), "N"),
        ] + GameController.procedureKeys + SimulatedPeople.keys
      ) { invocation throws(ArgumentFault) in
        .operation(
          SimulationAction.simulate(
            SimulatedStudy(
              count: invocation.number(0), series: try test(invocation, 1, language),
              people: try SimulatedPeople(invocation, language), sessionSeed: .script)))
      },
      examples: ["simulate 10 inoue-210", "simulate 100 span capacity=7,1 seed=apple &"],
      notes: words.simulateNotes)
  }

  /// `compare procedures`.
  static func procedures(_ language: Language) -> CommandForm {
    CommandForm(
      [.literal("procedures")], keys: [.key("span", .text, "SPAN"), runs, seed]
    ) { invocation throws(ArgumentFault) in
      let span = try invocation.decimals(key: "span", [2...20], language)?.first ?? 8
      return .operation(
        SimulationAction.procedures(
          CompareProcedures(
            curve: SpanCurve(span: span, width: 0.8, lapse: 0.02),
            runCount: invocation.number(key: "runs") ?? 1_000,
            seed: try invocation.sessionSeed(language) ?? .script)))
    }
  }

  private static func power(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> Power {
    let people = try SimulatedPeople(invocation, language)
    guard people.groups.count == 2 else {
      throw .invalid(language.needsTwoGroups, column: invocation.column(key: "capacity"))
    }
    let series = try test(invocation, 0, language)
    let plan = series.plan
    guard let trials = series.trialLimit, case .trials = series.preset.course else {
      throw .invalid(language.noFixedRounds(series.preset.name), column: invocation.column(0))
    }
    return Power(
      name: series.preset.name,
      test: SimulatedPower.Test(
        trialCount: trials, numeralCount: plan.count, hold: plan.rule.hold.map(Double.init)),
      people: people, count: invocation.number(key: "n") ?? 30,
      runCount: invocation.number(key: "runs") ?? 1_000)
  }

  private static func recovery(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> FindAgain {
    var (tests, place) = ([TestSeries](), 0)
    while invocation.textIfGiven(place) != nil {
      tests.append(try test(invocation, place, language))
      place += 1
    }
    return FindAgain(
      tests: tests, count: invocation.number(key: "n") ?? 40,
      seed: try invocation.sessionSeed(language) ?? .script)
  }

  /// The test that is named, with the settings that are said.
  static func test(
    _ invocation: Invocation, _ place: Int, _ language: Language
  ) throws(ArgumentFault) -> TestSeries {
    let name = invocation.text(place)
    guard let preset = TestPreset.named(name) else {
      throw .notChoice("TEST", name, TestPreset.names, column: invocation.column(place))
    }
    var settings = TestSettings()
    settings.trials = invocation.number(key: "trials")
    settings.count =
      invocation.number(key: "count") ?? (preset.needsCount ? preset.plan.count : nil)
    if let counts = preset.counts, let count = settings.count, !counts.contains(count) {
      throw .invalid(language.noCount(name, counts, count), column: invocation.column(key: "count"))
    }
    settings.procedure = try GameController.procedureSettings(invocation, language)
    try GameController.checkProcedure(settings, preset, invocation, language)
    return TestSeries(preset, settings)
  }
}
