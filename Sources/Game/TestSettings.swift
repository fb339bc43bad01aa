import ChimpSystem
public import Examiner

/// The settings of a test, which `start TEST` accepts as arguments such as `trials=20`.
///
/// They are stored with each round, so that an interrupted test can be continued:
///
/// ```swift
/// TestSettings("practice=5 trials=100")?.trials   // 100
/// ```
public struct TestSettings: Equatable, Sendable {
  /// The event that begins a round of a test: a key, the end of a countdown, or none.
  ///
  ///     var settings = TestSettings()
  ///     settings.begin = .countdown
  public enum Begin: String, CaseIterable, Sendable {
    case key, countdown, now
  }

  /// The amount of feedback that the player gets at the end of a round.
  ///
  ///     var settings = TestSettings()
  ///     settings.feedback = TestSettings.Feedback.none
  public enum Feedback: String, CaseIterable, Sendable {
    /// The outcome and the solution are shown.
    case full
    /// The outcome is shown without the solution.
    case outcome
    /// Only the end of the round is shown.
    case none
  }

  /// A requirement on numerals drawn from a range: consecutive or not.
  ///
  ///     plan.adjacency = .yes  // as `adjacent=yes`
  public enum Adjacency: String, CaseIterable, Sendable {
    /// The numerals are consecutive.
    case yes
    /// The numerals are not all consecutive.
    case no
  }

  /// The rule for trials in a row with the same hold, in a test with several holds.
  ///
  ///     var settings = TestSettings()
  ///     settings.runs = .free
  public enum Runs: String, CaseIterable, Sendable {
    /// Any number of trials in a row may have the same hold.
    case free
  }

  /// The number of practice rounds, which the result excludes.
  public var practice = 0
  /// The criterion that ends a test which consists of practice rounds.
  public var until: PracticeCriterion?
  /// The number of counted rounds; `nil` for the default of the test.
  public var trials: Int?
  /// The number of numerals in the first round; `nil` for the default of the test.
  public var count: Int?
  /// The seed of the boards, from which each round's seed is derived by its number.
  public var seed: SessionSeed?
  /// The number of the order in which a test with a fixed number of rounds has its boards; `nil`
  /// for the order of their numbers.
  public var shuffle: Int?
  public var limit: Int?
  /// The event that begins a round; `nil` for the default of the session.
  public var begin: Begin?
  public var feedback = Feedback.full
  public var numerals: NumeralRange?
  public var adjacency: Adjacency?
  public var mask: Rule.Mask?
  /// The effect of a press during the hold; `nil` in a test without a hold, and in one of an
  /// earlier version, where a press ended the look.
  public var press: Rule.Press?
  /// The time in milliseconds for which numerals are shown, in a test of plain rounds.
  public var hold: Int?
  /// The holds of a test of plain rounds that mixes several; `nil` otherwise.
  public var holds: [Int]?
  /// The rule for trials in a row with the same hold; `nil` for at most three.
  public var runs: Runs?
  /// The text from which the order of several holds is drawn, which a study sets for each
  /// participant and block.
  public var draw: String?
  public var size: BoardSize?
  public var emptyCell: Rule.EmptyCell?
  public var wrong: Rule.Wrong?
  public var procedure = ProcedureSettings()
  /// What a study fixes of the way in which trials are shown and played.
  public var presentation = PresentationSettings()
  /// The position in a study if the test is one of its blocks; not part of the text form.
  public var studyPosition: StudyPosition?

  public init() {}

  static var practiceLimits: ClosedRange<Int> { 0...1_000 }
  public static var trialLimits: ClosedRange<Int> { 1...10_000 }
  /// The allowed values of `hold`, in milliseconds.
  public static var plainHoldLimits: ClosedRange<Int> { 50...60_000 }
}

/// The position of a test in a study: its session, block and condition.
///
///     let position = StudyPosition(
///       study: "memory", hash: "9f", session: 1, block: 2, order: 3, condition: "fast")
///     var settings = TestSettings()
///     settings.studyPosition = position
public struct StudyPosition: Equatable, Sendable {
  public var study: String
  public var hash: String
  /// The session number, counted from 1, like the numbers of the block and the order.
  public var session: Int
  public var block: Int
  public var order: Int
  public var condition: String

  public init(study: String, hash: String, session: Int, block: Int, order: Int, condition: String)
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
  /// The non-default settings, in the syntax of `start`: `trials=20 feedback=none`.
  public var description: String {
    var usual = TestSettings()
    usual.begin = begin
    usual.studyPosition = studyPosition
    if self == usual, begin == nil || begin == .now { return "" }
    return Self.storedKeys.compactMap { key in key.text(self).map { "\(key.syntax.name)=\($0)" } }
      .joined(separator: " ")
  }

  /// Parses settings; returns `nil` for any text that `description` would not produce.
  public init?(_ text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = Self.storedKeys.first { $0.syntax.name == parts[0] }
      guard parts.count == 2, let key else { return nil }
      key.set(&self, String(parts[1]))
    }
    guard text.isEmpty || description == text else { return nil }
    // The text does not contain the default.
    begin = begin ?? .now
  }

  /// A key of `start TEST`, such as `trials`, with functions to read and set its value.
  ///
  ///     for key in TestSettings.keys { print(key.syntax.name) }
  public struct Key: Sendable {
    public let syntax: KeySyntax
    /// Returns the value as text; `nil` if the setting has its default.
    let text: @Sendable (TestSettings) -> String?
    /// Parses and sets the value; an invalid text sets `nil`.
    public let set: @Sendable (inout TestSettings, String) -> Void
  }

  /// The syntax of a key and its values, from which usages, completion and errors are derived.
  ///
  ///     for key in TestSettings.keys { print(key.syntax.name, key.syntax.placeholder) }
  public struct KeySyntax: Sendable {
    /// The kind of values that a key accepts.
    ///
    ///     if case .choice(let words) = key.syntax.values { print(words) }
    public enum Values: Sendable {
      case text
      case number(ClosedRange<Int>)
      case choice([String])
    }

    public let name: String
    public let values: Values

    /// The placeholder of the value in the usage, such as `COUNT`; empty if the usage lists the
    /// choices.
    public let placeholder: String

    static func key(
      _ name: String, _ values: Values, _ placeholder: String = ""
    ) -> KeySyntax { KeySyntax(name: name, values: values, placeholder: placeholder) }
  }

  /// All keys, in the order in which settings are written.
  public static let keys: [Key] =
    [
      number("practice", practiceLimits, "N", \.givenPractice),
      Key(
        syntax: .key("until", .text, "N"), text: { $0.until?.description },
        set: { $0.until = PracticeCriterion($1) }),
      number("trials", trialLimits, "N", \.trials),
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
      choice("adjacent", \.adjacency), choice("mask", \.mask), choice("press", \.press),
    ] + plainKeys + procedureKeys

  /// The keys of the text form: those of `start`, and those that only a study sets.
  private static let storedKeys: [Key] =
    keys + [number("shuffle", 1...1_000_000, "N", \.shuffle)] + holdKeys + presentationKeys

  /// The keys of a test that mixes several holds.
  private static let holdKeys: [Key] = [
    Key(
      syntax: .key("holds", .text, "MS,MS"),
      text: { $0.holds.map { $0.map(String.init).joined(separator: ",") } },
      set: { $0.holds = Self.holds($1) }),
    choice("runs", \.runs),
    Key(
      syntax: .key("draw", .text, "TEXT"), text: { $0.draw },
      set: { $0.draw = $1.isEmpty ? nil : $1 }),
  ]

  /// The key of a study file for trials in a row with the same hold.
  public static let runsKey: Key = choice("runs", \.runs)

  /// Returns the different holds that a text such as `200,400,800` lists; `nil` for any other text.
  public static func holds(_ text: String) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let holds = parts.compactMap { Int($0) }.filter(plainHoldLimits.contains)
    guard HoldSequence.counts.contains(parts.count), Set(holds).count == parts.count else {
      return nil
    }
    return holds
  }

  /// The keys that only the test of plain rounds accepts.
  public static let plainKeys: [Key] =
    [
      number("hold", plainHoldLimits, "MS", \.hold),
      Key(
        syntax: .key("size", .text, "8x5"), text: { $0.size.map { "\($0.h)x\($0.v)" } },
        set: { $0.size = BoardSize(text: $1) }),
      choice("empty", \.emptyCell), choice("wrong", \.wrong),
    ]

  public static let procedureKeys: [Key] =
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

  // The key paths are created on demand, because creating them all would slow down every start.
  static func number(
    _ name: String, _ limits: ClosedRange<Int>, _ placeholder: String,
    _ path: @escaping @autoclosure @Sendable () -> WritableKeyPath<TestSettings, Int?>
  ) -> Key {
    Key(
      syntax: .key(name, .number(limits), placeholder),
      text: { $0[keyPath: path()].map { "\($0)" } },
      set: { settings, text in
        settings[keyPath: path()] = Int(text).flatMap { limits.contains($0) ? $0 : nil }
      })
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String,
    _ path: @escaping @autoclosure @Sendable () -> WritableKeyPath<TestSettings, Choice?>
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

extension BoardSize {
  /// Parses a size such as `8x5`; returns `nil` for any other text.
  public init?(text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let h = sides[0], let v = sides[1], "\(h)x\(v)" == text,
      let size = try? BoardSize(h: h, v: v)
    else { return nil }
    self = size
  }
}
