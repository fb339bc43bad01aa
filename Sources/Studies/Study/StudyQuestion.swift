import Examiner
public import Shell

/// A question of a study to each participant, at the beginning or at the end.
///
///     print(question.text(in: .english), question.choices(in: .english))
///     let answer = question.answer("Right")
///     if !question.accepts(answer) { print("please choose one of the answers") }
public struct StudyQuestion: Equatable {
  /// The kind of answers: a number within limits, one of several words, or any text.
  ///
  ///     if case .choice(let words) = question.kind { print(words) }
  public enum Kind: Equatable, Sendable {
    case integer(ClosedRange<Int>)
    case choice([String])
    case text
  }

  /// The moment of a question: before the first block or after the last one.
  ///
  ///     let atEnd = plan.questions.filter { $0.moment == .end }
  public enum Moment: String, CaseIterable, Sendable { case start, end }

  public let name: String
  public let kind: Kind
  public let isOptional: Bool
  public let moment: Moment
  /// The text of the question in each language; English is required.
  let texts: [Language: String]
  /// The Japanese texts of the choices; `nil` to show the choices as they are.
  let japaneseChoices: [String]?

  /// The maximum length of an answer in characters.
  public static var longestAnswer: Int { 500 }

  /// The names of existing columns of the data, which a question can't have.
  static var reservedNames: [String] {
    ["participant", "code", "study", "group", "order", "consented", "simulated"]
  }

  /// Returns the text of the question in a language, or else in English.
  public func text(in language: Language) -> String { texts[language] ?? texts[.english] ?? "" }

  /// Returns the choices in a language; empty for a question without choices.
  public func choices(in language: Language) -> [String] {
    guard case .choice(let choices) = kind else { return [] }
    return language == .japanese ? japaneseChoices ?? choices : choices
  }

  /// Returns the answer to store for a typed text: a translated choice becomes the original one.
  public func answer(_ text: String) -> String {
    guard case .choice(let choices) = kind, !choices.contains(text),
      let index = japaneseChoices?.firstIndex(of: text)
    else { return text }
    return choices[index]
  }

  /// Returns whether an answer is valid; an empty one is valid for an optional question.
  public func accepts(_ answer: String) -> Bool {
    if answer.isEmpty { return isOptional }
    switch kind {
    case .integer(let range):
      return Int(answer).map { range.contains($0) && "\($0)" == answer } ?? false
    case .choice(let choices): return choices.contains(answer)
    case .text: return answer.count <= Self.longestAnswer && answer.isShownAsWritten
    }
  }

  /// The line of the study file in its normal form, from which the hash is computed.
  var fileLine: String {
    let kindText =
      switch kind {
      case .integer(let range): "integer \(range.lowerBound)..\(range.upperBound)"
      case .choice(let choices): "choice \(choices.joined(separator: ","))"
      case .text: "text"
      }
    var translation = texts[.japanese].map { " ja=\(Invocation.quoted($0))" } ?? ""
    if let japaneseChoices {
      translation += " ja-choices=\(Invocation.quoted(japaneseChoices.joined(separator: ",")))"
    }
    return "question \(name) \(kindText) \(Invocation.quoted(text(in: .english)))"
      + (isOptional ? " optional" : "") + " at=\(moment.rawValue)" + translation
  }

  /// Returns whether a text is valid as a choice: 1 to 64 visible characters.
  static func isChoice(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 64 && text.isShownAsWritten
  }

  /// Parses a range such as `18..99`; returns `nil` for any other text.
  static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false)
    guard ends.count == 3, ends[1].isEmpty, let low = Int(ends[0]), let high = Int(ends[2]),
      low <= high, max(low.magnitude, high.magnitude) <= 1_000_000_000
    else { return nil }
    return low...high
  }
}

/// The consent page of a study, to which participants agree by typing a word.
///
/// The hash of the page is stored with the consent.
///
///     print(consent.lines.joined(separator: "\n"))
///     let agrees = "yes" == consent.key
public struct StudyConsent: Equatable {
  public let key: String
  public let language: Language
  public internal(set) var lines: [String] = []

  init(key: String, language: Language) {
    self.key = key
    self.language = language
  }

  /// The word by which a participant refuses consent.
  public static var refusal: String { "no" }

  /// Returns whether a text can be the word of agreement; it must differ from the word of refusal.
  static func isKey(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 32 && text.isShownAsWritten && text != refusal
  }

  /// The hash of the page, which is stored with a participant's consent.
  public var hash: String { TextHash.digits(of: fileLines.joined(separator: "\n")) }

  /// The lines of the study file that define the page.
  var fileLines: [String] {
    ["consent \(Invocation.quoted(key)) \(language.rawValue)"] + lines.map { "| " + $0 }
  }
}

/// The answers of a participant, in the order in which they were given.
///
/// They are stored as one text.
///
///     var answers = StudyAnswers()
///     answers["hand"] = "left"
///     answers["age"] = "31"
///     StudyAnswers(answers.description) == answers  // true
///     answers.names  // ["hand", "age"]
public struct StudyAnswers: Equatable, LosslessStringConvertible, Sendable {
  private var answers: [(name: String, value: String)] = []

  public init() {}

  /// Parses stored answers; returns `nil` for a text that `description` would not produce.
  public init?(_ text: String) {
    guard !text.isEmpty else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let end = line.firstIndex(of: "=") else { return nil }
      let name = String(line[..<end])
      guard self[name] == nil else { return nil }
      answers.append((name, String(line[line.index(after: end)...])))
    }
  }

  /// The answers as text, one line `NAME=ANSWER` for each.
  public var description: String {
    answers.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
  }

  public var names: [String] { answers.map(\.name) }

  /// The answer to the question with a name; empty if it was skipped, `nil` if it was not asked.
  public subscript(name: String) -> String? {
    get { answers.first { $0.name == name }?.value }
    set {
      answers.removeAll { $0.name == name }
      if let newValue { answers.append((name, newValue)) }
    }
  }

  public static func == (first: Self, second: Self) -> Bool {
    first.description == second.description
  }
}

extension String {
  /// `true` if the text has no control characters, invisible characters or line breaks.
  fileprivate var isShownAsWritten: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: true
      }
    }
  }
}

extension TextHash {
  /// Returns the hash of a text as 16 hexadecimal digits.
  static func digits(of text: String) -> String {
    var hash = TextHash()
    for byte in text.utf8 { hash.add(byte) }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
