/// Orders of conditions in which each follows each other one equally often (Williams 1949).
///
/// An even number of conditions needs as many orders, an odd number twice as many: the second half
/// is the first half backwards.
package struct WilliamsSquare: Equatable, Sendable {
  /// The orders, each a row of conditions that are counted from 0.
  package let orders: [[Int]]

  /// Makes the square for so many conditions, one at least.
  package init(conditionCount: Int) throws(StatisticFault) {
    guard conditionCount > 0 else { throw .tooFew(count: conditionCount, needed: 1) }
    let first = (0..<conditionCount).map { place in
      place.isMultiple(of: 2) ? (conditionCount - place / 2) % conditionCount : (place + 1) / 2
    }
    let forwards = (0..<conditionCount).map { step in
      first.map { ($0 + step) % conditionCount }
    }
    let needsBoth = conditionCount > 1 && !conditionCount.isMultiple(of: 2)
    orders = needsBoth ? forwards + forwards.map { $0.reversed() } : forwards
  }

  /// Which order the next participant gets: the first of those that the fewest have.
  ///
  /// `counts` says how many have each order; orders that it does not reach have nobody.
  package func nextOrder(after counts: [Int]) -> Int {
    var least = 0
    for order in orders.indices
    where Self.count(of: order, in: counts) < Self.count(of: least, in: counts) { least = order }
    return least
  }

  private static func count(of order: Int, in counts: [Int]) -> Int {
    counts.indices.contains(order) ? counts[order] : 0
  }
}
