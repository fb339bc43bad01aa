/// How far somebody came in a first complete game at the zoo, beside the visitors who did.
///
/// ```swift
/// let level = CourseLevel(numeralCount: 5, hold: 600)
/// let standing = try Standing(highest: level, age: 30)
/// // further than 83 % of 590, 95 % interval 79.7 to 85.8
/// ```
package struct Standing: Equatable, Sendable {
  /// The group of the age, or all adults where no age is known.
  package let group: ZooAgeGroup
  /// The games that came less far, as far, and further.
  package let belowCount: Int
  package let sameCount: Int
  package let aboveCount: Int

  /// Looks up a highest level passed, nothing where none was.
  ///
  /// Throws `impossible` for an age below the youngest group's, and for a level that is not on the
  /// course.
  package init(highest: CourseLevel?, age: Int? = nil) throws(StatisticFault) {
    var passedCount = 0
    if let highest {
      guard let index = GameCourse.zoo.levels.firstIndex(of: highest) else {
        throw .impossible(.place)
      }
      passedCount = index + 1
    }
    guard let group = Self.group(age: age) else { throw .impossible(.value) }
    self.group = group
    belowCount = group.games.prefix(passedCount).reduce(0, +)
    sameCount = passedCount < group.games.count ? group.games[passedCount] : 0
    aboveCount = group.gameCount - belowCount - sameCount
  }

  private static func group(age: Int?) -> ZooAgeGroup? {
    guard let age else { return .adults }
    return ZooAgeGroup.published.first { $0.contains(age: age) }
  }

  /// The number of games in the group.
  package var gameCount: Int { group.gameCount }

  /// The share of the games that came less far, with Wilson's interval; ties count half.
  package var share: Estimate {
    Proportion.estimate(
      passedCount: Double(belowCount) + Double(sameCount) / 2, of: Double(gameCount))
  }
}
