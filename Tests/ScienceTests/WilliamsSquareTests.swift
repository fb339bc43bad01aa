import Science
import Testing

struct WilliamsSquareTests {
  /// Returns the orders of conditions in a Williams square, each as a word of digits.
  private func text(_ count: Int) throws -> String {
    try WilliamsSquare(conditionCount: count).orders
      .map { $0.map(String.init).joined() }.joined(separator: " ")
  }

  @Test func `The orders are those of Williams`() throws {
    #expect(try text(1) == "0")
    #expect(try text(2) == "01 10")
    #expect(try text(3) == "012 120 201 210 021 102")
    #expect(try text(4) == "0132 1203 2310 3021")
    #expect(throws: ScienceError.tooFew(count: 0, needed: 1)) { try text(0) }
  }

  @Test(arguments: 2...13)
  func `Each condition follows each other one equally often`(count: Int) throws {
    let orders = try WilliamsSquare(conditionCount: count).orders
    var followers = [[Int]](repeating: [Int](repeating: 0, count: count), count: count)
    var counts = followers
    for order in orders {
      #expect(order.sorted() == Array(0..<count))
      for (position, condition) in order.enumerated() { counts[position][condition] += 1 }
      for (condition, next) in zip(order, order.dropFirst()) { followers[condition][next] += 1 }
    }
    let times = count.isMultiple(of: 2) ? 1 : 2
    #expect(counts.allSatisfy { $0.allSatisfy { $0 == times } })
    for (condition, row) in followers.enumerated() {
      #expect(row.enumerated().allSatisfy { $1 == ($0 == condition ? 0 : times) })
    }
  }
}
