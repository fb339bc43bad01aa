package import Science

/// The results at each predefined step of a test, beside the published results.
///
///     if let course = test.course { print(course.steps.count, course.gameCount) }
package struct CourseFigures: Equatable, Sendable {
  /// The results at one step.
  ///
  ///     for step in course.steps { print(step.level.hold, step.passes.passedCount) }
  package struct Step: Equatable, Sendable {
    package let level: CourseLevel
    /// The trials at the step.
    package let passes: Share
    /// The published trials of adults at the step; `nil` if there are none.
    package let published: ZooTrials.Cell?
    /// The number of first games whose highest passed level is the step.
    package let gameCount: Int
    /// The number of such games among the published ones.
    package let publishedGameCount: Int
  }

  /// The steps that have trials.
  package let steps: [Step]
  /// The number of finished first games.
  package let gameCount: Int
  package let gamesWithoutLevel: Int

  /// Creates the results from the trials by step, and the games by highest passed step.
  ///
  /// Steps are counted from 1; 0 is a game without a passed step.
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
