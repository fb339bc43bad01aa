/// A board as one word, in one of two ways.
package enum BoardIdentifier: Equatable, Sendable {
  /// Cell by cell, stable for ever: `4x6:2,3;1,1;4,5` or `4x6:3@2,3;5@1,1`.
  case described(Board)
  /// By size, count and seed: `4x6n5#1/apple`.
  case seeded(SeededIdentifier)

  /// Reads either kind; what is accepted has a board.
  package init(_ text: String) throws(IdentifierFault) {
    var reader = IdentifierReader(text)
    self = try reader.identifier()
  }

  /// The board that is meant.
  package func board() -> Board {
    switch self {
    case .described(let board): board
    case .seeded(let identifier): identifier.board()
    }
  }
}

extension Board {
  /// The descriptive identifier; numerals are named only where they do not count from 1.
  package var descriptiveIdentifier: String {
    var text = "\(size.h)x\(size.v):"
    for (index, cell) in cells.enumerated() {
      if index > 0 { text += ";" }
      if !numeralsCountFromOne { text += "\(numeral(atPlace: index))@" }
      text += "\(cell.h),\(cell.v)"
    }
    return text
  }
}
