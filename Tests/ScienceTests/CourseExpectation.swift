@testable import Science

/// The expected results of a population in a test with predefined steps, computed exactly: the
/// reference for the simulated ones.
///
/// It sums over steps, failures and a grid of capacities, with median reaction times.
struct CourseExpectation: Equatable, Sendable {
  /// The expected trials at one step.
  struct Cell: Equatable, Sendable {
    let level: CourseLevel
    /// The expected number of trials per game at this step.
    let playedCount: Double
    /// The expected number of passed trials per game at this step.
    let passedCount: Double

    /// The proportion of trials that are passed; 0 if no trial is played.
    var passedShare: Double { playedCount > 0 ? passedCount / playedCount : 0 }
  }

  let training: [Cell]
  let levels: [Cell]
  /// The proportion of games by number of passed steps, which is the index.
  let passedLevels: [Double]

  /// Computes the expected results.
  init(_ course: GameCourse, of population: Population) {
    var sums = Sums(levelCount: course.levels.count, trainingCount: course.training.count)
    let grid = NormalGrid()
    for (score, weight) in zip(grid.scores, grid.weights) {
      let person = population.person(score: score)
      func probability(_ level: CourseLevel) -> Double {
        person.passProbability(
          numeralCount: level.numeralCount, hold: Double(level.hold),
          latencies: population.latencies)
      }
      sums.add(training: course.training.map(probability), weight: weight)
      sums.add(
        levels: course.levels.map(probability), failureLimit: course.failureLimit, weight: weight)
    }
    training = zip(course.training, sums.trained).map { level, passedCount in
      Cell(level: level, playedCount: 1, passedCount: passedCount)
    }
    levels = course.levels.indices.map { index in
      Cell(
        level: course.levels[index], playedCount: sums.played[index],
        passedCount: sums.passed[index])
    }
    passedLevels = sums.ended
  }

  /// Returns the results at a step; `nil` if the test does not have it.
  func cell(at level: CourseLevel) -> Cell? { levels.first { $0.level == level } }

  private struct Sums {
    var trained: [Double]
    var played: [Double]
    var passed: [Double]
    var ended: [Double]

    init(levelCount: Int, trainingCount: Int) {
      trained = [Double](repeating: 0, count: trainingCount)
      played = [Double](repeating: 0, count: levelCount)
      passed = [Double](repeating: 0, count: levelCount)
      ended = [Double](repeating: 0, count: levelCount + 1)
    }

    mutating func add(training: [Double], weight: Double) {
      for (index, probability) in training.enumerated() { trained[index] += weight * probability }
    }

    /// Adds the games of a person; `arrivals` is the proportion of games that reach a step, by
    /// failures so far.
    mutating func add(levels: [Double], failureLimit: Int, weight: Double) {
      var arrivals = [Double](repeating: 0, count: failureLimit)
      arrivals[0] = weight
      for (index, probability) in levels.enumerated() {
        var failed = 0.0
        for failureCount in 0..<failureLimit {
          let here = arrivals[failureCount] + failed
          played[index] += here
          passed[index] += here * probability
          arrivals[failureCount] = here * probability
          failed = here * (1 - probability)
        }
        ended[index] += failed
      }
      ended[levels.count] += arrivals.reduce(0, +)
    }
  }
}
