import Characters
package import Console

/// A terminal whose second screen shows the stage: its rows, the latest replies, then the prompt.
///
/// Nothing ever scrolls there: what changes is drawn in its place. The row below the prompt stays
/// empty, so that the Enter that ends a line moves nothing; a longer line has that row, too, then
/// rows of the stage. All that is typed and replied reaches the main screen when the stage is left,
/// but for boards. The methods answer bytes for the terminal.
package struct StageScreen {
  private static let newLine: UInt8 = 0x0a
  /// How many bytes of the replies are remembered for the rows above the prompt.
  private static let longestLog = 1 << 16
  private static let leastLineRows = 2

  /// The terminal; what it shows is not known when it is set.
  package var canvas: LookCanvas { didSet { drawn = nil } }

  package private(set) var isShown = false
  /// What the terminal shows row by row; nil where that is not known.
  private var drawn: [String]?
  /// How many rows the prompt has, with what is typed behind it.
  private var lineRows = leastLineRows
  /// The latest of what was typed and replied.
  private var log: [UInt8] = []
  /// Where the newest reply begins in the log.
  private var replyStart = 0
  /// Whether it answers a line that was typed.
  package private(set) var answersTyping = false
  /// What the main screen has still to get.
  private var unwritten: [UInt8] = []

  package init(canvas: LookCanvas) { self.canvas = canvas }

  /// How many rows there are for the stage and the replies.
  package var room: Int { max(0, canvas.rowCount - lineRows) }

  /// How many rows of a terminal are left for the stage.
  package static func room(of rowCount: Int) -> Int { max(0, rowCount - leastLineRows) }

  /// Leaves as many rows to a line as it takes, and would take with one character more; answers
  /// whether that is another number than before.
  package mutating func makeRoom(for line: String) -> Bool {
    let end = canvas.text.cursorPosition(after: line + "  ")
    let rows = min(max(Self.leastLineRows, end.row + 1), canvas.rowCount)
    guard rows != lineRows else { return false }
    (lineRows, drawn) = (rows, nil)
    return true
  }

  package mutating func take(_ piece: [UInt8], marks: [OutputMark]) {
    var offset = 0
    for mark in marks {
      append(piece[offset..<max(offset, mark.start)])
      offset = max(offset, mark.start)
      switch mark {
      case .concealed(let range):
        if !piece[range].contains(Self.newLine) { append("...".utf8) }
        offset = range.upperBound
      case .picture(let range): offset = range.upperBound
      case .concealmentEnds: break
      }
    }
    append(piece[offset...])
  }

  /// Takes a line as it was typed behind its prompt; answers whether it moved what stood above it.
  package mutating func accept(_ typed: String, isShown: Bool) -> Bool {
    unwritten += Array(typed.utf8) + [Self.newLine]
    answersTyping = isShown
    if isShown { log += Array(typed.utf8) + [Self.newLine] }
    if log.count > Self.longestLog { log.removeFirst(log.count - Self.longestLog / 2) }
    replyStart = log.count
    if makeRoom(for: "") || canvas.text.width(of: typed) >= canvas.text.columns { drawn = nil }
    return drawn == nil
  }

  private mutating func append(_ bytes: some Sequence<UInt8>) {
    log += bytes
    unwritten += bytes
  }

  /// Whether the newest reply has more rows than there are between the stage and the prompt.
  package func isReplyTooLong(below stage: [String]) -> Bool {
    canvas.text.rows(of: log[replyStart...]).count > max(0, room - stage.count)
  }

  /// Says that the next reply begins here.
  package mutating func endReply() { replyStart = log.count }

  /// Draws what has changed, and leaves the cursor where it is.
  package mutating func draw(_ stage: [String]) -> [UInt8] {
    let replies = canvas.text.lastRows(of: log[...], room - stage.count)
    var rows = Array((stage + replies).prefix(room))
    rows += Array(repeating: "", count: room - rows.count)
    guard rows != drawn else { return [] }
    var bytes = Array("\u{1b}[?2026h\u{1b}7".utf8)
    for (place, row) in rows.enumerated() where drawn?[place] != row {
      bytes += Array("\u{1b}[\(place + 1);1H\u{1b}[0m\u{1b}[K\(row)".utf8)
    }
    drawn = rows
    return bytes + Array("\u{1b}8\u{1b}[?2026l".utf8)
  }

  /// Puts the cursor where the prompt stands, on an empty row with another one below.
  package var goingToPrompt: [UInt8] { Array("\u{1b}[\(room + 1);1H\u{1b}[J".utf8) }

  /// Shows the stage; clicks are told from now on.
  package mutating func enter() -> [UInt8] {
    (isShown, drawn) = (true, nil)
    endReply()
    return canvas.entering + Array("\u{1b}[?1000h\u{1b}[?1006h".utf8)
  }

  /// Shows the main screen again, with what came meanwhile.
  package mutating func leave() -> [UInt8] {
    guard isShown else { return [] }
    (isShown, drawn) = (false, nil)
    defer { unwritten = [] }
    let rows = unwritten.split(separator: Self.newLine, omittingEmptySubsequences: false).flatMap {
      canvas.text.wrapped(String(decoding: $0, as: UTF8.self))
    }
    return Array("\u{1b}[?1006l\u{1b}[?1000l".utf8) + canvas.leaving
      + Array(rows.joined(separator: "\n").utf8)
  }
}
