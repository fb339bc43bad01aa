import Examiner
public import Shell

/// A question of a study to each participant, at the beginning, at the end, or after each block or
/// trial.
///
///     print(question.text(in: .english), question.choices(in: .english))
///     let answer = question.answer("Right")
///     if !question.accepts(answer) { print("please choose one of the answers") }
public struct StudyQuestion: Equatable, Sendable {
  /// The kind of answers: a number within limits, one of several words, or any text.
  ///
  ///     if case .choice(let words) = question.kind { print(words) }
  public enum Kind: Equatable, Sendable {
    case integer(ClosedRange<Int>)
    case decimal(ClosedRange<Double>)
    /// Whole numbers, of which the first and the last have labels.
    case scale(ClosedRange<Int>)
    case choice([String])
    case text
  }

  /// The moment of a question: before the first block, after each block or trial, or after the last
  /// block.
  ///
  ///     let atEnd = plan.questions.filter { $0.moment == .end }
  public enum Moment: String, Sendable { case start, end, block, trial }

  /// The earlier answer on which it depends whether a question is asked.
  ///
  ///     question.condition  // StudyQuestion.Condition(name: "sex", value: "other")
  public struct Condition: Equatable, Sendable {
    /// The name of the earlier question.
    public let name: String
    public let value: String
  }

  public let name: String
  public let kind: Kind
  public let isOptional: Bool
  public let moment: Moment
  /// The earlier answer that lets the question be asked; `nil` to ask it in any case.
  public let condition: Condition?
  /// The labels of the ends of a scale in each language; empty for other questions.
  let labels: [Language: [String]]
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

  /// Returns the labels of the two ends of a scale in a language; empty for other questions.
  public func labels(in language: Language) -> [String] {
    labels[language] ?? labels[.english] ?? []
  }

  /// `true` if the question is asked again and again, after each block or trial.
  public var isRepeated: Bool { moment == .block || moment == .trial }

  /// Returns the name under which the answer is stored; an answer after a block has its number.
  public func answerName(block: Int?) -> String { Self.answerName(name, block: block) }

  /// Returns the name under which the answer is stored, after the block with a number or the trial
  /// with an identifier; `nil` for a question that is asked once.
  public func answerName(after part: String?) -> String { Self.answerName(name, after: part) }

  /// Returns the name under which the answer to a question is stored.
  ///
  ///     StudyQuestion.answerName("calm", block: 3)  // "calm.3"
  public static func answerName(_ name: String, block: Int?) -> String {
    answerName(name, after: block.map(String.init))
  }

  /// Returns the name under which the answer to a question after a block or a trial is stored.
  public static func answerName(_ name: String, after part: String?) -> String {
    name + (part.map { ".\($0)" } ?? "")
  }

  /// Returns the choices in a language; empty for a question without choices.
  public func choices(in language: Language) -> [String] {
    guard case .choice(let choices) = kind else { return [] }
    return language == .japanese ? japaneseChoices ?? choices : choices
  }

  /// Returns the answer to store for the rest of a line: a text byte for byte, unless it has only
  /// blanks; of another kind the words without quotes.
  ///
  /// A translated choice becomes the original one, and a decimal number has its shortest form.
  public func answer(_ line: String) -> String {
    if case .text = kind { return line.contains { $0 != " " } ? line : "" }
    let text = Invocation.words(of: line)
    if case .decimal = kind { return Self.decimal(text)?.short ?? text }
    guard case .choice(let choices) = kind, !choices.contains(text),
      let index = japaneseChoices?.firstIndex(of: text)
    else { return text }
    return choices[index]
  }

  /// Returns whether an answer is valid; an empty one is valid for an optional question.
  public func accepts(_ answer: String) -> Bool {
    if answer.isEmpty { return isOptional }
    switch kind {
    case .integer(let range), .scale(let range):
      return Int(answer).map { range.contains($0) && "\($0)" == answer } ?? false
    case .decimal(let range):
      return Double(answer).map { range.contains($0) && $0.short == answer } ?? false
    case .choice(let choices): return choices.contains(answer)
    case .text: return answer.count <= Self.longestAnswer && answer.isShownAsWritten
    }
  }

  /// The line of the study file in its normal form, from which the hash is computed.
  var fileLine: String {
    let kindText =
      switch kind {
      case .integer(let range): "integer \(range.lowerBound)..\(range.upperBound)"
      case .decimal(let range): "decimal \(range.lowerBound.short)..\(range.upperBound.short)"
      case .scale(let range):
        "scale \(range.lowerBound)..\(range.upperBound) "
          + labels(in: .english).map { Invocation.quoted($0) }.joined(separator: " ")
      case .choice(let choices): "choice \(choices.joined(separator: ","))"
      case .text: "text"
      }
    var translation = texts[.japanese].map { " ja=\(Invocation.quoted($0))" } ?? ""
    if let japaneseChoices {
      translation += " ja-choices=\(Invocation.quoted(japaneseChoices.joined(separator: ",")))"
    }
    if let labels = labels[.japanese] {
      translation += " ja-labels=\(Invocation.quoted(labels.joined(separator: ",")))"
    }
    let momentText = (isRepeated ? " after=" : " at=") + moment.rawValue
    let conditionText = condition.map { " if \($0.name)=\(Invocation.quoted($0.value))" } ?? ""
    return "question \(name) \(kindText) \(Invocation.quoted(text(in: .english)))"
      + (isOptional ? " optional" : "") + momentText + translation + conditionText
  }

  /// Returns whether a text is valid as a choice: 1 to 64 visible characters.
  static func isChoice(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 64 && text.isShownAsWritten
  }

  /// Parses a decimal number of digits, a point and a sign; returns `nil` for any other text.
  private static func decimal(_ text: String) -> Double? {
    text.allSatisfy { "0123456789.-".contains($0) } ? Double(text) : nil
  }

  /// Parses a range such as `0.5..99.9`; returns `nil` for any other text.
  static func decimalRange(_ text: String) -> ClosedRange<Double>? {
    guard let dots = text.firstRange(of: ".."), let low = decimal(String(text[..<dots.lowerBound])),
      let high = decimal(String(text[dots.upperBound...])), low < high,
      max(low.magnitude, high.magnitude) <= 1_000_000_000
    else { return nil }
    return low...high
  }

  /// Returns whether a text is a range with its ends exchanged, such as `99..18`.
  static func isReversed<Bound>(_ text: String, _ parse: (String) -> ClosedRange<Bound>?) -> Bool {
    guard parse(text) == nil, let dots = text.firstRange(of: "..") else { return false }
    return parse("\(text[dots.upperBound...])..\(text[..<dots.lowerBound])") != nil
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
public struct StudyConsent: Equatable, Sendable {
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
/// They are stored as one text. The name of an answer after a block ends with the block's number:
/// `calm.3`. That of an answer after a trial ends with the identifier of the trial.
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
