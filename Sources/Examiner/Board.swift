/// The board of one round: ascending numerals, each on its own cell.
///
/// The initializer guarantees that there is at least one numeral, that the numerals ascend, and
/// that their cells are distinct and lie on the board. A board is immutable, so copies share their
/// storage.
///
///     let size = try BoardSize(h: 4, v: 6)
///     let board = try Board(size: size, cells: [Cell(h: 2, v: 3), Cell(h: 1, v: 1)])
///     board.descriptiveIdentifier  // "4x6:2,3;1,1"
///
/// Like `Cell`, it is public so that other targets can inline its accessors.
public struct Board: Sendable {
  /// The shared storage of equal copies.
  final class Storage: Sendable {
    let size: BoardSize
    let cells: [Cell]
    /// The numerals, or `nil` if they are 1, 2, 3 and so on.
    let numerals: [Int]?

    let origin: SeededIdentifier?

    init(size: BoardSize, cells: [Cell], numerals: [Int]?, origin: SeededIdentifier? = nil) {
      self.size = size
      self.cells = cells
      self.numerals = numerals
      self.origin = origin
    }
  }

  let storage: Storage

  /// Creates a board from cells and their numerals, which default to 1, 2, 3 and so on.
  ///
  /// Throws an error for the first rule that the arguments violate.
  package init(size: BoardSize, cells: [Cell], numerals: [Int]? = nil) throws(ExaminerError) {
    guard !cells.isEmpty else { throw .noNumeral }
    guard cells.count <= size.cellCount else { throw .doesNotFit(count: cells.count, size) }
    if let numerals { try Self.check(numerals, count: cells.count) }
    var isOccupied = [Bool](repeating: false, count: size.cellCount)
    for cell in cells {
      guard size.contains(cell) else { throw .offBoard(cell, size) }
      guard !isOccupied[size.offset(of: cell)] else { throw .cellTwice(cell) }
      isOccupied[size.offset(of: cell)] = true
    }
    let countsFromOne = numerals?.first == 1 && numerals?.last == cells.count
    storage = Storage(size: size, cells: cells, numerals: countsFromOne ? nil : numerals)
  }

  /// Creates a generated board, whose cells and numerals are known to be valid.
  init(drawn cells: [Cell], numerals: [Int]?, from origin: SeededIdentifier) {
    storage = Storage(size: origin.size, cells: cells, numerals: numerals, origin: origin)
  }

  /// Throws if the numerals are too few, too many, out of range or do not ascend.
  private static func check(_ numerals: [Int], count: Int) throws(ExaminerError) {
    guard count == numerals.count else { throw .uneven(cells: count, numerals: numerals.count) }
    for index in numerals.indices {
      guard NumeralRange.limits.contains(numerals[index]) else { throw .numeral(numerals[index]) }
      guard index == 0 || numerals[index - 1] < numerals[index] else {
        throw .notAscending(numerals[index])
      }
    }
  }

  /// The smallest board: the numeral 1 on a single cell.
  package static let smallest = Board(size: .smallest, cell: Cell(h: 1, v: 1))

  private init(size: BoardSize, cell: Cell) {
    storage = Storage(size: size, cells: [cell], numerals: nil)
  }

  /// The number of columns and rows.
  public var size: BoardSize { storage.size }

  /// The cells of the numerals, in ascending order of the numerals.
  package var cells: [Cell] { storage.cells }

  /// The numerals in ascending order.
  package var numerals: [Int] { storage.numerals ?? Array(1..<(count + 1)) }

  /// The identifier from which the board was generated; `nil` if it was described cell by cell.
  package var origin: SeededIdentifier? { storage.origin }

  /// The bytes of that identifier, without the cost of copying it.
  package var originText: [UInt8]? { storage.origin?.bytes }

  /// The range from which the numerals were chosen; `nil` if they are 1, 2, 3 and so on.
  package var range: NumeralRange? { storage.origin?.range }

  /// The number of numerals on the board.
  public var count: Int { storage.cells.count }

  /// Returns the cell of the numeral at an index of `numerals`, which must be valid.
  public func cell(atIndex index: Int) -> Cell {
    precondition(index >= 0 && index < count)
    return storage.cells[index]
  }

  /// Returns the numeral at an index of `numerals`, which must be valid.
  public func numeral(atIndex index: Int) -> Int { storage.numerals?[index] ?? index + 1 }

  /// Calls the body with each numeral and its cell, beginning at an index of `numerals`.
  public func forEachNumeral(fromIndex first: Int = 0, _ body: (Int, Cell) -> Void) {
    precondition(first >= 0)
    let cells = storage.cells
    guard let numerals = storage.numerals else {
      for index in first..<cells.count { body(index &+ 1, cells[index]) }
      return
    }
    for index in first..<cells.count { body(numerals[index], cells[index]) }
  }

  /// Returns the index in `numerals` of the numeral on a cell, or `nil` if the cell is empty.
  package func index(at cell: Cell) -> Int? { storage.cells.firstIndex(of: cell) }

  /// `true` if the numerals are 1, 2, 3 and so on.
  package var numeralsCountFromOne: Bool { storage.numerals == nil }
}

extension Board {
  /// `true` if the numerals ascend or descend row by row, so that the round needs no memory.
  ///
  /// Two of n! random boards do so. It is `false` for one or two numerals.
  package var isInReadingOrder: Bool {
    guard count > 2 else { return false }
    let ascents = (1..<count).count { size.offset(of: cells[$0]) > size.offset(of: cells[$0 - 1]) }
    return ascents == 0 || ascents == count - 1
  }
}

extension Board: Equatable {
  /// Returns true if size, cells, numerals and origin are equal.
  public static func == (left: Board, right: Board) -> Bool {
    left.storage === right.storage
      || left.size == right.size && left.storage.cells == right.storage.cells
        && left.storage.numerals == right.storage.numerals
        && left.origin == right.origin
  }
}
