/// What a terminal of some size can show on its second screen.
package struct LookCanvas {
  package let text: ScreenText
  package let rowCount: Int
  private let hasAlternateScreen: Bool
  private let hasColor: Bool
  private let words: () -> any ConsoleWords

  /// Makes a canvas; without a second screen the only one is cleared before and after the look.
  package init(
    text: ScreenText, rowCount: Int, hasAlternateScreen: Bool, hasColor: Bool,
    words: @escaping () -> any ConsoleWords = { EnglishConsoleWords() }
  ) {
    self.text = text
    self.rowCount = max(2, rowCount)
    (self.hasAlternateScreen, self.hasColor, self.words) = (hasAlternateScreen, hasColor, words)
  }

  var entering: [UInt8] { Array((hasAlternateScreen ? "\u{1b}[?1049h" : "").utf8) + clearing }

  /// Switches back, with nothing of the look left on either screen.
  var leaving: [UInt8] { clearing + Array((hasAlternateScreen ? "\u{1b}[?1049l" : "").utf8) }

  /// Says below a long reply how the board comes back.
  var reviewNotice: [UInt8] { Array(dim(words().words(for: .boardWaits)).utf8) }

  /// The board at the top, then as many of the latest lines as fit above the prompt.
  ///
  /// Where there is no room for both, the board goes without the line that announces it.
  func drawing(announcement: [UInt8], board: [UInt8], below: [UInt8]) -> [UInt8] {
    let room = rowCount - 1
    var rows = text.rows(of: announcement + board)
    if rows.count > room { rows = text.rows(of: board) }
    if rows.count > room {
      let notice = words().words(for: .boardNeeds(rows.count + 1, has: rowCount))
      rows = rows.prefix(room - 1) + [dim(text.prefix(of: notice, columns: text.columns))]
    } else {
      rows += text.rows(of: below).suffix(room - rows.count)
    }
    var bytes = Array("\u{1b}[H".utf8)
    for row in rows { bytes += Array("\u{1b}[K\(row)\r\n".utf8) }
    return bytes + Array("\u{1b}[J".utf8)
  }

  /// Erases row by row; some terminals keep a screen that is erased at once, as if it had scrolled.
  private var clearing: [UInt8] {
    (1...rowCount).flatMap { Array("\u{1b}[\($0)H\u{1b}[K".utf8) } + Array("\u{1b}[H".utf8)
  }

  private func dim(_ words: String) -> String { hasColor ? "\u{1b}[2m\(words)\u{1b}[0m" : words }
}
