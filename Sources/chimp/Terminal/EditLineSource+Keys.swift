import CEditLine
import ChimpSystem
import Glibc
import Shell
import Terminal

/// The key functions that libedit does not have.
extension EditLineSource {
  /// Performs a key function; returns the next action of the editor.
  func perform(_ function: EditLine.Function) -> EditLine.Action {
    switch function {
    case .interrupt: interrupt()
    case .stop: stopInLine()
    case .complete: complete()
    case .clear: clear()
    case .older: older()
    case .newer: newer()
    }
  }

  // The editor's own search would match the typed text anywhere in a line.
  /// Shows the previous history line that begins with the text before the cursor.
  private func older() -> EditLine.Action {
    let before = Array(editor.line.before.utf8)
    return show(search.older(than: Array(typed.utf8), beforeCursor: before, in: earlierLines))
  }

  /// Shows the next history line of the search; after the last one, the typed line.
  private func newer() -> EditLine.Action { show(search.newer(than: Array(typed.utf8))) }

  /// Shows a line; beeps for `nil`.
  private func show(_ found: [UInt8]?) -> EditLine.Action {
    guard let found else { return .beep }
    let (before, behind) = editor.line
    let count = behind.unicodeScalars.count
    editor.moveCursor(by: count)
    editor.replace(
      before.unicodeScalars.count + count, with: String(decoding: found, as: UTF8.self))
    return .refresh
  }

  /// Handles Ctrl-C: abandons the line and shows a new prompt.
  private func interrupt() -> EditLine.Action {
    guard staged == nil else { return .end }
    abandonedLine = typed
    moveBelowLine()
    return .end
  }

  /// Clears the screen and redraws the stage and the line.
  private func clear() -> EditLine.Action {
    editor.flush()
    sink.send("\u{1b}[H\u{1b}[2J")
    sink.redraw()
    editor.refresh()
    return .none
  }

  /// Handles Tab: completes the word before the cursor, or lists the candidates.
  private func complete() -> EditLine.Action {
    let (before, behind) = editor.line
    switch LineCompletion(of: before, table, context) {
    case .nothing: return .beep
    case .replace(let count, let text):
      let hasBlank = text.last == " " && behind.first == " "
      editor.replace(count, with: hasBlank ? String(text.dropLast()) : text)
      if hasBlank { editor.moveCursor(by: 1) }
      return .refresh
    case .list(let candidates):
      // The list for this line was shown already.
      guard sink.freeRowCount > 0, listedLine != before else { return .beep }
      listedLine = before
      let listing = CandidateListing(
        Terminal.screenText, hasColor: output.hasColor, in: language)
      moveBelowLine()
      sink.list(listing.lines(of: candidates, limit: sink.freeRowCount))
      editor.refresh()
      return .none
    }
  }

  /// Moves the cursor to the row below the line.
  func moveBelowLine() {
    editor.flush()
    let (before, behind) = editor.line
    let text = Terminal.screenText
    let cursor = text.cursorPosition(after: Self.prompt + before, before: behind)
    let end = text.cursorPosition(after: Self.prompt + before + behind)
    sink.send("\r" + String(repeating: "\n", count: end.row - cursor.row + 1))
  }

  /// Erases the prompt and the line, to write other output there.
  func hideLine() {
    guard case .line(isHidden: false) = lastRow else { return }
    sink.returnToPrompt()
    lastRow = .line(isHidden: true)
    editor.flush()
    let (before, behind) = editor.line
    let cursor = Terminal.screenText.cursorPosition(after: Self.prompt + before, before: behind)
    let upwards = cursor.row > 0 ? "\u{1b}[\(cursor.row)A" : ""
    // Some terminals move text into the scrollback if everything from the first row on is erased.
    sink.send("\r\(upwards)\u{1b}[K\u{1b}7\u{1b}[B\u{1b}[J\u{1b}8")
  }
}
