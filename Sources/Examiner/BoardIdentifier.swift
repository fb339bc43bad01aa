/// The text form of a board, in one of two forms.
///
///     let identifier = try BoardIdentifier("4x6n5#1/apple")
///     identifier.board().descriptiveIdentifier  // "4x6:3,3;3,4;1,5;1,4;2,6"
public enum BoardIdentifier: Equatable, Sendable {
  /// The list of its cells, stable across versions: `4x6:2,3;1,1;4,5` or `4x6:3@2,3;5@1,1`.
  case described(Board)
  /// The size, the number of numerals and the seed: `4x6n5#1/apple`.
  case seeded(SeededIdentifier)

  /// Parses an identifier of either form.
  ///
  /// Throws for the first invalid character, or for an invalid board.
  public init(_ text: String) throws(ExaminerError) {
    var reader = IdentifierReader(text)
    self = try reader.identifier()
  }

  /// Returns the board, which is generated for a seeded identifier.
  public func board() -> Board {
    switch self {
    case .described(let board): board
    case .seeded(let identifier): identifier.board()
    }
  }
}

extension Board {
  /// The identifier as a list of cells; it has the numerals only if they are not 1, 2, 3 and so on.
  public var descriptiveIdentifier: String {
    var text = "\(size.h)x\(size.v)"
    for (index, cell) in cells.enumerated() {
      text += index == 0 ? ":" : ";"
      if !numeralsCountFromOne { text += "\(numerals[index])@" }
      text += "\(cell.h),\(cell.v)"
    }
    return text
  }
}
