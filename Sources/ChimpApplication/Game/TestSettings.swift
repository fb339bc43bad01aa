package import Examiner
import Science
import Shell

/// What `start TEST` may say beyond the name of the test; a test that a killed program has left
/// behind goes on with it.
package struct TestSettings: Equatable, Sendable {
  package enum Begin: String, CaseIterable, Sendable {
    case key, countdown, now
  }

  /// What is told at the end of a round.
  package enum Feedback: String, CaseIterable, Sendable {
    /// How it ended, and the solution.
    case full
    /// How it ended.
    case outcome
    /// That it is over.
    case none
  }

  /// Which numerals stand on a board that are drawn out of a range.
  package enum Adjacency: String, CaseIterable, Sendable {
    /// Each is the next one of the one before.
    case yes
    /// Not all are.
    case no
  }

  /// How many rounds come before those that count.
  package var practice = 0
  /// After how many passes in a row the practice is over, and with it the test, in which no round
  /// counts then.
  package var until: Int?
  /// After how many rounds that count the test is over at the latest.
  package var trials: Int?
  /// How many numerals the first board has.
  package var count: Int?
  /// What the boards are drawn from: this text and the number of the round in the test.
  package var seed: SessionSeed?
  package var limit: Int?
  /// Nil for what is usual in the session, until the test begins.
  package var begin: Begin?
  package var feedback = Feedback.full
  package var numerals: NumeralRange?
  package var adjacency: Adjacency?
  package var mask: Rule.Mask?
  var procedure = ProcedureSettings()
  /// Where in a study the test stands; no text of the settings says it.
  package var place: StudyPlace?

  /// Makes the settings of a test of which nothing but the name is said.
  init() {}

  package static var practiceLimits: ClosedRange<Int> { 0...1_000 }
  package static var trialLimits: ClosedRange<Int> { 1...10_000 }
}

/// Where in a study a test stands.
package struct StudyPlace: Equatable, Sendable {
  package var study: String
  package var hash: String
  /// The sessions, the blocks and the orders are counted from 1.
  package var session: Int
  package var block: Int
  package var order: Int
  package var condition: String
}

extension TestSettings: LosslessStringConvertible {
  /// What is not as it would be anyway, as `start` takes it.
  package var description: String {
    var usual = TestSettings()
    (usual.begin, usual.place) = (begin, place)
    if self == usual, begin == nil || begin == .now { return "" }
    return Self.keys.compactMap { key in key.text(self).map { "\(key.parameter.name)=\($0)" } }
      .joined(separator: " ")
  }

  /// Reads settings as they are written; nil for any other text.
  package init?(_ text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = Self.keys.first { "\($0.parameter.name)" == parts[0] }
      guard parts.count == 2, let key else { return nil }
      key.take(&self, String(parts[1]))
    }
    guard text.isEmpty || description == text else { return nil }
    // No text says so.
    begin = begin ?? .now
  }

  /// A key of `start TEST`.
  struct Key {
    let parameter: Parameter
    /// Writes the value; nil where that is what there would be anyway.
    let text: (TestSettings) -> String?
    /// Takes a value, if it is one.
    let take: (inout TestSettings, String) -> Void
  }

  /// All keys, in the order in which they are written.
  static var keys: [Key] {
    [
      number("practice", practiceLimits, "N", \.givenPractice),
      number("until", trialLimits, "N", \.until), number("trials", trialLimits, "N", \.trials),
      number("count", 1...9801, "N", \.count),
      Key(
        parameter: .key("seed", .text, "TEXT"), text: { $0.seed?.seed.text },
        take: { $0.seed = try? SessionSeed($1) }),
      number("limit", Rule.holdLimits, "MS", \.limit), choice("begin", \.givenBegin),
      choice("feedback", \.givenFeedback),
      Key(
        parameter: .key("numerals", .text, "1..9"),
        text: { $0.numerals.map { "\($0.low)..\($0.high)" } },
        take: {
          $0.numerals = NumeralRange.ends(of: $1).flatMap {
            try? NumeralRange(low: $0.low, high: $0.high)
          }
        }),
      choice("adjacent", \.adjacency), choice("mask", \.mask),
    ] + procedureKeys
  }

  static var procedureKeys: [Key] {
    [
      choice("method", \.procedure.method), number("start", 1...2_000, "N", \.procedure.start),
      number("step", 1...18, "N", \.procedure.step),
      number("down", 1...3, "N", \.procedure.down),
      Key(
        parameter: .key("sd", .text, "SD"),
        text: { $0.procedure.deviation.map { (Double($0) / 1000).decimal(3) } },
        take: { settings, text in
          settings.procedure.deviation = Double(text).flatMap {
            ProcedureSettings.deviations.contains($0) ? Int(($0 * 1000).rounded()) : nil
          }
        }),
    ]
  }

  // To make the paths takes longer than all else of the table: they are made when they are used.
  private static func number(
    _ name: StaticString, _ limits: ClosedRange<Int>, _ placeholder: String,
    _ path: @escaping @autoclosure () -> WritableKeyPath<TestSettings, Int?>
  ) -> Key {
    Key(
      parameter: .key(name, .number(limits), placeholder),
      text: { $0[keyPath: path()].map { "\($0)" } },
      take: { settings, text in
        settings[keyPath: path()] = Int(text).flatMap { limits.contains($0) ? $0 : nil }
      })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString,
    _ path: @escaping @autoclosure () -> WritableKeyPath<TestSettings, Choice?>
  ) -> Key {
    Key(
      parameter: .key(name, .choice(Choice.allCases.map(\.rawValue))),
      text: { $0[keyPath: path()]?.rawValue },
      take: { $0[keyPath: path()] = Choice(rawValue: $1) })
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
