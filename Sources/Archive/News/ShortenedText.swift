/// The beginning of a text, as it is shown around a change, which does not write long texts anew.
package struct ShortenedText: Equatable, Sendable {
  /// How many bytes are shown around a change; the changed text is told whole.
  private static let shownLength = 1_000

  package let beginning: String
  /// How many bytes the whole text has; nil where this is all of it.
  package let byteCount: Int?

  package init(_ text: String) {
    let count = text.utf8.count
    guard count > Self.shownLength else {
      (beginning, byteCount) = (text, nil)
      return
    }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.shownLength)
    // A character is shown whole or not at all.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    (beginning, byteCount) = (String(text[..<end]), count)
  }
}
