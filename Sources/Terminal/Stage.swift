package import Characters
package import Events

/// The part of a terminal above the prompt: a board, a menu or a list.
///
/// The line editor passes it every key before it edits the line; the stage answers with a line to
/// run, or leaves the key to the editor:
///
///     switch stage.handle(key, typed: typed) {
///     case .line(let line, _): run(line)
///     case .handled: draw(stage.rows(columns: columns, rowCount: rowCount, width: width))
///     case .passed: edit(key)
///     }
package protocol Stage: AnyObject {
  /// Updates the stage from the state that it shows, and returns whether it is shown now.
  func refresh() -> Bool

  /// Returns the rows to display in the given space.
  func rows(columns: Int, rowCount: Int, width: @escaping ScreenText.Width) -> [String]

  /// Handles a key. `typed` is the text after the prompt.
  func handle(_ key: StageKey, typed: String) -> StageAnswer

  /// Returns the line that presses a cell: the one that a click hits, or the one whose column is
  /// the digit before the key and whose row is the key. Returns `nil` for any other key.
  func pressLine(for key: StageKey, afterDigit digit: String) -> (line: String, origin: LineOrigin)?

  /// Remembers the text after the prompt, before the stage is drawn.
  func noteTyped(_ text: String)

  /// Returns whether the main screen is to have a line of a key; a press is only seen on the stage.
  func keepsLine(_ line: String) -> Bool

  /// Returns whether the stage shows everything important of the newest reply, to a line or to a
  /// key.
  func showsWholeReply(isTyped: Bool) -> Bool

  /// `true` if all keys and replies stay on the stage, and no line is edited.
  var isClosed: Bool { get }

  /// `true` if pasted text goes to the prompt.
  var acceptsPastes: Bool { get }
}

/// A key that may be for the stage.
///
///     let answer = stage.handle(.arrow(.left), typed: "")
///     let click = stage.handle(.click(column: 12, row: 3), typed: "")
package enum StageKey: Equatable, Sendable {
  case character(Unicode.Scalar)
  case arrow(Direction)
  /// A press of the left button at a column and row of the screen, counted from 1.
  case click(column: Int, row: Int)
  case escape
}

/// The response of a stage to a key.
///
///     func answer(to key: StageKey) -> StageAnswer {
///       switch key {
///       case .character("h"): .line("help", .direct)
///       case .escape: .handled
///       default: .passed
///       }
///     }
package enum StageAnswer: Equatable, Sendable {
  /// The key is for the line editor.
  case passed
  /// The key was handled; only the stage is to be redrawn.
  case handled
  /// A line to execute as if it had been typed.
  case line(String, LineOrigin)
}

/// The origin of a line, which is stored with each press: a click is faster than a typed line.
///
///     let origin = LineOrigin(rawValue: "mouse") ?? .line
///     origin == .mouse  // true
package enum LineOrigin: String, Equatable, Sendable {
  /// A typed line, ended by Enter.
  case line
  /// A click.
  case mouse
  /// A cell chosen with the arrow keys.
  case cursor
  /// A cell named by two digits.
  case direct
}
