import ChimpSystem

/// A parameter of a command: its name, the kind of its values, and whether it is required.
///
///     Parameter("H", .number(1...99), noun: "column")
///     Parameter.key("seed", .text, "TEXT")
///     Parameter.literal("off")
///
/// The usage, the completion and the error messages are derived from it.
public final class Parameter: Sendable {
  /// The kind of values that a parameter accepts.
  ///
  ///     let count = Parameter("count", .number(1...99))
  public enum Kind: Sendable, Equatable {
    /// A number within limits.
    case number(ClosedRange<Int>)
    /// A text of at most `longestText` bytes.
    case text
    /// A text that differs from a number.
    case identifier
    /// One of these words.
    case choice([String])
    /// A fixed word: the parameter's own name.
    case literal
    /// One of these words, which the usage shows by the parameter's name.
    case flag([String])
    /// A file to resolve; or the name of a command or a setting, which the command checks itself.
    case file, commandName, settingName
  }

  /// `true` if an argument may be omitted; the usage shows an optional one in brackets.
  ///
  ///     Parameter("all", .flag(["all"]), .optional).usage  // [all]
  public enum Presence: Sendable, Equatable { case required, optional }

  /// The maximum length of a text argument in bytes.
  static var longestText: Int { 1 << 16 }

  /// The name in the usage, such as `COUNT`; of a key, the key itself, such as `seed`.
  public let name: String
  /// The noun that error messages use instead of a one-letter name, such as `column` for `H`.
  private let noun: String?
  /// The kind of value.
  public let kind: Kind
  public let presence: Presence
  /// The placeholder of a key's value in the usage, as `TEXT` in `seed=TEXT`; `nil` for a
  /// positional parameter.
  private let keyPlaceholder: String?
  /// Words that pass the check although they are not choices, so that the command can explain why
  /// they are wrong.
  let explainedWords: [String]
  /// `true` if the key may be given more than once.
  let mayRepeat: Bool

  /// Creates a positional parameter.
  public init(
    _ name: String, _ kind: Kind, _ presence: Presence = .required,
    noun: String? = nil
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
  public static func literal(_ word: String) -> Parameter { Parameter(word, .literal) }

  /// Returns an optional parameter of the shape `KEY=PLACEHOLDER`.
  ///
  /// The `explained` words pass the check of a choice, but completion doesn't offer them.
  public static func key(
    _ name: String, _ kind: Kind, _ placeholder: String = "", mayRepeat: Bool = false,
    explained explainedWords: [String] = []
  ) -> Parameter {
    Parameter(
      key: name, kind, placeholder: placeholder, mayRepeat: mayRepeat,
      explained: explainedWords)
  }

  /// Creates a parameter of the shape `KEY=VALUE`.
  private init(
    key name: String, _ kind: Kind, placeholder: String, mayRepeat: Bool,
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

  /// The parameter in error messages, with its article: `COUNT`, or `the column`.
  var shownName: String { noun.map { "the \($0)" } ?? name }

  /// The parameter in requests for one: `COUNT`, or `a column`.
  var shownExample: String { noun.map { "a \($0)" } ?? name }

  /// The parameter in a usage: `COUNT`, `[seed=TEXT]` or `[mask=first|never]`.
  public var usage: String {
    var shown = name
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

  /// Returns whether a text looks like a value of this parameter; the value may still be invalid.
  func resembles(_ text: ArraySlice<UInt8>) -> Bool {
    switch kind {
    case .number: text.isDecimal
    case .literal: name.isText(text)
    case .choice(let choices):
      choices.contains { $0.utf8.count == text.count && $0.utf8.elementsEqual(text) }
        || text.hasCapital
          && choices.contains(String(decoding: text, as: UTF8.self).lowercased())
    case .identifier: !text.isEmpty && !text.isDecimal
    default: true
    }
  }
}

extension ArraySlice<UInt8> {
  /// `true` if one of the bytes is a capital letter of ASCII.
  var hasCapital: Bool { contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } }

  /// `true` if the bytes are an optional `-` and digits, even if the number is too large for an
  /// Int.
  var isDecimal: Bool {
    let digits = dropFirst(first == UInt8(ascii: "-") ? 1 : 0)
    return !digits.isEmpty && digits.isAllDigits
  }

  /// The number that the bytes spell; `nil` if it is none or too large.
  var decimal: Int? {
    guard isDecimal else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var number = 0
    for digit in dropFirst(isNegative ? 1 : 0) {
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let value = Int(digit - UInt8(ascii: "0"))
      let (sum, isOverflow) =
        isNegative ? tens.subtractingReportingOverflow(value) : tens.addingReportingOverflow(value)
      if isTooLarge || isOverflow { return nil }
      number = sum
    }
    return number
  }
}

extension Sequence<UInt8> {
  /// `true` if all bytes are decimal digits.
  var isAllDigits: Bool { allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }
}
