public import Examiner

/// The power of comparisons within participants and of their groups, by simulating the experiment
/// many times.
///
/// Each participant is one person and plays every condition. Each two conditions are compared by
/// Student's test of the differences of the shares that the participants passed, and each two groups
/// by Welch's test of the shares of all trials. The outcome of any runs is the same on every machine.
///
///     let long = SimulatedPower.Test(trialCount: 20, numeralCount: 5, hold: 650)
///     let short = SimulatedPower.Test(trialCount: 20, numeralCount: 5, hold: 210)
///     let people = SimulatedPower.People(
///       groups: [Population.Name.students.population.capacities],
///       model: MemoryPriors.standard.middle, latencies: .standard)
///     let power = try SimulatedPower([long, short], people, count: 12, seed: Seed("apple"))
///     let outcome = power.outcome(of: 0..<100)
///     print(outcome.pairs[0].foundCount, "of", outcome.runCount)
public struct SimulatedPower: Sendable {
  /// The trials of each participant.
  ///
  ///     let test = SimulatedPower.Test(trialCount: 50, numeralCount: 5, hold: 210)
  public struct Test: Equatable, Sendable {
    public let trialCount: Int
    public let numeralCount: Int
    /// The time in milliseconds for which numerals are shown; `nil` if the first press masks them.
    public let hold: Double?
    /// The time in milliseconds for the answer; `nil` for no limit.
    public let limit: Double?
    /// `false` if the numerals stay visible.
    public let isMasked: Bool

    public init(
      trialCount: Int, numeralCount: Int, hold: Double?, limit: Double? = nil, isMasked: Bool = true
    ) {
      self.trialCount = trialCount
      self.numeralCount = numeralCount
      self.hold = hold
      self.limit = limit
      self.isMasked = isMasked
    }

    /// Returns whether a simulated participant passes the trial with a number, on a board of a
    /// difficulty.
    func isPassed(
      by person: SimulatedPerson, trial: Int, difficulty: Double, using generator: inout Generator
    ) -> Bool {
      let memory = person.memory(trial: trial, difficulty: difficulty)
      let play = SimulatedPlay(memory, latencies: person.latencies)
      let rightCount = play.play(
        count: numeralCount, hold: hold, limit: limit, isMasked: isMasked, using: &generator)
      return rightCount == numeralCount
    }

    /// Throws `tooFew` without a trial, and `impossible` without a numeral or for an impossible
    /// hold.
    func check() throws(ScienceError) {
      guard trialCount > 0 else { throw .tooFew(count: trialCount, needed: 1) }
      guard numeralCount > 0 else { throw .impossible(.numeralCount) }
      if let hold { guard hold >= 0, hold <= 1e9 else { throw .impossible(.hold) } }
    }
  }

  /// The participants of an experiment.
  ///
  /// All parameters except the capacity are those of the model, unless they vary.
  ///
  ///     let people = SimulatedPower.People(groups: [few, many], model: model, latencies: .standard)
  public struct People: Sendable {
    /// The distribution of capacities of each group.
    let groups: [Capacities]
    /// The groups, which the participants take in turn.
    let turns: [Int]
    let model: MemoryModel
    let latencies: PressLatencies
    let variation: Variation

    /// Creates participants of one group or several.
    ///
    /// `turns` are indexes of groups, which the participants take in turn: by default each group
    /// equally often.
    public init(
      groups: [Capacities], turns: [Int]? = nil, model: MemoryModel, latencies: PressLatencies,
      variation: Variation = Variation()
    ) {
      self.groups = groups
      self.turns = turns ?? Array(groups.indices)
      self.model = model
      self.latencies = latencies
      self.variation = variation
    }

    /// Throws `impossible` for values out of their ranges, and for groups without a turn.
    func check() throws(ScienceError) {
      guard groups.allSatisfy(\.isPossible), Set(turns) == Set(groups.indices), !turns.isEmpty,
        variation.isPossible
      else { throw .impossible(.parameter) }
    }

    /// Returns the index of the group of the participant with a number, from 0.
    func group(of number: Int) -> Int { turns[number % turns.count] }

    /// Returns a random person of a group.
    func draw(from group: Int, using generator: inout Generator) -> SimulatedPerson {
      var model = model
      model.capacity = groups[group].draw(using: &generator)
      return variation.person(model, latencies, using: &generator)
    }
  }

  /// The blocks of a session, and the orders in which the participants play them.
  ///
  ///     let schedule = SimulatedPower.Schedule(blocks: [[0, 1], [2]], orders: [[0, 1], [1, 0]])
  public struct Schedule: Equatable, Sendable {
    /// The conditions of each block, whose trials come in random order.
    let blocks: [[Int]]
    /// The orders of the blocks, which the participants take in turn.
    fileprivate(set) var orders: [[Int]]

    /// Creates a schedule of blocks, which have the indexes of the conditions that are mixed in
    /// them.
    ///
    /// Without orders, each block comes first equally often.
    public init(blocks: [[Int]], orders: [[Int]] = []) {
      self.blocks = blocks
      let indexes = Array(blocks.indices)
      let rotations = indexes.map { Array(indexes[$0...] + indexes[..<$0]) }
      self.orders = orders.isEmpty ? rotations : orders
    }

    /// Throws `impossible` unless each condition is in one block, and each order has all blocks.
    func check(_ conditions: Range<Int>) throws(ScienceError) {
      let indexes = Array(blocks.indices)
      guard blocks.joined().sorted() == Array(conditions),
        orders.allSatisfy({ $0.sorted() == indexes })
      else { throw .impossible(.parameter) }
    }
  }

  /// The participants and conditions that share the same boards.
  ///
  ///     SimulatedPower.Boards(rawValue: "same") == .same  // true
  public enum Boards: String, Sendable {
    /// Each participant has other boards.
    case own
    /// All participants have the same boards in the first block, others in the second, and so on.
    case same
    /// All participants have the same boards in all conditions.
    case paired
  }

  private let tests: [Test]
  private let people: People
  /// The number of participants of all groups.
  public let participantCount: Int
  /// The number of sessions, in each of which a participant plays all conditions.
  private let sessionCount: Int
  private let schedule: Schedule
  private let boards: Boards
  /// The conditions of each side of a comparison: each condition alone, then the pooled sides.
  private let sides: [[Int]]
  private let level: Double
  private let seed: Seed

  /// Plans experiments with `count` participants.
  ///
  /// By default each condition has a block of its own.
  ///
  /// `pooled` are two sides of several conditions each, by their indexes, which are compared by the
  /// share of all their trials: the first minus the second, after all pairs of single conditions.
  ///
  /// Throws `tooFew` for fewer than two participants, for a single condition of a single group, or
  /// for a condition without trials, and `impossible` for values out of their ranges.
  public init(
    _ tests: [Test], _ people: People, count: Int, sessionCount: Int = 1,
    schedule: Schedule? = nil, boards: Boards = .own, pooled: [[Int]] = [], level: Double = 0.05,
    seed: Seed
  ) throws(ScienceError) {
    guard count >= 2 else { throw .tooFew(count: count, needed: 2) }
    let neededCount = people.groups.count > 1 ? 1 : 2
    guard tests.count >= neededCount else {
      throw .tooFew(count: tests.count, needed: neededCount)
    }
    for test in tests { try test.check() }
    guard level > 0, level < 1 else { throw .impossible(.probability) }
    try people.check()
    guard sessionCount > 0 else { throw .impossible(.parameter) }
    try Self.check(pooled, tests.indices)
    var schedule = schedule ?? Schedule(blocks: tests.indices.map { [$0] })
    try schedule.check(tests.indices)
    // Without learning, and without boards that belong to a place in the order, the order is of no
    // effect.
    let variation = people.variation
    let hasOrderEffect = variation.hasLearning || boards == .same && variation.boardDeviation > 0
    if !hasOrderEffect { schedule.orders = [Array(schedule.blocks.indices)] }
    self.tests = tests
    self.people = people
    participantCount = count
    self.sessionCount = sessionCount
    self.schedule = schedule
    self.boards = boards
    sides = tests.indices.map { [$0] } + pooled
    self.level = level
    self.seed = seed
  }

  /// Throws `impossible` unless there are two pooled sides with conditions, or none.
  private static func check(
    _ pooled: [[Int]], _ conditions: Range<Int>
  ) throws(ScienceError) {
    let hasSides = pooled.count == 2 && !pooled.contains { $0.isEmpty }
    guard pooled.isEmpty || hasSides, pooled.joined().allSatisfy(conditions.contains) else {
      throw .impossible(.parameter)
    }
  }

  /// Plays the runs with these numbers, each with a generator of its own.
  public func outcome(of runs: Range<Int>) -> Outcome {
    var outcome = Outcome(
      conditionCount: tests.count, groupCount: people.groups.count,
      hasPooled: sides.count > tests.count)
    for run in runs { play(run, into: &outcome) }
    return outcome
  }

  private func play(_ run: Int, into outcome: inout Outcome) {
    var generator = Generator(text: Seed(seed, round: run).text)
    let difficulties = (0..<sessionCount).map { _ in self.difficulties(using: &generator) }
    let players = (0..<participantCount).map { number in
      scores(of: number, on: difficulties, using: &generator)
    }
    outcome.runCount += 1
    outcome.participantCount += participantCount
    for scores in players {
      for index in tests.indices { outcome.passedCounts[index] += scores[index] }
    }
    for index in outcome.pairs.indices {
      let pair = outcome.pairs[index]
      let differences = players.map { share(pair.first, of: $0) - share(pair.second, of: $0) }
      outcome.pairs[index].add(differences, level: level)
    }
    compareGroups(players, into: &outcome)
  }

  /// Compares each two groups by the numbers of all trials that their participants passed.
  private func compareGroups(_ players: [[Int]], into outcome: inout Outcome) {
    guard people.groups.count > 1 else { return }
    var scores = people.groups.map { _ in [Int]() }
    for (number, own) in players.enumerated() {
      scores[people.group(of: number)].append(own.reduce(0, +))
    }
    var index = 0
    for later in people.groups.indices {
      for earlier in 0..<later {
        outcome.groups[index].add([scores[earlier], scores[later]], level: level)
        index += 1
      }
    }
  }

  private func share(_ side: Int, of scores: [Int]) -> Double {
    let passedCount = sides[side].reduce(0) { $0 + scores[$1] }
    let trialCount = sessionCount * sides[side].reduce(0) { $0 + tests[$1].trialCount }
    return Double(passedCount) / Double(trialCount)
  }

  /// Returns the difficulties of the boards that all participants have, by the place of their block
  /// in the order; `nil` if each has boards of their own.
  private func difficulties(using generator: inout Generator) -> [[Double]]? {
    guard boards != .own, people.variation.boardDeviation > 0 else { return nil }
    let most = schedule.blocks.map(trialCount).max() ?? 0
    let sets = (0..<(boards == .same ? schedule.blocks.count : 1)).map { _ in
      (0..<most).map { _ in people.variation.difficulty(using: &generator) }
    }
    return schedule.blocks.indices.map { sets[boards == .same ? $0 : 0] }
  }

  private func trialCount(of block: [Int]) -> Int {
    block.reduce(0) { $0 + tests[$1].trialCount }
  }

  /// Returns the number of trials that a participant passes in each condition, in all sessions.
  private func scores(
    of participant: Int, on difficulties: [[[Double]]?], using generator: inout Generator
  ) -> [Int] {
    let order = schedule.orders[participant / people.turns.count % schedule.orders.count]
    let person = people.draw(from: people.group(of: participant), using: &generator)
    var scores = [Int](repeating: 0, count: tests.count)
    var playedCount = 0
    for session in 0..<sessionCount {
      for (place, block) in order.enumerated() {
        for (trial, index) in trials(of: schedule.blocks[block], using: &generator).enumerated() {
          playedCount += 1
          let difficulty =
            difficulties[session]?[place][trial] ?? people.variation.difficulty(using: &generator)
          let isPassed = tests[index].isPassed(
            by: person, trial: playedCount, difficulty: difficulty, using: &generator)
          if isPassed { scores[index] += 1 }
        }
      }
    }
    return scores
  }

  /// Returns the conditions of a block's trials: in random order if there are several.
  private func trials(of block: [Int], using generator: inout Generator) -> [Int] {
    let trials = block.flatMap { Array(repeating: $0, count: tests[$0].trialCount) }
    guard block.count > 1 else { return trials }
    var mixed: [Int] = []
    generator.draw(trials.count, outOf: trials.count) { mixed.append(trials[$0]) }
    return mixed
  }
}
