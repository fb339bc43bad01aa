extension Unicode.Scalar {
  /// Whether the scalar is written as an escape wherever a text from outside is shown.
  ///
  /// Those are the controls, the ends of lines and paragraphs, and what nobody can see or what
  /// turns the direction of the text behind it: all that Unicode says to ignore where it isn't
  /// known, but for the selectors of variants, which belong to the look of the character before
  /// them. So is the joiner of emoji, because it joins letters unseen, too.
  package var isHidden: Bool {
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
  /// How many columns of a terminal the scalar takes: two for wide characters, none for marks that
  /// join the character before them.
  package var displayWidth: Int {
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

/// How many columns of a terminal a text takes.
package func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}
