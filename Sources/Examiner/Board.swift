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
/// It is a class, because a session and its rounds share one: a copy of the session retains it, and
/// not each of its parts (row "piped command").
public final class Board: Equatable, Sendable {
  /// The number of columns and rows.
  public let size: BoardSize

  /// The cells of the numerals, in ascending order of the numerals.
  public let cells: [Cell]

  /// The numerals in ascending order.
  public let numerals: [Int]

  /// The identifier from which the board was generated; `nil` if it was described cell by cell.
  public let origin: SeededIdentifier?

  /// Creates a board from cells and their numerals, which default to 1, 2, 3 and so on.
  ///
  /// Throws an error for the first rule that the arguments violate.
  public convenience init(
    size: BoardSize, cells: [Cell], numerals: [Int]? = nil
  ) throws(ExaminerError) {
    guard !cells.isEmpty else { throw .noNumeral }
    guard cells.count <= size.cellCount else { throw .doesNotFit(count: cells.count, size) }
    if let numerals { try Self.check(numerals, count: cells.count) }
    var isOccupied = [Bool](repeating: false, count: size.cellCount)
    for cell in cells {
      guard size.contains(cell) else { throw .offBoard(cell, size) }
      guard !isOccupied[size.offset(of: cell)] else { throw .cellTwice(cell) }
      isOccupied[size.offset(of: cell)] = true
    }
    self.init(size, cells, numerals, origin: nil)
  }

  /// Creates a generated board, whose cells and numerals are known to be valid.
  convenience init(drawn cells: [Cell], numerals: [Int]?, from origin: SeededIdentifier) {
    self.init(origin.size, cells, numerals, origin: origin)
  }

  private init(_ size: BoardSize, _ cells: [Cell], _ numerals: [Int]?, origin: SeededIdentifier?) {
    self.size = size
    self.cells = cells
    self.numerals = numerals ?? Array(1...cells.count)
    self.origin = origin
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
  public static let smallest = Board(.smallest, [Cell(h: 1, v: 1)], nil, origin: nil)

  /// Returns true if size, cells, numerals and origin are equal.
  public static func == (left: Board, right: Board) -> Bool {
    left.size == right.size && left.cells == right.cells && left.numerals == right.numerals
      && left.origin == right.origin
  }

  /// The range from which the numerals were chosen; `nil` if they are 1, 2, 3 and so on.
  public var range: NumeralRange? { origin?.range }

  /// The number of numerals on the board.
  public var count: Int { cells.count }

  /// Returns the index in `numerals` of the numeral on a cell, or `nil` if the cell is empty.
  public func index(at cell: Cell) -> Int? { cells.firstIndex(of: cell) }

  /// `true` if the numerals are 1, 2, 3 and so on.
  public var numeralsCountFromOne: Bool { numerals.first == 1 && numerals.last == count }
}

extension Board {
  /// `true` if the numerals ascend or descend row by row, so that the round needs no memory.
  ///
  /// Two of n! random boards do so. It is `false` for one or two numerals.
  public var isInReadingOrder: Bool {
    guard count > 2 else { return false }
    let ascents = (1..<count).count { size.offset(of: cells[$0]) > size.offset(of: cells[$0 - 1]) }
    return ascents == 0 || ascents == count - 1
  }
}
