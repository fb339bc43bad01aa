import Archive
import Examiner
import Game
import Science
import Shell
import Statistics
import Studies

/// The commands about simulations: `simulate`, `power`, `recovery` and `compare procedures`.
extension StatisticsController {
  /// The key `n=`, the number of simulated participants.
  private static var count: Parameter { .key("n", .number(2...1_000), "N") }
  /// The key `runs=`, the number of simulated experiments.
  private static var runs: Parameter { .key("runs", .number(1...1_000_000), "RUNS") }
  /// The key `seed=`, the seed of the simulation.
  private static var seed: Parameter { .key("seed", .text, "TEXT") }
  /// The keys that change the length of the simulated test.
  private static var testKeys: [Parameter] {
    [.key("trials", .number(TestSettings.trialLimits), "N"), .key("count", .number(1...9801), "N")]
  }

  /// Returns an operation without a store; `words` returns the lines of its result.
  private func queued<Work: Operation>(
    _ operation: Work, _ words: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation where Work.Failure == ScienceError {
    QueuedOperation(operation) { [speaker] result in
      do throws(ScienceError) {
        for line in words(speaker.language, try result.get()) { speaker.say { _ in line } }
      } catch { speaker.refuse { $0.words(for: error) } }
    }
  }

  /// Returns the operation of the command `simulate`; `nil` if an error was written.
  private func simulate(_ plan: SimulationPlan) -> QueuedOperation? {
    var plan = plan
    plan.sessionSeed = sessionSeed()
    return store.operation("simulate") { [plan] in
      Simulate(source: $0, plan: plan)
    } then: { [plan] in
      [$0.simulated($1, plan)]
    }
  }

  /// Returns the commands `power` and `recovery`, which plan an experiment.
  static func questions(_ language: Language) -> [Command] {
    let powerCommand = Command(
      "power", language.help(.power), in: .tests, powerOfTests(language), powerOfStudy(language),
      examples: powerExamples)
    let recoveryCommand = Command(
      "recovery", language.help(.recovery), in: .tests,
      CommandForm(
        keys: [count, testKeys[0], SimulatedPeople.likeKey, seed],
        tail: Parameter("TEST", .choice(TestPreset.names))
      ) { invocation throws(ConsoleError) in
        let plan = try recovery(invocation, language)
        return .statistics { controller in
          let reader = controller.reader()
          return controller.queued(plan) { $0.lines(of: $1, plan, for: reader) }
        }
      },
      examples: [
        "recovery", "recovery inoue-210 inoue-masking n=20 trials=200",
        "recovery zoo like=visitors",
      ])
    return [powerCommand, recoveryCommand]
  }

  /// Returns the form `power TEST ...`: one test compares two groups, several compare pairs.
  private static func powerOfTests(_ language: Language) -> CommandForm {
    CommandForm(
      [Parameter("TEST", .choice(TestPreset.names))],
      keys: [count, .key("capacity", .text, "C,SD", mayRepeat: true), runs] + testKeys
        + SimulatedPeople.keys, tail: Parameter("TEST", .choice(TestPreset.names))
    ) { invocation throws(ConsoleError) in
      if invocation.textIfGiven(1) != nil {
        let experiment = try pairs(invocation, language)
        return .statistics {
          $0.queued(PairedPower(experiment: experiment)) { $0.lines(of: $1) }
        }
      }
      let power = try power(invocation, language)
      return .statistics { $0.queued(power) { $0.lines(of: $1, power) } }
    }
  }

  /// Returns the form `power study=NAME`, which compares the conditions of a study in pairs.
  private static func powerOfStudy(_ language: Language) -> CommandForm {
    CommandForm(
      keys: [.key("study", .file, "FILE|NAME"), count, .key("capacity", .text, "C,SD"), runs]
        + SimulatedPeople.keys
    ) { invocation throws(ConsoleError) in
      guard let file = invocation.file(key: "study") else {
        throw .bare("power", example: powerExamples[0])
      }
      let people = try SimulatedPeople(invocation, language)
      let (count, runs) = counts(invocation)
      return .statistics { $0.power(of: file, people, count, runs) }
    }
  }

  /// Returns the command `simulate`, which simulates a test or a whole study.
  static func simulate(_ language: Language) -> Command {
    let count = Parameter("N", .number(1...100_000))
    let keys = [.key("capacity", .text, "C,SD")] + SimulatedPeople.keys
    let studyKeys =
      [.key("study", .file, "FILE|NAME"), .key("capacity", .text, "C,SD", mayRepeat: true)]
      + SimulatedPeople.keys
    return Command(
      "simulate", language.help(.simulate), in: .tests,
      CommandForm(
        [count, Parameter("TEST", .choice(TestPreset.names))],
        keys: testKeys + TestSettings.procedureParameters + keys
      ) { invocation throws(ConsoleError) in
        let series = try test(invocation, 1, language)
        return try simulation(of: .test(series), invocation, language)
      },
      CommandForm([count], keys: studyKeys) {
        invocation throws(ConsoleError) in
        guard let file = invocation.file(key: "study") else {
          throw .missing("TEST", usages: ["simulate N TEST", "simulate N study=FILE|NAME"])
        }
        return try simulation(of: .study(file), invocation, language)
      },
      examples: [
        "simulate 10 inoue-210", "simulate 100 span capacity=7,1 seed=apple &",
        "simulate 30 study=memory.study", "simulate 40 study=lab.study capacity=5 capacity=6",
      ])
  }

  /// Returns the request for the command `simulate`.
  private static func simulation(
    of subject: SimulationPlan.Subject, _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> Request {
    let plan = SimulationPlan(
      count: invocation.number(0), subject: subject,
      people: try SimulatedPeople(invocation, language), sessionSeed: .script)
    return .statistics { $0.simulate(plan) }
  }

  /// Returns the form `compare procedures`.
  static func procedures(_ language: Language) -> CommandForm {
    CommandForm(
      [.literal("procedures")], keys: [.key("span", .text, "SPAN"), runs, seed]
    ) { invocation throws(ConsoleError) in
      let spans = try language.checking(invocation.decimals(key: "span", [2...20]))
      let plan = CompareProcedures(
        curve: SpanCurve(span: spans.first?.first ?? 8, width: 0.8, lapse: 0.02),
        runCount: invocation.number(key: "runs") ?? 1_000,
        seed: try sessionSeed(invocation, language) ?? .script)
      return .statistics { controller in
        let reader = controller.reader()
        return controller.queued(plan) { $0.lines(of: $1, plan, for: reader) }
      }
    }
  }

  private static var powerExamples: [String] {
    [
      "power inoue-210 n=30 capacity=6.5,1 capacity=7.25,1 runs=4000",
      "power inoue-650 inoue-210 n=12", "power study=memory.study n=24",
    ]
  }

  /// Returns the operation of `power study=NAME`; `nil` if an error was written.
  private func power(
    of file: NamedFile, _ people: SimulatedPeople, _ count: Int, _ runCount: Int
  ) -> QueuedOperation? {
    store.operation("power") {
      StudyPower(source: $0, file: file, people: people, count: count, runCount: runCount)
    } then: { [speaker] language, result in
      do throws(ScienceError) { return language.lines(of: try result.get()) } catch {
        speaker.refuse { $0.words(for: error) }
        return []
      }
    }
  }

  /// Returns the numbers of participants and of simulated experiments.
  private static func counts(_ invocation: Invocation) -> (Int, Int) {
    (invocation.number(key: "n") ?? 30, invocation.number(key: "runs") ?? 1_000)
  }

  /// Returns the experiment of `power TEST TEST`, in which each participant plays all tests.
  ///
  /// - Throws: `ConsoleError` for a test without a fixed number of trials, one that is named
  ///   twice, and a second capacity.
  private static func pairs(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> PairedExperiment {
    let people = try SimulatedPeople(invocation, language)
    guard people.groups.count == 1 else {
      throw .invalid(language.needsOneGroup, column: invocation.column(key: "capacity"))
    }
    var conditions: [PairedExperiment.Condition] = []
    while invocation.textIfGiven(conditions.count) != nil {
      let index = conditions.count
      let condition = try condition(invocation, index, language)
      guard !conditions.contains(condition) else {
        throw .invalid(language.testTwice(condition.name), column: invocation.column(index))
      }
      conditions.append(condition)
    }
    let (count, runs) = counts(invocation)
    return PairedExperiment(conditions: conditions, people: people, count: count, runCount: runs)
  }

  /// Returns the test of an argument; throws unless it has a fixed number of trials.
  private static func condition(
    _ invocation: Invocation, _ index: Int, _ language: Language
  ) throws(ConsoleError) -> PairedExperiment.Condition {
    let series = try test(invocation, index, language)
    let name = series.preset.name
    guard let condition = PairedExperiment.Condition(name: name, series: series) else {
      throw .invalid(
        language.words(for: SimulationRefusal.noFixedTrials(name)), column: invocation.column(index)
      )
    }
    return condition
  }

  /// Returns the experiment of `power TEST`; throws unless there are two groups, and the test has a
  /// fixed number of trials.
  private static func power(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> Power {
    let people = try SimulatedPeople(invocation, language)
    guard people.groups.count == 2 else {
      throw .invalid(language.needsTwoGroups, column: invocation.column(key: "capacity"))
    }
    let condition = try condition(invocation, 0, language)
    let (count, runs) = counts(invocation)
    return Power(
      name: condition.name, test: condition.test, people: people, count: count, runCount: runs)
  }

  /// Returns the operation of the command `recovery`.
  private static func recovery(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> RecoverParameters {
    var tests = [TestSeries]()
    var index = 0
    while invocation.textIfGiven(index) != nil {
      tests.append(try test(invocation, index, language))
      index += 1
    }
    return RecoverParameters(
      tests: tests, count: invocation.number(key: "n") ?? 40,
      seed: try sessionSeed(invocation, language) ?? .script,
      like: try SimulatedPeople.population(invocation, language))
  }

  /// Returns the seed given by `seed=`; `nil` without that key.
  private static func sessionSeed(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> SessionSeed? {
    try language.checking(invocation.sessionSeed())
  }

  /// Returns the test that an argument names, with the settings from the keys of the line.
  static func test(
    _ invocation: Invocation, _ index: Int, _ language: Language
  ) throws(ConsoleError) -> TestSeries {
    let name = invocation.text(index)
    guard let preset = TestPreset.named(name) else {
      throw .notChoice("TEST", name, TestPreset.names, column: invocation.column(index))
    }
    var settings = TestSettings()
    settings.trials = invocation.number(key: "trials")
    settings.count = invocation.number(key: "count")
    try language.checking(settings.checkCourse(of: preset, from: invocation))
    if let counts = preset.counts, let count = settings.count, !counts.contains(count) {
      let mistake = TestMistake.count(count, test: name, allowed: counts)
      throw .invalid(language.words(for: mistake), column: invocation.column(key: "count"))
    }
    let given = try language.checking(TestSettings(TestSettings.procedureKeys, from: invocation))
    settings.procedure = given.procedure
    try language.checking(settings.checkProcedure(of: preset, from: invocation))
    return TestSeries(preset, settings)
  }
}

extension SimulatedPeople {
  /// Creates the simulated participants that the keys of a line define.
  ///
  /// - Throws: `ConsoleError` for numbers outside their limits.
  init(_ invocation: Invocation, _ language: Language) throws(ConsoleError) {
    func decimals(
      _ key: StaticString, _ limits: [ClosedRange<Double>]
    ) throws(ConsoleError) -> [[Double]] {
      try language.checking(invocation.decimals(key: key, limits))
    }
    func number(
      _ key: StaticString, _ usual: Double, _ limits: ClosedRange<Double>
    ) throws(ConsoleError) -> Double {
      try decimals(key, [limits]).first?.first ?? usual
    }
    let name = try Self.population(invocation, language) ?? Self.usual
    let usual = name.population.median
    let tau = try number("tau", usual.timeConstant, 1...100_000)
    let decay = try number("decay", usual.decay, 0...100)
    let slips = try number("slips", usual.slip, 0...0.99)
    let within = try number("within", usual.spread, 0.01...100)
    let limits = [1...100_000, 1...100_000, 0...3.0]
    let times = try decimals("latency", limits).first ?? []
    let first = times.first ?? 600
    let seed = try language.checking(invocation.sessionSeed())
    do throws(ScienceError) {
      let latencies = try PressLatencies(
        first: first / 1000, later: (times.count > 1 ? times[1] : first) / 1000,
        spread: times.count > 2 ? times[2] : 0.3)
      self.init(like: name, latencies: latencies, seed: seed)
      model = try MemoryModel(
        capacity: usual.capacity, timeConstant: tau, decay: decay, slip: slips, spread: within)
    } catch { throw .invalid(language.words(for: error), column: nil) }
    let given = try decimals("capacity", [0...1000, 0...1000])
    if !given.isEmpty { groups = given.map { Capacities($0, like: groups[0]) } }
  }
}

extension SimulatedPeople {
  /// Returns the population named by `like=`; `nil` without that key.
  ///
  /// - Throws: `ConsoleError` for the chimpanzee, because one individual is no population.
  static func population(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> Population.Name? {
    guard let text = invocation.text(key: "like") else { return nil }
    guard let name = Population.Name(rawValue: text) else {
      throw .invalid(language.noChimpanzee, column: invocation.column(key: "like"))
    }
    return name
  }
}

extension Capacities {
  /// Parses `capacity=C`, with the default spread of the population, or `capacity=C,SD`.
  fileprivate init(_ numbers: [Double], like usual: Capacities) {
    if numbers.count > 1 {
      self.init(median: numbers[0], deviation: numbers[1], scale: .linear)
    } else {
      self.init(median: numbers[0], deviation: usual.deviation, scale: usual.scale)
    }
  }
}
