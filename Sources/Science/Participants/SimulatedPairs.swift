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
///     let pairs = try SimulatedPairs(
///       [long, short], capacities: [Population.Name.students.population.capacities],
///       participantCount: 12, model: MemoryPriors.standard.middle, latencies: .standard,
///       seed: Seed("apple"))
///     let outcome = pairs.outcome(of: 0..<100)
///     print(outcome.pairs[0].foundCount, "of", outcome.runCount)
public struct SimulatedPairs: Sendable {
  /// The participants and conditions that share the same boards.
  ///
  ///     SimulatedPairs.Boards(rawValue: "same") == .same  // true
  public enum Boards: String, Sendable {
    /// Each participant has other boards.
    case own
    /// All participants have the same boards in the first block, others in the second, and so on.
    case same
    /// All participants have the same boards in all conditions.
    case paired
  }

  private let tests: [SimulatedPower.Test]
  /// The conditions of each side of a comparison: each condition alone, then the pooled sides.
  private let sides: [[Int]]
  /// The distribution of capacities of each group.
  private let capacities: [Capacities]
  /// The groups, which the participants take in turn.
  private let turns: [Int]
  private let participantCount: Int
  /// The number of sessions, in each of which a participant plays all conditions.
  private let sessionCount: Int
  private let model: MemoryModel
  private let latencies: PressLatencies
  private let variation: Variation
  private let boards: Boards
  /// The conditions of each block, whose trials come in random order.
  private let blocks: [[Int]]
  /// The orders of the blocks, which the participants take in turn.
  private let orders: [[Int]]
  private let level: Double
  private let seed: Seed

  /// Plans experiments; all parameters except the capacity are those of the model, unless they
  /// vary.
  ///
  /// `blocks` have the indexes of the conditions that are mixed in one block: by default each has a
  /// block of its own. The participants play the blocks in `orders` by turns: by default each block
  /// comes first equally often.
  ///
  /// `pooled` are two sides of several conditions each, by their indexes, which are compared by the
  /// share of all their trials: the first minus the second, after all pairs of single conditions.
  ///
  /// `turns` are indexes of groups, which the participants take in turn: by default each group
  /// equally often.
  ///
  /// Throws `tooFew` for fewer than two participants, for a single condition of a single group, or
  /// for a condition without trials, and `impossible` for values out of their ranges.
  public init(
    _ tests: [SimulatedPower.Test], capacities: [Capacities], turns: [Int]? = nil,
    participantCount: Int, sessionCount: Int = 1, model: MemoryModel, latencies: PressLatencies,
    variation: Variation = Variation(), boards: Boards = .own, blocks: [[Int]]? = nil,
    orders: [[Int]] = [], pooled: [[Int]] = [], level: Double = 0.05, seed: Seed
  ) throws(ScienceError) {
    let turns = turns ?? Array(capacities.indices)
    guard participantCount >= 2 else { throw .tooFew(count: participantCount, needed: 2) }
    let neededCount = capacities.count > 1 ? 1 : 2
    guard tests.count >= neededCount else {
      throw .tooFew(count: tests.count, needed: neededCount)
    }
    for test in tests { try test.check() }
    guard level > 0, level < 1 else { throw .impossible(.probability) }
    guard capacities.allSatisfy(\.isPossible), Set(turns) == Set(capacities.indices),
      !turns.isEmpty, variation.isPossible, sessionCount > 0
    else { throw .impossible(.parameter) }
    let hasSides = pooled.count == 2 && !pooled.contains { $0.isEmpty }
    guard pooled.isEmpty || hasSides, pooled.joined().allSatisfy(tests.indices.contains) else {
      throw .impossible(.parameter)
    }
    sides = tests.indices.map { [$0] } + pooled
    let blocks = blocks ?? tests.indices.map { [$0] }
    let indexes = Array(blocks.indices)
    guard blocks.joined().sorted() == Array(tests.indices),
      orders.allSatisfy({ $0.sorted() == indexes })
    else { throw .impossible(.parameter) }
    self.blocks = blocks
    let rotations = indexes.map { Array(indexes[$0...] + indexes[..<$0]) }
    // Without learning, and without boards that belong to a place in the order, the order is of no
    // effect.
    let hasOrderEffect =
      variation.hasLearning || boards == .same && variation.boardDeviation > 0
    self.orders = hasOrderEffect ? orders.isEmpty ? rotations : orders : [indexes]
    self.variation = variation
    self.boards = boards
    self.tests = tests
    self.capacities = capacities
    self.turns = turns
    self.participantCount = participantCount
    self.sessionCount = sessionCount
    self.model = model
    self.latencies = latencies
    self.level = level
    self.seed = seed
  }

  /// The outcome of some runs.
  ///
  ///     var outcome = pairs.outcome(of: 0..<50)
  ///     outcome.add(pairs.outcome(of: 50..<100))
  ///     outcome.pairs[0].foundCount == pairs.outcome(of: 0..<100).pairs[0].foundCount  // true
  public struct Outcome: Equatable, Sendable {
    /// The comparison of two conditions, by their indexes, or of the pooled sides, whose indexes
    /// follow those of the conditions.
    ///
    ///     print(pair.first, "minus", pair.second, try pair.effect())
    public struct Pair: Equatable, Sendable {
      /// The index of the later condition, from which the earlier one is subtracted; of pooled
      /// sides, of the first one.
      public let first: Int
      public let second: Int
      /// The number of runs in which the difference was significant.
      public fileprivate(set) var foundCount = 0
      /// The number, the sum and the sum of squares of the participants' differences.
      fileprivate var count = 0.0
      fileprivate var sum = 0.0
      fileprivate var squares = 0.0

      /// Returns the mean difference in standard deviations of the differences (d_z).
      ///
      /// Throws `noSpread` if all participants have the same difference.
      public func effect() throws(ScienceError) -> Double {
        let mean = sum / max(1, count)
        let variance = (squares - sum * mean) / max(1, count - 1)
        guard variance > 1e-12 else { throw .noSpread }
        return mean / variance.squareRoot()
      }
    }

    public fileprivate(set) var runCount = 0
    /// The pairs of conditions: of three, 1 - 0, 2 - 0 and 2 - 1; then that of the pooled sides.
    public fileprivate(set) var pairs: [Pair]
    /// The comparisons of groups, of each with those before it: of three, 1 - 0, 2 - 0 and 2 - 1.
    public fileprivate(set) var groups: [SimulatedPower.Outcome]
    /// The number of trials that all participants passed, by condition.
    fileprivate var passedCounts: [Int]
    fileprivate var participantCount = 0

    fileprivate init(conditionCount: Int, groupCount: Int, hasPooled: Bool) {
      let groupPairCount = groupCount * (groupCount - 1) / 2
      groups = Array(repeating: SimulatedPower.Outcome(), count: groupPairCount)
      passedCounts = [Int](repeating: 0, count: conditionCount)
      pairs = (0..<conditionCount).flatMap { later in
        (0..<later).map { Pair(first: later, second: $0) }
      }
      if hasPooled { pairs.append(Pair(first: conditionCount, second: conditionCount + 1)) }
    }

    /// Adds the outcome of later runs.
    public mutating func add(_ other: Outcome) {
      runCount += other.runCount
      participantCount += other.participantCount
      for index in passedCounts.indices { passedCounts[index] += other.passedCounts[index] }
      for index in groups.indices { groups[index].add(other.groups[index]) }
      for index in pairs.indices {
        pairs[index].foundCount += other.pairs[index].foundCount
        pairs[index].count += other.pairs[index].count
        pairs[index].sum += other.pairs[index].sum
        pairs[index].squares += other.pairs[index].squares
      }
    }

    /// Returns the mean number of trials that a participant passed in a condition.
    public func mean(condition: Int) -> Double {
      Double(passedCounts[condition]) / Double(max(1, participantCount))
    }
  }

  /// Plays the runs with these numbers, each with a generator of its own.
  public func outcome(of runs: Range<Int>) -> Outcome {
    var outcome = Outcome(
      conditionCount: tests.count, groupCount: capacities.count,
      hasPooled: sides.count > tests.count)
    for run in runs { play(run, into: &outcome) }
    return outcome
  }

  private func play(_ run: Int, into outcome: inout Outcome) {
    var generator = Generator(text: Seed(seed, round: run).text)
    let difficulties = (0..<sessionCount).map { _ in self.difficulties(using: &generator) }
    let players = (0..<participantCount).map { number in
      let order = orders[number / turns.count % orders.count]
      return scores(
        of: turns[number % turns.count], order, on: difficulties, using: &generator)
    }
    outcome.runCount += 1
    outcome.participantCount += participantCount
    for scores in players {
      for index in tests.indices { outcome.passedCounts[index] += scores[index] }
    }
    for index in outcome.pairs.indices {
      let pair = outcome.pairs[index]
      let differences = players.map { share(pair.first, of: $0) - share(pair.second, of: $0) }
      for difference in differences {
        outcome.pairs[index].count += 1
        outcome.pairs[index].sum += difference
        outcome.pairs[index].squares += difference * difference
      }
      if isDifferent(differences) { outcome.pairs[index].foundCount += 1 }
    }
    compareGroups(players, into: &outcome)
  }

  /// Compares each two groups by the numbers of all trials that their participants passed.
  private func compareGroups(_ players: [[Int]], into outcome: inout Outcome) {
    guard capacities.count > 1 else { return }
    var scores = capacities.map { _ in [Int]() }
    for (number, own) in players.enumerated() {
      scores[turns[number % turns.count]].append(own.reduce(0, +))
    }
    var index = 0
    for later in capacities.indices {
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

  private func isDifferent(_ differences: [Double]) -> Bool {
    // Without any spread there is no test, so that `compare` would find nothing either.
    let test = try? PairedMeans(differences: differences).test()
    return test.map { $0.probability < level } ?? false
  }

  /// Returns the difficulties of the boards that all participants have, by the place of their block
  /// in the order; `nil` if each has boards of their own.
  private func difficulties(using generator: inout Generator) -> [[Double]]? {
    guard boards != .own, variation.boardDeviation > 0 else { return nil }
    let most = blocks.map(trialCount).max() ?? 0
    let sets = (0..<(boards == .same ? blocks.count : 1)).map { _ in
      (0..<most).map { _ in variation.difficulty(using: &generator) }
    }
    return blocks.indices.map { sets[boards == .same ? $0 : 0] }
  }

  private func trialCount(of block: [Int]) -> Int {
    block.reduce(0) { $0 + tests[$1].trialCount }
  }

  /// Returns the number of trials that one participant passes in each condition, in all sessions.
  private func scores(
    of group: Int, _ order: [Int], on difficulties: [[[Double]]?],
    using generator: inout Generator
  ) -> [Int] {
    var model = model
    model.capacity = capacities[group].draw(using: &generator)
    let person = variation.person(model, latencies, using: &generator)
    var scores = [Int](repeating: 0, count: tests.count)
    var playedCount = 0
    for session in 0..<sessionCount {
      for (place, block) in order.enumerated() {
        for (trial, index) in trials(of: blocks[block], using: &generator).enumerated() {
          playedCount += 1
          let difficulty =
            difficulties[session]?[place][trial] ?? variation.difficulty(using: &generator)
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
