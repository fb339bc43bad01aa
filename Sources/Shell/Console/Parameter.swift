/// One argument of a command, as its usage names it.
package struct Parameter: Sendable {
  /// What the argument may be.
  package enum Kind: Sendable, Equatable {
    case number(ClosedRange<Int>)
    case text
    case choice([String])
    case literal
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
  package let name: String
  package let kind: Kind
  package let presence: Presence
  /// What the usage writes behind `KEY=`.
  package let placeholder: String

  /// An argument that is known by its place.
  package init(_ name: String, _ kind: Kind, _ presence: Presence = .required) {
    self.name = name
    self.kind = kind
    self.presence = presence
    placeholder = name
  }

  /// A word that has to stand there as it is.
  package static func literal(_ word: String) -> Parameter {
    Parameter(word, .literal)
  }

  /// An argument that is known by its key: `KEY=PLACEHOLDER`.
  package static func key(_ name: String, _ kind: Kind, _ placeholder: String = "") -> Parameter {
    Parameter(key: name, kind, placeholder: placeholder)
  }

  private init(key name: String, _ kind: Kind, placeholder: String) {
    self.name = name
    self.kind = kind
    presence = .optional
    if case .choice(let choices) = kind {
      self.placeholder = choices.joined(separator: "|")
    } else {
      self.placeholder = placeholder
    }
  }

  /// Whether the text has the looks of this argument; its value may still be wrong.
  func resembles(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch kind {
    case .number: decimalNumber(bytes) != nil
    case .literal: bytes.elementsEqual(name.utf8)
    default: true
    }
  }
}

/// The value of `-`? and digits; a number that is too large for an Int is the largest there is.
func decimalNumber(_ bytes: ArraySlice<UInt8>) -> Int? {
  var digits = bytes
  let isNegative = digits.first == UInt8(ascii: "-")
  if isNegative { digits = digits.dropFirst() }
  guard !digits.isEmpty else { return nil }
  var value = 0
  for byte in digits {
    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    let (product, overflows) = value.multipliedReportingOverflow(by: 10)
    let (sum, overflowsToo) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
    value = overflows || overflowsToo ? Int.max : sum
    if value == Int.max { break }
  }
  guard digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
    return nil
  }
  return isNegative ? -value : value
}
