extension Unicode.Scalar {
  /// The number of cells of a character on a terminal: 0 for combining marks and other characters
  /// without a width, 2 for wide ones.
  ///
  /// Unlike `displayWidth`, by which this program lays out its own text, it follows Unicode
  /// closely, because the programs that are tested follow the C library. Each half of a flag has
  /// one cell, so that a flag has two.
  var cellWidth: Int {
    switch value {
    case 0..<0x300: return 1
    case 0x600...0x605, 0x6dd, 0x70f, 0x890...0x891, 0x8e2, 0x110bd, 0x110cd: return 1
    // The vowels and final consonants of Hangul syllables, and a filler.
    case 0x1160...0x11ff, 0xd7b0...0xd7ff, 0xffa0: return 0
    case 0x1f1e6...0x1f1ff: return 1
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
      return 0
    default: return isWide || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// `true` for the wide and fullwidth characters of East Asia; emoji are not among them.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115f, 0x2329...0x232a, 0x2630...0x2637, 0x268a...0x268f, 0x2e80...0x303e,
      0x3041...0x3247, 0x3250...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x192ff,
      0x1aff0...0x1b2ff, 0x1d300...0x1d376, 0x1f200...0x1f265, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}
