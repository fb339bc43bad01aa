/// An escape sequence: its name, such as `[H`, `[?h` or `7`, and its numbers.
struct EscapeSequence: Equatable {
  let name: String
  let numbers: [Int]
}

/// An incremental parser of terminal output: a sequence may be split at any byte.
struct EscapeParser {
  enum Token: Equatable {
    case character(Unicode.Scalar)
    case control(UInt8)
    case sequence(EscapeSequence)
    /// A command to the terminal that ends with the control character BEL, such as `52;c;YQ==`.
    case command(String)
    case unknown(String)
  }

  private var bytes: [UInt8] = []

  /// Parses more bytes and returns the tokens that are complete now.
  mutating func tokens(of more: [UInt8]) -> [Token] {
    bytes += more
    var tokens: [Token] = []
    while let token = nextToken() { tokens.append(contentsOf: token) }
    return tokens
  }

  /// Returns the next token, or an empty array for a sequence without effect; `nil` if more bytes
  /// are needed.
  private mutating func nextToken() -> [Token]? {
    guard let first = bytes.first else { return nil }
    if first == 0x1b { return nextSequence() }
    if first < 0x20 || first == 0x7f {
      bytes.removeFirst()
      return [.control(first)]
    }
    let count = Self.byteCount(ofScalarBeginningWith: first)
    guard bytes.count >= count else { return nil }
    let scalars = String(decoding: bytes.prefix(count), as: UTF8.self).unicodeScalars
    bytes.removeFirst(count)
    return scalars.map { .character($0) }
  }

  /// Returns the number of bytes of the UTF-8 character that begins with a byte.
  private static func byteCount(ofScalarBeginningWith first: UInt8) -> Int {
    switch first {
    case 0xf0...: 4
    case 0xe0...: 3
    case 0x80...: 2
    default: 1
    }
  }

  /// Returns the tokens of the escape sequence at the beginning; `nil` if more bytes are needed.
  private mutating func nextSequence() -> [Token]? {
    guard bytes.count > 1 else { return nil }
    if bytes[1] == UInt8(ascii: "]") {
      guard let end = bytes.firstIndex(of: 0x07) else { return nil }
      let command = String(decoding: bytes[2..<end], as: UTF8.self)
      bytes.removeFirst(end + 1)
      return [.command(command)]
    }
    guard bytes[1] == UInt8(ascii: "[") else {
      // The selection of a character set has one more byte.
      let count = bytes[1] == UInt8(ascii: "(") ? 3 : 2
      guard bytes.count >= count else { return nil }
      let name = String(decoding: bytes[1..<count], as: UTF8.self)
      bytes.removeFirst(count)
      return count == 3 ? [] : [.sequence(EscapeSequence(name: name, numbers: []))]
    }
    guard let end = bytes[2...].firstIndex(where: { $0 >= 0x40 }) else { return nil }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    let final = String(UnicodeScalar(bytes[end]))
    bytes.removeFirst(end + 1)
    let isPrivate = parameters.hasPrefix("?")
    let numbers = parameters.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? -1 }
    let name = "[" + (isPrivate ? "?" : "") + final
    return [.sequence(EscapeSequence(name: name, numbers: numbers))]
  }
}
