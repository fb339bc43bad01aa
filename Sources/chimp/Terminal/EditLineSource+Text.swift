import CEditLine
import Terminal

/// What the editor did with the latest characters, so that many at once can be inserted.
///
/// Any key may mean anything: the user's settings bind keys, and vi's have two modes. So a character
/// is known to be text only once the editor has inserted those before it.
struct TypedText {
  /// How many characters the editor must have inserted one after the other.
  private static var leastCount: Int { 8 }

  /// How often more input was awaited since the line was drawn.
  var waitCount = 0
  private var insertedCount = 0
  /// The latest character, and how long the line was before the editor got it.
  private var latest: (scalar: Unicode.Scalar, length: Int)?

  /// Whether the editor takes the next characters as text, and for no part of a key.
  var isExpected: Bool { insertedCount >= Self.leastCount }

  /// Records a character that the editor gets by itself.
  mutating func record(_ scalar: Unicode.Scalar, before editor: EditLine) {
    latest = (scalar, editor.length)
  }

  /// Records whether the editor has inserted the latest character, and nothing else.
  mutating func recordInsertion(in editor: EditLine) {
    guard let latest else { return }
    let isInserted =
      latest.scalar.value >= 0x20 && latest.scalar.value != 0x7f
      && editor.length == latest.length + 1 && editor.scalarBeforeCursor == latest.scalar
    insertedCount = isInserted ? insertedCount + 1 : 0
    self.latest = nil
  }
}

/// Text that comes faster than anybody types: a paste into a terminal without marks for it.
///
/// The editor draws the line for each character that it reads, which for a long line takes as long as
/// the line is; so such text is inserted at once.
extension EditLineSource {
  /// The fewest characters that are inserted at once.
  private static var leastCount: Int { 32 }
  /// How many milliseconds the rest of a paste may take before the line is drawn.
  static var restOfText: Int { 5 }
  /// How often the rest of a paste is awaited before what else is due is done.
  private static var mostWaits: Int { 64 }

  /// Whether more of a paste is to come, before which nothing need be drawn.
  var isAmidText: Bool { (1...Self.mostWaits).contains(typedText.waitCount) }

  /// Inserts the text that was read; returns `false`, and does nothing, where there is little, or
  /// where the editor would take it for keys.
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

  /// Whether a character is beyond the longest line, which is refused with one character more.
  func isBeyondLine(_ scalar: Unicode.Scalar) -> Bool {
    typedText.isExpected && scalar.value >= 0x20 && scalar.value != 0x7f
      && editor.length > longestLine
  }
}
