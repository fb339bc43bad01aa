/// A step of a course: a number of numerals and the time for which they are shown.
///
///     let level = CourseLevel(numeralCount: 5, hold: 650)
package struct CourseLevel: Hashable, Sendable {
  package let numeralCount: Int
  /// The hold in milliseconds.
  package let hold: Int

  /// Creates a level; `hold` is in milliseconds.
  package init(numeralCount: Int, hold: Int) {
    self.numeralCount = numeralCount
    self.hold = hold
  }
}

/// The course of a game that grows harder until a number of failures ends it.
///
/// Each training trial is played once, and its failure costs nothing. A level that is passed leads
/// to the next one, a failure repeats the level.
///
///     let course = GameCourse(
///       training: [CourseLevel(numeralCount: 3, hold: 1000)],
///       levels: [
///         CourseLevel(numeralCount: 4, hold: 1000), CourseLevel(numeralCount: 4, hold: 650),
///       ],
///       failureLimit: 3)
///     GameCourse.zoo.levels.contains(CourseLevel(numeralCount: 5, hold: 650))
package struct GameCourse: Hashable, Sendable {
  package let training: [CourseLevel]
  package let levels: [CourseLevel]
  /// The number of failures that ends a game.
  package let failureLimit: Int

  /// Creates a course with at least one level and one allowed failure.
  package init(training: [CourseLevel], levels: [CourseLevel], failureLimit: Int) {
    precondition(!levels.isEmpty && failureLimit > 0)
    self.training = training
    self.levels = levels
    self.failureLimit = failureLimit
  }

  /// The course of the exhibit at Edinburgh Zoo: 4 to 9 numerals, each at six holds.
  package static var zoo: GameCourse {
    GameCourse(
      training: [3, 4, 5, 9].map { CourseLevel(numeralCount: $0, hold: 1000) },
      levels: (4...9).flatMap { count in
        [1000, 800, 600, 400, 300, 210].map { CourseLevel(numeralCount: count, hold: $0) }
      }, failureLimit: 3)
  }
}

/// The state of a game on a course.
///
/// ```swift
/// var progress = CourseProgress(.zoo)
/// while let trial = progress.next {
///   progress.record(isPassed: play(trial.level))
/// }
/// let reached = progress.highestPassed
/// ```
package struct CourseProgress: Equatable, Sendable {
  /// The trial that is played next.
  package struct Trial: Equatable, Sendable {
    package let level: CourseLevel
    package let isTraining: Bool
  }

  package let course: GameCourse
  /// The number of training trials that were played.
  package private(set) var trainedCount = 0
  /// The number of levels that were passed, which is the index of the current level.
  package private(set) var passedCount = 0
  package private(set) var failureCount = 0

  /// Creates the state at the start of a game.
  package init(_ course: GameCourse) { self.course = course }

  /// `true` after the last allowed failure, and after the last level was passed.
  package var isOver: Bool {
    failureCount == course.failureLimit || passedCount == course.levels.count
  }

  /// The next trial; `nil` when the game is over.
  package var next: Trial? {
    if isOver { return nil }
    if trainedCount < course.training.count {
      return Trial(level: course.training[trainedCount], isTraining: true)
    }
    return Trial(level: course.levels[passedCount], isTraining: false)
  }

  /// The highest level that was passed, without training; `nil` before the first.
  package var highestPassed: CourseLevel? {
    passedCount == 0 ? nil : course.levels[passedCount - 1]
  }

  /// Records the outcome of the next trial; does nothing when the game is over.
  package mutating func record(isPassed: Bool) {
    guard let trial = next else { return }
    if trial.isTraining {
      trainedCount += 1
    } else if isPassed {
      passedCount += 1
    } else {
      failureCount += 1
    }
  }
}
