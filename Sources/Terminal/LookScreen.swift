package import Characters
package import Console

/// The two screens of a terminal while a round is looked at.
///
/// Whatever was concealed is shown on the second screen only, and is never written to the main
/// one; all the rest that is typed and replied meanwhile reaches the main screen when the look
/// ends. The methods answer the bytes that bring the terminal to the new state.
package struct LookScreen {
  /// What the terminal shows.
  package enum Shown: Equatable, Sendable {
    case main, look
    /// A reply on the main screen that is too long for the look; the board waits for a key.
    case review
  }

  private static let newLine: UInt8 = 0x0a

  package private(set) var shown = Shown.main
  /// Whether something concealed is to be seen, now or when the terminal is back.
  package private(set) var isOpen = false
  package var canvas: LookCanvas
  /// The last line of the reply so far, with what is concealed in it.
  private var lastLine: [UInt8] = []
  /// The board, and the line that announces it.
  private var board: [UInt8] = []
  private var announcement: [UInt8] = []
  /// What was typed and replied since the board came.
  private var below: [UInt8] = []
  private var replyStart = 0
  /// What the main screen has still to get.
  private var unwritten: [UInt8] = []

  package init(canvas: LookCanvas) { self.canvas = canvas }

  package mutating func take(_ piece: [UInt8], marks: [OutputMark]) -> [UInt8] {
    var bytes: [UInt8] = []
    var offset = 0
    for (index, mark) in marks.enumerated() {
      bytes += takePlain(piece[offset..<mark.start])
      offset = mark.start
      switch mark {
      case .concealed(let range):
        takeConcealed(piece[range])
        offset = range.upperBound
      case .picture: break
      case .concealmentEnds:
        // What takes the place of something concealed at once needs no other screen meanwhile.
        if shown == .look, case .concealed(let next) = marks[(index + 1)...].first ?? mark,
          next.lowerBound == offset
        {
          forget()
        } else {
          bytes += close()
        }
      }
    }
    bytes += takePlain(piece[offset...])
    return bytes + resume()
  }

  /// Takes the line that was typed, as it stands behind its prompt; a reply follows.
  package mutating func accept(_ typed: String) {
    lastLine = []
    guard isOpen else { return }
    let line = Array(typed.utf8) + [Self.newLine]
    below += line
    unwritten += line
    replyStart = below.count
  }

  /// Draws the look anew, with more lines below it that are not kept.
  package func redraw(adding lines: [String] = []) -> [UInt8] {
    guard shown == .look else { return [] }
    return canvas.drawing(
      announcement: announcement, board: board,
      below: below + lines.flatMap { Array($0.utf8) + [Self.newLine] })
  }

  /// How many rows the prompt leaves free, below the board where there is one.
  package var freeRowCount: Int {
    canvas.rowCount - 1 - (isOpen ? canvas.text.rows(of: announcement + board).count : 0)
  }

  /// Goes back to the board after a reply that was too long for it.
  package mutating func endReview() -> [UInt8] {
    guard shown == .review else { return [] }
    (below, replyStart, shown) = ([], 0, .main)
    return Array("\r\u{1b}[K".utf8) + resume()
  }

  /// Goes back to the main screen, for good.
  package mutating func close() -> [UInt8] {
    let bytes = suspend()
    isOpen = false
    forget()
    return bytes
  }

  private mutating func forget() { (lastLine, board, below, replyStart) = ([], [], [], 0) }

  private mutating func takePlain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    extendLastLine(bytes)
    guard isOpen, shown != .review else { return Array(bytes) }
    below += bytes
    unwritten += bytes
    return []
  }

  private mutating func takeConcealed(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let isInline = !bytes.contains(Self.newLine)
    let lineBefore = lastLine
    extendLastLine(bytes)
    if isInline && isOpen && !board.isEmpty {
      below += bytes
    } else {
      (announcement, board, below, replyStart) = (lineBefore, Array(bytes), [], 0)
    }
    if isInline { unwritten += Array("...".utf8) }
    isOpen = true
  }

  private mutating func extendLastLine(_ bytes: ArraySlice<UInt8>) {
    if let lineEnd = bytes.dropLast().lastIndex(of: Self.newLine) {
      lastLine = Array(bytes[(lineEnd + 1)...])
    } else if lastLine.last == Self.newLine {
      lastLine = Array(bytes)
    } else {
      lastLine += bytes
    }
  }

  /// Shows the main screen, as for as long as the program is stopped.
  package mutating func suspend() -> [UInt8] {
    let bytes = (shown == .look ? canvas.leaving : []) + unwritten
    (unwritten, shown) = ([], .main)
    return bytes
  }

  /// Shows the look, again or anew, if there is one.
  package mutating func resume() -> [UInt8] {
    guard isOpen, shown != .review else { return [] }
    let newest = canvas.text.rows(of: below[replyStart...]).count
    if newest > max(freeRowCount, 0), replyStart > 0 {
      let bytes = suspend() + canvas.reviewNotice
      shown = .review
      return bytes
    }
    let entering = shown == .look ? [] : canvas.entering
    shown = .look
    return entering + redraw()
  }
}

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
    (self.text, self.rowCount) = (text, max(2, rowCount))
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
