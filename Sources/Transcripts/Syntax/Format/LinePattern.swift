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

  /// Parses a pattern; `kinds` are those of the program besides the general ones.
  ///
  /// Throws for a placeholder that is unknown or not closed.
  package init(_ pattern: String, kinds: HoleKinds = HoleKinds()) throws(TranscriptFault) {
    let bytes = Array(pattern.utf8)
    try self.init(bytes, bytes.indices, kinds)
  }

  /// Parses the pattern in a range of a file; throws for a placeholder that is unknown or not
  /// closed.
  init(
    _ bytes: [UInt8], _ range: Range<Int>, _ kinds: HoleKinds = HoleKinds()
  ) throws(TranscriptFault) {
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
      guard let end = Hole.end(in: rest) else {
        throw TranscriptFault("the hole is not closed", at: brace, of: bytes)
      }
      let words = String(decoding: rest[..<end], as: UTF8.self)
      guard let hole = try Hole(bytes, rest.startIndex..<end, kinds) else {
        let known = (Hole.Kind.general.map(\.name) + kinds.names).filter { !$0.isEmpty }
        throw TranscriptFault(
          "unknown hole \"{\(words)}\" (known: \(known.joined(separator: ", ")), /EXPRESSION/, "
            + "or a name that is bound)", at: brace, of: bytes)
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

  /// The text of a pattern without holes.
  var literal: [UInt8] {
    pieces.flatMap { piece in if case .literal(let bytes) = piece { bytes } else { [UInt8]() } }
  }

  var holes: [Hole] { pieces.compactMap { if case .hole(let hole) = $0 { hole } else { nil } } }
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
