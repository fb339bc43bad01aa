/// The rank of a player among the visitors of the zoo, by the highest level of the first game.
///
/// ```swift
/// let level = CourseLevel(numeralCount: 5, hold: 600)
/// let standing = try Standing(highest: level, age: 30)
/// // further than 83 % of 590, 95 % interval 79.7 to 85.8
/// ```
public struct Standing: Equatable, Sendable {
  /// The age group of the player; all adults if the age is unknown.
  public let group: ZooAgeGroup
  /// The number of passed steps of ``GameCourse/zoo``.
  public let passedCount: Int
  /// The number of games of the group that ended at a lower level.
  public let belowCount: Int
  /// The number of games of the group that ended at the same level.
  public let sameCount: Int
  /// The number of games of the group that ended at a higher level.
  public let aboveCount: Int

  /// Ranks the highest passed level; `nil` if none was passed.
  ///
  /// Throws `impossible` for an age below the youngest group's, and for a level that is not on the
  /// course.
  public init(highest: CourseLevel?, age: Int? = nil) throws(ScienceError) {
    var passedCount = 0
    if let highest {
      guard let index = GameCourse.zoo.levels.firstIndex(of: highest) else {
        throw .impossible(.position)
      }
      passedCount = index + 1
    }
    guard let group = Self.group(age: age) else { throw .impossible(.value) }
    self.group = group
    self.passedCount = passedCount
    belowCount = group.games.prefix(passedCount).reduce(0, +)
    sameCount = passedCount < group.games.count ? group.games[passedCount] : 0
    aboveCount = group.gameCount - belowCount - sameCount
  }

  private static func group(age: Int?) -> ZooAgeGroup? {
    guard let age else { return .adults }
    return ZooAgeGroup.published.first { $0.contains(age: age) }
  }

  /// The number of games in the group.
  public var gameCount: Int { group.gameCount }

  /// The proportion of games that ended at a lower level, with its interval; ties count half.
  public var share: Estimate {
    Proportion.estimate(
      passedCount: Double(belowCount) + Double(sameCount) / 2, of: Double(gameCount))
  }
}
