/// What a move did to a round.
package enum Outcome: Equatable, Sendable, BitwiseCopyable {
  /// The numeral that was due was pressed, and others are left; they may be masked by that.
  case right(Cell, masksOthers: Bool)
  /// The last numeral was pressed.
  case passed(Cell)
  /// Another cell was pressed; it held this numeral, or none. The round has failed.
  // NB: no numeral needs more bits, and an outcome is copied from room to room.
  case wrong(Cell, held: Int32?, due: Int32)
  /// Another cell was pressed, and the rule lets the round go on.
  case mistaken(Cell, held: Int32?, due: Int32)
  /// An empty cell was pressed, and the rule lets that be.
  case ignored(Cell)
  /// The numerals that are left are masked, without a press.
  case masked(byHold: Bool)
  /// The player gave the round up.
  case gaveUp

  /// The move that did it.
  package var move: Move {
    switch self {
    case .right(let cell, _), .passed(let cell), .wrong(let cell, _, _), .mistaken(let cell, _, _),
      .ignored(let cell):
      .press(cell)
    case .masked(let byHold): byHold ? .holdEnds : .hide
    case .gaveUp: .giveUp
    }
  }
}
