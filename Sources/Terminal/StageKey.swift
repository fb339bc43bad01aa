package import Events

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

/// The characters of control keys with a function at every prompt and picture.
///
///     StageKey.character(ControlKey.interrupt)
package enum ControlKey {
  /// Ctrl-C.
  package static let interrupt: Unicode.Scalar = "\u{3}"
  /// Ctrl-D.
  package static let inputEnd: Unicode.Scalar = "\u{4}"
  /// Ctrl-Z, which suspends the program.
  package static let suspension: Unicode.Scalar = "\u{1a}"
  package static let escape: Unicode.Scalar = "\u{1b}"
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
