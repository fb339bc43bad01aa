package import Console
import Examiner

/// A question that each participant is asked, at the beginning of the study or at its end.
///
///     print(question.text(in: .english), question.choices(in: .english))
///     let answer = question.answer("Right")
///     if !question.accepts(answer) { print("please choose one of the answers") }
package struct StudyQuestion: Equatable {
  package enum Kind: Equatable {
    case integer(ClosedRange<Int>)
    case choice([String])
    case text
  }

  /// The moment of a question: before the first block, or after the last.
  ///
  ///     let atEnd = plan.questions.filter { $0.moment == .end }
  package enum Moment: String, CaseIterable { case start, end }

  package let name: String
  package let kind: Kind
  package let isOptional: Bool
  package let moment: Moment
  /// The question in each language; the English one is the first text in the file.
  let texts: [Language: String]
  /// The choices in Japanese, in their order; `nil` to show them as they are.
  let japaneseChoices: [String]?

  /// The longest answer, in characters.
  package static var longestAnswer: Int { 500 }

  /// The names of columns that the data always have.
  static var reservedNames: [String] {
    ["participant", "code", "study", "group", "order", "consented", "simulated"]
  }

  /// Returns the question in a language; in English if it has no such text.
  package func text(in language: Language) -> String { texts[language] ?? texts[.english] ?? "" }

  /// Returns the choices as a participant reads them; empty for a question of another kind.
  package func choices(in language: Language) -> [String] {
    guard case .choice(let choices) = kind else { return [] }
    return language == .japanese ? japaneseChoices ?? choices : choices
  }

  /// Returns the answer to store for a text: a choice in any language becomes the file's word for
  /// it.
  package func answer(_ text: String) -> String {
    guard case .choice(let choices) = kind, !choices.contains(text),
      let index = japaneseChoices?.firstIndex(of: text)
    else { return text }
    return choices[index]
  }

  /// Returns whether the text is an answer; an empty one skips an optional question.
  package func accepts(_ answer: String) -> Bool {
    if answer.isEmpty { return isOptional }
    switch kind {
    case .integer(let range):
      return Int(answer).map { range.contains($0) && "\($0)" == answer } ?? false
    case .choice(let choices): return choices.contains(answer)
    case .text: return answer.count <= Self.longestAnswer && answer.isShownAsWritten
    }
  }

  /// The canonical line of the file.
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

  /// Returns whether a text can be a choice: 1 to 64 visible characters.
  static func isChoice(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 64 && text.isShownAsWritten
  }

  /// Parses a range such as `18..99`.
  static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false)
    guard ends.count == 3, ends[1].isEmpty, let low = Int(ends[0]), let high = Int(ends[2]),
      low <= high, max(low.magnitude, high.magnitude) <= 1_000_000_000
    else { return nil }
    return low...high
  }
}

/// A page that a participant must agree to, by typing its key; the hash of what was shown is stored
/// with the agreement.
///
///     print(consent.lines.joined(separator: "\n"))
///     let agrees = "yes" == consent.key
package struct StudyConsent: Equatable {
  package let key: String
  package let language: Language
  package internal(set) var lines: [String] = []

  init(key: String, language: Language) {
    self.key = key
    self.language = language
  }

  /// The answer of a participant who does not agree.
  package static var refusal: String { "no" }

  /// Returns whether a text can be the word of agreement, which must differ from the word of
  /// refusal.
  static func isKey(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 32 && text.isShownAsWritten && text != refusal
  }

  /// The hash of the page, stored with the consent.
  package var hash: String { TextHash.digits(of: fileLines.joined(separator: "\n")) }

  /// The lines of the consent in a file.
  var fileLines: [String] {
    ["consent \(Invocation.quoted(key)) \(language.rawValue)"] + lines.map { "| " + $0 }
  }
}

/// A participant's answers, in the order in which they were given.
///
/// They are stored as one text, from which they can be read again.
///
///     var answers = StudyAnswers()
///     answers["hand"] = "left"
///     answers["age"] = "31"
///     StudyAnswers(answers.description) == answers  // true
///     answers.names  // ["hand", "age"]
package struct StudyAnswers: Equatable, LosslessStringConvertible {
  private var answers: [(name: String, value: String)] = []

  package init() {}

  /// Parses the form of `description`; returns `nil` for any other text.
  package init?(_ text: String) {
    guard !text.isEmpty else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let end = line.firstIndex(of: "=") else { return nil }
      let name = String(line[..<end])
      guard self[name] == nil else { return nil }
      answers.append((name, String(line[line.index(after: end)...])))
    }
  }

  /// The answers as text: a line `NAME=ANSWER` for each.
  package var description: String {
    answers.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
  }

  package var names: [String] { answers.map(\.name) }

  /// The answer to the question of a name; empty if it was skipped, `nil` if it was not asked.
  package subscript(name: String) -> String? {
    get { answers.first { $0.name == name }?.value }
    set {
      answers.removeAll { $0.name == name }
      if let newValue { answers.append((name, newValue)) }
    }
  }

  package static func == (first: Self, second: Self) -> Bool {
    first.description == second.description
  }
}

extension String {
  /// `true` if the text can be shown unchanged: it has no control characters, invisible characters
  /// or line breaks.
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
  /// Returns the hash of a text in 16 hexadecimal digits.
  static func digits(of text: String) -> String {
    var hash = TextHash()
    for byte in text.utf8 { hash.add(byte) }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
