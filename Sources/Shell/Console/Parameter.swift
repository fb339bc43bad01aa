/// One argument of a command, as its usage names it.
package final class Parameter: Sendable {
  /// What the argument may be.
  package enum Kind: Sendable, Equatable {
    case number(ClosedRange<Int>)
    case text
    /// A text that is not all digits.
    case identifier
    case choice([String])
    case literal
    /// One of these words; the usage shows the parameter's own name for it.
    case flag([String])
    case file
    case commandName
    case settingName
  }

  /// Whether the argument has to be there.
  package enum Presence: Sendable, Equatable {
    case required
    case optional
  }

  /// What the usage calls it: `COUNT`; for a key its own name: `seed`.
  package let name: StaticString
  package let kind: Kind
  package let presence: Presence
  /// What the usage writes behind `KEY=`; nil where the place tells what the argument is.
  private let keyPlaceholder: String?

  /// An argument that is known by its place.
  package init(_ name: StaticString, _ kind: Kind, _ presence: Presence = .required) {
    self.name = name
    self.kind = kind
    self.presence = presence
    keyPlaceholder = nil
  }

  /// A word that has to stand there as it is.
  package static func literal(_ word: StaticString) -> Parameter {
    Parameter(word, .literal)
  }

  /// An argument that is known by its key: `KEY=PLACEHOLDER`.
  package static func key(_ name: StaticString, _ kind: Kind, _ placeholder: String = "")
    -> Parameter
  {
    Parameter(key: name, kind, placeholder: placeholder)
  }

  private init(key name: StaticString, _ kind: Kind, placeholder: String) {
    self.name = name
    self.kind = kind
    presence = .optional
    keyPlaceholder = placeholder
  }

  /// How a usage shows the parameter.
  package var usage: String {
    var shown = "\(name)"
    if let keyPlaceholder {
      if case .choice(let choices) = kind {
        shown += "=" + choices.joined(separator: "|")
      } else {
        shown += "=" + keyPlaceholder
      }
    }
    return presence == .required ? shown : "[\(shown)]"
  }

  /// Whether the text has the looks of this argument; its value may still be wrong.
  func resembles(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch kind {
    case .number: decimalNumber(text) != nil
    case .literal: name.isText(text)
    case .identifier: text.contains { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") }
    default: true
    }
  }
}

/// The value of an optional `-` and digits; too large a number is the largest there is.
func decimalNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let first = bytes.first else { return nil }
  let isNegative = first == UInt8(ascii: "-")
  var offset = isNegative ? 1 : 0
  guard offset < bytes.count else { return nil }
  var value: UInt64 = 0
  var isTooLarge = false
  while offset < bytes.count {
    let digit = bytes[offset] &- UInt8(ascii: "0")
    guard digit <= 9 else { return nil }
    value = value &* 10 &+ UInt64(digit)
    isTooLarge = isTooLarge || value > UInt64.max / 20
    offset += 1
  }
  let magnitude = isTooLarge ? Int.max : Int(value)
  return isNegative ? -magnitude : magnitude
}
