import Examiner
import Testing

struct BoardTests {
  @Test(arguments: [
    ("3x2:1,1;3,1;2,2", true), ("3x2:2,2;3,1;1,1", true), ("3x2:1,1;2,2;3,1", false),
    ("3x2:3,1;1,1;2,2", false), ("3x2:1,1;2,1", false),
  ])
  func `A board in reading order is recognized`(identifier: String, isInOrder: Bool) throws {
    #expect(try board(identifier).isInReadingOrder == isInOrder)
  }

  /// Returns the description of the error that a closure throws, or `accepted` if it throws none.
  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "accepted"
    } catch { return "\(error)" }
  }

  @Test func `A size has from 1 to 99 columns and rows`() throws {
    #expect(try BoardSize(h: 99, v: 1).cellCount == 99)
    #expect(message { _ = try BoardSize(h: 0, v: 5) } == "0 columns: a board has from 1 to 99")
    #expect(message { _ = try BoardSize(h: 5, v: 100) } == "100 rows: a board has from 1 to 99")
  }

  @Test func `The number of a cell and the cell of a number agree`() throws {
    let size = try BoardSize(h: 7, v: 4)
    for offset in 0..<28 { #expect(size.offset(of: size.cell(at: offset)) == offset) }
    #expect(size.cell(at: 8) == Cell(h: 2, v: 2))
  }

  @Test func `An invalid board is refused with its violated invariant`() throws {
    let size = try BoardSize(h: 2, v: 2)
    let corner = Cell(h: 1, v: 1)
    func message(of cells: [Cell], _ numerals: [Int]? = nil) -> String {
      self.message { _ = try Board(size: size, cells: cells, numerals: numerals) }
    }
    #expect(message(of: []) == "a board needs at least 1 numeral")
    #expect(message(of: [corner, corner]) == "square 1 1 is taken twice")
    #expect(message(of: [Cell(h: 3, v: 1)]) == "column 3 is not on the board (columns 1 to 2)")
    #expect(message(of: [Cell(h: 1, v: 0)]) == "row 0 is not on the board (rows 1 to 2)")
    #expect(
      message(of: [Cell](repeating: corner, count: 5)) == "5 numerals do not fit on 2x2 (4 squares)"
    )
    #expect(message(of: [corner], [1, 2]) == "1 squares for 2 numerals")
    #expect(message(of: [corner, Cell(h: 2, v: 1)], [4, 4]) == "the numerals do not ascend at 4")
    #expect(message(of: [corner], [-1]) == "numerals are from 0 to 999999: -1")
    #expect(message(of: [corner], [1_000_000]) == "numerals are from 0 to 999999: 1000000")
  }

  @Test func `A range of numerals is checked against what is drawn from it`() throws {
    #expect(message { _ = try NumeralRange(low: 5, high: 4) } == "the numerals 5..4 descend")
    #expect(
      message { _ = try NumeralRange(low: -1, high: 4) } == "numerals are from 0 to 999999: -1")
    let range = try NumeralRange(low: 1, high: 3)
    let size = try BoardSize(h: 4, v: 4)
    let seed = try Seed("x")
    #expect(
      message { _ = try SeededIdentifier(size: size, count: 4, range: range, seed: seed) }
        == "4 numerals can't be drawn from 1..3 (3 numerals)")
  }

  @Test func `Every cell knows its numeral`() throws {
    let board = try board("3x2:3@2,1;5@1,2")
    #expect(board.index(at: Cell(h: 2, v: 1)) == 0)
    #expect(board.index(at: Cell(h: 1, v: 2)) == 1)
    #expect(board.index(at: Cell(h: 3, v: 2)) == nil)
  }

  @Test func `The largest board is full at once`() throws {
    let board = try board("99x99n9801#1/full")
    #expect(Set(board.cells).count == 9801)
  }
}
