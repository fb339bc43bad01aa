import CEditLine
import Terminal

/// A record of the editor's latest insertions, by which fast text can be inserted at once.
///
/// Any key may have any function: the user's settings bind keys, and vi has two modes. So a
/// character is known to be text only after the editor has inserted those before it.
struct TypedText {
  /// The number of successive insertions after which text is expected.
  private static var leastCount: Int { 8 }

  /// The number of waits for more input since the line was drawn.
  var waitCount = 0
  private var insertedCount = 0
  /// The latest character, and the length of the line before it.
  private var latest: (scalar: Unicode.Scalar, length: Int)?

  /// True if the editor will insert the next characters as text.
  var isExpected: Bool { insertedCount >= Self.leastCount }

  /// Records a character before the editor receives it.
  mutating func record(_ scalar: Unicode.Scalar, before editor: EditLine) {
    latest = (scalar, editor.length)
  }

  /// Records if the editor has inserted the latest character and changed nothing else.
  mutating func recordInsertion(in editor: EditLine) {
    guard let latest else { return }
    let isInserted =
      latest.scalar.value >= 0x20 && latest.scalar.value != 0x7f
      && editor.length == latest.length + 1 && editor.scalarBeforeCursor == latest.scalar
    insertedCount = isInserted ? insertedCount + 1 : 0
    self.latest = nil
  }
}

/// Text that arrives faster than anyone types: a paste into a terminal without paste marks.
///
/// The editor redraws the line for each character, which takes time in proportion to its length. So
/// such text is inserted at once.
extension EditLineSource {
  /// The minimum number of characters that are inserted at once.
  private static var leastCount: Int { 32 }
  /// The milliseconds to wait for more of a paste before the line is drawn.
  static var restOfText: Int { 5 }
  /// The maximum number of such waits before timers and jobs get their turn.
  private static var mostWaits: Int { 64 }

  /// True while more of a paste is expected, so that nothing needs to be drawn.
  var isAmidText: Bool { (1...Self.mostWaits).contains(typedText.waitCount) }

  /// Inserts the text that was read.
  ///
  /// Does nothing and returns `false` if it is short, or if the editor may treat it as keys.
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

  /// Returns true for a character beyond the longest line, which is kept one character too long.
  func isBeyondLine(_ scalar: Unicode.Scalar) -> Bool {
    typedText.isExpected && scalar.value >= 0x20 && scalar.value != 0x7f
      && editor.length > longestLine
  }
}
