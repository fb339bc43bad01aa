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
    /// A key that edits the line.
    case editing(EditingKey)
    /// A key without a function; only the user's own settings may give it one.
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

  /// `true` for a character that was typed with Alt, which arrives as Escape and the character.
  package var isAltCharacter: Bool {
    guard case .key(let key) = SequenceParser.parse(bytes[...]), key.bytes == bytes else {
      return false
    }
    return bytes.count > 1 && !SequenceParser.isIntroducer(bytes[1])
  }
}

/// A key that edits the line, with the sequence to which the line editor binds its function.
///
/// Terminals send several sequences for the same key; the editor gets only this one.
///
///     EditingKey.home.rawValue  // ESC [ H
package enum EditingKey: String, CaseIterable, Sendable {
  case home = "\u{1b}[H"
  case end = "\u{1b}[F"
  case delete = "\u{1b}[3~"
  /// Ctrl or Alt with the left arrow, or Alt-B.
  case wordLeft = "\u{1b}[1;5D"
  /// Ctrl or Alt with the right arrow, or Alt-F.
  case wordRight = "\u{1b}[1;5C"
  /// Alt-D.
  case deleteWord = "\u{1b}d"
  /// Alt with Backspace.
  case deleteWordBefore = "\u{1b}\u{7f}"
}

/// Parses escape sequences.
enum SequenceParser {
  /// The result of parsing the bytes so far.
  enum Answer: Equatable {
    case key(TerminalKey)
    /// The Escape key alone; what follows is another key.
    case escape
    case incomplete
  }

  private static let escape: UInt8 = 0x1b
  private static let bell: UInt8 = 0x07
  private static let interrupt: UInt8 = 0x03
  private static let cancel: UInt8 = 0x18
  private static let suspension: UInt8 = 0x1a
  private static let delete: UInt8 = 0x7f
  /// The first byte of an eight-bit control character in UTF-8.
  private static let controlLead: UInt8 = 0xc2

  /// Returns whether a byte after Escape begins a sequence of several bytes.
  static func isIntroducer(_ byte: UInt8) -> Bool { "[O]P_^X\u{1b}".utf8.contains(byte) }

  /// Returns whether bytes begin with an eight-bit control character that stands for Escape and an
  /// introducer.
  static func beginsWithControl(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count > 1, bytes.first == controlLead else { return false }
    let second = bytes[bytes.startIndex + 1]
    return (0x80...0x9f).contains(second) && isIntroducer(second - 0x40)
  }

  /// Returns whether bytes begin with an escape sequence, or with Escape.
  static func beginsWithSequence(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first == escape || beginsWithControl(bytes)
  }

  /// Parses the escape sequence at the beginning of bytes; returns `.incomplete` if it may
  /// continue.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Answer {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return .incomplete }
    switch bytes.first == escape ? second : second &- 0x40 {
    case UInt8(ascii: "["): return parseControl(bytes)
    case UInt8(ascii: "O"): return parseFunction(bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return parseText(bytes)
    case UInt8(ascii: "\\"): return .key(TerminalKey(.noise, Array(bytes.prefix(2))))
    case escape: return parseDoubleEscape(rest)
    // Ctrl-C always interrupts.
    case interrupt: return .escape
    default: return parseAltCharacter(bytes)
    }
  }

  /// Parses a key with Alt on terminals that send Escape before the sequence of the key.
  ///
  /// Escape itself is a key before anything else, for example before a report.
  private static func parseDoubleEscape(_ rest: ArraySlice<UInt8>) -> Answer {
    guard rest.count > 1 else { return .incomplete }
    guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(rest[rest.startIndex + 1]) else {
      return .escape
    }
    switch parse(rest) {
    case .incomplete: return .incomplete
    case .escape: return .escape
    case .key(let key):
      let bytes = [escape] + key.bytes
      switch key.meaning {
      case .known(.arrow(.left)): return .key(TerminalKey(.editing(.wordLeft), bytes))
      case .known(.arrow(.right)): return .key(TerminalKey(.editing(.wordRight), bytes))
      case .known(.arrow), .editing: return .key(TerminalKey(.other, bytes))
      case .other where !KeyDecoder.isPasteMark(key.bytes):
        return .key(TerminalKey(.other, bytes))
      case .known, .other, .noise: return .escape
      }
    }
  }

  /// Parses Escape and the character of a key with Alt.
  private static func parseAltCharacter(_ bytes: ArraySlice<UInt8>) -> Answer {
    let rest = bytes.dropFirst()
    let first = rest[rest.startIndex]
    let count = first < 0xc2 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    let more = rest.dropFirst().prefix(count - 1).prefix { $0 & 0xc0 == 0x80 }
    if more.count < count - 1, rest.count == more.count + 1 { return .incomplete }
    let whole = Array(bytes.prefix(2 + more.count))
    switch first {
    case UInt8(ascii: "b"): return .key(TerminalKey(.editing(.wordLeft), whole))
    case UInt8(ascii: "f"): return .key(TerminalKey(.editing(.wordRight), whole))
    case UInt8(ascii: "d"): return .key(TerminalKey(.editing(.deleteWord), whole))
    case delete, 0x08: return .key(TerminalKey(.editing(.deleteWordBefore), whole))
    default: return .key(TerminalKey(.other, whole))
    }
  }

  /// Parses `ESC O`, perhaps the number of a modifier, and a letter.
  private static func parseFunction(_ bytes: ArraySlice<UInt8>) -> Answer {
    let parameters = bytes.dropFirst(2).prefix { (0x30...0x3b).contains($0) }
    guard parameters.endIndex < bytes.endIndex else { return .incomplete }
    let final = bytes[parameters.endIndex]
    guard (0x20...0x7e).contains(final) else {
      return .key(TerminalKey(.other, Array(bytes[..<parameters.endIndex])))
    }
    return .key(key(Array(bytes[...parameters.endIndex]), parameters, final))
  }

  /// Parses `ESC [`, parameters, and a letter.
  private static func parseControl(_ bytes: ArraySlice<UInt8>) -> Answer {
    let parameters = bytes.dropFirst(2).prefix { (0x20...0x3f).contains($0) }
    guard parameters.endIndex < bytes.endIndex else { return .incomplete }
    let final = bytes[parameters.endIndex]
    var sequence = Array(bytes[...parameters.endIndex])
    guard (0x40...0x7e).contains(final) else {
      // A control character ends an invalid sequence and is a key itself.
      return .key(TerminalKey(.noise, Array(sequence.dropLast())))
    }
    if parameters.isEmpty, [UInt8(ascii: "M"), UInt8(ascii: "[")].contains(final) {
      // The old report of the mouse, of three more bytes, and F1 to F5 of a Linux console.
      let count = final == UInt8(ascii: "M") ? 3 : 1
      let report = bytes.dropFirst(3).prefix(count).prefix { $0 >= 0x20 }
      if report.count < count, report.endIndex == bytes.endIndex { return .incomplete }
      sequence += report
      return .key(TerminalKey(count == 1 ? .other : .noise, sequence))
    }
    if parameters.first == UInt8(ascii: "<") {
      return .key(TerminalKey(click(parameters.dropFirst(), final), sequence))
    }
    let isAnswer = parameters.first.map { (0x3c...0x3f).contains($0) } ?? false
    if isAnswer || [UInt8(ascii: "R"), UInt8(ascii: "c"), UInt8(ascii: "n")].contains(final) {
      return .key(TerminalKey(.noise, sequence))
    }
    return .key(key(sequence, parameters, final))
  }

  /// Returns the key for a letter and its parameters, of which the last one is the modifier.
  private static func key(
    _ bytes: [UInt8], _ parameters: ArraySlice<UInt8>, _ final: UInt8
  ) -> TerminalKey {
    let text = String(decoding: parameters, as: UTF8.self)
    let hasWordModifier = ["5", "3", "1;5", "1;3", "1;9"].contains(text)
    let meaning: TerminalKey.Meaning =
      switch (final, text) {
      case (UInt8(ascii: "A"), ""): .known(.arrow(.up))
      case (UInt8(ascii: "B"), ""): .known(.arrow(.down))
      case (UInt8(ascii: "C"), ""): .known(.arrow(.right))
      case (UInt8(ascii: "D"), ""): .known(.arrow(.left))
      case (UInt8(ascii: "H"), ""), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"):
        .editing(.home)
      case (UInt8(ascii: "F"), ""), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"):
        .editing(.end)
      case (UInt8(ascii: "~"), "3"): .editing(.delete)
      case (UInt8(ascii: "D"), _) where hasWordModifier: .editing(.wordLeft)
      case (UInt8(ascii: "C"), _) where hasWordModifier: .editing(.wordRight)
      // Ctrl with an arrow on rxvt.
      case (UInt8(ascii: "d"), "") where bytes.dropFirst().first == UInt8(ascii: "O"):
        .editing(.wordLeft)
      case (UInt8(ascii: "c"), "") where bytes.dropFirst().first == UInt8(ascii: "O"):
        .editing(.wordRight)
      default: .other
      }
    return TerminalKey(meaning, bytes)
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
  ///
  /// Another Escape, Ctrl-C or Ctrl-Z ends a text whose end was lost, and is a key itself.
  private static func parseText(_ bytes: ArraySlice<UInt8>) -> Answer {
    for index in bytes.indices.dropFirst(2) {
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : nil
      switch bytes[index] {
      case bell, cancel: return .key(TerminalKey(.noise, Array(bytes[...index])))
      case interrupt, suspension: return .key(TerminalKey(.noise, Array(bytes[..<index])))
      case escape:
        guard let next else { return .incomplete }
        let end = next == UInt8(ascii: "\\") ? index + 2 : index
        return .key(TerminalKey(.noise, Array(bytes[..<end])))
      case controlLead where next == 0x9c:
        return .key(TerminalKey(.noise, Array(bytes[...(index + 1)])))
      default: break
      }
    }
    return .incomplete
  }
}
