import Examiner
@testable import Science
import Testing

/// Tests of the predicted second game of the same person against a second implementation, and
/// against people who are simulated press by press.
struct SecondGameTests {
  @Test func `Second games of each rank and level lie where a second implementation puts them`() {
    var games = SecondGames()
    let differences = CaseFile("second-game", count: 8 * 20 + 43).differences { numbers in
      let age = numbers.whole()
      let first = numbers.whole()
      guard age > -2 else {
        let start = numbers.whole()
        let second = games.level(after: first, start: start)
        return [
          Comparison("lower", Double(second?.levels.lowerBound ?? -1), numbers.number()),
          Comparison("upper", Double(second?.levels.upperBound ?? -1), numbers.number()),
          Comparison(
            "probability", second?.probability ?? -1, numbers.number(), absolute: 2e-3),
        ]
      }
      let highest = first == 0 ? nil : GameCourse.zoo.levels[first - 1]
      let standing = try Standing(highest: highest, age: age < 0 ? nil : age)
      let rank = games.rank(after: standing)
      return [
        Comparison("median", standing.group.capacities.median, numbers.number(), absolute: 6e-4),
        Comparison(
          "deviation", standing.group.capacities.deviation, numbers.number(), absolute: 6e-4),
        Comparison("lower", rank?.lower ?? -1, numbers.number(), absolute: 1e-3),
        Comparison("upper", rank?.upper ?? -1, numbers.number(), absolute: 1e-3),
      ]
    }
    #expect(differences == [])
  }

  @Test(arguments: [nil, 5, 10, 30, 70] as [Int?])
  func `Nine in ten simulated visitors of a group play a second game within its interval`(
    age: Int?
  ) throws {
    let group = try Standing(highest: nil, age: age).group
    let people = try Population(
      median: Population.visitors.person(score: 0), capacitySpread: group.capacities.deviation,
      latencies: .standard)
    var games = SecondGames()
    var intervals: [Int: Interval] = [:]
    let count = 3000
    var within = 0
    for number in 0..<count {
      var generator = Generator(text: "second/\(group.youngest)/\(number)")
      var memory = people.median
      memory.capacity = group.capacities.draw(using: &generator)
      let play = SimulatedPlay(memory, latencies: .standard)
      let first = try Self.zooGame(of: play, using: &generator)
      let second = try Self.zooGame(of: play, using: &generator)
      let standing = try Standing(highest: first, age: age)
      let found = intervals[standing.passedCount] ?? games.rank(after: standing)
      let interval = try #require(found)
      intervals[standing.passedCount] = interval
      let other = try Standing(highest: second, age: age)
      // Chance decides between equal levels.
      let ties = Double(other.sameCount) * generator.unit()
      let rank = (Double(other.belowCount) + ties) / Double(other.gameCount)
      if rank >= interval.lower, rank <= interval.upper { within += 1 }
    }
    let share = Double(within) / Double(count)
    #expect(abs(share - 0.9) < 3.3 * (0.9 * 0.1 / Double(count)).squareRoot(), "\(share)")
  }

  /// Returns the highest passed level of a simulated game; `nil` if none was passed.
  private static func zooGame(
    of play: SimulatedPlay, using generator: inout Generator
  ) throws -> CourseLevel? {
    var progress = CourseProgress(.zoo)
    while let trial = progress.next {
      let count = trial.level.numeralCount
      let right = play.play(count: count, hold: Double(trial.level.hold), using: &generator)
      progress.record(isPassed: right == count)
    }
    return progress.passedCount == 0 ? nil : GameCourse.zoo.levels[progress.passedCount - 1]
  }

  @Test func `As many second games of simulated players reach the levels as is told`() throws {
    let priors = MemoryPriors.people
    var games = SecondGames()
    var told = 0.0
    var within = 0
    let count = 2000
    for number in 0..<count {
      var generator = Generator(text: "levels/\(number)")
      let scores = (0..<3).map { _ in generator.normal() }
      let memory = priors.model([.capacity, .decay, .slip], at: scores)
      let play = SimulatedPlay(memory, latencies: .standard)
      let first = Self.strikes(of: play, using: &generator)
      let second = Self.strikes(of: play, using: &generator)
      let found = games.level(after: first, start: 4)
      let levels = try #require(found)
      #expect(levels.probability >= SecondGames.probability)
      told += levels.probability / Double(count)
      if levels.levels.contains(second) { within += 1 }
    }
    let share = Double(within) / Double(count)
    #expect(abs(share - told) < 3.3 * (told * (1 - told) / Double(count)).squareRoot(), "\(share)")
    #expect(told.rounded(3) == "0.943")
  }

  /// Returns the highest passed level of a simulated game from four numerals with three strikes.
  private static func strikes(of play: SimulatedPlay, using generator: inout Generator) -> Int {
    var count = 4
    var failureCount = 0
    while failureCount < SecondGames.failureLimit {
      if play.play(count: count, hold: nil, using: &generator) == count {
        count += 1
      } else {
        failureCount += 1
      }
    }
    return count == 4 ? 0 : count - 1
  }

  @Test func `A level that nobody reaches has no second game`() {
    var games = SecondGames()
    #expect(games.level(after: 44, start: 4) == nil)
    #expect(games.level(after: 3, start: 5) == nil)
    #expect(games.level(after: 9, start: 4)?.levels == 6...11)
  }
}
