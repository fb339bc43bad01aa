import Characters
package import Examiner

/// The settings of a test, which `start TEST` accepts as `key=value`.
///
/// They are stored with each round, so that an interrupted test can be continued:
///
/// ```swift
/// TestSettings("practice=5 trials=100")?.trials   // 100
/// ```
package struct TestSettings: Equatable, Sendable {
  /// The event that begins a trial: a key, the end of a countdown, or nothing.
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
    /// Shows the outcome and the solution.
    case full
    /// The outcome alone.
    case outcome
    /// Says only that the round is over.
    case none
  }

  /// A requirement on numerals drawn from a range: that they are consecutive, or that they are not.
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
  /// The largest number of rounds that count; `nil` for the test's own number.
  package var trials: Int?
  /// The number of numerals of the first board.
  package var count: Int?
  /// The seed of the boards, to which the number of the round in the test is added.
  package var seed: SessionSeed?
  package var limit: Int?
  /// The event that begins a trial; `nil` for the session's usual one, which replaces it when the
  /// test begins.
  package var begin: Begin?
  package var feedback = Feedback.full
  package var numerals: NumeralRange?
  package var adjacency: Adjacency?
  package var mask: Rule.Mask?
  /// The time before the mask in milliseconds, for a test of plain rounds.
  package var hold: Int?
  package var size: BoardSize?
  package var emptyCell: Rule.EmptyCell?
  package var wrong: Rule.Wrong?
  package var procedure = ProcedureSettings()
  /// The position of the test in a study, if it is a block of one; not part of the text of the
  /// settings.
  package var studyPosition: StudyPosition?

  package init() {}

  package static var practiceLimits: ClosedRange<Int> { 0...1_000 }
  package static var trialLimits: ClosedRange<Int> { 1...10_000 }
  /// The allowed holds of a test of plain rounds, in milliseconds.
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
  /// The number of the session; counted from 1, like the block and the order.
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

  /// Parses settings; returns `nil` for any text that is not the `description` of settings.
  package init?(_ text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = Self.keys.first { "\($0.syntax.name)" == parts[0] }
      guard parts.count == 2, let key else { return nil }
      key.set(&self, String(parts[1]))
    }
    guard text.isEmpty || description == text else { return nil }
    // The text does not contain the default.
    begin = begin ?? .now
  }

  /// A key of `start TEST`.
  package struct Key: Sendable {
    package let syntax: KeySyntax
    /// Returns the text of the value, or `nil` for the default.
    let text: @Sendable (TestSettings) -> String?
    /// Sets the value from a text; sets `nil` if the text is not valid.
    package let set: @Sendable (inout TestSettings, String) -> Void
  }

  /// The syntax of a key and its values, from which usages, completions and errors are derived.
  ///
  ///     for key in TestSettings.keys { print(key.syntax.name, key.syntax.placeholder) }
  package struct KeySyntax: Sendable {
    /// The values that a key accepts.
    package enum Values: Sendable {
      case text
      case number(ClosedRange<Int>)
      case choice([String])
    }

    package let name: StaticString
    package let values: Values

    /// The text that a usage shows for the value; empty for a choice, for which the usage lists the
    /// words.
    package let placeholder: String

    fileprivate static func key(
      _ name: StaticString, _ values: Values, _ placeholder: String = ""
    ) -> KeySyntax { KeySyntax(name: name, values: values, placeholder: placeholder) }
  }

  /// All keys, in the order of the text form.
  package static let keys: [Key] =
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

  /// The keys that only a test of plain rounds accepts.
  package static let plainKeys: [Key] =
    [
      number("hold", plainHoldLimits, "MS", \.hold),
      Key(
        syntax: .key("size", .text, "8x5"), text: { $0.size.map { "\($0.h)x\($0.v)" } },
        set: { $0.size = BoardSize(text: $1) }),
      choice("empty", \.emptyCell), choice("wrong", \.wrong),
    ]

  package static let procedureKeys: [Key] =
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
  private static func number(
    _ name: StaticString, _ limits: ClosedRange<Int>, _ placeholder: String,
    _ path: @escaping @autoclosure @Sendable () -> WritableKeyPath<TestSettings, Int?>
  ) -> Key {
    Key(
      syntax: .key(name, .number(limits), placeholder),
      text: { $0[keyPath: path()].map { "\($0)" } },
      set: { settings, text in
        settings[keyPath: path()] = Int(text).flatMap { limits.contains($0) ? $0 : nil }
      })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: StaticString,
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
  package init?(text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let h = sides[0], let v = sides[1], "\(h)x\(v)" == text,
      let size = try? BoardSize(h: h, v: v)
    else { return nil }
    self = size
  }
}
