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
