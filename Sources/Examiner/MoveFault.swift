/// Why a move was refused: the round is as it was.
package enum MoveFault: Error, Equatable {
  case offBoard(Cell, BoardSize)
  case alreadyPressed(Cell)
  case alreadyMasked
  case noHold
  case noLimit
  case roundOver
}

extension MoveFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .offBoard(let cell, let size): "\(BoardFault.offBoard(cell, size))"
    case .alreadyPressed(let cell): "cell \(cell.h) \(cell.v) is pressed already"
    case .alreadyMasked: "the numerals are masked already"
    case .noHold: "the round has no hold"
    case .noLimit: "no limit has begun"
    case .roundOver: "the round is over"
    }
  }
}
