import CEditLine
import Terminal

/// Detects fast input of plain text, such as a paste, which can be inserted at once.
///
/// Any key may have a function in the user's settings, so a character is known to be text only
/// after the editor has inserted those before it.
struct TypedText {
  /// The number of successive insertions after which plain text is expected.
  private static var leastCount: Int { 8 }

  /// The number of waits for more text since the line was drawn.
  var waitCount = 0
  private var insertedCount = 0
  /// The last character, and the length of the line before it.
  private var latest: (scalar: Unicode.Scalar, length: Int)?

  /// `true` if the editor will insert the next characters as text.
  var isExpected: Bool { insertedCount >= Self.leastCount }

  /// Records a character before the editor gets it.
  mutating func record(_ scalar: Unicode.Scalar, before editor: EditLine) {
    latest = (scalar, editor.length)
  }

  /// Records whether the editor has inserted the last character.
  mutating func recordInsertion(in editor: EditLine) {
    guard let latest else { return }
    let isInserted =
      latest.scalar.value >= 0x20 && latest.scalar.value != 0x7f
      && editor.length == latest.length + 1 && editor.scalarBeforeCursor == latest.scalar
    insertedCount = isInserted ? insertedCount + 1 : 0
    self.latest = nil
  }
}

/// Fast insertion of text, such as a paste into a terminal without paste marks.
///
/// The editor would redraw the whole line for each character.
extension EditLineSource {
  /// The minimum number of characters that are inserted at once.
  private static var leastCount: Int { 32 }
  /// The milliseconds to wait for more of a paste before the line is drawn.
  static var textTimeout: Int { 5 }
  /// The maximum number of such waits before timers and background jobs run.
  private static var mostWaits: Int { 64 }

  /// `true` while more text is expected, so that the line need not be drawn.
  var isAmidText: Bool { (1...Self.mostWaits).contains(typedText.waitCount) }

  /// Inserts the text that was read; returns `false` if it may not be plain text.
  ///
  /// Does nothing in that case, and if the text is short.
  func insertText() -> Bool {
    guard typedText.isExpected, staged == nil, !isDroppingPaste, !isSearching else { return false }
    let text = decoder.consumeText(atLeast: Self.leastCount)
    guard !text.isEmpty else { return false }
    hideLine()
    let room = max(0, longestLine + 1 - editor.length)
    if room > 0 { editor.insert(text.prefix(room)) }
    typedText.waitCount += 1
    return true
  }

  /// Returns `true` for a character beyond the maximum length of a line.
  func isBeyondLine(_ scalar: Unicode.Scalar) -> Bool {
    typedText.isExpected && scalar.value >= 0x20 && scalar.value != 0x7f
      && editor.length > longestLine
  }
}
