/// The screen that a transcript asks for.
///
///     ScreenSize("80x24 styled")?.isStyled  // true
struct ScreenSize: Equatable, Sendable {
  let columns: Int
  let rows: Int
  /// `true` if the styles of the characters are a part of the picture.
  let isStyled: Bool

  /// Parses the argument of `@ screen`; returns `nil` for any other text.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    let numbers = (words.first ?? "").split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      1...TerminalScreen.largestSize ~= columns, 1...TerminalScreen.largestSize ~= rows,
      words.count == 1 || words.count == 2 && words[1] == "styled"
    else { return nil }
    self.columns = columns
    self.rows = rows
    isStyled = words.count == 2
  }
}
