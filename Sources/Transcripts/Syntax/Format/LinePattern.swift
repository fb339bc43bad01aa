import ChimpSystem

/// The pattern for an output line: text with placeholders such as `{int}`.
///
/// The syntax is checked when the pattern is parsed; `PatternMachine` matches lines with it.
///
///     let pattern = try LinePattern("round {int}")
///     PatternMachine(pattern).matches(Array("round 12".utf8)[...])  // true
///     try LinePattern("round {")  // throws: the hole is not closed
package struct LinePattern: Sendable {
  /// A part of a pattern: a literal text, or a placeholder.
  enum Piece: Equatable, Sendable {
    case literal([UInt8])
    case hole(Hole)
  }

  let pieces: [Piece]

  /// Parses a pattern; throws for a placeholder that is unknown or not closed.
  package init(_ pattern: String) throws(TranscriptFault) {
    let bytes = Array(pattern.utf8)
    try self.init(bytes, bytes.indices)
  }

  /// Parses the pattern in a range of a file; throws for a placeholder that is unknown or not
  /// closed.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(TranscriptFault) {
    var rest = bytes[range]
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      literal += rest[..<brace]
      rest = rest[(brace + 1)...]
      if rest.first == UInt8(ascii: "{") {
        literal.append(rest.removeFirst())
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        throw TranscriptFault("the hole is not closed", at: brace, of: bytes)
      }
      let words = String(decoding: rest[..<end], as: UTF8.self)
      guard let hole = Hole(words, offset: brace) else {
        let known = "int, ms, hex, word, cell, or a name that is bound"
        throw TranscriptFault("unknown hole \"{\(words)}\" (known: \(known))", at: brace, of: bytes)
      }
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = []
      pieces.append(.hole(hole))
      rest = rest[(end + 1)...]
    }
    literal += rest
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    self.pieces = pieces
  }

  var holes: [Hole] { pieces.compactMap { if case .hole(let hole) = $0 { hole } else { nil } } }
}

/// A placeholder in a pattern (a hole), such as `{int}`.
struct Hole: Equatable, Sendable {
  /// The kinds of text that a placeholder matches, by name; the most special ones come first.
  enum Kind: String, Sendable, CaseIterable {
    /// Digits, optionally with a `-`.
    case int
    /// Two numbers with a blank or a comma between them.
    case cell
    /// Digits, optionally with a fraction and directly followed by `ms`.
    case ms
    /// Hexadecimal digits, optionally with `0x` before them.
    case hex
    /// Anything but blanks.
    case word
    case anything = ""
  }

  /// The name of the placeholder's text, such as `id` in `{id:int}`; `nil` for none.
  let name: String?
  /// The kind of text; `nil` if only the text that the name already has matches.
  let kind: Kind?
  /// `true` if the text must differ from the texts of all other names of its kind.
  let isDistinct: Bool
  let offset: Int

  /// `true` if the placeholder defines the text of its name.
  var binds: Bool { name != nil && kind != nil }

  /// Parses the words between braces: a kind, a name, or both; returns `nil` for anything else.
  init?(_ words: String, offset: Int) {
    self.offset = offset
    isDistinct = words.contains(":") && words.hasSuffix("!")
    guard let colon = words.firstIndex(of: ":") else {
      kind = Kind(rawValue: words)
      name = kind == nil ? words : nil
      guard kind != nil || Self.isName(words) else { return nil }
      return
    }
    let name = String(words[..<colon])
    let type = words[words.index(after: colon)...].dropLast(isDistinct ? 1 : 0)
    guard Self.isName(name), Kind(rawValue: name) == nil, !type.isEmpty,
      let kind = Kind(rawValue: String(type))
    else { return nil }
    self.name = name
    self.kind = kind
  }

  /// Returns whether a word is a valid name.
  private static func isName(_ words: String) -> Bool {
    guard let first = words.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7a else {
      return false
    }
    return words.utf8.allSatisfy { byte in
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a
      return isLetter || byte >= 0x30 && byte <= 0x39 || byte == 0x2d || byte == 0x5f
    }
  }
}

/// A gap: a number of output lines with any text.
struct LineGap: Equatable, Sendable {
  let least: Int
  /// The largest number of lines; `nil` if there is no limit.
  let most: Int?

  /// Parses `...`, `3`, `2..4` or `1+`; returns `nil` for any other text.
  init?(_ text: String) {
    guard text != "..." else {
      least = 0
      most = nil
      return
    }
    let isOpen = text.hasSuffix("+")
    let parts = isOpen ? [String(text.dropLast())] : text.pieces(between: "..")
    let numbers = parts.compactMap(Self.number)
    guard let first = numbers.first, let last = numbers.last, first <= last, parts.count <= 2,
      numbers.count == parts.count
    else { return nil }
    least = first
    most = isOpen ? nil : last
  }

  private static func number(_ digits: String) -> Int? {
    guard digits.utf8.count < 10, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return nil
    }
    return Int(digits)
  }
}
