package import ChimpSystem
package import Shell

/// Shows boards that must disappear on the alternate screen of a terminal.
///
/// A *look* is the time for which such a board is shown. It begins with concealed output and ends
/// with the mark `concealmentEnds`. Concealed output is never written to the main screen; all other
/// input and output meanwhile is written there when the look ends. The methods return the bytes to
/// send to the terminal:
///
///     var screen = LookScreen(canvas: canvas)
///     terminal(screen.append(board, marks: [.concealed(0..<board.count)]))  // the second screen
///     terminal(screen.append([], marks: [.concealmentEnds(at: 0)]))  // the main one again
package struct LookScreen {
  /// The screen that the terminal shows.
  ///
  ///     if screen.shown == .review { print("a key returns to the board") }
  package enum Shown: Equatable, Sendable {
    case main, look
    /// A reply on the main screen that is too long to fit below the board; a key returns to the
    /// board.
    case review
  }

  private static let newLine: UInt8 = 0x0a

  /// The screen that the terminal shows now.
  package private(set) var shown = Shown.main
  /// `true` while the screen has output that must disappear.
  ///
  /// It stays `true` while the program is suspended and the main screen is shown.
  package private(set) var isOpen = false
  package var canvas: LookCanvas
  /// Writes long replies on the main screen page by page.
  package var pages = ReplyPages()
  /// The last, incomplete line of the output, including concealed output.
  private var lastLine: [UInt8] = []
  /// The bytes of the board, and of the line before it.
  private var board: [UInt8] = []
  private var announcement: [UInt8] = []
  /// The input and output since the board appeared, to show below it.
  private var below = ReplyLog()
  /// The output that must still be written to the main screen.
  private var unwritten = ReplyLog()

  package init(canvas: LookCanvas) { self.canvas = canvas }

  /// Processes output and returns the bytes to send to the terminal.
  ///
  /// Concealed output is kept for the alternate screen.
  package mutating func append(_ piece: [UInt8], marks: [OutputMark]) -> [UInt8] {
    var bytes: [UInt8] = []
    var offset = 0
    for (index, mark) in marks.enumerated() {
      bytes += appendPlain(piece[offset..<mark.start])
      offset = mark.start
      switch mark {
      case .concealed(let range):
        // A concealed board appears directly after a reply.
        bytes += pages.end(canvas.text)
        appendConcealed(piece[range])
        offset = range.upperBound
      case .picture, .result, .remark: break
      case .concealmentEnds:
        // A concealed board that directly replaces another one needs no change of screens.
        if shown == .look, case .concealed(let next) = marks[(index + 1)...].first ?? mark,
          next.lowerBound == offset
        {
          forget()
        } else {
          bytes += close()
        }
      }
    }
    bytes += appendPlain(piece[offset...])
    return bytes + resume()
  }

  /// Records a typed line with its prompt, before its reply.
  package mutating func accept(_ typed: String) {
    lastLine = []
    guard isOpen else { return pages.begin(rowCount: canvas.rowCount) }
    below.append(line: typed)
    below.endReply()
    unwritten.append(line: typed)
    unwritten.endReply()
  }

  /// Returns the bytes that draw the board again, with additional lines below it.
  package func redraw(adding lines: [String] = []) -> [UInt8] {
    guard shown == .look else { return [] }
    return canvas.drawing(
      announcement: announcement, board: board,
      below: below.bytes + lines.flatMap { Array($0.utf8) + [Self.newLine] })
  }

  /// The number of free rows between the board and the prompt.
  package var freeRowCount: Int {
    canvas.rowCount - 1 - (isOpen ? canvas.text.rows(of: announcement + board).count : 0)
  }

  /// Returns to the board after a long reply.
  package mutating func endReview() -> [UInt8] {
    guard shown == .review else { return [] }
    below = ReplyLog()
    shown = .main
    return Array("\r\u{1b}[K".utf8) + resume()
  }

  /// Returns to the main screen, which ends the look.
  package mutating func close() -> [UInt8] {
    let bytes = suspend()
    isOpen = false
    forget()
    return bytes
  }

  /// Forgets the board and the output after it.
  private mutating func forget() {
    lastLine = []
    board = []
    below = ReplyLog()
  }

  /// Processes output that need not disappear.
  private mutating func appendPlain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    extendLastLine(bytes)
    guard isOpen, shown != .review else { return pages.append(bytes, canvas.text) }
    below.append(bytes)
    unwritten.append(bytes)
    return []
  }

  /// Processes concealed output; a new board replaces the previous one.
  private mutating func appendConcealed(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let isInline = !bytes.contains(Self.newLine)
    let lineBefore = lastLine
    extendLastLine(bytes)
    if isInline && isOpen && !board.isEmpty {
      below.append(bytes)
    } else {
      announcement = lineBefore
      board = Array(bytes)
      below = ReplyLog()
    }
    if isInline { unwritten.append("...".utf8) }
    isOpen = true
  }

  /// Appends to the incomplete line, after which the prompt is written.
  private mutating func extendLastLine(_ bytes: ArraySlice<UInt8>) {
    if let lineEnd = bytes.dropLast().lastIndex(of: Self.newLine) {
      lastLine = Array(bytes[(lineEnd + 1)...])
    } else if lastLine.last == Self.newLine {
      lastLine = Array(bytes)
    } else {
      lastLine += bytes
    }
  }

  /// Shows the main screen, for example while the program is suspended.
  package mutating func suspend() -> [UInt8] {
    defer { shown = .main }
    return leaving + unwritten.flush(through: &pages, of: canvas)
  }

  /// Shows the last reply on the main screen, page by page if it is long.
  private mutating func review() -> [UInt8] {
    defer { shown = .review }
    let bytes = leaving + unwritten.flush(through: &pages, of: canvas, pagesReply: true)
    return bytes + (pages.isWaiting ? [] : canvas.reviewNotice)
  }

  /// The bytes that switch to the main screen; empty if it is shown.
  private var leaving: [UInt8] { shown == .look ? canvas.leaving : [] }

  /// Shows the board again after `suspend`.
  package mutating func resume() -> [UInt8] {
    guard isOpen, shown != .review else { return [] }
    let newest = canvas.text.rows(of: below.reply).count
    if newest > max(freeRowCount, 0), below.replyStart > 0 { return review() }
    let entering = shown == .look ? [] : canvas.entering
    shown = .look
    return entering + redraw()
  }
}

/// The size and the capabilities of a terminal on which boards are shown for a time.
///
/// A terminal that has only one screen is cleared before and after the look instead.
///
///     let canvas = LookCanvas(text: text, rowCount: 24, hasAlternateScreen: true, hasColor: true)
///     let screen = LookScreen(canvas: canvas)
package struct LookCanvas {
  package let text: ScreenText
  package let rowCount: Int
  private let hasAlternateScreen: Bool
  private let hasColor: Bool
  private let language: () -> Language

  /// Creates the description of a terminal.
  ///
  /// Without an alternate screen, the main screen is cleared before and after a board.
  package init(
    text: ScreenText, rowCount: Int, hasAlternateScreen: Bool, hasColor: Bool,
    language: @escaping () -> Language = { .english }
  ) {
    self.text = text
    self.rowCount = max(2, rowCount)
    self.hasAlternateScreen = hasAlternateScreen
    self.hasColor = hasColor
    self.language = language
  }

  /// The bytes that switch to the alternate screen and clear it.
  var entering: [UInt8] { Array((hasAlternateScreen ? "\u{1b}[?1049h" : "").utf8) + clearing }

  /// The bytes that clear the board and switch back to the main screen.
  var leaving: [UInt8] { clearing + Array((hasAlternateScreen ? "\u{1b}[?1049l" : "").utf8) }

  /// The notice below a long reply that a key returns to the board.
  package var reviewNotice: [UInt8] {
    let words = language().pick("-- any key goes back to the board --", "-- キーを押すと盤に戻ります --")
    return Array(dim(words).utf8)
  }

  /// The notice below a page with the keys that continue.
  package var pageNotice: [UInt8] {
    let words = language().pick("-- Enter shows more, q ends --", "-- Enter で次へ、Q で終わり --")
    return Array(dim(words).utf8)
  }

  /// Returns the bytes that draw the board, with as many of the latest lines below it as fit.
  ///
  /// Omits the line that announces the board if there is no room for both.
  func drawing(announcement: [UInt8], board: [UInt8], below: [UInt8]) -> [UInt8] {
    let room = rowCount - 1
    var rows = text.rows(of: announcement + board)
    if rows.count > room { rows = text.rows(of: board) }
    if rows.count > room {
      let needed = rows.count + 1
      let notice = language().pick(
        "the board needs \(needed) rows, the terminal has \(rowCount)",
        "盤には\(needed)行が必要ですが、端末は\(rowCount)行です")
      rows = rows.prefix(room - 1) + [dim(text.prefix(of: notice, columns: text.columns))]
    } else {
      rows += text.rows(of: below).suffix(room - rows.count)
    }
    var bytes = Array("\u{1b}[H".utf8)
    for row in rows { bytes += Array("\u{1b}[K\(row)\r\n".utf8) }
    return bytes + Array("\u{1b}[J".utf8)
  }

  /// The bytes that erase the screen row by row.
  ///
  /// Some terminals move the contents into the scrollback if the screen is erased as a whole.
  private var clearing: [UInt8] {
    (1...rowCount).flatMap { Array("\u{1b}[\($0)H\u{1b}[K".utf8) } + Array("\u{1b}[H".utf8)
  }

  private func dim(_ words: String) -> String { hasColor ? "\u{1b}[2m\(words)\u{1b}[0m" : words }
}
