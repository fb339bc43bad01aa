package import Archive
import Game
import Science

/// Assigns trials to the tests in which they were played, and computes the scores.
///
/// The trials of a test must be added in the order in which they were played. The tests may come in
/// any order, because a merge adds them after others.
///
///     var tally = ResultsTally()
///     for trial in trials { tally.add(trial) }
///     print(tally.figures.tests.count)
package struct ResultsTally: TrialTally {
  /// A played test.
  struct Test: Sendable {
    let kind: TestKind
    let participant: String
    let date: String
    let session: Int
    /// The number of numerals in the first trial.
    let count: Int
    var score = TestScore()
    var isComplete = false
    /// The latest estimate of an adaptive test.
    var estimate: Double?
    /// The standard deviation of the estimate.
    var deviation: Double?
    /// The rounds of an adaptive test, and its settings.
    var playedStimuli: [PlayedStimulus] = []
    var settings: String?
    /// The interval of the estimate; `nil` if it is unknown.
    var interval: Interval?
    /// The end of the test's range beyond which the value lies; the estimate is then none of it.
    var beyond: RangeEnd?
    /// The age of the participant in years; `nil` if it is unknown.
    var age: Int?
    /// `true` for a participant's first finished game in a test with predefined steps.
    var isFirstComplete = false
    /// `true` for a block of a study, whose boards are that of the study.
    var isOfStudy = false
    /// `true` for a simulated participant.
    var isSimulated = false

    var name: String { kind.test }

    /// The seed of its boards; `nil` for new ones.
    var seed: SessionSeed? {
      isOfStudy ? nil : settings.flatMap { TestSettings($0) }?.repeatableSeed
    }

    /// The rank among the published first games; `nil` for another test.
    var standing: Standing? {
      guard isFirstComplete, !isSimulated, let course = TestPreset.named(name)?.course else {
        return nil
      }
      return try? Standing(highest: course.step(score.level), age: age)
    }

    /// Returns the prediction of a second game; `nil` for a test that is not finished, and for one
    /// without a model of its players.
    func secondGame(by games: inout SecondGames) -> SecondGame? {
      // The model is one of people.
      guard isComplete, !isSimulated, kind.agent == nil, let preset = TestPreset.named(name)
      else { return nil }
      let known = settings.map { TestSettings($0) } ?? TestSettings()
      return known.flatMap { games.secondGame(after: score, of: preset, $0, standing) }
    }

    /// `true` if the score is the level, and `false` if it is the number of passes.
    var isScoredByLevel: Bool { TestPreset.named(name)?.isScoredByLevel ?? false }
  }

  /// The identity of a played test, the same for all of its trials.
  private enum Key: Hashable {
    case name(String)
    /// The identity in data before version 3, which has no test identifiers: a block of a session.
    case block(Int, session: Int, participant: String, test: String?)
  }

  private(set) var tests: [Test] = []
  private var kinds = TestKinds()
  private var indexes: [Key: Int] = [:]
  /// The test of the last trial, cached because the next trial usually belongs to the same test.
  private var last: (key: Key, index: Int)?

  package init() {}

  package mutating func add(_ trial: ReadTrial) {
    let session = trial.session
    let key =
      trial.testId.map(Key.name)
      ?? .block(
        trial.block, session: session, participant: trial.participant, test: trial.test)
    let index = (last?.key == key ? last?.index : indexes[key]) ?? tests.count
    last = (key, index)
    if index == tests.count {
      indexes[key] = index
      let kind = kinds.index(of: trial, byHold: false)
      tests.append(
        Test(
          kind: kinds.all[kind], participant: trial.participant, date: trial.onsetDate,
          session: session, count: trial.count))
    }
    tests[index].score.add(isPassed: trial.isCompleted, level: trial.scoredLevel)
    tests[index].isComplete = trial.testComplete == 1
    tests[index].age = trial.age
    tests[index].isFirstComplete = trial.isOfFirstGame
    tests[index].isSimulated = trial.exclusions.contains(.simulated)
    tests[index].playedStimuli = trial.playedStimuli
    tests[index].settings = trial.testSettings
    tests[index].isOfStudy = trial.values.studyPosition != nil
    tests[index].estimate = trial.estimate.flatMap(ColumnRange.decimal)
    tests[index].deviation = trial.estimateDeviation.flatMap(ColumnRange.decimal)
  }

  /// A copy in which adaptive tests have their intervals, computed again from their rounds.
  ///
  /// An interval is that of the test's reply: it is `nil` if the rounds don't lead to the stored
  /// estimate, such as if one of them is damaged.
  var withIntervals: ResultsTally {
    var copy = self
    var replay = ProcedureReplay()
    for (index, test) in tests.enumerated() {
      guard let estimate = test.estimate,
        let standing = replay.standing(after: test.playedStimuli, of: test.name, test.settings),
        let found = TrialEstimate(standing), ColumnRange.decimal(found.value) == estimate,
        found.deviation.flatMap(ColumnRange.decimal) == test.deviation
      else { continue }
      copy.tests[index].interval = test.deviation == nil ? nil : standing.estimate?.interval
      copy.tests[index].beyond = standing.beyond
    }
    return copy
  }

  package var figures: Results {
    let tests = withIntervals.tests
    let named = TestKind.named(tests.map(\.kind))
    let games = Self.games(of: tests, named: named)
    return Results(tests: games, agents: AgentComparison(games: games))
  }

  /// Returns the tests of a kind as games, the oldest first; `named` is the kind with its name.
  func games(of kind: TestKind, named: TestKind) -> [Results.Test] {
    Self.games(of: tests.filter { $0.kind == kind }, named: [kind: named])
  }

  /// Returns tests as games with their bests and numbers, the oldest first; of equal dates, in the
  /// order in which they were added.
  private static func games(of tests: [Test], named: [TestKind: TestKind]) -> [Results.Test] {
    let sorted = tests.indices.sorted { first, second in
      (tests[first].date, first) < (tests[second].date, second)
    }.map { tests[$0] }
    let repeats = repeats(of: sorted)
    let bests = bests(of: sorted, repeats)
    let numbers = numbers(of: sorted)
    var secondGames = SecondGames()
    return sorted.enumerated().map { index, test in
      Results.Test(
        name: test.name, participant: test.participant, session: test.session, date: test.date,
        isComplete: test.isComplete, passes: Share(test.score.passes), level: test.score.level,
        isScoredByLevel: test.isScoredByLevel, estimate: test.estimate,
        deviation: test.deviation, interval: test.interval, beyond: test.beyond,
        best: bests[index], standing: test.standing,
        secondGame: repeats[index] ? nil : test.secondGame(by: &secondGames),
        kind: named[test.kind],
        number: numbers[index], settings: test.settings, isPractice: repeats[index],
        numeralCount: test.count)
    }
  }

  /// Returns for each test whether its participant played it on the same given boards before.
  private static func repeats(of tests: [Test]) -> [Bool] {
    struct Key: Hashable {
      let name: String
      let participant: String
      let agent: AgentName?
      let seed: SessionSeed
      let count: Int?
    }
    var played: Set<Key> = []
    return tests.map { test in
      guard let seed = test.seed else { return false }
      let key = Key(
        name: test.name, participant: test.participant, agent: test.kind.agent, seed: seed,
        count: test.isScoredByLevel ? nil : test.count)
      return !played.insert(key).inserted
    }
  }

  /// Returns the number of each test among those of its participant and kind.
  private static func numbers(of tests: [Test]) -> [Int] {
    struct Key: Hashable {
      let kind: TestKind
      let participant: String
    }
    var counts: [Key: Int] = [:]
    return tests.map { test in
      let key = Key(kind: test.kind, participant: test.participant)
      counts[key, default: 0] += 1
      return counts[key, default: 0]
    }
  }

  /// Returns the best score up to each test, among complete tests of the same kind and participant.
  ///
  /// If the score is not the level, these are tests with the same numbers of numerals and trials.
  /// `repeats` do not count.
  private static func bests(of tests: [Test], _ repeats: [Bool]) -> [TestScore?] {
    struct Key: Hashable {
      let kind: TestKind
      let participant: String
      let count: Int?
      let trials: Int?
    }
    var bests: [Key: TestScore] = [:]
    return zip(tests, repeats).map { test, isRepeat in
      let count = test.isScoredByLevel ? nil : test.count
      let trials =
        test.isScoredByLevel ? nil : test.settings.flatMap { TestSettings($0) }?.trials
      let key = Key(
        kind: test.kind, participant: test.participant, count: count, trials: trials)
      if test.isComplete, !isRepeat,
        bests[key].map({ test.score.isBetter(than: $0, byLevel: test.isScoredByLevel) }) ?? true
      {
        bests[key] = test.score
      }
      return bests[key]
    }
  }
}
