/// The published results of the visitors of Edinburgh Zoo.
///
/// They are those of The Chimp Challenge by S. Roberts and J. Quillinan, 2012 to 2013.
/// The exhibit, on a touch screen, showed a random subset of the numerals 1 to 9 on a board of 5 x
/// 8 cells; a timer masked them, and the course was ``GameCourse/zoo``. Only people who passed a
/// level played the next one, so that the later results are those of better players.
///
///     let first = ZooTrials.cells[0]
///     print(first.passedCount, "of", first.playedCount)  // 1567 of 1987
public enum ZooTrials: Sendable {
  /// The published trials at one step.
  ///
  ///     ZooTrials.cells.reduce(0) { $0 + $1.playedCount }  // 11464
  public struct Cell: Equatable, Sendable {
    public let level: CourseLevel
    public let passedCount: Int
    public let playedCount: Int

    fileprivate init(_ numeralCount: Int, _ hold: Int, _ passedCount: Int, _ playedCount: Int) {
      level = CourseLevel(numeralCount: numeralCount, hold: hold)
      self.passedCount = passedCount
      self.playedCount = playedCount
    }
  }

  /// The trials of adults, 16 to 59 years old, at ten steps.
  public static var cells: [Cell] {
    [
      Cell(4, 800, 1567, 1987), Cell(4, 600, 1467, 1995), Cell(4, 400, 1263, 2042),
      Cell(4, 300, 987, 1774), Cell(4, 210, 678, 1438),
      Cell(5, 800, 466, 699), Cell(5, 600, 337, 605), Cell(5, 400, 219, 456),
      Cell(5, 300, 115, 298), Cell(5, 210, 39, 170),
    ]
  }
}

/// The published results of an age group: the highest levels that were passed in first games.
///
///     let group = ZooAgeGroup.published.first { $0.contains(age: 30) }
///     ZooAgeGroup.adults.contains(age: 8)  // false
public struct ZooAgeGroup: Equatable, Sendable {
  /// The lowest age in years.
  public let youngest: Int
  /// The highest age in years; `nil` for no limit.
  public let oldest: Int?
  /// The number of games by highest passed level: none first, then each step of ``GameCourse/zoo``.
  public let games: [Int]
  /// The capacities that make these games most likely, if all else is as in
  /// ``Population/visitors``.
  public let capacities: Capacities

  private init(
    _ youngest: Int, _ oldest: Int?, median: Double, deviation: Double, _ games: [Int]
  ) {
    self.youngest = youngest
    self.oldest = oldest
    self.games = games
    capacities = Capacities(median: median, deviation: deviation, scale: .logarithmic)
  }

  public var gameCount: Int { games.reduce(0, +) }

  /// The median of the highest levels, 0 for none, with its interval of 95 % by the ranks of the
  /// games.
  public var medianLevel: (level: Int, interval: ClosedRange<Int>) {
    let middle = Double(gameCount) / 2
    let spread = 1.96 * middle.squareRoot() / 2.0.squareRoot()
    return (level(atRank: middle), level(atRank: middle - spread)...level(atRank: middle + spread))
  }

  /// Returns the level of the game at a rank, counted from the lowest.
  private func level(atRank rank: Double) -> Int {
    var count = 0
    for (level, games) in games.enumerated() {
      count += games
      if Double(count) > rank { return level }
    }
    return games.count - 1
  }

  /// Returns `true` if the group includes an age.
  public func contains(age: Int) -> Bool { age >= youngest && age <= oldest ?? .max }

  /// The seven published groups: 3,099 games, the first of each name, age and day.
  public static var published: [ZooAgeGroup] {
    [
      ZooAgeGroup(
        4, 7, median: 2.274, deviation: 0.442,
        [126, 79, 72, 71, 56, 55, 10, 15, 8, 5, 6, 6, 1]),
      ZooAgeGroup(
        8, 11, median: 2.410, deviation: 0.340,
        [104, 96, 89, 109, 71, 50, 12, 11, 14, 11, 4, 2, 1, 0, 0, 1]),
      ZooAgeGroup(
        12, 15, median: 2.920, deviation: 0.380,
        [44, 28, 32, 56, 48, 34, 15, 15, 14, 15, 4, 3, 1, 0, 1, 1]),
      ZooAgeGroup(
        16, 24, median: 3.801, deviation: 0.270,
        [26, 25, 41, 81, 104, 115, 30, 35, 45, 44, 41, 25, 3, 3, 1, 1]),
      ZooAgeGroup(
        25, 39, median: 4.004, deviation: 0.343,
        [34, 24, 36, 60, 91, 102, 30, 41, 48, 47, 31, 25, 3, 7, 6, 2, 3]),
      ZooAgeGroup(
        40, 59, median: 3.439, deviation: 0.330,
        [27, 22, 24, 34, 51, 60, 19, 27, 15, 13, 11, 9, 2, 0, 0, 1]),
      ZooAgeGroup(
        60, nil, median: 2.291, deviation: 0.511,
        [49, 20, 26, 22, 20, 20, 1, 5, 3, 5, 5, 2]),
    ]
  }

  /// All adults from 16 to 59 years (1,525 games), for players of unknown age.
  public static var adults: ZooAgeGroup {
    let groups = published.filter { $0.youngest >= 16 && $0.oldest != nil }
    var games = [Int](repeating: 0, count: groups.map(\.games.count).max() ?? 0)
    for group in groups {
      for (index, count) in group.games.enumerated() { games[index] += count }
    }
    return ZooAgeGroup(16, 59, median: 3.797, deviation: 0.314, games)
  }
}
