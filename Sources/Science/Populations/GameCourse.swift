/// A step of a course: how many numerals are shown, and for how long.
package struct CourseLevel: Hashable, Sendable {
  package let numeralCount: Int
  /// The hold in milliseconds.
  package let hold: Int

  /// Makes a level.
  package init(numeralCount: Int, hold: Int) {
    self.numeralCount = numeralCount
    self.hold = hold
  }
}

/// The course of a game that grows harder until a number of failures ends it.
///
/// Each training trial is played once, and its failure costs nothing. A level that is passed leads
/// to the next one, a failure repeats the level.
package struct GameCourse: Hashable, Sendable {
  package let training: [CourseLevel]
  package let levels: [CourseLevel]
  /// The number of failures that ends a game.
  package let failureLimit: Int

  /// Makes a course that has a level and allows a failure.
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

/// A game on its way along a course.
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
  /// The training trials that were played.
  package private(set) var trainedCount = 0
  /// The levels that were passed: the index of the level that is played now.
  package private(set) var passedCount = 0
  package private(set) var failureCount = 0

  /// Begins a game.
  package init(_ course: GameCourse) { self.course = course }

  /// Whether the last allowed failure was made, or the last level passed.
  package var isOver: Bool {
    failureCount == course.failureLimit || passedCount == course.levels.count
  }

  /// The next trial, or nothing when the game is over.
  package var next: Trial? {
    if isOver { return nil }
    if trainedCount < course.training.count {
      return Trial(level: course.training[trainedCount], isTraining: true)
    }
    return Trial(level: course.levels[passedCount], isTraining: false)
  }

  /// The highest level that was passed; training does not count.
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
