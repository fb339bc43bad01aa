import Characters
package import Examiner
package import Science

/// The settings of a test, which `start TEST` takes as `key=value`.
///
/// They are stored with each round, so that an interrupted test can be continued:
///
/// ```swift
/// TestSettings("practice=5 trials=100")?.trials   // 100
/// ```
package struct TestSettings: Equatable, Sendable {
  /// The event that begins a trial: a key, the end of a countdown, or none.
  ///
  ///     var settings = TestSettings()
  ///     settings.begin = .countdown
  package enum Begin: String, CaseIterable, Sendable {
    case key, countdown, now
  }

  /// The detail of the feedback at the end of a round.
  ///
  ///     var settings = TestSettings()
  ///     settings.feedback = TestSettings.Feedback.none
  package enum Feedback: String, CaseIterable, Sendable {
    /// The outcome and the solution.
    case full
    /// The outcome alone.
    case outcome
    /// Only that the round is over.
    case none
  }

  /// The adjacency of the numerals that are drawn from a range.
  package enum Adjacency: String, CaseIterable, Sendable {
    /// All are consecutive.
    case yes
    /// Not all are consecutive.
    case no
  }

  /// The number of practice rounds, which do not count.
  package var practice = 0
  /// The number of passes in a row that ends a test of practice rounds only.
  package var until: Int?
  /// The most rounds that count; `nil` for the test's own number.
  package var trials: Int?
  /// The number of numerals of the first board.
  package var count: Int?
  /// The seed of the boards, to which the number of the round in the test is added.
  package var seed: SessionSeed?
  package var limit: Int?
  /// The event that begins a trial; `nil` for the session's usual one until the test begins.
  package var begin: Begin?
  package var feedback = Feedback.full
  package var numerals: NumeralRange?
  package var adjacency: Adjacency?
  package var mask: Rule.Mask?
  /// The time before the mask in ms, of a test of plain rounds.
  package var hold: Int?
  package var size: BoardSize?
  package var emptyCell: Rule.EmptyCell?
  package var wrong: Rule.Wrong?
  package var procedure = ProcedureSettings()
  /// The block of a study that the test is; not part of the text of the settings.
  package var studyPosition: StudyPosition?

  package init() {}

  package static var practiceLimits: ClosedRange<Int> { 0...1_000 }
  package static var trialLimits: ClosedRange<Int> { 1...10_000 }
  /// The holds of a test of plain rounds, in ms.
  package static var plainHoldLimits: ClosedRange<Int> { 50...60_000 }
}

/// The position of a test in a study.
///
///     let position = StudyPosition(
///       study: "memory", hash: "9f", session: 1, block: 2, order: 3, condition: "fast")
///     var settings = TestSettings()
///     settings.studyPosition = position
package struct StudyPosition: Equatable, Sendable {
  package var study: String
  package var hash: String
  /// The number of the session; like the block and the order counted from 1.
  package var session: Int
  package var block: Int
  package var order: Int
  package var condition: String

  package init(study: String, hash: String, session: Int, block: Int, order: Int, condition: String)
  {
    self.study = study
    self.hash = hash
    self.session = session
    self.block = block
    self.order = order
    self.condition = condition
  }
}

extension TestSettings: LosslessStringConvertible {
  /// The settings that differ from the defaults, in the syntax of `start`.
  package var description: String {
    var usual = TestSettings()
    usual.begin = begin
    usual.studyPosition = studyPosition
    if self == usual, begin == nil || begin == .now { return "" }
    return Self.keys.compactMap { key in key.text(self).map { "\(key.syntax.name)=\($0)" } }
      .joined(separator: " ")
  }

  /// Parses settings; returns `nil` for a text that `description` would not give.
  package init?(_ text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = Self.keys.first { "\($0.syntax.name)" == parts[0] }
      guard parts.count == 2, let key else { return nil }
      key.set(&self, String(parts[1]))
    }
    guard text.isEmpty || description == text else { return nil }
    // The default is not written.
    begin = begin ?? .now
  }

  /// A key of `start TEST`.
  package struct Key {
    package let syntax: KeySyntax
    /// Returns the text of the value; `nil` for the default.
    let text: (TestSettings) -> String?
    /// Sets the value from a text; to `nil` if it is not valid.
    package let set: (inout TestSettings, String) -> Void
  }

  /// The syntax of a key and its values, from which usage, completion and errors are made.
  ///
  ///     for key in TestSettings.keys { print(key.syntax.name, key.syntax.placeholder) }
  package struct KeySyntax {
    /// The values that a key accepts.
    package enum Values {
      case text
      case number(ClosedRange<Int>)
      case choice([String])
    }

    package let name: StaticString
    package let values: Values

    /// The text that a usage shows for the value; empty for a choice, whose words it shows.
    package let placeholder: String

    fileprivate static func key(
      _ name: StaticString, _ values: Values, _ placeholder: String = ""
    ) -> KeySyntax { KeySyntax(name: name, values: values, placeholder: placeholder) }
  }

  /// All keys, in the order in which they are written.
  package static var keys: [Key] {
    [
      number("practice", practiceLimits, "N", \.givenPractice),
      number("until", trialLimits, "N", \.until), number("trials", trialLimits, "N", \.trials),
      number("count", 1...9801, "N", \.count),
      Key(
        syntax: .key("seed", .text, "TEXT"), text: { $0.seed?.seed.text },
        set: { $0.seed = try? SessionSeed($1) }),
      number("limit", Rule.holdLimits, "MS", \.limit), choice("begin", \.givenBegin),
      choice("feedback", \.givenFeedback),
      Key(
        syntax: .key("numerals", .text, "1..9"),
        text: { $0.numerals.map { "\($0.low)..\($0.high)" } },
        set: {
          $0.numerals = NumeralRange.ends(of: $1).flatMap {
            try? NumeralRange(low: $0.low, high: $0.high)
          }
        }),
      choice("adjacent", \.adjacency), choice("mask", \.mask),
    ] + plainKeys + procedureKeys
  }

  /// The keys that only a test of plain rounds takes.
  package static var plainKeys: [Key] {
    [
      number("hold", plainHoldLimits, "MS", \.hold),
      Key(
        syntax: .key("size", .text, "8x5"), text: { $0.size.map { "\($0.h)x\($0.v)" } },
        set: { $0.size = BoardSize(text: $1) }),
      choice("empty", \.emptyCell), choice("wrong", \.wrong),
    ]
  }

  package static var procedureKeys: [Key] {
    [
      choice("method", \.procedure.method), number("start", 1...2_000, "N", \.procedure.start),
      number("step", 1...18, "N", \.procedure.step),
      number("down", 1...3, "N", \.procedure.down),
      Key(
        syntax: .key("sd", .text, "SD"),
        text: { $0.procedure.deviation.map { (Double($0) / 1000).decimal(3) } },
        set: { settings, text in
          settings.procedure.deviation = Double(text).flatMap {
            ProcedureSettings.deviations.contains($0) ? Int(($0 * 1000).rounded()) : nil
          }
        }),
    ]
  }

  // The key paths are created on demand, because creating them all would slow down every start.
  private static func number(
    _ name: StaticString, _ limits: ClosedRange<Int>, _ placeholder: String,
    _ path: @escaping @autoclosure () -> WritableKeyPath<TestSettings, Int?>
  ) -> Key {
    Key(
      syntax: .key(name, .number(limits), placeholder),
      text: { $0[keyPath: path()].map { "\($0)" } },
      set: { settings, text in
        settings[keyPath: path()] = Int(text).flatMap { limits.contains($0) ? $0 : nil }
      })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString,
    _ path: @escaping @autoclosure () -> WritableKeyPath<TestSettings, Choice?>
  ) -> Key {
    Key(
      syntax: .key(name, .choice(Choice.allCases.map(\.rawValue))),
      text: { $0[keyPath: path()]?.rawValue },
      set: { $0[keyPath: path()] = Choice(rawValue: $1) })
  }

  private var givenPractice: Int? {
    get { practice > 0 ? practice : nil }
    set { practice = newValue ?? 0 }
  }

  private var givenBegin: Begin? {
    get { begin == .now ? nil : begin }
    set { begin = newValue }
  }

  private var givenFeedback: Feedback? {
    get { feedback == .full ? nil : feedback }
    set { feedback = newValue ?? .full }
  }
}

/// A test of the literature or of the web, by name: its boards, its course and what was published.
///
///     let preset = TestPreset.named("inoue-210")
///     preset?.plan.rule.hold  // Optional(210)
///     TestPreset.names(like: "ino")
package struct TestPreset: Equatable, Sendable {
  /// The rule by which rounds follow each other and a test ends.
  ///
  ///     let preset = TestPreset.named("human-benchmark")
  ///     preset?.course.strikeLimit  // Optional(3)
  ///     TestPreset.Course.trials(20).hasLevels  // false
  package enum Course: Equatable, Sendable {
    /// A fixed number of rounds.
    case trials(Int)
    /// One numeral more after a pass; the test ends after a number of fails, called strikes.
    case strikes(Int)
    /// One numeral more after a pass and one less after a fail; it ends after a number of fails.
    case ladder(Int)
    /// A number of rounds of each length; the test ends when all of one length fail.
    case span(Int)
    /// The steps of a course: a pass leads to the next one, a number of fails ends the test.
    case levels(GameCourse)
    /// An adaptive procedure, which plans each round and decides when to end.
    case procedure(ProcedureTarget)

    /// The number of fails that ends the test; `nil` where fails do not end it.
    package var strikeLimit: Int? {
      switch self {
      case .strikes(let limit), .ladder(let limit): limit
      case .levels(let course): course.failureLimit
      case .trials, .span, .procedure: nil
      }
    }

    /// `true` if the number of numerals changes from round to round.
    package var hasLevels: Bool {
      switch self {
      case .trials, .procedure(.hold): false
      case .strikes, .ladder, .span, .levels, .procedure(.span): true
      }
    }

    /// `true` if the hold changes from round to round.
    package var hasHolds: Bool {
      switch self {
      case .trials, .strikes, .ladder, .span, .procedure(.span): false
      case .levels, .procedure(.hold): true
      }
    }

    /// The number of training trials, which are practice and part of the course.
    package var trainingCount: Int {
      if case .levels(let course) = self { course.training.count } else { 0 }
    }

    /// Returns the level of a round by which the test is scored.
    ///
    /// It is the number of numerals, or in a course the number of the step, counted from 1; 0 for a
    /// round that is none of its steps.
    package func level(count: Int, hold: Int?) -> Int {
      guard case .levels(let course) = self else { return count }
      let step = hold.map { CourseLevel(numeralCount: count, hold: $0) }
      return step.flatMap(course.levels.firstIndex).map { $0 + 1 } ?? 0
    }

    /// Returns the step of a course by its number; `nil` for 0, and where there is no course.
    package func step(_ level: Int) -> CourseLevel? {
      guard case .levels(let course) = self, course.levels.indices.contains(level - 1)
      else { return nil }
      return course.levels[level - 1]
    }
  }

  /// The origin of a test: a paper, a site, a game, the span of memory, or none.
  ///
  ///     let source = TestPreset.Source.paper("Inoue & Matsuzawa 2007")
  ///     TestPreset.plain.source == .none  // true
  package enum Source: Equatable, Sendable {
    case paper(String)
    case webSite, game, memorySpan
    /// No source: plain rounds are defined by their settings alone.
    case none
  }

  /// A published result of a test, in percent of its trials, with its source.
  ///
  ///     for result in preset.published { print(result.finding, result.source) }
  package struct Published: Equatable, Sendable {
    /// The subjects, and what they passed.
    package enum Finding: Equatable, Sendable {
      case chimpanzee(String, percent: Int)
      /// The percentages of four numerals, at least, and of five, about.
      case mostlyPassed(String, four: Int, five: Int)
      case students(Int, percent: Int)
      /// The number of people who match Ayumu after practice.
      case practised(Int)
      /// No person has matched Ayumu.
      case unmatched
      /// The number of games whose results are known.
      case games(Int)
    }

    package let finding: Finding
    package let source: String
  }

  /// A remark on what was published, or was not.
  ///
  ///     if preset.remarks.contains(.touchScreen) {
  ///       print("the published numbers are of a touch screen")
  ///     }
  package enum Remark: Equatable, Sendable {
    case noSample
    /// The norms of another board: people, mean and standard deviation.
    case otherBoard(count: Int, mean: String, deviation: String)
    case touchScreen
  }

  package let name: String
  package let source: Source
  /// The plan of the first round, unless the settings change it.
  package let plan: RoundPlan
  package let course: Course
  /// The allowed numbers of numerals; `nil` for as many as fit.
  package var counts: [Int]?
  /// The ranges of numerals among which `numerals=` chooses; empty where there is no choice.
  package var ranges: [NumeralRange] = []
  package var published: [Published] = []
  package var remarks: [Remark] = []

  /// Whether its rounds can be chosen like those of `start COUNT H V`.
  package var isPlain: Bool { source == .none }

  /// All tests, in the order in which the help lists them.
  // A stored constant, because importing and exporting look up the test of each trial.
  package static let all = literature + adaptive + [plain]

  /// A test of plain rounds, all of whose properties are settings.
  package static var plain: TestPreset {
    TestPreset(name: "plain", source: .none, plan: plan(5), course: .trials(50))
  }

  /// The tests that have a course.
  private static let withCourse = all.filter { $0.course.trainingCount > 0 }

  /// Returns the test of a name that has a course; `nil` for any other name.
  ///
  /// It is cheap enough to be asked of each trial.
  package static func withCourse(named name: String?) -> TestPreset? {
    withCourse.first { $0.name == name }
  }

  /// Returns the test of a name; `nil` without one.
  package static func named(_ name: String) -> TestPreset? { all.first { $0.name == name } }

  package static var names: [String] { all.map(\.name) }

  /// Returns a plan with the numerals and the hold of a step.
  func plan(_ plan: RoundPlan, at step: CourseLevel) -> RoundPlan {
    var plan = plan
    plan.count = step.numeralCount
    plan.rule = plan.rule.with(hold: step.hold, limit: plan.rule.limit)
    return plan
  }

  /// Returns the plan of the first round with some settings.
  package func plan(_ settings: TestSettings) -> RoundPlan {
    var plan = plan
    plan.count = settings.count ?? plan.count
    plan.range = settings.numerals ?? plan.range
    plan.adjacency = settings.adjacency ?? plan.adjacency
    plan.rule = plan.rule.with(mask: settings.mask, hold: plan.rule.hold, limit: settings.limit)
    guard isPlain else { return plan }
    plan.size = settings.size ?? plan.size
    plan.rule = (try? plainRule(settings)) ?? plan.rule
    return plan
  }

  /// Returns the rule of plain rounds; throws if its parts contradict each other.
  package func plainRule(_ settings: TestSettings) throws(RuleError) -> Rule {
    try Rule(
      mask: settings.mask ?? .first, emptyCell: settings.emptyCell ?? .wrong,
      wrong: settings.wrong ?? .ends, hold: settings.hold, limit: settings.limit, line: .one)
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

  /// The publication of the limited-hold task.
  private static var limitedHold: String {
    "Inoue & Matsuzawa 2007, Current Biology 17(23):R1004"
  }

  /// Returns what was published of five numerals out of nine; no number is at 430 ms.
  private static func results(afterHold hold: Int) -> [Published] {
    let practice = "Silberberg & Kearns 2009, Animal Cognition 12:405"
    let practised = Published(finding: .practised(2), source: practice)
    func ayumu(_ percent: Int, _ source: String) -> Published {
      Published(finding: .chimpanzee("Ayumu", percent: percent), source: source)
    }
    func students(_ percent: Int) -> Published {
      Published(finding: .students(9, percent: percent), source: limitedHold)
    }
    return switch hold {
    case 650: [ayumu(80, limitedHold), students(80), practised]
    case 210: [ayumu(79, limitedHold + "; " + practice), students(40), practised]
    default: [practised]
    }
  }

  private static var adaptive: [TestPreset] {
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

  /// The exhibit of Edinburgh Zoo.
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

  /// Returns a plan on the standard board, with at most one press a line before the mask.
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

extension BoardSize {
  /// Reads a size as it is written: `8x5`.
  ///
  /// Returns `nil` for any other text.
  package init?(text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let h = sides[0], let v = sides[1], "\(h)x\(v)" == text,
      let size = try? BoardSize(h: h, v: v)
    else { return nil }
    self = size
  }
}
