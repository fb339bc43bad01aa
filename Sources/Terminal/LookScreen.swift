package import Characters
package import Console

/// The two screens of a terminal while the user looks at a round.
///
/// Concealed output appears on the second screen only, and is never written to the main one. All
/// other input and output meanwhile reaches the main screen when the look ends. The methods return
/// the bytes that bring the terminal to the new state.
///
/// A look begins with a concealed piece of output and ends with the mark `concealmentEnds`:
///
///     var screen = LookScreen(canvas: canvas)
///     terminal(screen.append(board, marks: [.concealed(0..<board.count)]))  // the second screen
///     terminal(screen.append([], marks: [.concealmentEnds(at: 0)]))  // the main one again
package struct LookScreen {
  /// The displayed screen.
  package enum Shown: Equatable, Sendable {
    case main, look
    /// A reply on the main screen that is too long for the look; the board waits for a key.
    case review
  }

  private static let newLine: UInt8 = 0x0a

  /// The screen that the terminal shows: the main one, or the one for boards that must disappear.
  package private(set) var shown = Shown.main
  /// True while output that must be hidden later is on the screen, or will be there again when the
  /// suspended program is resumed.
  package private(set) var isOpen = false
  package var canvas: LookCanvas
  /// The output of the main screen.
  package var pages = ReplyPages()
  /// The last line of the reply so far, with its concealed part.
  private var lastLine: [UInt8] = []
  /// The board, and the line that announces it.
  private var board: [UInt8] = []
  private var announcement: [UInt8] = []
  /// The input and output since the board appeared.
  private var below: [UInt8] = []
  private var replyStart = 0
  /// The output that the main screen has not received yet, and the offset of the newest reply in
  /// it.
  private var unwritten: [UInt8] = []
  private var unwrittenReplyStart = 0

  package init(canvas: LookCanvas) { self.canvas = canvas }

  /// Appends a piece of the output.
  ///
  /// - Returns: The bytes to send to the terminal; concealed ones are kept for the other screen.
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

  /// Appends a typed line with its prompt; a reply follows.
  package mutating func accept(_ typed: String) {
    lastLine = []
    guard isOpen else { return pages.begin(rowCount: canvas.rowCount) }
    let line = Array(typed.utf8) + [Self.newLine]
    below += line
    unwritten += line
    replyStart = below.count
    unwrittenReplyStart = unwritten.count
  }

  /// Redraws the look, with additional lines below it that are shown only once.
  package func redraw(adding lines: [String] = []) -> [UInt8] {
    guard shown == .look else { return [] }
    return canvas.drawing(
      announcement: announcement, board: board,
      below: below + lines.flatMap { Array($0.utf8) + [Self.newLine] })
  }

  /// The number of rows that the prompt leaves free, below the board if there is one.
  package var freeRowCount: Int {
    canvas.rowCount - 1 - (isOpen ? canvas.text.rows(of: announcement + board).count : 0)
  }

  /// Returns to the board after a reply that was too long for it.
  package mutating func endReview() -> [UInt8] {
    guard shown == .review else { return [] }
    below = []
    replyStart = 0
    shown = .main
    return Array("\r\u{1b}[K".utf8) + resume()
  }

  /// Returns to the main screen, and ends the look.
  package mutating func close() -> [UInt8] {
    let bytes = suspend()
    isOpen = false
    forget()
    return bytes
  }

  /// Forgets the board and what followed it, once its concealment has ended.
  private mutating func forget() {
    lastLine = []
    board = []
    below = []
    replyStart = 0
  }

  /// Appends bytes that may stay visible; while a board is shown they are collected below it.
  private mutating func appendPlain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    extendLastLine(bytes)
    guard isOpen, shown != .review else { return pages.append(bytes, canvas.text) }
    below += bytes
    unwritten += bytes
    return []
  }

  /// Appends concealed bytes; a whole board replaces the previous one.
  private mutating func appendConcealed(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let isInline = !bytes.contains(Self.newLine)
    let lineBefore = lastLine
    extendLastLine(bytes)
    if isInline && isOpen && !board.isEmpty {
      below += bytes
    } else {
      announcement = lineBefore
      board = Array(bytes)
      below = []
      replyStart = 0
    }
    if isInline { unwritten += Array("...".utf8) }
    isOpen = true
  }

  /// Extends the unfinished line, which the prompt follows.
  private mutating func extendLastLine(_ bytes: ArraySlice<UInt8>) {
    if let lineEnd = bytes.dropLast().lastIndex(of: Self.newLine) {
      lastLine = Array(bytes[(lineEnd + 1)...])
    } else if lastLine.last == Self.newLine {
      lastLine = Array(bytes)
    } else {
      lastLine += bytes
    }
  }

  /// Shows the main screen, for example while the program is stopped.
  package mutating func suspend() -> [UInt8] {
    let bytes = (shown == .look ? canvas.leaving : []) + pages.append(unwritten, canvas.text)
    unwritten = []
    unwrittenReplyStart = 0
    shown = .main
    return bytes
  }

  /// Shows the newest reply on the main screen, page by page if it is longer than the screen.
  private mutating func review() -> [UInt8] {
    let reply = unwritten[unwrittenReplyStart...]
    unwritten.removeLast(reply.count)
    let bytes = suspend()
    shown = .review
    pages.begin(rowCount: canvas.rowCount)
    return bytes + pages.append(reply, canvas.text) + (pages.isWaiting ? [] : canvas.reviewNotice)
  }

  /// Shows the look again, if one is open.
  package mutating func resume() -> [UInt8] {
    guard isOpen, shown != .review else { return [] }
    let newest = canvas.text.rows(of: below[replyStart...]).count
    if newest > max(freeRowCount, 0), replyStart > 0 { return review() }
    let entering = shown == .look ? [] : canvas.entering
    shown = .look
    return entering + redraw()
  }
}

/// The second screen of a terminal of a certain size.
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
  private let words: () -> any ConsoleWords

  /// Creates a canvas.
  ///
  /// Without an alternate screen, the main one is cleared before and after the look.
  package init(
    text: ScreenText, rowCount: Int, hasAlternateScreen: Bool, hasColor: Bool,
    words: @escaping () -> any ConsoleWords = { EnglishConsoleWords() }
  ) {
    self.text = text
    self.rowCount = max(2, rowCount)
    self.hasAlternateScreen = hasAlternateScreen
    self.hasColor = hasColor
    self.words = words
  }

  /// The bytes that switch to the alternate screen if there is one, and clear it.
  var entering: [UInt8] { Array((hasAlternateScreen ? "\u{1b}[?1049h" : "").utf8) + clearing }

  /// The bytes that clear the look from both screens and switch back.
  var leaving: [UInt8] { clearing + Array((hasAlternateScreen ? "\u{1b}[?1049l" : "").utf8) }

  /// The notice below a long reply about returning to the board.
  package var reviewNotice: [UInt8] { Array(dim(words().words(for: .boardWaits)).utf8) }

  /// The notice below a page about the keys that continue.
  package var pageNotice: [UInt8] { Array(dim(words().words(for: .pageWaits)).utf8) }

  /// Returns the board at the top, then as many of the latest lines as fit above the prompt.
  ///
  /// Omits the line that announces the board if there is no room for both.
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

  /// The bytes that erase the screen row by row, because some terminals move a screen that is
  /// erased as a whole into their scrollback.
  private var clearing: [UInt8] {
    (1...rowCount).flatMap { Array("\u{1b}[\($0)H\u{1b}[K".utf8) } + Array("\u{1b}[H".utf8)
  }

  private func dim(_ words: String) -> String { hasColor ? "\u{1b}[2m\(words)\u{1b}[0m" : words }
}
