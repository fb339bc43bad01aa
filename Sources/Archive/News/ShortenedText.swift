/// The first 1,000 bytes of a text, for notices that must not repeat long texts.
///
///     ShortenedText("short").byteCount  // nil: it was not shortened
///     ShortenedText(String(repeating: "x", count: 5000)).byteCount  // Optional(5000)
public struct ShortenedText: Equatable, Sendable {
  /// The maximum number of bytes of the shortened text.
  private static let shownLength = 1_000

  public let beginning: String
  /// The length of the whole text in bytes; `nil` if it was not shortened.
  public let byteCount: Int?

  /// Shortens a text at the end of a whole character.
  public init(_ text: String) {
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
