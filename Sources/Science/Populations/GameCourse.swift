/// A step of a test: the number of numerals and the time for which they are shown.
///
///     let level = CourseLevel(numeralCount: 5, hold: 650)
public struct CourseLevel: Hashable, Sendable {
  public let numeralCount: Int
  /// The time in milliseconds for which the numerals are shown.
  public let hold: Int

  /// Creates a step.
  public init(numeralCount: Int, hold: Int) {
    self.numeralCount = numeralCount
    self.hold = hold
  }
}

/// The predefined steps of a test, which ends after a number of failures.
///
/// Each training step is played once, and failing it does not count. A passed step is followed by
/// the next one; a failed step is repeated.
///
///     let course = GameCourse(
///       training: [CourseLevel(numeralCount: 3, hold: 1000)],
///       levels: [
///         CourseLevel(numeralCount: 4, hold: 1000), CourseLevel(numeralCount: 4, hold: 650),
///       ],
///       failureLimit: 3)
///     GameCourse.zoo.levels.contains(CourseLevel(numeralCount: 5, hold: 650))
public struct GameCourse: Hashable, Sendable {
  public let training: [CourseLevel]
  public let levels: [CourseLevel]
  /// The number of failures that ends a game.
  public let failureLimit: Int

  /// Creates a test with at least one step and one allowed failure.
  public init(training: [CourseLevel], levels: [CourseLevel], failureLimit: Int) {
    precondition(!levels.isEmpty && failureLimit > 0)
    self.training = training
    self.levels = levels
    self.failureLimit = failureLimit
  }

  /// The steps of the exhibit at Edinburgh Zoo: 4 to 9 numerals, each with six times.
  public static var zoo: GameCourse {
    GameCourse(
      training: [3, 4, 5, 9].map { CourseLevel(numeralCount: $0, hold: 1000) },
      levels: (4...9).flatMap { count in
        [1000, 800, 600, 400, 300, 210].map { CourseLevel(numeralCount: count, hold: $0) }
      }, failureLimit: 3)
  }
}

/// The progress of a game in a test with predefined steps.
///
/// ```swift
/// var progress = CourseProgress(.zoo)
/// while let trial = progress.next {
///   progress.record(isPassed: play(trial.level))
/// }
/// let reachedCount = progress.passedCount
/// ```
public struct CourseProgress: Equatable, Sendable {
  /// The next trial of the game.
  ///
  ///     while let trial = progress.next { progress.record(isPassed: play(trial.level)) }
  public struct Trial: Equatable, Sendable {
    public let level: CourseLevel
    public let isTraining: Bool
  }

  public let course: GameCourse
  /// The number of training steps that were played.
  public private(set) var trainedCount = 0
  /// The number of passed steps, which is the index of the current step.
  public private(set) var passedCount = 0
  public private(set) var failureCount = 0

  /// Creates the progress at the start of a game.
  public init(_ course: GameCourse) { self.course = course }

  /// `true` if the game has ended: after the last allowed failure, or after the last step.
  public var isOver: Bool {
    failureCount == course.failureLimit || passedCount == course.levels.count
  }

  /// The next trial; `nil` if the game has ended.
  public var next: Trial? {
    if isOver { return nil }
    if trainedCount < course.training.count {
      return Trial(level: course.training[trainedCount], isTraining: true)
    }
    return Trial(level: course.levels[passedCount], isTraining: false)
  }

  /// Records the result of a trial; does nothing if the game has ended.
  public mutating func record(isPassed: Bool) {
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
