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
  static var runs: Parameter { .key("runs", .number(1...1_000_000), "RUNS") }
  /// The key `capacity=`, once for all people, or once for each group.
  static var capacities: Parameter { .key("capacity", .text, "C,SD", mayRepeat: true) }
  /// The key `seed=`, the seed of the simulation.
  private static var seed: Parameter { .key("seed", .text, "TEXT") }
  /// The keys that change the length of the simulated test.
  private static var testKeys: [Parameter] {
    [.key("trials", .number(TestSettings.trialLimits), "N"), .key("count", .number(1...9801), "N")]
  }

  /// Returns an operation without a store; `words` returns the lines of its result.
  private func queued<Work: Operation>(
    _ operation: Work, _ words: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation {
    QueuedOperation(operation) { [speaker] result in
      do {
        for line in words(speaker.language, try result.get()) { speaker.say(line: line) }
      } catch { speaker.refuse(Refusal(error)) }
    }
  }

  /// Returns the operation of the command `simulate`.
  private func simulate(_ plan: SimulationPlan) throws -> QueuedOperation {
    var plan = plan
    plan.sessionSeed = sessionSeed
    let source = try store.finishedTrials(for: "simulate", reporting: .simulation)
    return store.queued(Simulate(source: source, plan: plan)) { [plan] in
      [SimulationView(language: $0).words(for: $1, plan)]
    }
  }

  /// The commands that plan an experiment.
  static var questions: [Command<Application>] { [power, recovery] }

  private static var power: Command<Application> {
    Command(
      "power",
      Text(
        """
        simulate how often a difference would be found: of two groups, or of conditions
        One test compares two groups of people. Several tests, or the conditions of a study, are \
        played by the same people, and compared in pairs; the groups of a study are compared, too, \
        with a capacity for each.
        study=         a study file, or the name of a study of this store
        capacity=C,SD  how many numerals they take in; given once for each group; without SD that \
        varies as in the population
        n=N            participants, or participants in each group (30; of a study, as many as its \
        file says); a third more are tried, too
        \(memory.english)
        """,
        """
        2群や条件の差が見つかる割合をシミュレーションで求めます
        テストが1つなら2群を比べます。複数のテストや研究の条件は、同じ人がすべて行い、2つずつ比べます。\
        研究のグループも、それぞれの capacity= があれば比べます。
        study=         研究のファイルか、記録にある研究の名前
        capacity=C,SD  覚える個数とその標準偏差（SD がなければ like= のばらつき）。グループごとに書きます
        n=N            人数、または各群の人数。その3分の4も調べます（30人。研究ではファイルの人数）
        \(memory.japanese)
        """), in: .tests, powerOfTests, powerOfStudy, examples: powerExamples)
  }

  private static var recovery: Command<Application> {
    Command(
      "recovery",
      Text(
        """
        check whether a fit recovers the numbers behind a simulation
        Each participant is drawn from the priors of a fit and plays the tests one after another; \
        without a TEST, 150 trials with a hold of 210, 430 or 650 ms and 120 that are masked.
        like=NAME  draws them from the visitors of a zoo or the students of 2007 instead, who \
        differ in C alone
        """,
        """
        シミュレーションの値を推定が再現するか調べます
        参加者は事前分布から作り、TEST を順に行います。TEST がなければ標準の計画です。
        like=NAME  代わりに動物園の来園者（visitors）か2007年の学生（students）から作ります。\
        異なるのは C だけです
        """), in: .tests,
      .operation(
        keys: [count, testKeys[0], SimulatedPeople.likeKey, seed],
        tail: Parameter("TEST", .choice(TestPreset.names))
      ) { program, line in
        let plan = try recovery(line)
        let reader = program.statistics.reader
        return program.statistics.queued(plan) {
          SimulationView(language: $0, reader: reader).lines(of: $1, plan)
        }
      },
      examples: [
        "recovery", "recovery inoue-210 inoue-masking n=20 trials=200",
        "recovery zoo like=visitors",
      ])
  }

  /// The form `power TEST ...`: one test compares two groups, several compare pairs.
  private static var powerOfTests: CommandForm<Application> {
    .operation(
      [Parameter("TEST", .choice(TestPreset.names))],
      keys: [count, capacities, runs] + testKeys
        + SimulatedPeople.keys, tail: Parameter("TEST", .choice(TestPreset.names))
    ) { program, line in
      let statistics = program.statistics
      if line.textIfGiven(1) != nil {
        let experiment = try pairs(line)
        return statistics.queued(PairedPower(experiment: experiment)) {
          SimulationView(language: $0).lines(of: $1)
        }
      }
      let power = try power(line)
      return statistics.queued(power) { SimulationView(language: $0).lines(of: $1, power) }
    }
  }

  /// The form `power study=NAME`, which compares the conditions of a study in pairs.
  private static var powerOfStudy: CommandForm<Application> {
    .operation(
      keys: [.key("study", .file, "FILE|NAME"), count, capacities, runs]
        + SimulatedPeople.keys
    ) { program, line in
      guard let file = line.file(key: "study") else {
        throw Refusal.bare("power", example: powerExamples[0])
      }
      return try program.statistics.power(
        of: file, SimulatedPeople(line), line.number(key: "n"), counts(line).1)
    }
  }

  /// The command `simulate`, which simulates a test or a whole study.
  static var simulate: Command<Application> {
    let count = Parameter("N", .number(1...100_000))
    let keys = [.key("capacity", .text, "C,SD")] + SimulatedPeople.keys
    let studyKeys = [.key("study", .file, "FILE|NAME"), capacities] + SimulatedPeople.keys
    return Command(
      "simulate",
      simulateHelp, in: .tests,
      .operation(
        [count, Parameter("TEST", .choice(TestPreset.names))],
        keys: testKeys + TestSettings.procedureParameters + keys
      ) { program, line in
        let series = try test(line, 1)
        return try program.statistics.simulate(
          try plan(of: .test(series), line))
      },
      .operation([count], keys: studyKeys) { program, line in
        guard let file = line.file(key: "study") else {
          throw Refusal.missing(
            "TEST", usages: ["simulate N TEST", "simulate N study=FILE|NAME"])
        }
        return try program.statistics.simulate(
          try plan(of: .study(file), line))
      },
      examples: [
        "simulate 10 inoue-210", "simulate 100 span capacity=7,1 seed=apple &",
        "simulate 30 study=memory.study", "simulate 40 study=lab.study capacity=5 capacity=6",
      ])
  }

  /// The help of `simulate`.
  private static let simulateHelp = Text(
    """
    simulate N participants who play a test or a study
    Each plays by the same rules as a person, has a code of its own, SIM-..., and is kept; \
    what was simulated is left out of all figures. With seed=, the same line completes what \
    was cancelled.
    study=         a study file, or the name of a study of this store: each plays all blocks, \
    in the group and the order that the fewest have, and takes no number from people
    capacity=C,SD  how many numerals they take in, and the SD between people; without SD \
    the logarithm has the SD of the population (5.2; visitors 3.95; SD 0.224); for a study \
    once for all, or once for each group
    \(memory.english)
    """,
    """
    N 人の仮想の参加者がテストや研究を行います
    人と同じルールで行い、SIM-... の参加者として記録に残ります。統計からは除きます。
    seed= があれば、途中で終わったとき、同じ行で残りを行います。
    study=         研究のファイルか、記録にある研究の名前。いちばん少ないグループと順序で\
    全ブロックを行い、人の番号は使いません
    capacity=C,SD  覚える個数と人による標準偏差。SD がなければ対数の標準偏差は like= のものです\
    （5.2、visitors では3.95、0.224）。研究ではグループごとに書けます
    \(memory.japanese)
    """)

  /// Returns the plan of the command `simulate`.
  private static func plan(
    of subject: SimulationPlan.Subject, _ line: Invocation
  ) throws -> SimulationPlan {
    SimulationPlan(
      count: line.number(0), subject: subject, people: try SimulatedPeople(line),
      sessionSeed: .script)
  }

  /// The form `compare procedures`.
  static var procedures: CommandForm<Application> {
    .operation(
      [.literal("procedures")], keys: [.key("span", .text, "SPAN"), runs, seed]
    ) { program, line in
      let spans = try line.decimals(key: "span", [2...20])
      let plan = CompareProcedures(
        curve: SpanCurve(span: spans.first?.first ?? 8, width: 0.8, lapse: 0.02),
        runCount: line.number(key: "runs") ?? 1_000,
        seed: try line.sessionSeed() ?? .script)
      let reader = program.statistics.reader
      return program.statistics.queued(plan) {
        SimulationView(language: $0, reader: reader).lines(of: $1, plan)
      }
    }
  }

  private static var powerExamples: [String] {
    [
      "power inoue-210 n=30 capacity=6.5,1 capacity=7.25,1 runs=4000",
      "power inoue-650 inoue-210 n=12", "power study=memory.study n=24",
    ]
  }

  /// Returns the operation of `power study=NAME`.
  private func power(
    of file: NamedFile, _ people: SimulatedPeople, _ count: Int?, _ runCount: Int
  ) throws -> QueuedOperation {
    let power = StudyPower(
      source: try store.finishedTrials(for: "power", reporting: .simulation), file: file,
      people: people, count: count, runCount: runCount)
    return store.queued(power) { [speaker] language, result in
      do { return SimulationView(language: language).lines(of: try result.get()) } catch {
        speaker.refuse(Refusal(error))
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
  /// - Throws: An error for a test without a fixed number of trials, one that is named
  ///   twice, and a second capacity.
  private static func pairs(
    _ invocation: Invocation
  ) throws -> PairedExperiment {
    let people = try SimulatedPeople(invocation)
    guard people.groups.count == 1 else {
      throw Refusal(
        "needs-one-group", "the same people play all tests, so there is one capacity=",
        "同じ人がすべてのテストを行うので、capacity= は1つです", column: invocation.column(key: "capacity"))
    }
    var conditions: [PairedExperiment.Condition] = []
    while invocation.textIfGiven(conditions.count) != nil {
      let index = conditions.count
      let condition = try condition(invocation, index)
      guard !conditions.contains(condition) else {
        throw Refusal(
          "test-twice", "\(condition.name) can't be compared with itself",
          "\(condition.name) 同士は比べられません", column: invocation.column(index))
      }
      conditions.append(condition)
    }
    let (count, runs) = counts(invocation)
    return PairedExperiment(conditions: conditions, people: people, count: count, runCount: runs)
  }

  /// Returns the test of an argument; throws unless it has a fixed number of trials.
  private static func condition(
    _ invocation: Invocation, _ index: Int
  ) throws -> PairedExperiment.Condition {
    let series = try test(invocation, index)
    let name = series.preset.name
    guard let condition = PairedExperiment.Condition(name: name, series: series) else {
      throw Refusal.noFixedTrials(name).at(invocation.column(index))
    }
    return condition
  }

  /// Returns the experiment of `power TEST`; throws unless there are two groups, and the test has a
  /// fixed number of trials.
  private static func power(
    _ invocation: Invocation
  ) throws -> Power {
    let people = try SimulatedPeople(invocation)
    guard people.groups.count == 2 else {
      throw Refusal(
        "needs-two-groups",
        "two groups need two capacities: capacity=6.5,1 capacity=7,1 "
          + "(or name the tests that the same people play)",
        "capacity= が2つ必要です（同じ人が行うテストを2つ以上並べることもできます）",
        column: invocation.column(key: "capacity"))
    }
    let condition = try condition(invocation, 0)
    let (count, runs) = counts(invocation)
    return Power(
      name: condition.name, test: condition.test, people: people, count: count, runCount: runs)
  }

  /// Returns the operation of the command `recovery`.
  private static func recovery(
    _ invocation: Invocation
  ) throws -> RecoverParameters {
    var tests = [TestSeries]()
    var index = 0
    while invocation.textIfGiven(index) != nil {
      tests.append(try test(invocation, index))
      index += 1
    }
    return RecoverParameters(
      tests: tests, count: invocation.number(key: "n") ?? 40,
      seed: try invocation.sessionSeed() ?? .script,
      like: try SimulatedPeople.population(invocation))
  }

  /// Returns the test that an argument names, with the settings from the keys of the line.
  static func test(
    _ invocation: Invocation, _ index: Int
  ) throws -> TestSeries {
    let name = invocation.text(index)
    guard let preset = TestPreset.named(name) else {
      throw Refusal.notChoice("TEST", name, TestPreset.names, column: invocation.column(index))
    }
    var settings = TestSettings()
    settings.trials = invocation.number(key: "trials")
    settings.count = invocation.number(key: "count")
    try settings.checkCourse(of: preset, from: invocation)
    if let counts = preset.counts, let count = settings.count, !counts.contains(count) {
      throw StudyError.count(
        count, of: name, allowed: counts, column: invocation.column(key: "count"))
    }
    let given = try TestSettings(TestSettings.procedureKeys, from: invocation)
    settings.procedure = given.procedure
    try settings.checkProcedure(of: preset, from: invocation)
    return TestSeries(preset, settings)
  }
}

extension SimulatedPeople {
  /// Creates the simulated participants that the keys of a line define.
  ///
  /// - Throws: An error for numbers outside their limits.
  init(_ invocation: Invocation) throws {
    func number(
      _ key: String, _ usual: Double, _ limits: ClosedRange<Double>
    ) throws -> Double {
      try invocation.decimals(key: key, [limits]).first?.first ?? usual
    }
    let name = try Self.population(invocation) ?? Self.usual
    let usual = name.population.median
    let tau = try number("tau", usual.timeConstant, 1...100_000)
    let decay = try number("decay", usual.decay, 0...100)
    let slips = try number("slips", usual.slip, 0...0.99)
    let within = try number("within", usual.spread, 0.01...100)
    let limits = [1...100_000, 1...100_000, 0...3.0]
    let times = try invocation.decimals(key: "latency", limits).first ?? []
    let first = times.first ?? 600
    let seed = try invocation.sessionSeed()
    let latencies = try PressLatencies(
      first: first / 1000, later: (times.count > 1 ? times[1] : first) / 1000,
      spread: times.count > 2 ? times[2] : 0.3)
    self.init(like: name, latencies: latencies, seed: seed)
    model = try MemoryModel(
      capacity: usual.capacity, timeConstant: tau, decay: decay, slip: slips, spread: within)
    variation = try Variation(invocation)
    let given = try invocation.decimals(key: "capacity", [0...1000, 0...1000])
    if !given.isEmpty { groups = given.map { Capacities($0, like: groups[0]) } }
  }
}

extension SimulatedPeople {
  /// Returns the population named by `like=`; `nil` without that key.
  ///
  /// - Throws: An error for the chimpanzee, because one individual is no population.
  static func population(
    _ invocation: Invocation
  ) throws -> Population.Name? {
    guard let text = invocation.text(key: "like") else { return nil }
    guard let name = Population.Name(rawValue: text) else {
      throw Refusal(
        "no-chimpanzee",
        "one chimpanzee is no population, and what is published of Ayumu, about 80 and 79 % at 650 "
          + "and 210 ms, tells no number: capacity=5.2 tau=40 is as good as capacity=50 tau=300",
        "1頭のチンパンジーは集団ではありません。アユムの公表値（650と210ミリ秒で約80と79 %）からは、"
          + "capacity=5.2 tau=40 と capacity=50 tau=300 のどちらなのかもわかりません",
        column: invocation.column(key: "like"))
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

extension StatisticsController {
  fileprivate static let memory = Text(
    """
    like=NAME      the people whose numbers hold where none is given: students (the default; \
    Inoue & Matsuzawa 2007, as read off a figure) or visitors (Edinburgh Zoo)
    tau=MS         the time in which most of them are taken in (340; visitors 303)
    decay=RATE     the share that is forgotten in a second (0.02; 0.008)
    slips=SHARE    the share of the presses that go wrong (0.01; 0.077)
    within=SD      how much what one person takes in varies from trial to trial (1; 0.1)
    latency=F,L,S  medians of the first and of later presses in ms, and the SD of their \
    logarithms (600,600,0.3)
    spread=NAME:SD,...  how much people differ in tau, decay, slips, within and latency: SDs of \
    logarithms, for slips of log odds, as spread=tau:0.3,slips:0.5 (all 0)
    learning=POWER,SD  the power of the trial's number with which what is taken in grows, and its \
    SD between people: 0.05 makes it 1.26 times as much by the 100th trial (0)
    boards=SD      how much boards differ in difficulty: the SD of the logarithm of what is taken \
    in (0)
    """,
    """
    like=NAME      値を決める人々: students（既定。Inoue & Matsuzawa 2007 の図から）か \
    visitors（エジンバラ動物園）
    tau=MS         覚えるのにかかる時間（340、visitors では303）
    decay=RATE     1秒に忘れる割合（0.02、0.008）
    slips=SHARE    押しまちがいの割合（0.01、0.077）
    within=SD      1人の中での覚える個数のばらつき（1、0.1）
    latency=F,L,S  最初とその後の押下の中央値（ミリ秒）と対数の標準偏差（600,600,0.3）
    spread=NAME:SD,...  tau・decay・slips・within・latency の人による差: 対数（slips は対数オッズ）の\
    標準偏差。例 spread=tau:0.3,slips:0.5（すべて0）
    learning=POWER,SD  覚える個数が試行番号のこの乗で増えます。SD は人による標準偏差。\
    0.05なら100回目で1.26倍（0）
    boards=SD      盤の難しさの差: 覚える個数の対数の標準偏差（0）
    """)
}
