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
