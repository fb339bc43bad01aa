package import ChimpSystem
package import Events

/// A live picture above the prompt of a terminal: a board, a menu or a list.
///
/// The line editor passes each key to the stage first, which returns a line to run, or leaves the
/// key to the editor:
///
///     switch stage.handle(key, typed: typed) {
///     case .line(let line, _): run(line)
///     case .handled: draw(stage.rows(columns: columns, rowCount: rowCount, width: width))
///     case .passed: edit(key)
///     }
package protocol Stage: AnyObject {
  /// Updates the picture from the state of the program; returns whether it is shown now.
  func refresh() -> Bool

  /// A number that changes when another screen or game begins, so that messages about the one
  /// before disappear.
  var screenNumber: Int { get }

  /// Returns the rows of the picture for the available space.
  func rows(columns: Int, rowCount: Int, width: @escaping ScreenText.Width) -> [String]

  /// Handles a key; `typed` is the text after the prompt.
  func handle(_ key: StageKey, typed: String) -> StageAnswer

  /// Returns whether a key only completes the answer to a question that its first letter has
  /// answered, as in `yes` and Enter; such a key is ignored.
  func isRestOfAnswer(_ key: StageKey) -> Bool

  /// Returns the command line for a press by a click or by two digits; `nil` for any other key.
  func pressLine(for key: StageKey, afterDigit digit: String) -> (line: String, origin: LineOrigin)?

  /// Keeps a press by a click or by two digits that comes too early to be a command; returns
  /// `false` for any other key.
  ///
  /// `digitDelay` is the time between the two digits.
  func keepsEarlyPress(for key: StageKey, afterDigit digit: String, digitDelay: Int?) -> Bool

  /// The yes-or-no question of the running command, which the picture shows, too, because the rows
  /// below it may have no room; `nil` without one.
  var question: String? { get set }

  /// Called with the text after the prompt before the picture is drawn.
  func noteTyped(_ text: String)

  /// Returns whether the main screen keeps the line of a key; it omits those of presses.
  func keepsLine(_ line: String) -> Bool

  /// Returns whether the picture shows everything important of the last reply.
  func showsWholeReply(isTyped: Bool) -> Bool

  /// `true` in a closed session, which has no prompt.
  var isClosed: Bool { get }

  /// `true` if pasted text goes to the prompt; `false` if it is ignored.
  var acceptsPastes: Bool { get }
}

/// A key or click that the stage may handle.
///
///     let answer = stage.handle(.arrow(.left), typed: "")
///     let click = stage.handle(.click(column: 12, row: 3), typed: "")
package enum StageKey: Equatable, Sendable {
  case character(Unicode.Scalar)
  case arrow(Direction)
  /// A click with the left button at a column and row of the screen, counted from 1.
  case click(column: Int, row: Int)
  case escape
}

/// The reaction of the stage to a key.
///
///     func answer(to key: StageKey) -> StageAnswer {
///       switch key {
///       case .character("h"): .line("help", .direct)
///       case .escape: .handled
///       default: .passed
///       }
///     }
package enum StageAnswer: Equatable, Sendable {
  /// The line editor must handle the key.
  case passed
  /// The key was handled, and the picture must be drawn again.
  case handled
  /// A command line must be run.
  case line(String, LineOrigin)
}

/// The input device of a line, which is stored with each press.
///
///     let origin = LineOrigin(rawValue: "mouse") ?? .line
///     origin == .mouse  // true
package enum LineOrigin: String, Equatable, Sendable {
  /// A typed line, ended by Enter.
  case line
  /// A click.
  case mouse
  /// The arrow keys and Enter.
  case cursor
  /// Two digit keys.
  case direct
}
