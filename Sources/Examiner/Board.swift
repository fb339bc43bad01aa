/// Numerals at distinct cells of a board: what a round is about.
///
/// Invariants, kept by the one initializer: there is at least one numeral; the numerals ascend;
/// every numeral has a cell of its own, on the board.
///
/// A board never changes, so that all who hold it share one storage. It is public, as `Cell` is,
/// so that other targets read it in place.
@frozen
public struct Board: Sendable {
  /// What a board is made of.
  @usableFromInline
  final class Storage: Sendable {
    @usableFromInline let size: BoardSize
    @usableFromInline let cells: [Cell]
    /// The numerals, where they are not 1, 2, 3 and so on.
    @usableFromInline let numerals: [Int]?
    let origin: SeededIdentifier?

    init(size: BoardSize, cells: [Cell], numerals: [Int]?, origin: SeededIdentifier? = nil) {
      (self.size, self.cells, self.numerals, self.origin) = (size, cells, numerals, origin)
    }
  }

  @usableFromInline let storage: Storage

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
    storage = Storage(size: size, cells: cells, numerals: countsFromOne ? nil : numerals)
  }

  init(drawn cells: [Cell], numerals: [Int]?, from origin: SeededIdentifier) {
    storage = Storage(size: origin.size, cells: cells, numerals: numerals, origin: origin)
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
    storage = Storage(size: size, cells: [cell], numerals: nil)
  }

  /// How many columns and rows there are.
  @inlinable
  public var size: BoardSize { storage.size }
  /// The cells of the numerals, in ascending order of the numerals.
  package var cells: [Cell] { storage.cells }
  /// The numerals, ascending.
  package var numerals: [Int] { storage.numerals ?? Array(1..<(count + 1)) }
  /// Where the board was drawn from, if it was drawn and not described.
  package var origin: SeededIdentifier? { storage.origin }
  /// The same as UTF-8; to ask for the origin itself would copy it.
  package var originText: [UInt8]? { storage.origin?.bytes }
  /// What the numerals were drawn out of, where that was more than 1, 2, 3 and so on.
  package var range: NumeralRange? { storage.origin?.range }
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
  public func numeral(atPlace place: Int) -> Int { storage.numerals?[place] ?? place + 1 }

  /// Hands over the numerals from a place on, each with its cell.
  @inlinable
  public func forEachNumeral(fromPlace first: Int = 0, _ body: (Int, Cell) -> Void) {
    precondition(first >= 0)
    let cells = storage.cells
    guard let numerals = storage.numerals else {
      for place in first..<cells.count { body(place &+ 1, cells[place]) }
      return
    }
    for place in first..<cells.count { body(numerals[place], cells[place]) }
  }

  /// The place among `numerals` of the numeral at the cell, if one is there.
  package func place(at cell: Cell) -> Int? { storage.cells.firstIndex(of: cell) }

  /// Whether the numerals are 1, 2, 3 and so on.
  package var numeralsCountFromOne: Bool { storage.numerals == nil }
}

extension Board {
  /// Whether the numerals stand row by row, forwards or backwards, which is no test of memory.
  ///
  /// By chance that is so with two of n! boards; with one or two numerals it says nothing.
  package var isInReadingOrder: Bool {
    guard count > 2 else { return false }
    let ascents = (1..<count).count { size.offset(of: cells[$0]) > size.offset(of: cells[$0 - 1]) }
    return ascents == 0 || ascents == count - 1
  }
}

extension Board: Equatable {
  /// Whether two boards have the same numerals in the same cells, and come from the same place.
  public static func == (left: Board, right: Board) -> Bool {
    left.storage === right.storage
      || left.size == right.size && left.storage.cells == right.storage.cells
        && left.storage.numerals == right.storage.numerals
        && left.origin == right.origin
  }
}

/// Why a board can't be.
package enum BoardFault: Error, Equatable {
  case columns(Int)
  case rows(Int)
  case empty
  case doesNotFit(count: Int, BoardSize)
  case uneven(cells: Int, numerals: Int)
  case numeral(Int)
  case notAscending(Int)
  case rangeDescends(low: Int, high: Int)
  case rangeTooSmall(count: Int, NumeralRange)
  case offBoard(Cell, BoardSize)
  case cellTwice(Cell)
}

extension BoardFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .columns(let h): "\(h) columns: a board has from 1 to 99"
    case .rows(let v): "\(v) rows: a board has from 1 to 99"
    case .empty: "a board needs at least 1 numeral"
    case .doesNotFit(let count, let size):
      "\(count) numerals do not fit on \(size.h)x\(size.v) (\(size.cellCount) cells)"
    case .uneven(let cells, let numerals): "\(cells) cells for \(numerals) numerals"
    case .numeral(let numeral): "numeral \(numeral) is not from 0 to 999999"
    case .notAscending(let numeral): "numeral \(numeral) does not ascend"
    case .rangeDescends(let low, let high): "the numerals \(low)..\(high) descend"
    case .rangeTooSmall(let count, let range):
      "\(count) numerals can't be drawn from \(range.low)..\(range.high) (\(range.count) numerals)"
    case .offBoard(let cell, let size): Self.offBoard(cell, size)
    case .cellTwice(let cell): "cell \(cell.h) \(cell.v) is taken twice"
    }
  }

  private static func offBoard(_ cell: Cell, _ size: BoardSize) -> String {
    if cell.h < 1 || cell.h > size.h {
      return "column \(cell.h) is not on the board (columns 1 to \(size.h))"
    }
    return "row \(cell.v) is not on the board (rows 1 to \(size.v))"
  }
}
