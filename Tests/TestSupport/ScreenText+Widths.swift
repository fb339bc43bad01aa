package import ChimpSystem

/// Returns a layout of text whose widths of characters do not depend on the locale of the system.
package func screenText(columns: Int) -> ScreenText {
  ScreenText(columns: columns) { scalar in
    switch scalar.value {
    case 0..<0x20, 0x7f: -1
    case 0x300...0x36f: 0
    case 0x3000...0x9fff, 0x1f300...0x1faff: 2
    default: 1
    }
  }
}
