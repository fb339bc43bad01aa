import Events

/// An escape sequence from a terminal: a key, a click or a report, with its meaning.
///
///     let key = TerminalKey(.known(.escape), [0x1b])
///     key.meaning == .known(.escape)  // true
package struct TerminalKey: Equatable, Sendable {
  /// The meaning of an escape sequence.
  ///
  ///     if case .known(let stageKey) = key.meaning { handle(stageKey) }
  package enum Meaning: Equatable, Sendable {
    /// A key or click that the stage may handle.
    case known(StageKey)
    /// A key that only the line editor may handle.
    case other
    /// Another mouse event, or an unexpected report; it is ignored.
    case noise
  }

  package let meaning: Meaning
  package let bytes: [UInt8]

  package init(_ meaning: Meaning, _ bytes: [UInt8]) {
    self.meaning = meaning
    self.bytes = bytes
  }
}

/// Parses escape sequences.
struct SequenceParser {
  /// The result of parsing the bytes so far.
  enum Answer: Equatable {
    case key(TerminalKey)
    /// Not a sequence: the Escape key alone, or a key with Alt.
    case plain
    case incomplete
  }

  private static let escape: UInt8 = 0x1b
  private static let bell: UInt8 = 0x07
  /// The maximum length of a sequence in bytes.
  private static let longest = 1 << 20

  /// Parses the escape sequence at the beginning of bytes; returns `.incomplete` if it may
  /// continue.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Answer {
    let rest = bytes.dropFirst()
    guard let introducer = rest.first else { return .incomplete }
    switch introducer {
    case UInt8(ascii: "["): return parseControl(bytes)
    case UInt8(ascii: "O"):
      guard rest.count > 1 else { return .incomplete }
      return .key(key(Array(bytes.prefix(3)), final: bytes[bytes.startIndex + 2], isPlain: true))
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return parseText(bytes)
    case UInt8(ascii: "\\"): return .key(TerminalKey(.noise, Array(bytes.prefix(2))))
    default: return .plain
    }
  }

  /// Parses `ESC [`, parameters, and a letter.
  private static func parseControl(_ bytes: ArraySlice<UInt8>) -> Answer {
    let parameters = bytes.dropFirst(2).prefix { (0x20...0x3f).contains($0) }
    guard parameters.endIndex < bytes.endIndex else {
      return bytes.count > longest ? .key(TerminalKey(.noise, Array(bytes))) : .incomplete
    }
    let final = bytes[parameters.endIndex]
    var sequence = Array(bytes[...parameters.endIndex])
    guard (0x40...0x7e).contains(final) else {
      // A control character ends an invalid sequence and is a key itself.
      return .key(TerminalKey(.noise, Array(sequence.dropLast())))
    }
    if final == UInt8(ascii: "M"), parameters.isEmpty {
      // The old report of the mouse: three bytes follow.
      let report = bytes.dropFirst(3).prefix(3)
      guard report.count == 3 else { return .incomplete }
      sequence += report
      return .key(TerminalKey(.noise, sequence))
    }
    if parameters.first == UInt8(ascii: "<") {
      return .key(TerminalKey(click(parameters.dropFirst(), final), sequence))
    }
    let isAnswer = parameters.first.map { (0x3c...0x3f).contains($0) } ?? false
    if isAnswer || [UInt8(ascii: "R"), UInt8(ascii: "c"), UInt8(ascii: "n")].contains(final) {
      return .key(TerminalKey(.noise, sequence))
    }
    return .key(key(sequence, final: final, isPlain: parameters.isEmpty))
  }

  private static func key(_ bytes: [UInt8], final: UInt8, isPlain: Bool) -> TerminalKey {
    let arrows: [UInt8: Direction] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
    guard isPlain, let arrow = arrows[final] else { return TerminalKey(.other, bytes) }
    return TerminalKey(.known(.arrow(arrow)), bytes)
  }

  /// Parses the parameters of a mouse report; only a left click without modifiers is a click.
  private static func click(
    _ parameters: ArraySlice<UInt8>, _ final: UInt8
  ) -> TerminalKey.Meaning {
    let numbers = String(decoding: parameters, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard final == UInt8(ascii: "M"), numbers.count == 3, numbers[0] == 0,
      let column = numbers[1], let row = numbers[2], column > 0, row > 0
    else { return .noise }
    return .known(.click(column: column, row: row))
  }

  /// Parses a text that ends with a bell or `ESC \`.
  private static func parseText(_ bytes: ArraySlice<UInt8>) -> Answer {
    for index in bytes.indices.dropFirst(2) {
      let endsHere =
        bytes[index] == bell || bytes[index] == UInt8(ascii: "\\") && bytes[index - 1] == escape
      if endsHere { return .key(TerminalKey(.noise, Array(bytes[...index]))) }
    }
    return bytes.count > longest ? .key(TerminalKey(.noise, Array(bytes))) : .incomplete
  }
}
