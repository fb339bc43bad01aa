extension Unicode.Scalar {
  /// `true` if the character is escaped wherever external text is displayed.
  ///
  /// Those are control characters, separators of lines and paragraphs, and all characters that are
  /// invisible or change the direction of text: what Unicode calls default-ignorable. Variation
  /// selectors are the exception, because they belong to the appearance of the character before
  /// them. The zero-width joiner is hidden although emoji need it, because it joins letters
  /// invisibly too.
  public var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0: true
    case 0..<0xad: false
    case 0xad, 0x34f, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5, 0x180e: true
    case 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164: true
    case 0xfeff, 0xffa0, 0xfff0...0xfffb: true
    case 0x1bca0...0x1bca3, 0x1d173...0x1d17a, 0xe0000...0xe00ff, 0xe01f0...0xe0fff: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// The number of terminal columns of the scalar: two for wide characters, none for combining
  /// marks.
  public var displayWidth: Int {
    switch value {
    case 0..<0x300: return 1
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xa000...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff,
      0x1f900...0x1f9ff, 0x20000...0x3fffd:
      return 2
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return 1
    }
  }
}

/// Returns the number of terminal columns of a text.
public func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}

extension String {
  /// Returns the text with blanks behind it up to a number of columns; a wider text as it is.
  ///
  ///     "漢字".padded(to: 5)  // "漢字 "
  package func padded(to columns: Int) -> String { self + blanks(to: columns) }

  /// Returns the text with blanks before it up to a number of columns; a wider text as it is.
  package func rightAligned(to columns: Int) -> String { blanks(to: columns) + self }

  private func blanks(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - displayWidth(self)))
  }
}

extension String {
  /// Splits the text at each occurrence of a separator.
  ///
  ///     "a, b".pieces(between: ", ")  // ["a", "b"]
  ///
  /// The functions of the standard library would link the regular expression engine, more than a
  /// megabyte.
  public func pieces(between separator: String) -> [String] {
    var pieces = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        rest = rest.dropFirst(separator.count)
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(rest.removeFirst())
      }
    }
    return pieces
  }
}
