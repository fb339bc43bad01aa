/// The beginning of a text, for notices of changes, which do not repeat long texts.
///
///     ShortenedText("short").byteCount  // nil: it was not shortened
///     ShortenedText(String(repeating: "x", count: 5000)).byteCount  // Optional(5000)
package struct ShortenedText: Equatable, Sendable {
  /// The number of bytes that are shown; the changed text is shown whole.
  private static let shownLength = 1_000

  package let beginning: String
  /// The number of bytes of the whole text; `nil` if it was not shortened.
  package let byteCount: Int?

  /// Shortens a text to the length that is shown; a character is kept whole or not at all.
  package init(_ text: String) {
    let count = text.utf8.count
    guard count > Self.shownLength else {
      beginning = text
      byteCount = nil
      return
    }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.shownLength)
    // A character is shown whole or not at all.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    beginning = String(text[..<end])
    byteCount = count
  }
}
