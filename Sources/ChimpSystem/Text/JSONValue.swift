/// A JSON value; the members of an object keep their order.
///
/// ```swift
/// let value: JSONValue = ["trials": 3, "share": JSONValue(2.0 / 3), "chance": .null]
/// value.line      // {"trials":3,"share":0.6666666666666666,"chance":null}
/// ```
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number; written as null if it is not finite.
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// A member of an object; each name may occur once.
  ///
  ///     JSONValue.object([.init(name: "trials", value: 3)]).line  // {"trials":3}
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package init(_ integer: Int?) { self = integer.map(JSONValue.integer) ?? .null }

  package init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }

  package init(_ text: String?) { self = text.map(JSONValue.text) ?? .null }

  /// The JSON text on one line, without spaces.
  package var line: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns an object with the members of both objects; other values count as empty objects.
  package func joined(with other: JSONValue) -> JSONValue { .object(members + other.members) }

  /// The members of an object; empty for any other value.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The value of a member of an object; `nil` if there is none.
  package subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// The elements of a list; `nil` for any other value.
  package var elements: [JSONValue]? { if case .list(let values) = self { values } else { nil } }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  /// Appends the JSON text of the value.
  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
    case .integer(let number): bytes += "\(number)".utf8
    // The shortest digits that read back as the same number.
    case .number(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .text(let text): Self.append(text, to: &bytes)
    case .list(let values):
      append(values, between: "[", "]", to: &bytes) { value, bytes in value.append(to: &bytes) }
    case .object(let members):
      append(members, between: "{", "}", to: &bytes) { member, bytes in
        Self.append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
    }
  }

  /// Appends the JSON texts of elements, separated by commas, between brackets or braces.
  private func append<Element>(
    _ elements: [Element], between start: Unicode.Scalar, _ end: Unicode.Scalar,
    to bytes: inout [UInt8], _ appendElement: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: start))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendElement(element, &bytes)
    }
    bytes.append(UInt8(ascii: end))
  }
}

extension JSONValue {
  /// Appends a text as a JSON string; invisible characters are escaped as `\u` and four digits.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    guard !isPlain else { return bytes.append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: scalar))
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case _ where scalar.isHidden:
        for unit in String(scalar).utf16 { append(unit: unit, to: &bytes) }
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  /// Appends the escape sequence of a UTF-16 code unit.
  private static func append(unit: UInt16, to bytes: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
    bytes.append(contentsOf: #"\u\#(zeros)\#(digits)"#.utf8)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral
{
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member(name: $0, value: $1) })
  }

  package init(stringLiteral text: String) { self = .text(text) }

  package init(integerLiteral number: Int) { self = .integer(number) }
}
