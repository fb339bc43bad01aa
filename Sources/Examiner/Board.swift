/// Numerals at distinct cells of a board: what a round is about.
///
/// Invariants, kept by the one initializer: there is at least one numeral; the numerals ascend;
/// every numeral has a cell of its own, on the board.
///
/// A board never changes, so that all who hold it share one storage. It is public, as `Cell` is,
/// so that other targets read it in place.
@frozen
public struct Board: @unchecked Sendable {
  @usableFromInline let storage: BoardStorage

  /// Makes a board of the cells and their numerals, 1, 2, 3 and so on where none are given.
  package init(size: BoardSize, cells: [Cell], numerals: [Int]? = nil) throws(BoardFault) {
    guard !cells.isEmpty else { throw .empty }
    guard cells.count <= size.cellCount else { throw .doesNotFit(count: cells.count, size) }
    if let numerals { try Self.check(numerals, count: cells.count) }
    var isTaken = [Bool](repeating: false, count: size.cellCount)
    for cell in cells {
      guard size.contains(cell) else { throw .offBoard(cell, size) }
      guard !isTaken[size.offset(of: cell)] else { throw .cellTwice(cell) }
      isTaken[size.offset(of: cell)] = true
    }
    let countsFromOne = numerals?.first == 1 && numerals?.last == cells.count
    storage = .make(size, cells, numerals: countsFromOne ? nil : numerals)
  }

  /// Takes a board that was drawn, whose cells are known to be distinct and on it.
  init(drawn storage: BoardStorage) {
    self.storage = storage
  }

  private static func check(_ numerals: [Int], count: Int) throws(BoardFault) {
    guard count == numerals.count else { throw .uneven(cells: count, numerals: numerals.count) }
    for index in numerals.indices {
      guard NumeralRange.limits.contains(numerals[index]) else { throw .numeral(numerals[index]) }
      guard index == 0 || numerals[index - 1] < numerals[index] else {
        throw .notAscending(numerals[index])
      }
    }
  }

  /// One numeral on one cell.
  package static let smallest = Board(size: .smallest, cell: Cell(h: 1, v: 1))

  private init(size: BoardSize, cell: Cell) {
    storage = .make(size, [cell], numerals: nil)
  }

  /// How many columns and rows there are.
  @inlinable
  public var size: BoardSize { storage.header.size }
  /// The cells of the numerals, in ascending order of the numerals.
  package var cells: [Cell] { Array(storage.cells) }
  /// The numerals, ascending.
  package var numerals: [Int] { storage.header.numerals ?? Array(1..<(count + 1)) }
  /// Where the board was drawn from, if it was drawn and not described.
  package var origin: SeededIdentifier? { storage.header.origin }
  /// What the numerals were drawn out of, where that was more than 1, 2, 3 and so on.
  package var range: NumeralRange? { storage.header.origin?.range }
  /// What the board was drawn from, in bytes that are there while the board is; nil where it was
  /// described.
  package var seededIdentifier: UnsafeBufferPointer<UInt8>? {
    storage.header.origin == nil ? nil : storage.originText
  }
  /// How many numerals stand on the board.
  @inlinable
  public var count: Int { storage.cells.count }

  /// The cell of the numeral at a place among `numerals`.
  @inlinable
  public func cell(atPlace place: Int) -> Cell {
    precondition(place >= 0 && place < count)
    return storage.cells[place]
  }

  /// The numeral at a place among `numerals`.
  @inlinable
  public func numeral(atPlace place: Int) -> Int {
    storage.header.numerals?[place] ?? place + 1
  }

  /// Hands over the numerals from a place on, each with its cell.
  @inlinable
  public func forEachNumeral(fromPlace first: Int = 0, _ body: (Int, Cell) -> Void) {
    precondition(first >= 0)
    // NB: read out once, or each step would look for them anew.
    let cells = storage.cells
    guard let numerals = storage.header.numerals else {
      for place in first..<cells.count { body(place &+ 1, cells[place]) }
      return
    }
    for place in first..<cells.count { body(numerals[place], cells[place]) }
  }

  /// The place among `numerals` of the numeral at the cell, if one is there.
  package func place(at cell: Cell) -> Int? {
    storage.cells.firstIndex(of: cell)
  }

  /// Whether the numerals are 1, 2, 3 and so on.
  package var numeralsCountFromOne: Bool { storage.header.numerals == nil }
}

extension Board: Equatable {
  /// Whether two boards have the same numerals in the same cells, and come from the same place.
  public static func == (left: Board, right: Board) -> Bool {
    left.storage === right.storage
      || left.size == right.size && left.storage.cells.elementsEqual(right.storage.cells)
        && left.storage.header.numerals == right.storage.header.numerals
        && left.origin == right.origin
  }
}
