/// The number of columns (`h`) and rows (`v`) of a board, each from 1 to 99.
///
/// Cells are numbered row by row, from 0.
///
///     let size = try BoardSize(h: 8, v: 5)
///     size.cellCount  // 40
///     size.cell(at: 9)  // column 2, row 2
///     size.contains(Cell(h: 9, v: 1))  // false
public struct BoardSize: Hashable, Sendable {
  public static let limits = 1...99

  /// The number of columns.
  public let h: Int

  /// The number of rows.
  public let v: Int

  /// The size used in the literature: 8 columns and 5 rows.
  public static var standard: BoardSize { BoardSize(known: 8, 5) }

  static var smallest: BoardSize { BoardSize(known: 1, 1) }

  private init(known h: Int, _ v: Int) {
    self.h = h
    self.v = v
  }

  /// Creates a size; throws if a side is out of its limits.
  public init(h: Int, v: Int) throws(ExaminerError) {
    guard Self.limits.contains(h) else { throw .columns(h) }
    guard Self.limits.contains(v) else { throw .rows(v) }
    self.h = h
    self.v = v
  }

  /// The number of cells.
  public var cellCount: Int { h * v }

  /// Returns true if the cell lies on the board.
  public func contains(_ cell: Cell) -> Bool {
    cell.h >= 1 && cell.h <= h && cell.v >= 1 && cell.v <= v
  }

  /// Returns the row-by-row offset of a cell from 0; the cell must lie on the board.
  public func offset(of cell: Cell) -> Int { (cell.v - 1) * h + cell.h - 1 }

  /// Returns the cell at an offset; the inverse of `offset(of:)`.
  public func cell(at offset: Int) -> Cell { Cell(h: offset % h + 1, v: offset / h + 1) }
}

/// A column `h` and a row `v` of a board, both counted from 1.
///
/// `BoardSize.contains` tells whether it is on a board.
///
///     let cell = Cell(h: 2, v: 3)
///     try BoardSize(h: 8, v: 5).offset(of: cell)  // 17
public struct Cell: Hashable, Sendable {
  /// The column, counted from 1.
  public let h: Int

  /// The row, counted from 1.
  public let v: Int

  public init(h: Int, v: Int) {
    self.h = h
    self.v = v
  }
}

/// The range from which the numerals of a board are chosen, both ends included.
///
///     let range = try NumeralRange(low: 0, high: 9)
///     range.count  // 10
///     NumeralRange.ends(of: "1..9")?.high  // Optional(9)
public struct NumeralRange: Hashable, Sendable {
  /// The range of all numerals of all boards.
  public static let limits = 0...999_999

  public let low: Int
  public let high: Int

  /// Creates a range; throws if it is empty or outside of the limits.
  public init(low: Int, high: Int) throws(ExaminerError) {
    guard Self.limits.contains(low) else { throw .numeral(low) }
    guard Self.limits.contains(high) else { throw .numeral(high) }
    guard low <= high else { throw .rangeDescends(low: low, high: high) }
    self.low = low
    self.high = high
  }

  /// Parses `LOW..HIGH` without checking its limits; returns `nil` for any other text.
  public static func ends(of text: String) -> (low: Int, high: Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let low = Int(parts[0]), let high = Int(parts[2])
    else { return nil }
    return (low, high)
  }

  /// The number of numerals in the range.
  public var count: Int { high - low + 1 }
}
