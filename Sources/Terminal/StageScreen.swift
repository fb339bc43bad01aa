import ChimpSystem
package import Shell

/// Shows a stage on the alternate screen of a terminal: the picture, the latest replies, and the
/// prompt.
///
/// Nothing scrolls there: changes are drawn in place. The row below the prompt stays empty, so that
/// Enter doesn't scroll; a longer line first takes that row, then rows of the stage. When the stage
/// is left, all input and output except boards is written to the main screen. The methods return
/// the bytes to send to the terminal.
///
///     var screen = StageScreen(canvas: canvas)
///     terminal(screen.enter())
///     terminal(screen.draw(rows))
///     var pages = ReplyPages()
///     terminal(screen.leave(&pages))
package struct StageScreen {
  private static let newLine: UInt8 = 0x0a
  /// The maximum number of bytes of replies that are kept for the rows above the prompt.
  private static let longestLog = 1 << 16
  /// The minimum number of rows for the prompt: one for the line, and an empty one below.
  private static let leastLineRows = 2

  /// The description of the terminal; setting it makes the screen's contents unknown.
  package var canvas: LookCanvas { didSet { drawn = nil } }

  package private(set) var isShown = false
  /// The rows that the terminal shows; `nil` if they are unknown.
  private var drawn: [String]?
  /// The number of rows for the prompt and the typed text.
  private var lineRows = leastLineRows
  /// The latest input and output, to show above the prompt.
  private var log = ReplyLog()
  /// The offset of the running line and its reply in the log; the end of the log between lines.
  private var lineStart = 0
  /// The ranges of the log with remarks on moves, which disappear before the next board.
  private var remarks: [Range<Int>] = []
  /// `true` if the last reply answers a typed line, `false` for a key.
  package private(set) var answersTyping = false
  /// The output that must still be written to the main screen.
  private var unwritten = ReplyLog()
  /// The position of the cursor behind a question of the stage; `nil` while it is in the prompt.
  private var cursor: ScreenPosition?

  package init(canvas: LookCanvas) { self.canvas = canvas }

  /// The number of rows for the picture and the replies.
  package var room: Int { max(0, canvas.rowCount - lineRows) }

  /// Returns the number of rows for the picture and the replies on a terminal.
  package static func room(of rowCount: Int) -> Int { max(0, rowCount - leastLineRows) }

  /// Returns the number of rows of the smallest terminal that leaves so many for the stage.
  package static func rowCount(forRoom room: Int) -> Int { room + leastLineRows }

  /// Reserves the rows that the typed line needs; returns whether their number has changed.
  package mutating func makeRoom(for line: String) -> Bool {
    let end = canvas.text.cursorPosition(after: line + "  ")
    let rows = min(max(Self.leastLineRows, end.row + 1), canvas.rowCount)
    guard rows != lineRows else { return false }
    lineRows = rows
    drawn = nil
    return true
  }

  /// Adds output to the log, except boards, which the picture shows.
  ///
  /// A board removes the remarks of earlier replies, because they are about another one.
  package mutating func append(_ piece: [UInt8], marks: [OutputMark]) {
    var offset = 0
    for mark in marks {
      append(piece[offset..<max(offset, mark.start)])
      offset = max(offset, mark.start)
      switch mark {
      case .concealed(let range):
        removeRemarks()
        if !piece[range].contains(Self.newLine) { append("...".utf8) }
        offset = range.upperBound
      case .picture(let range):
        removeRemarks()
        offset = range.upperBound
      case .result(let range):
        unwritten.append(piece[range])
        offset = range.upperBound
      case .remark(let range, let isKept):
        remarks.append(log.count..<log.count + range.count)
        log.append(piece[range])
        if isKept { unwritten.append(piece[range]) }
        offset = range.upperBound
      case .concealmentEnds: break
      }
    }
    append(piece[offset...])
  }

  /// Adds a typed line to the log, and to the output for the main screen.
  ///
  /// Returns whether the rows above it have moved.
  package mutating func accept(_ typed: String, isShown: Bool, isKept: Bool) -> Bool {
    if isKept { unwritten.append(line: typed) }
    answersTyping = isShown
    // A key acts on the board: earlier replies and errors, which are about something else, make
    // room for its remark.
    if !isShown { forgetLines() }
    lineStart = log.count
    if isShown { log.append(line: typed) }
    if log.count > Self.longestLog {
      let count = log.count - Self.longestLog / 2
      log.remove(0..<count)
      lineStart = max(0, lineStart - count)
      remarks = []
    }
    endReply()
    if makeRoom(for: "") || canvas.text.width(of: typed) >= canvas.text.columns { drawn = nil }
    return drawn == nil
  }

  /// Removes the remarks of earlier replies from the log.
  private mutating func removeRemarks() {
    var removedCount = 0
    var rest: [Range<Int>] = []
    for range in remarks {
      let remark = range.lowerBound - removedCount..<range.upperBound - removedCount
      guard remark.upperBound <= log.replyStart else {
        rest.append(remark)
        continue
      }
      log.remove(remark)
      removedCount += remark.count
      if remark.upperBound <= lineStart { lineStart -= remark.count }
    }
    remarks = rest
  }

  /// Removes from the log everything but the running line and its reply.
  ///
  /// Called when another screen or game begins, which earlier messages are not about.
  package mutating func forgetEarlierLines() {
    let count = lineStart
    log.remove(0..<count)
    remarks = remarks.filter { $0.lowerBound >= count }
      .map { $0.lowerBound - count..<$0.upperBound - count }
    lineStart = 0
  }

  /// Removes everything from the log.
  ///
  /// Called when another picture follows the main screen, which has all lines.
  package mutating func forgetLines() {
    log = ReplyLog()
    remarks = []
    lineStart = 0
  }

  /// Marks the end of the running line and its reply.
  package mutating func endLine() { lineStart = log.count }

  /// Adds bytes to the log and to the output for the main screen.
  private mutating func append(_ bytes: some Sequence<UInt8>) {
    log.append(bytes)
    unwritten.append(bytes)
  }

  /// Returns whether the last reply is too long for the rows between the picture and the prompt.
  package func isReplyTooLong(below stage: [String]) -> Bool {
    replyRowCount > max(0, room - stage.count)
  }

  /// The number of rows that the last reply needs.
  package var replyRowCount: Int { canvas.text.rows(of: log.reply).count }

  /// Marks the end of a reply.
  package mutating func endReply() {
    log.endReply()
    unwritten.endReply()
  }

  /// Returns the bytes that draw the changed rows, and move the cursor behind a question.
  package mutating func draw(_ stage: [String], cursor: ScreenPosition? = nil) -> [UInt8] {
    let replies = canvas.text.lastRows(of: log.bytes[...], room - stage.count)
    var rows = Array((stage + replies).prefix(room))
    rows += Array(repeating: "", count: room - rows.count)
    guard rows != drawn || cursor != self.cursor else { return [] }
    // The position in the prompt is saved until the cursor returns there.
    var bytes = Array("\u{1b}[?2026h\(self.cursor == nil ? "\u{1b}7" : "")".utf8)
    for (index, row) in rows.enumerated() where drawn?[index] != row {
      bytes += Array("\u{1b}[\(index + 1);1H\u{1b}[0m\u{1b}[K\(row)".utf8)
    }
    drawn = rows
    self.cursor = cursor
    let end = cursor.map { "\u{1b}[0m\u{1b}[\($0.row + 1);\($0.column + 1)H" } ?? "\u{1b}8"
    return bytes + Array("\(end)\u{1b}[?2026l".utf8)
  }

  /// Returns the bytes that move the cursor from a question back to the prompt.
  package mutating func returnToPrompt() -> [UInt8] {
    guard cursor != nil else { return [] }
    cursor = nil
    return Array("\u{1b}8".utf8)
  }

  /// Returns the bytes that move the cursor to the prompt.
  package mutating func goToPrompt() -> [UInt8] {
    cursor = nil
    return Array("\u{1b}[\(room + 1);1H\u{1b}[J".utf8)
  }

  /// Returns the bytes that show the stage and turn on mouse reports.
  package mutating func enter() -> [UInt8] {
    isShown = true
    drawn = nil
    cursor = nil
    endReply()
    return canvas.entering + Array("\u{1b}[?1000h\u{1b}[?1006h".utf8)
  }

  /// Returns the bytes that show the main screen with the output since the stage was entered.
  ///
  /// With `reviewsReply`, the last reply is shown page by page.
  package mutating func leave(_ pages: inout ReplyPages, reviewsReply: Bool = false) -> [UInt8] {
    guard isShown else { return [] }
    isShown = false
    drawn = nil
    return Array("\u{1b}[?1006l\u{1b}[?1000l".utf8) + canvas.leaving
      + unwritten.flush(through: &pages, of: canvas, pagesReply: reviewsReply)
  }
}
