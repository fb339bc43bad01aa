import Examiner
import Testing

/// Chi-square tests of the uniform placement of numerals.
///
/// The limits are the 99.9th percentiles. The seeds are constant, so the results are deterministic.
struct PlacementTests {
  /// Returns the boards of consecutive seeds; the prefix has the size and the number of numerals.
  private static func boards(_ prefix: String, count: Int = 20_000) throws -> [Board] {
    try (0..<count).map { try board("\(prefix)#1/uniform.\($0)") }
  }

  /// Returns the chi-square statistic of counts that are expected to be equal.
  private static func chiSquare(_ counts: [Int]) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  @Test func `Every cell gets each of the numerals equally often`() throws {
    let boards = try Self.boards("8x5n9")
    for index in 0..<9 {
      var counts = [Int](repeating: 0, count: 40)
      for board in boards { counts[board.size.offset(of: board.cells[index])] += 1 }
      #expect(Self.chiSquare(counts) < 72.1, "numeral \(index + 1), 39 degrees of freedom")
    }
  }

  @Test func `Every pair of cells is equally likely for the first two numerals`() throws {
    var counts = [Int](repeating: 0, count: 30)
    for board in try Self.boards("3x2n6") {
      let first = board.size.offset(of: board.cells[0])
      let second = board.size.offset(of: board.cells[1])
      counts[first * 5 + (second > first ? second - 1 : second)] += 1
    }
    #expect(Self.chiSquare(counts) < 58.3, "29 degrees of freedom")
  }

  @Test func `Every order of a full board is equally likely`() throws {
    var counts: [[Int]: Int] = [:]
    for board in try Self.boards("2x2n4") {
      counts[board.cells.map(board.size.offset(of:)), default: 0] += 1
    }
    #expect(counts.count == 24)
    #expect(Self.chiSquare(Array(counts.values)) < 49.7, "23 degrees of freedom")
  }

  @Test func `Every numeral of a range is drawn equally often`() throws {
    var counts = [Int](repeating: 0, count: 9)
    for board in try Self.boards("8x5n5@1..9") {
      for numeral in board.numerals { counts[numeral - 1] += 1 }
    }
    #expect(Self.chiSquare(counts) < 26.1, "8 degrees of freedom")
  }
}
