package import Examiner

/// What `start TEST` may say beyond the name of the test; a test that a killed program has left
/// behind goes on with it.
package struct TestSettings: Equatable, Sendable {
  /// What a round of a test waits for.
  package enum Begin: String, CaseIterable, Sendable {
    /// For the player.
    case key
    /// For the end of a countdown.
    case countdown
    case now
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
  package var procedure = ProcedureSettings()
  /// Where in a study the test stands; no text of the settings says it.
  package var place: StudyPlace?

  /// Makes the settings of a test of which nothing but the name is said.
  package init() {}

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
    let words: [(String, String?)] =
      [
        ("practice", practice > 0 ? "\(practice)" : nil), ("until", until.map { "\($0)" }),
        ("trials", trials.map { "\($0)" }), ("count", count.map { "\($0)" }),
        ("seed", seed?.seed.text),
        ("limit", limit.map { "\($0)" }),
        ("begin", begin.flatMap { $0 == .now ? nil : $0.rawValue }),
        ("feedback", feedback == .full ? nil : feedback.rawValue),
        ("numerals", numerals.map { "\($0.low)..\($0.high)" }),
        ("adjacent", adjacency?.rawValue), ("mask", mask?.rawValue),
      ] + procedure.words
    return words.compactMap { key, value in value.map { "\(key)=\($0)" } }.joined(separator: " ")
  }

  /// Reads settings as they are written; nil for any other text.
  package init?(_ text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, take(String(parts[1]), as: String(parts[0])) else { return nil }
    }
    guard description == text else { return nil }
    // No text says so.
    begin = begin ?? .now
  }

  private mutating func take(_ value: String, as key: String) -> Bool {
    switch key {
    case "practice": practice = Self.number(value, in: Self.practiceLimits) ?? 0
    case "until": until = Self.number(value, in: Self.trialLimits)
    case "trials": trials = Self.number(value, in: Self.trialLimits)
    case "count": count = Self.number(value, in: 1...9801)
    case "seed": seed = try? SessionSeed(value)
    case "limit": limit = Self.number(value, in: Rule.holdLimits)
    case "begin": begin = Begin(rawValue: value)
    case "feedback": feedback = Feedback(rawValue: value) ?? .full
    case "numerals":
      numerals = NumeralRange.ends(of: value).flatMap { try? NumeralRange(low: $0, high: $1) }
    case "adjacent": adjacency = Adjacency(rawValue: value)
    case "mask": mask = Rule.Mask(rawValue: value)
    default: return procedure.take(value, as: key)
    }
    return true
  }

  private static func number(_ text: String, in limits: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { limits.contains($0) ? $0 : nil }
  }
}
