/// What a move did to a round.
package enum Outcome: Equatable, Sendable {
  /// The numerals that are left are masked now.
  case masked
  /// The numeral that was due was pressed; so many are pressed now.
  case right(Cell, pressed: Int)
  /// Another cell was pressed; it held this numeral, or none. The round has failed.
  case wrong(Cell, held: Int?, due: Int)
  /// An empty cell was pressed, and the rule lets that be.
  case ignored(Cell)
  /// The last numeral was pressed.
  case passed
  /// The player gave the round up.
  case gaveUp
}

/// The outcomes of one move, in order: one, or two.
package struct Outcomes: Equatable, Sendable {
  package let first: Outcome
  package let second: Outcome?

  package init(_ first: Outcome, _ second: Outcome? = nil) {
    self.first = first
    self.second = second
  }
}

/// Why a move was refused: the round is as it was.
package enum MoveFault: Error, Equatable {
  case offBoard(Cell, BoardSize)
  case alreadyPressed(Cell)
  case alreadyMasked
  case noHold
  case roundOver
}

extension MoveFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .offBoard(let cell, let size): "\(BoardFault.offBoard(cell, size))"
    case .alreadyPressed(let cell): "cell \(cell.h) \(cell.v) is pressed already"
    case .alreadyMasked: "the numerals are masked already"
    case .noHold: "the round has no hold"
    case .roundOver: "the round is over"
    }
  }
}
