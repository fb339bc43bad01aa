/// One argument of a command, as its usage names it.
package final class Parameter: Sendable {
  /// What the argument may be.
  package enum Kind: Sendable, Equatable {
    case number(ClosedRange<Int>)
    /// A text of no more bytes than `longestText`.
    case text
    /// A text that is not all digits.
    case identifier
    case choice([String])
    case literal
    /// One of these words; the usage shows the parameter's own name for it.
    case flag([String])
    case file, commandName, settingName
  }

  /// Whether an argument may be left out.
  package enum Presence: Sendable, Equatable { case required, optional }

  package static var longestText: Int { 1 << 16 }

  /// What the usage calls it: `COUNT`; for a key its own name: `seed`.
  package let name: StaticString
  /// The English noun for the argument where its name is only a letter: `column` for `H`.
  private let noun: StaticString?
  package let kind: Kind
  package let presence: Presence
  /// What the usage writes behind `KEY=`; nil where the place tells what the argument is.
  private let keyPlaceholder: String?
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
    mayRepeat = false
  }

  /// A word that has to stand there as it is.
  package static func literal(_ word: StaticString) -> Parameter { Parameter(word, .literal) }

  /// An argument that is known by its key: `KEY=PLACEHOLDER`.
  package static func key(
    _ name: StaticString, _ kind: Kind, _ placeholder: String = "", mayRepeat: Bool = false
  ) -> Parameter { Parameter(key: name, kind, placeholder: placeholder, mayRepeat: mayRepeat) }

  private init(key name: StaticString, _ kind: Kind, placeholder: String, mayRepeat: Bool) {
    self.mayRepeat = mayRepeat
    self.name = name
    noun = nil
    self.kind = kind
    presence = .optional
    keyPlaceholder = placeholder
  }

  /// The argument as an error names it: `COUNT`, or `the column`.
  var shownName: String { noun.map { "the \($0)" } ?? "\(name)" }

  /// One such argument, as an error asks for it: `COUNT`, or `a column`.
  var shownExample: String { noun.map { "a \($0)" } ?? "\(name)" }

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

  /// Whether the text has the looks of this argument; its value may still be wrong.
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
  /// Whether this is a number, which may be too large for an Int: an optional `-` and digits.
  var isDecimal: Bool {
    let digits = dropFirst(first == UInt8(ascii: "-") ? 1 : 0)
    return !digits.isEmpty && digits.isAllDigits
  }

  /// The number that this is; nil where it is none, or too large.
  var decimal: Int? {
    guard isDecimal else { return nil }
    // No number of 18 digits is too large.
    guard count <= 18 else { return Int(String(decoding: self, as: UTF8.self)) }
    let digits = dropFirst(self[0] == UInt8(ascii: "-") ? 1 : 0)
    let size = digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    return digits.count == count ? size : -size
  }
}

extension Sequence<UInt8> {
  var isAllDigits: Bool { allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }
}
