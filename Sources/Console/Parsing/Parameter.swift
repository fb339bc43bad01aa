/// One argument of a command: its name, its kind, and whether it is required.
///
///     Parameter("H", .number(1...99), noun: "column")
///     Parameter.key("seed", .text, "TEXT")
///     Parameter.literal("off")
///
/// The usage, completion and every refusal of the argument follow from it.
package final class Parameter: Sendable {
  /// The values that an argument can have.
  package enum Kind: Sendable, Equatable {
    /// A number within limits.
    case number(ClosedRange<Int>)
    /// A text of at most `longestText` bytes.
    case text
    /// A text that is not all digits.
    case identifier
    /// One of these words.
    case choice([String])
    /// The parameter's own name, as a word.
    case literal
    /// One of these words; the usage shows the parameter's own name for it.
    case flag([String])
    /// A file, which is resolved; the name of a command or of a setting, which its command checks.
    case file, commandName, settingName
  }

  /// `true` if an argument may be omitted; the usage shows an optional one in brackets.
  ///
  ///     Parameter("all", .flag(["all"]), .optional).usage  // [all]
  package enum Presence: Sendable, Equatable { case required, optional }

  /// The greatest number of bytes of a text.
  package static var longestText: Int { 1 << 16 }

  /// The name in the usage: `COUNT`; for a key its own name: `seed`.
  package let name: StaticString
  /// The English noun for the argument where its name is only a letter: `column` for `H`.
  private let noun: StaticString?
  /// The kind of value.
  package let kind: Kind
  package let presence: Presence
  /// The placeholder after `KEY=` in the usage; `nil` for an argument that is known by its
  /// position.
  private let keyPlaceholder: String?
  /// Words that are no choices, and that the command itself refuses with a reason.
  let explainedWords: [String]
  /// `true` if the key may be given more than once.
  let mayRepeat: Bool

  /// Creates an argument that is known by its position.
  package init(
    _ name: StaticString, _ kind: Kind, _ presence: Presence = .required,
    noun: StaticString? = nil
  ) {
    self.name = name
    self.noun = noun
    self.kind = kind
    self.presence = presence
    keyPlaceholder = nil
    explainedWords = []
    mayRepeat = false
  }

  /// Returns a parameter that is a fixed word.
  package static func literal(_ word: StaticString) -> Parameter { Parameter(word, .literal) }

  /// Returns an optional argument that is known by its key: `KEY=PLACEHOLDER`.
  ///
  /// The explained words pass the check of a choice, and are offered nowhere.
  package static func key(
    _ name: StaticString, _ kind: Kind, _ placeholder: String = "", mayRepeat: Bool = false,
    explained explainedWords: [String] = []
  ) -> Parameter {
    Parameter(
      key: name, kind, placeholder: placeholder, mayRepeat: mayRepeat,
      explained: explainedWords)
  }

  /// Creates a key.
  private init(
    key name: StaticString, _ kind: Kind, placeholder: String, mayRepeat: Bool,
    explained explainedWords: [String]
  ) {
    self.explainedWords = explainedWords
    self.mayRepeat = mayRepeat
    self.name = name
    noun = nil
    self.kind = kind
    presence = .optional
    keyPlaceholder = placeholder
  }

  /// The argument as a refusal names it: `COUNT`, or `the column`.
  var shownName: String { noun.map { "the \($0)" } ?? "\(name)" }

  /// One such argument, as a refusal asks for it: `COUNT`, or `a column`.
  var shownExample: String { noun.map { "a \($0)" } ?? "\(name)" }

  /// The argument in the usage: `COUNT`, `[seed=TEXT]` or `[mask=first|never]`.
  package var usage: String {
    var shown = "\(name)"
    if let keyPlaceholder {
      if case .choice(let choices) = kind {
        shown += "=" + choices.joined(separator: "|")
      } else {
        shown += "=" + keyPlaceholder
      }
    }
    if mayRepeat { shown += " ..." }
    return presence == .required ? shown : "[\(shown)]"
  }

  /// Returns whether a text has the shape of this argument; its value may still be wrong.
  func resembles(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch kind {
    case .number: text.isDecimal
    case .literal: name.isText(text)
    case .choice(let choices):
      choices.contains { $0.utf8.count == text.count && $0.utf8.elementsEqual(text) }
    case .identifier: !text.isAllDigits
    default: true
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `true` if this is a number, perhaps too large for an Int: an optional `-` and digits.
  var isDecimal: Bool {
    let digits = dropFirst(first == UInt8(ascii: "-") ? 1 : 0)
    return !digits.isEmpty && digits.isAllDigits
  }

  /// The number that this is; `nil` if it is none, or too large.
  var decimal: Int? {
    // No number of 18 digits is too large.
    guard count <= 18 else {
      return isDecimal ? Int(String(decoding: self, as: UTF8.self)) : nil
    }
    let isNegative = first == UInt8(ascii: "-")
    let digits = dropFirst(isNegative ? 1 : 0)
    if digits.isEmpty { return nil }
    var size = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      size = size * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -size : size
  }
}

extension Sequence<UInt8> {
  /// `true` if all bytes are decimal digits.
  var isAllDigits: Bool { allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }
}
