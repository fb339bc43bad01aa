import ChimpSystem
public import Examiner
public import Science

/// A named test such as `inoue-210`, from the literature or the web: its boards, rules and
/// published results.
///
///     let preset = TestPreset.named("inoue-210")
///     preset?.plan.rule.hold  // Optional(210)
///     TestPreset.names(like: "ino")
public struct TestPreset: Equatable, Sendable {
  /// The rule for the difficulty of the next round and for the end of a test.
  ///
  ///     let preset = TestPreset.named("human-benchmark")
  ///     preset?.course.strikeLimit  // Optional(3)
  ///     TestPreset.Course.trials(20).hasLevels  // false
  public enum Course: Equatable, Sendable {
    /// A fixed number of rounds.
    case trials(Int)
    /// A pass adds one numeral; the test ends after a number of failed rounds, the strikes.
    case strikes(Int)
    /// A pass adds one numeral and a fail removes one; the test ends after a number of fails.
    case ladder(Int)
    /// A fixed number of rounds for each number of numerals; the test ends when all rounds of one
    /// number fail.
    case span(Int)
    /// Predefined steps: a pass leads to the next step; the test ends after a number of fails.
    case levels(GameCourse)
    /// An adaptive procedure chooses the difficulty of each round and ends the test.
    case procedure(ProcedureTarget)

    /// The number of failed rounds that ends the test; `nil` if failing does not end it.
    public var strikeLimit: Int? {
      switch self {
      case .strikes(let limit), .ladder(let limit): limit
      case .levels(let course): course.failureLimit
      case .trials, .span, .procedure: nil
      }
    }

    /// `true` if the number of numerals changes from round to round.
    public var hasLevels: Bool {
      switch self {
      case .trials, .procedure(.hold): false
      case .strikes, .ladder, .span, .levels, .procedure(.span): true
      }
    }

    /// `true` if the time for which numerals are shown changes from round to round.
    public var hasHolds: Bool {
      switch self {
      case .trials, .strikes, .ladder, .span, .procedure(.span): false
      case .levels, .procedure(.hold): true
      }
    }

    /// The number of training rounds at the beginning, which are played as practice.
    public var trainingCount: Int {
      if case .levels(let course) = self { course.training.count } else { 0 }
    }

    /// Returns the level of a round, by which the test is scored.
    ///
    /// The level is the number of numerals; in a test with predefined steps it is the number of the
    /// step, counted from 1, or 0 if the round is none of them.
    public func level(count: Int, hold: Int?) -> Int {
      guard case .levels(let course) = self else { return count }
      let step = hold.map { CourseLevel(numeralCount: count, hold: $0) }
      return step.flatMap(course.levels.firstIndex).map { $0 + 1 } ?? 0
    }

    /// Returns the predefined step with a number; `nil` for 0, and in a test without such steps.
    public func step(_ level: Int) -> CourseLevel? {
      guard case .levels(let course) = self, course.levels.indices.contains(level - 1)
      else { return nil }
      return course.levels[level - 1]
    }
  }

  /// The kind of publication that a test comes from.
  ///
  ///     let source = TestPreset.Source.paper("Inoue & Matsuzawa 2007")
  ///     TestPreset.plain.source == .none  // true
  public enum Source: Equatable, Sendable {
    case paper(String)
    case webSite, game, memorySpan
    /// The test has no source: its properties are set by the user.
    case none
  }

  /// A published result, such as the percentage of passed trials, with its source.
  ///
  ///     for result in preset.published { print(result.finding, result.source) }
  public struct Published: Equatable, Sendable {
    /// The published finding.
    ///
    ///     for result in preset.published {
    ///       if case .students(let count, percent: _) = result.finding { print(count, "students") }
    ///     }
    public enum Finding: Equatable, Sendable {
      case chimpanzee(String, percent: Int)
      /// The subjects passed at least this percentage of boards with four numerals, and about this
      /// one with five.
      case mostlyPassed(String, four: Int, five: Int)
      case students(Int, percent: Int)
      /// This number of people matched the chimpanzee Ayumu after practice.
      case practised(Int)
      /// This number of trained students surpassed Ayumu.
      case surpassed(Int)
      /// No person has matched Ayumu.
      case unmatched
      /// The number of games in a published data set.
      case games(Int)
    }

    public let finding: Finding
    public let source: String
  }

  /// A note about the published results, or about why there are none.
  ///
  ///     if preset.remarks.contains(.touchScreen) {
  ///       print("the published numbers are of a touch screen")
  ///     }
  public enum Remark: Equatable, Sendable {
    case noSample
    /// Norms were published, but for another board: the number of people, mean and standard
    /// deviation.
    case otherBoard(count: Int, mean: String, deviation: String)
    case touchScreen
  }

  public let name: String
  public let source: Source
  /// The plan of the first round, before settings are applied.
  public let plan: RoundPlan
  public let course: Course
  /// The allowed numbers of numerals; `nil` for any number that fits on the board.
  public var counts: [Int]?
  /// The ranges that `numerals=` accepts, such as `1-9`; empty if there is no choice.
  public var ranges: [NumeralRange] = []
  public var published: [Published] = []
  public var remarks: [Remark] = []

  /// `true` if the outcomes of its trials decide about the next ones.
  public var dependsOnOutcomes: Bool { if case .trials = course { false } else { true } }

  /// `true` for the test of plain rounds, in which the user sets everything, as in `start 5 8 5`.
  public var isPlain: Bool { source == .none }

  /// All tests, in the order in which the help lists them.
  ///
  /// The list is stored, because imports and exports look up a test for each trial.
  public static let all = literature + dependingOnOutcomes + [plain]

  /// The test of plain rounds, whose properties are all set by the user.
  public static var plain: TestPreset {
    TestPreset(name: "plain", source: .none, plan: plan(5), course: .trials(50))
  }

  /// The tests whose course begins with training trials.
  private static let withTraining = all.filter { $0.course.trainingCount > 0 }

  /// Returns the test with this name if its course has training trials; otherwise `nil`.
  ///
  /// It is fast enough to be called for each trial.
  public static func withTraining(named name: String?) -> TestPreset? {
    withTraining.first { $0.name == name }
  }

  /// Returns the test with this name; `nil` if there is none.
  public static func named(_ name: String) -> TestPreset? { all.first { $0.name == name } }

  public static var names: [String] { all.map(\.name) }

  /// Returns a copy of the plan with the numerals and the hold of a step.
  func plan(_ plan: RoundPlan, at step: CourseLevel) -> RoundPlan {
    var plan = plan
    plan.count = step.numeralCount
    plan.rule = plan.rule.with(hold: step.hold, limit: plan.rule.limit)
    return plan
  }

  /// Returns the plan of the first round with the settings applied.
  public func plan(_ settings: TestSettings) -> RoundPlan {
    var plan = plan
    plan.count = settings.count ?? plan.count
    plan.range = settings.numerals ?? plan.range
    plan.adjacency = settings.adjacency ?? plan.adjacency
    plan.rule = plan.rule.with(
      mask: settings.mask, hold: plan.rule.hold, limit: settings.limit, press: settings.press)
    guard isPlain else { return plan }
    plan.size = settings.size ?? plan.size
    plan.rule = (try? plainRule(settings)) ?? plan.rule
    return plan
  }

  /// Returns the rule of plain rounds by the settings; throws if they contradict each other.
  public func plainRule(_ settings: TestSettings) throws(ExaminerError) -> Rule {
    try Rule(
      mask: settings.mask ?? .first, emptyCell: settings.emptyCell ?? .wrong,
      wrong: settings.wrong ?? .ends, hold: settings.hold ?? settings.holds?.first,
      limit: settings.limit, line: .one,
      press: settings.press)
  }

  /// Returns the settings of a test that begins now: a press during its hold is early, unless they
  /// say otherwise.
  public func settingsOfNewTest(_ settings: TestSettings) -> TestSettings {
    var settings = settings
    if plan(settings).rule.hold != nil { settings.press = settings.press ?? .ignored }
    return settings
  }

  private static var literature: [TestPreset] {
    var muramatsu = plan(5, from: 1...19)
    muramatsu.adjacency = .no
    return [
      TestPreset(
        name: "inoue-masking", source: .paper("Inoue & Matsuzawa 2009, Animal Cognition 12:S59"),
        plan: plan(5, from: 1...9), course: .trials(50),
        published: [
          Published(finding: .unmatched, source: "Matsuzawa 2021, Inference 6(3)")
        ]),
      TestPreset(
        name: "kawai", source: .paper("Kawai & Matsuzawa 2000, Nature"), plan: plan(5, from: 0...9),
        course: .trials(50), counts: [4, 5],
        published: [
          Published(
            finding: .mostlyPassed("Ai", four: 90, five: 65),
            source: "Kawai & Matsuzawa 2000, Nature")
        ]),
      TestPreset(
        name: "muramatsu", source: .paper("Muramatsu & Matsuzawa 2023, Animals 13(5):774"),
        plan: muramatsu, course: .trials(50), counts: [3, 4, 5],
        ranges: [9, 19].compactMap { try? NumeralRange(low: 1, high: $0) }),
    ]
      + [("inoue-650", 650), ("inoue-430", 430), ("inoue-210", 210)].map { name, hold in
        TestPreset(
          name: name, source: .paper(limitedHold), plan: plan(5, from: 1...9, hold: hold),
          course: .trials(50), published: results(afterHold: hold))
      }
  }

  /// The citation of the limited-hold task.
  private static var limitedHold: String {
    "Inoue & Matsuzawa 2007, Current Biology 17(23):R1004"
  }

  /// Returns the published results for five numerals out of nine shown for a time.
  ///
  /// No publication has a number for 430 ms.
  private static func results(afterHold hold: Int) -> [Published] {
    let practice = "Silberberg & Kearns 2009, Animal Cognition 12:405"
    let practised = [
      Published(finding: .practised(2), source: practice),
      Published(
        finding: .surpassed(2), source: "Cook & Wilson 2010, Psychonomic Bulletin & Review 17:599"),
    ]
    func ayumu(_ percent: Int, _ source: String) -> Published {
      Published(finding: .chimpanzee("Ayumu", percent: percent), source: source)
    }
    func students(_ percent: Int) -> Published {
      Published(
        finding: .students(9, percent: percent), source: limitedHold + ", by secondary sources")
    }
    return switch hold {
    case 650: [ayumu(80, limitedHold), students(80)] + practised
    case 210: [ayumu(79, limitedHold + "; " + practice), students(40)] + practised
    default: practised
    }
  }

  /// The tests in which the difficulty of a round depends on the outcomes of earlier rounds.
  private static var dependingOnOutcomes: [TestPreset] {
    let source = Source.paper("Watson 2017, Journal of Vision 17(3):10")
    return [
      TestPreset(
        name: "human-benchmark", source: .webSite,
        plan: plan(4, emptyCell: .ignore), course: .strikes(3), remarks: [.noSample]),
      zoo,
      TestPreset(
        name: "monkey-ladder", source: .game, plan: plan(4, hold: 2_000), course: .ladder(3),
        remarks: [.otherBoard(count: 10_886, mean: "7.66", deviation: "1.19")]),
      TestPreset(name: "span", source: .memorySpan, plan: plan(3), course: .span(2)),
      TestPreset(name: "adapt-span", source: source, plan: plan(4), course: .procedure(.span)),
      TestPreset(
        name: "adapt-hold", source: source, plan: plan(5, from: 1...9, hold: 650),
        course: .procedure(.hold), counts: Array(3...9)),
    ]
  }

  private static var exhibit: String {
    "S. Roberts & J. Quillinan, The Chimp Challenge, Edinburgh Zoo, October 2012 to May 2013"
  }

  /// The test of the exhibit at Edinburgh Zoo.
  private static var zoo: TestPreset {
    let first = GameCourse.zoo.training[0]
    return TestPreset(
      name: "zoo",
      source: .paper(exhibit + ", published trials"),
      plan: plan(first.numeralCount, from: 1...9, hold: first.hold), course: .levels(.zoo),
      published: [
        Published(
          finding: .games(ZooAgeGroup.published.reduce(0) { $0 + $1.gameCount }), source: exhibit)
      ], remarks: [.touchScreen])
  }

  /// Returns a plan on the standard board, in which a line makes at most one press before the mask.
  private static func plan(
    _ count: Int, from numerals: ClosedRange<Int>? = nil, hold: Int? = nil,
    emptyCell: Rule.EmptyCell = .wrong
  ) -> RoundPlan {
    let range = numerals.flatMap { try? NumeralRange(low: $0.lowerBound, high: $0.upperBound) }
    return RoundPlan(
      count: count, size: .standard, range: range,
      rule: (try? Rule(emptyCell: emptyCell, hold: hold, line: .one)) ?? .standard)
  }
}
