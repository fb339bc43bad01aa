import Examiner
@testable import Science

/// Simulates people of a population who play a test with predefined steps.
///
/// Each game has its own generator, derived from the seed and the game's number, so that the
/// results do not depend on the number of processors.
struct CourseSimulation: Sendable {
  private let course: GameCourse
  private let population: Population
  private let seed: Seed

  /// Prepares the simulation.
  init(_ course: GameCourse, of population: Population, seed: Seed) {
    self.course = course
    self.population = population
    self.seed = seed
  }

  /// Simulates a game; calls `record` with each trial and `true` if it was passed.
  func play(
    _ number: Int, _ record: (CourseProgress.Trial, Bool) -> Void = { _, _ in }
  ) -> CourseProgress {
    var generator = Generator(text: Seed(seed, round: number).text)
    let person = population.draw(using: &generator)
    let play = SimulatedPlay(person, latencies: population.latencies)
    var progress = CourseProgress(course)
    while let trial = progress.next {
      let rightCount = play.play(
        count: trial.level.numeralCount, hold: Double(trial.level.hold), using: &generator)
      let isPassed = rightCount == trial.level.numeralCount
      record(trial, isPassed)
      progress.record(isPassed: isPassed)
    }
    return progress
  }

  /// Simulates the games with these numbers and returns the sum of their results.
  func outcome(of games: Range<Int>) -> CourseOutcome {
    var outcome = CourseOutcome(course)
    for number in games {
      var training = [CourseOutcome.Count](repeating: .init(), count: course.training.count)
      var levels = [CourseOutcome.Count](repeating: .init(), count: course.levels.count)
      var trainedCount = 0
      var passedCount = 0
      let progress = play(number) { trial, isPassed in
        if trial.isTraining {
          training[trainedCount].add(isPassed: isPassed)
          trainedCount += 1
        } else {
          levels[passedCount].add(isPassed: isPassed)
          if isPassed { passedCount += 1 }
        }
      }
      outcome.add(training: training, levels: levels, progress)
    }
    return outcome
  }
}

/// The results of simulated games, as sums of whole numbers that can be added in any order.
struct CourseOutcome: Equatable, Sendable {
  /// The trials of one game at one step.
  struct Count {
    var played = 0
    var passed = 0

    mutating func add(isPassed: Bool) {
      played += 1
      if isPassed { passed += 1 }
    }
  }

  /// The trials of all games at one step.
  struct Cell: Equatable, Sendable {
    let level: CourseLevel
    fileprivate(set) var playedCount = 0
    fileprivate(set) var passedCount = 0
    private var playedSquares = 0
    private var passedSquares = 0
    private var products = 0

    fileprivate init(_ level: CourseLevel) { self.level = level }

    fileprivate mutating func add(_ count: Count) {
      playedCount += count.played
      passedCount += count.passed
      playedSquares += count.played * count.played
      passedSquares += count.passed * count.passed
      products += count.played * count.passed
    }

    fileprivate mutating func add(_ other: Cell) {
      playedCount += other.playedCount
      passedCount += other.passedCount
      playedSquares += other.playedSquares
      passedSquares += other.passedSquares
      products += other.products
    }

    /// Returns the proportion of passed trials, with its standard error.
    ///
    /// The error is that of a ratio over games, because the trials of a person are correlated.
    /// Throws `empty` if no game reached the step.
    func passedShare() throws(ScienceError) -> (value: Double, error: Double) {
      guard playedCount > 0 else { throw .empty }
      let share = Double(passedCount) / Double(playedCount)
      let squares =
        Double(passedSquares) - 2 * share * Double(products)
        + share * share * Double(playedSquares)
      return (share, max(0, squares).squareRoot() / Double(playedCount))
    }

    /// Returns the mean number of trials per game at this step, with its standard error.
    ///
    /// Throws `tooFew` for fewer than two games.
    func playedPerGame(
      of gameCount: Int
    ) throws(ScienceError) -> (value: Double, error: Double) {
      guard gameCount > 1 else { throw .tooFew(count: gameCount, needed: 2) }
      let games = Double(gameCount)
      let mean = Double(playedCount) / games
      let variance = (Double(playedSquares) - games * mean * mean) / (games - 1)
      return (mean, (max(0, variance) / games).squareRoot())
    }
  }

  private(set) var gameCount = 0
  private(set) var training: [Cell]
  private(set) var levels: [Cell]
  /// The number of games by number of passed steps, which is the index.
  private(set) var passedLevels: [Int]

  /// Creates an empty result.
  init(_ course: GameCourse) {
    training = course.training.map(Cell.init)
    levels = course.levels.map(Cell.init)
    passedLevels = [Int](repeating: 0, count: course.levels.count + 1)
  }

  /// Adds the results of other games.
  mutating func add(_ other: CourseOutcome) {
    precondition(other.levels.count == levels.count && other.training.count == training.count)
    gameCount += other.gameCount
    for index in training.indices { training[index].add(other.training[index]) }
    for index in levels.indices { levels[index].add(other.levels[index]) }
    for index in passedLevels.indices { passedLevels[index] += other.passedLevels[index] }
  }

  fileprivate mutating func add(training: [Count], levels: [Count], _ progress: CourseProgress) {
    gameCount += 1
    for (index, count) in training.enumerated() { self.training[index].add(count) }
    for (index, count) in levels.enumerated() where count.played > 0 {
      self.levels[index].add(count)
    }
    passedLevels[progress.passedCount] += 1
  }
}
