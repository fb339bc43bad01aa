package import Science

/// The trials and games of a test on its course, step by step, beside the published ones.
///
///     if let course = test.course { print(course.steps.count, course.gameCount) }
package struct CourseFigures: Equatable, Sendable {
  /// One step of the course.
  package struct Step: Equatable, Sendable {
    package let level: CourseLevel
    /// The trials at the step.
    package let passes: Share
    /// The published trials of adults at the step; `nil` where none are published.
    package let published: ZooTrials.Cell?
    /// The number of first games whose highest level passed is the step.
    package let gameCount: Int
    /// The number of such games of the published adults.
    package let publishedGameCount: Int
  }

  /// The steps that have trials.
  package let steps: [Step]
  /// The number of first complete games, and of those that passed no level.
  package let gameCount: Int
  package let gamesWithoutLevel: Int

  /// Creates the figures from the trials of each level and from the highest level of each game.
  ///
  /// Levels are the numbers of steps, counted from 1; 0 is a game without any level.
  init(_ course: GameCourse, trials: [Int: Proportion], games: [Int]) {
    let published = ZooAgeGroup.adults.games
    steps = course.levels.enumerated().compactMap { index, level in
      guard let passes = trials[index + 1] else { return nil }
      return Step(
        level: level, passes: Share(passes),
        published: ZooTrials.cells.first { $0.level == level },
        gameCount: games.count { $0 == index + 1 },
        publishedGameCount: published.indices.contains(index + 1) ? published[index + 1] : 0)
    }
    gameCount = games.count
    gamesWithoutLevel = games.count { $0 == 0 }
  }
}
