/// Numerals at distinct cells of a board: what a round is about.
///
/// Invariants, kept by the one initializer: there is at least one numeral; the numerals ascend;
/// every numeral has a cell of its own, on the board.
package struct Board: Equatable, Sendable {
  package let size: BoardSize
  /// The cells of the numerals, in ascending order of the numerals.
  package let cells: [Cell]
  /// The numerals, ascending.
  package let numerals: [Int]
  /// Where the board was drawn from, if it was drawn and not described.
  package let origin: SeededIdentifier?
  /// For each cell of the board the place of its numeral among `numerals`, counted from 1.
  private let places: [UInt16]

  /// Makes a board of the cells and their numerals, 1, 2, 3 and so on where none are given.
  package init(
    size: BoardSize, cells: [Cell], numerals: [Int]? = nil, origin: SeededIdentifier? = nil
  ) throws(BoardFault) {
    let numerals = numerals ?? Array(1..<(cells.count + 1))
    guard !cells.isEmpty else { throw .empty }
    guard cells.count <= size.cellCount else { throw .doesNotFit(count: cells.count, size) }
    guard cells.count == numerals.count else {
      throw .uneven(cells: cells.count, numerals: numerals.count)
    }
    for (index, numeral) in numerals.enumerated() {
      guard NumeralRange.limits.contains(numeral) else { throw .numeral(numeral) }
      guard index == 0 || numerals[index - 1] < numeral else { throw .notAscending(numeral) }
    }
    var places = [UInt16](repeating: 0, count: size.cellCount)
    for (index, cell) in cells.enumerated() {
      guard size.contains(cell) else { throw .offBoard(cell, size) }
      guard places[size.offset(of: cell)] == 0 else { throw .cellTwice(cell) }
      places[size.offset(of: cell)] = UInt16(index + 1)
    }
    self.size = size
    self.cells = cells
    self.numerals = numerals
    self.origin = origin
    self.places = places
  }

  /// How many numerals stand on the board.
  package var count: Int { cells.count }

  /// The place among `numerals` of the numeral at the cell; the cell must lie on the board.
  package func place(at cell: Cell) -> Int? {
    let place = places[size.offset(of: cell)]
    return place == 0 ? nil : Int(place) - 1
  }

  /// Whether the numerals are 1, 2, 3 and so on.
  package var numeralsCountFromOne: Bool {
    numerals[0] == 1 && numerals[count - 1] == count
  }
}
