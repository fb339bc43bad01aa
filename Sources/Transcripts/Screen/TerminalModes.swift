/// The modes that a program can set, reset and ask for.
///
///     screen.modes.contains(.bracketedPaste)
package struct TerminalModes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Written characters move those after them to the right.
  package static let insert = Self(rawValue: 1)
  /// A line feed also returns to the first column.
  package static let newLine = Self(rawValue: 1 << 1)
  /// Cursor keys are sent as `ESC O`.
  package static let applicationCursor = Self(rawValue: 1 << 2)
  package static let applicationKeypad = Self(rawValue: 1 << 3)
  /// The whole screen is shown with foreground and background exchanged.
  package static let reverseScreen = Self(rawValue: 1 << 4)
  /// Rows are counted from the top of the scroll region.
  package static let origin = Self(rawValue: 1 << 5)
  package static let autowrap = Self(rawValue: 1 << 6)
  package static let cursorVisible = Self(rawValue: 1 << 7)
  package static let alternateScreen = Self(rawValue: 1 << 8)
  package static let mouseClicks = Self(rawValue: 1 << 9)
  package static let mouseDrags = Self(rawValue: 1 << 10)
  package static let mouseMoves = Self(rawValue: 1 << 11)
  /// Mouse reports are decimal numbers, and not limited to 223 columns.
  package static let decimalMouse = Self(rawValue: 1 << 12)
  package static let focusReports = Self(rawValue: 1 << 13)
  package static let bracketedPaste = Self(rawValue: 1 << 14)
  /// The program is in the middle of an update.
  package static let synchronizedOutput = Self(rawValue: 1 << 15)

  /// The modes after the start.
  static let initial: Self = [.autowrap, .cursorVisible]
  /// The modes in which clicks are reported.
  static let anyMouse: Self = [.mouseClicks, .mouseDrags, .mouseMoves]

  /// Creates the mode with a number; `nil` if it is unknown.
  init?(number: Int, isPrivate: Bool) {
    switch (number, isPrivate) {
    case (4, false): self = .insert
    case (20, false): self = .newLine
    case (1, true): self = .applicationCursor
    case (5, true): self = .reverseScreen
    case (6, true): self = .origin
    case (7, true): self = .autowrap
    case (25, true): self = .cursorVisible
    case (47, true), (1047, true), (1049, true): self = .alternateScreen
    case (66, true): self = .applicationKeypad
    case (1000, true): self = .mouseClicks
    case (1002, true): self = .mouseDrags
    case (1003, true): self = .mouseMoves
    case (1004, true): self = .focusReports
    case (1006, true): self = .decimalMouse
    case (2004, true): self = .bracketedPaste
    case (2026, true): self = .synchronizedOutput
    default: return nil
    }
  }
}

extension TerminalScreen {
  /// Sets or resets the modes with the numbers of a sequence.
  mutating func setModes(of sequence: ControlSequence, isPrivate: Bool, _ isOn: Bool) {
    for parameter in sequence.parameters {
      let number = parameter.value ?? 0
      if isPrivate, number == 1048 { isOn ? saveCursor() : restoreCursor() }
      guard let mode = TerminalModes(number: number, isPrivate: isPrivate) else { continue }
      if mode == .alternateScreen {
        switchScreen(number: number, toAlternate: isOn)
        continue
      }
      if isOn { modes.insert(mode) } else { modes.remove(mode) }
      if mode == .origin { moveInRegion(toRow: 0, toColumn: 0) }
      if mode == .autowrap, !isOn { cursor.isWrapPending = false }
    }
  }

  /// Shows the alternate or the main screen.
  ///
  /// Mode 1047 erases the alternate screen when it is left; 1049 erases it when it is entered, and
  /// saves and restores the cursor of the main screen.
  private mutating func switchScreen(number: Int, toAlternate isAlternate: Bool) {
    let wasAlternate = modes.contains(.alternateScreen)
    if number == 1049, isAlternate { saveCursor() }
    if number == 1047, !isAlternate, wasAlternate { eraseRows(0..<rowCount) }
    if isAlternate != wasAlternate {
      swap(&grid, &hiddenGrid)
      swap(&savedCursor, &hiddenSavedCursor)
      modes.formSymmetricDifference(.alternateScreen)
    }
    if number == 1049 { isAlternate ? eraseRows(0..<rowCount) : restoreCursor() }
  }

  /// Replies whether a mode is set (1), reset (2) or unknown (0).
  mutating func reportMode(_ number: Int, isPrivate: Bool) {
    let mode = TerminalModes(number: number, isPrivate: isPrivate)
    let state = mode.map { modes.contains($0) ? 1 : 2 } ?? 0
    reply("\u{1b}[\(isPrivate ? "?" : "")\(number);\(state)$y")
  }
}
