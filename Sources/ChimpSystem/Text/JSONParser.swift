extension JSONValue {
  /// Parses a JSON text (RFC 8259); throws the reason with the offset of the byte.
  ///
  /// ```swift
  /// let value = try JSONValue(parsing: Array(#"{"line": 3}"#.utf8))
  /// value["line"]?.integer      // 3
  /// ```
  package init(parsing bytes: [UInt8]) throws(JSONFault) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.value(depth: 0)
    guard parser.next() == nil else { throw parser.fault("nothing may follow the value") }
  }
}

/// The reason why a text is not JSON.
///
///     let fault = JSONFault(reason: "a value is expected", offset: 7)
package struct JSONFault: Error, Equatable, Sendable {
  /// A sentence without a full stop.
  package let reason: String
  /// The offset of the first wrong byte.
  package let offset: Int

  package init(reason: String, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// Parses a JSON text from its beginning to its end.
private struct JSONParser {
  /// The most lists and objects inside one another.
  private static let mostDepth = 256
  /// The bytes for which an escape sequence of one letter stands, by that letter.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c,
    UInt8(ascii: "n"): 0x0a, UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09,
  ]

  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  func fault(_ reason: String) -> JSONFault { JSONFault(reason: reason, offset: position) }

  /// Returns the next byte that is no white space, which stays; `nil` at the end.
  mutating func next() -> UInt8? {
    while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) {
      position += 1
    }
    return position < bytes.count ? bytes[position] : nil
  }

  /// Parses a value inside so many lists and objects.
  mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
    guard depth < Self.mostDepth else { throw fault("too many values inside one another") }
    switch next() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw fault("a value is expected") }
    position += word.utf8.count
    return value
  }

  private mutating func list(depth: Int) throws(JSONFault) -> JSONValue {
    var values: [JSONValue] = []
    try elements(upTo: UInt8(ascii: "]")) { parser throws(JSONFault) in
      values.append(try parser.value(depth: depth + 1))
    }
    return .list(values)
  }

  private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    try elements(upTo: UInt8(ascii: "}")) { parser throws(JSONFault) in
      guard parser.next() == UInt8(ascii: "\"") else { throw parser.fault("a name is expected") }
      let name = try parser.text()
      guard names.insert(name).inserted else { throw parser.fault("a member occurs twice") }
      guard parser.next() == UInt8(ascii: ":") else { throw parser.fault("\":\" is expected") }
      parser.position += 1
      members.append(JSONValue.Member(name: name, value: try parser.value(depth: depth + 1)))
    }
    return .object(members)
  }

  /// Parses elements with commas between them, each with `parse`, and the sign at their end.
  private mutating func elements(
    upTo end: UInt8, _ parse: (inout Self) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    position += 1
    if next() == end {
      position += 1
      return
    }
    while true {
      try parse(&self)
      let sign = next()
      guard sign == end || sign == UInt8(ascii: ",") else {
        throw fault("\",\" or \"\(Character(Unicode.Scalar(end)))\" is expected")
      }
      position += 1
      if sign == end { return }
    }
  }

  private mutating func number() throws(JSONFault) -> JSONValue {
    let start = position
    skip(UInt8(ascii: "-"))
    let first = position
    skipDigits()
    // No number has zeros before its first digit.
    let isPadded = position > first + 1 && bytes[first] == UInt8(ascii: "0")
    var isValid = position > first && !isPadded
    var isInteger = true
    if skip(UInt8(ascii: ".")) {
      isInteger = false
      isValid = skipDigits() && isValid
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isInteger = false
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      isValid = skipDigits() && isValid
    }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    guard isValid, let number = Double(digits) else {
      position = start
      throw fault("a value is expected")
    }
    if isInteger, let integer = Int(digits) { return .integer(integer) }
    return .number(number)
  }

  /// Skips a sign; returns whether it was there.
  @discardableResult
  private mutating func skip(_ sign: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == sign else { return false }
    position += 1
    return true
  }

  /// Skips digits; returns whether there was one.
  @discardableResult
  private mutating func skipDigits() -> Bool {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position > start
  }

  /// Parses a string.
  private mutating func text() throws(JSONFault) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      let byte = bytes[position]
      guard byte >= 0x20 else { throw fault("a control character must be escaped") }
      position += 1
      if byte == UInt8(ascii: "\\") { try parseEscape(into: &text) } else { text.append(byte) }
    }
    guard position < bytes.count else { throw fault("the text does not end") }
    position += 1
    guard let result = String(validating: text, as: UTF8.self) else {
      throw JSONFault(reason: "the text is not UTF-8", offset: start)
    }
    return result
  }

  /// Parses an escape sequence behind its backslash.
  private mutating func parseEscape(into text: inout [UInt8]) throws(JSONFault) {
    if let byte = position < bytes.count ? Self.escapes[bytes[position]] : nil {
      position += 1
      return text.append(byte)
    }
    guard skip(UInt8(ascii: "u")) else { throw fault("no such escape sequence") }
    let first = try codeUnit()
    var units = [first]
    if UTF16.isLeadSurrogate(first), skip(UInt8(ascii: "\\")) {
      guard skip(UInt8(ascii: "u")) else { throw fault("half a character") }
      units.append(try codeUnit())
    }
    guard let characters = String(validating: units, as: UTF16.self) else {
      throw fault("half a character")
    }
    text += characters.utf8
  }

  /// Parses four hexadecimal digits.
  private mutating func codeUnit() throws(JSONFault) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    let isNumber = digits.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    guard digits.count == 4, isNumber,
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits are expected") }
    position += 4
    return unit
  }
}
