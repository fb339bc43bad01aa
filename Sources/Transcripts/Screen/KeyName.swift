/// An input to a program on a terminal: a key, a text, a click, a turn of the wheel or a paste; or
/// the text for which the next input waits.
///
/// A line of a transcript names them in order. Quoted texts have the escapes of output lines, and a
/// character alone is a key.
///
///     Up Ctrl-C Alt-x Shift-F5 q "some text" 'say "hi"' click 12 5 wheel down paste "a\nb" wait "ready"
///
/// What a terminal sends for them depends on its modes, so the bytes are made when they are sent:
///
///     let keys = try KeyName.parse("Down Enter")
///     try keys.flatMap { try $0.bytes(for: screen) }
package enum KeyName: Equatable, Sendable {
  /// A key with modifiers.
  case key(TerminalKeyCode, KeyModifiers)
  case text([UInt8])
  /// A press and a release of the left button; column and row are from 1.
  case click(column: Int, row: Int)
  /// A turn of the wheel, which is reported at the cursor.
  case wheel(isUp: Bool)
  case paste([UInt8])
  /// No input: waits until the screen has a text.
  case wait([UInt8])
}

/// What a terminal sends for a key without modifiers.
package enum TerminalKeyCode: Equatable, Sendable {
  case character(Unicode.Scalar)
  /// A cursor key, by the letter that ends its sequence.
  case cursor(Unicode.Scalar)
  /// One of the function keys F1 to F4, by the letter that ends its sequence.
  case function(Unicode.Scalar)
  /// A key by the number in its sequence.
  case number(Int)
}

/// The keys that are held while another one is pressed.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let shift = Self(rawValue: 1)
  package static let alt = Self(rawValue: 1 << 1)
  package static let control = Self(rawValue: 1 << 2)
}

/// The reason why a screen can't be sent an input.
package enum KeyError: Error, Equatable, Sendable, CustomStringConvertible {
  case noMouse
  case outside(column: Int, row: Int)
  /// The program asks for the old form of reports, which ends at column and row 223.
  case tooFar(column: Int, row: Int)

  /// The reason in words, without a full stop.
  package var description: String {
    switch self {
    case .noMouse: "the program does not ask for the mouse"
    case .outside(let column, let row): "column \(column), row \(row) is not on the screen"
    case .tooFar(let column, let row):
      "column \(column), row \(row) is too far for the mouse reports that the program asks for"
    }
  }
}

extension KeyName {
  /// Returns the bytes that a terminal sends in the modes of its screen.
  ///
  /// Throws for the mouse if the program does not ask for it, or if the position is off the screen.
  package func bytes(for screen: TerminalScreen) throws(KeyError) -> [UInt8] {
    switch self {
    case .key(let code, let modifiers):
      return Array(Self.sequence(code, modifiers, screen.modes).utf8)
    case .text(let text): return text
    case .click(let column, let row):
      let press = try Self.report(button: 0, column: column, row: row, on: screen)
      return press + (try Self.report(button: nil, column: column, row: row, on: screen))
    case .wheel(let isUp):
      return try Self.report(
        button: isUp ? 64 : 65, column: screen.cursor.column + 1, row: screen.cursor.row + 1,
        on: screen)
    case .paste(let text): return Self.pasted(text, screen.modes)
    case .wait: return []
    }
  }

  private static func sequence(
    _ code: TerminalKeyCode, _ modifiers: KeyModifiers, _ modes: TerminalModes
  ) -> String {
    let modifier = modifiers.isEmpty ? "" : ";\(modifiers.rawValue + 1)"
    switch code {
    case .number(let number): return "\u{1b}[\(number)\(modifier)~"
    case .cursor(let letter) where modifiers.isEmpty:
      return "\u{1b}\(modes.contains(.applicationCursor) ? "O" : "[")\(letter)"
    case .function(let letter) where modifiers.isEmpty: return "\u{1b}O\(letter)"
    case .cursor(let letter), .function(let letter): return "\u{1b}[1\(modifier)\(letter)"
    case .character("\t") where modifiers.contains(.shift): return "\u{1b}[Z"
    case .character(let scalar):
      let key = modifiers.contains(.control) ? controlCharacter(of: scalar) ?? scalar : scalar
      let isNewLine = key == "\r" && modes.contains(.newLine)
      return (modifiers.contains(.alt) ? "\u{1b}" : "") + (isNewLine ? "\r\n" : String(key))
    }
  }

  /// Returns the control character that a key sends with Ctrl; `nil` if it sends none.
  static func controlCharacter(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "@"..."_", "a"..."z": Unicode.Scalar(UInt8(scalar.value & 0x1f))
    case " ": "\u{0}"
    case "?": "\u{7f}"
    default: nil
    }
  }

  /// Returns the report of a button that is pressed; `nil` stands for the release of the left one.
  private static func report(
    button: Int?, column: Int, row: Int, on screen: TerminalScreen
  ) throws(KeyError) -> [UInt8] {
    guard !screen.modes.isDisjoint(with: .anyMouse) else { throw .noMouse }
    guard (1...screen.columns).contains(column), (1...screen.rowCount).contains(row) else {
      throw .outside(column: column, row: row)
    }
    if screen.modes.contains(.decimalMouse) {
      let end = button == nil ? "m" : "M"
      return Array("\u{1b}[<\(button ?? 0);\(column);\(row)\(end)".utf8)
    }
    guard max(column, row) <= 223 else { throw .tooFar(column: column, row: row) }
    // The old reports do not name the button that is released.
    return Array("\u{1b}[M".utf8) + [button ?? 3, column, row].map { UInt8($0 + 32) }
  }

  /// Returns a text as a terminal pastes it: line feeds are returns.
  ///
  /// Between the marks of a paste, escape characters are dropped, so that no text ends the paste.
  private static func pasted(_ text: [UInt8], _ modes: TerminalModes) -> [UInt8] {
    let text = text.map { $0 == 0x0a ? 0x0d : $0 }
    guard modes.contains(.bracketedPaste) else { return text }
    return Array("\u{1b}[200~".utf8) + text.filter { $0 != 0x1b } + Array("\u{1b}[201~".utf8)
  }
}
