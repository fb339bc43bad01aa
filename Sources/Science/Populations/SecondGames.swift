import Glibc

/// Predicts the result of a second game by the same person from that of one game.
///
/// People differ as a distribution of memories says, and a person plays both games with the same
/// memory. By Bayes' rule the first game tells how likely each memory is; the second game is what
/// these memories do then. Nobody learns between the games.
///
/// ```swift
/// var games = SecondGames()
/// let standing = try Standing(highest: CourseLevel(numeralCount: 4, hold: 210))
/// games.rank(after: standing)           // 0.10 to 0.94, in 9 of 10 cases
/// games.level(after: 9, start: 4)       // levels 6 to 11, with a probability of 0.93
/// ```
public struct SecondGames: Sendable {
  /// The people of each group of visitors, cached because each one needs many probabilities.
  private var visitors: [(group: ZooAgeGroup, people: PlayedGames)] = []
  /// The players of tests with strikes, by the number of numerals at the start.
  private var players: [Int: PlayedGames] = [:]

  public init() {}

  /// The probability with which a second game lies in its interval.
  public static var probability: Double { 0.9 }
  /// The number of failures that ends the tests of ``level(after:start:)``.
  public static let failureLimit = 3

  /// Returns the interval of a second game's rank; `nil` if nobody in the group plays such a game.
  ///
  /// The people are the visitors of the age group, ``ZooAgeGroup/capacities``. The bounds are those
  /// of ranks in which chance decides between equal levels, so that no probability is lost by
  /// rounding to whole levels.
  public mutating func rank(after standing: Standing) -> Interval? {
    let group = standing.group
    let known = visitors.first { $0.group == group }?.people
    let people = known ?? PlayedGames(visitors: group)
    if known == nil { visitors.append((group, people)) }
    guard let second = people.secondGame(after: standing.passedCount) else { return nil }
    let tail = (1 - Self.probability) / 2
    return Interval(
      Self.rank(tail, of: second, in: group), Self.rank(1 - tail, of: second, in: group))
  }

  /// Returns the rank below which a second game lies with a probability.
  private static func rank(
    _ probability: Double, of second: [Double], in group: ZooAgeGroup
  ) -> Double {
    var sum = 0.0
    var below = 0.0
    for (passedCount, share) in second.enumerated() {
      let same = passedCount < group.games.count ? Double(group.games[passedCount]) : 0
      if sum + share >= probability, share > 0 {
        return (below + same * (probability - sum) / share) / Double(group.gameCount)
      }
      sum += share
      below += same
    }
    return 1
  }

  /// Returns the levels of a second game in a test that adds a numeral after each pass, and ends
  /// after ``failureLimit`` failures; `nil` if nobody reaches the level.
  ///
  /// The people are those of ``MemoryPriors/people``, from which `recovery` draws, too.
  public mutating func level(after level: Int, start: Int) -> SecondLevel? {
    let people = players[start] ?? PlayedGames(playersFrom: start)
    players[start] = people
    let passedCount = level == 0 ? 0 : level - start + 1
    guard let second = people.secondGame(after: passedCount) else { return nil }
    let tail = (1 - Self.probability) / 2
    var sum = 0.0
    var bounds: [Int] = []
    var probability = 0.0
    for (passedCount, share) in second.enumerated() {
      sum += share
      if bounds.isEmpty, sum > tail { bounds.append(passedCount) }
      guard let lower = bounds.first else { continue }
      probability += share
      guard sum >= 1 - tail else { continue }
      func level(_ passedCount: Int) -> Int { passedCount == 0 ? 0 : start + passedCount - 1 }
      return SecondLevel(levels: level(lower)...level(passedCount), probability: probability)
    }
    return nil
  }
}

/// The levels that a second game of the same person reaches.
///
///     if let second = games.level(after: 9, start: 4) { print(second.levels) }  // 6...11
public struct SecondLevel: Equatable, Sendable {
  /// The lowest and the highest level; 0 stands for a game in which no board was passed.
  public let levels: ClosedRange<Int>
  /// The probability of these levels, which are whole numbers: at least
  /// ``SecondGames/probability``.
  public let probability: Double
}

/// The games of people who differ: how likely each person is, and each result of a person's game.
private struct PlayedGames {
  private struct Person {
    let weight: Double
    /// The probability of a game with a number of passed steps, which is the index; there are no
    /// more steps than somebody reaches.
    let endings: [Double]
  }

  private var people: [Person] = []

  /// Creates the games of a group of visitors.
  init(visitors group: ZooAgeGroup) {
    let grid = NormalGrid(step: 0.05, reach: 6)
    let course = GameCourse.zoo
    var memory = Population.visitors.median
    for (score, weight) in zip(grid.scores, grid.weights) {
      memory.capacity = group.capacities.capacity(score: score)
      let passes = passes(weight: weight, course.levels.count) { step in
        memory.passProbability(
          numeralCount: course.levels[step].numeralCount,
          hold: Double(course.levels[step].hold), latencies: .standard)
      }
      add(passes, weight: weight, failureLimit: course.failureLimit)
    }
  }

  /// Creates the games of players of a test whose first press masks, with a number of numerals at
  /// the start.
  init(playersFrom start: Int) {
    let priors = MemoryPriors.people
    let capacities = NormalGrid(step: 0.2, reach: 5)
    let others = NormalGrid(step: 0.75, reach: 4.5)
    for (capacity, capacityWeight) in zip(capacities.scores, capacities.weights) {
      let usual = priors.model([.capacity], at: [capacity])
      let heldBelow = (0..<start + Self.mostSteps).map {
        NormalDistribution.cumulative((Double($0) - 0.5 - usual.capacity) / usual.spread)
      }
      for (decay, decayWeight) in zip(others.scores, others.weights) {
        let weight = capacityWeight * decayWeight
        var memory = priors.model([.capacity, .decay], at: [capacity, decay])
        memory.slip = 0
        let passes = passes(weight: weight, Self.mostSteps) { step in
          memory.passProbability(numeralCount: start + step, hold: nil, latencies: .standard) {
            heldBelow[$0]
          }
        }
        for (score, slipWeight) in zip(others.scores, others.weights) {
          let right = 1 - priors.value(of: .slip, score: score)
          // All presses but the last one may slip, independently of what is remembered.
          var factor = pow(right, Double(start - 1))
          let slipped = passes.map { pass in
            defer { factor *= right }
            return pass * factor
          }
          add(slipped, weight: weight * slipWeight, failureLimit: SecondGames.failureLimit)
        }
      }
    }
  }

  /// The most steps of a test that adds a numeral after each pass.
  private static var mostSteps: Int { 40 }

  /// Returns the probability that a person passes each step, up to the last one that is reached.
  private func passes(
    weight: Double, _ stepCount: Int, passing step: (Int) -> Double
  ) -> [Double] {
    var passes: [Double] = []
    /// An upper bound of the probability to arrive at a step: each may be tried three times.
    var reached = weight
    while passes.count < stepCount, reached > 1e-18 {
      let pass = step(passes.count)
      passes.append(pass)
      reached *= min(1, 3 * pass)
    }
    return passes
  }

  /// Adds the games of a person who passes each step with a probability.
  private mutating func add(_ passes: [Double], weight: Double, failureLimit: Int) {
    var endings: [Double] = []
    endings.reserveCapacity(passes.count + 1)
    /// The probability of games that arrive at the step, by their failures so far.
    var arrivals = [Double](repeating: 0, count: failureLimit)
    arrivals[0] = 1
    for pass in passes {
      var failed = 0.0
      for failureCount in arrivals.indices {
        let here = arrivals[failureCount] + failed
        arrivals[failureCount] = here * pass
        failed = here * (1 - pass)
      }
      endings.append(failed)
    }
    endings.append(arrivals.reduce(0, +))
    people.append(Person(weight: weight, endings: endings))
  }

  /// Returns the probability of each number of passed steps in a second game; `nil` if nobody
  /// passes the number of the first game.
  func secondGame(after passedCount: Int) -> [Double]? {
    guard passedCount >= 0 else { return nil }
    var second: [Double] = []
    var sum = 0.0
    for person in people where passedCount < person.endings.count {
      let weight = person.weight * person.endings[passedCount]
      sum += weight
      while second.count < person.endings.count { second.append(0) }
      for index in person.endings.indices { second[index] += weight * person.endings[index] }
    }
    guard sum > 1e-15 else { return nil }
    return second.map { $0 / sum }
  }
}
