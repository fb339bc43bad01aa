package import Characters
package import Events

/// What is played at the top of a terminal, above the prompt.
package protocol Stage: AnyObject {
  var isOpen: Bool { get }

  /// What is to be seen where there is so much room, as rows that are not wider.
  func rows(columns: Int, rowCount: Int, width: @escaping ScreenText.Width) -> [String]

  /// Takes a key; `typed` is what stands behind the prompt.
  func take(_ key: StageKey, typed: String) -> StageAnswer

  /// Returns the line that presses the cell that a key names together with the digit before it, or
  /// that a click hits; `nil` for any other key.
  func pressLine(for key: StageKey, afterDigit digit: String) -> (line: String, origin: LineOrigin)?

  /// Whether all that matters of the newest reply, to a line or to a key, can be seen there, too.
  func tellsAll(isTyped: Bool) -> Bool

  /// Whether what is pasted now is text for the prompt.
  var takesPastes: Bool { get }
}

/// A key that may mean something to the stage.
package enum StageKey: Equatable, Sendable {
  case character(Unicode.Scalar)
  case arrow(Direction)
  /// The left button was pressed on a cell of the screen, counted from 1.
  case click(column: Int, row: Int)
  case escape
}

/// What a stage makes of a key.
package enum StageAnswer: Equatable, Sendable {
  /// It is for the line editor.
  case passed
  /// Nothing is left to be done but to draw the stage anew.
  case taken
  /// It asks for a line, which is answered as if it had been typed.
  case line(String, LineOrigin)
}

/// How a line came about.
package enum LineOrigin: String, Equatable, Sendable {
  /// It was typed, and ended with Enter.
  case line
  case mouse
  /// The arrows chose a cell.
  case cursor
  /// Two digits named a cell.
  case direct
}
