/// Probabilities of several tests, adjusted so that all hold together (Holm 1979).
///
///     try HolmAdjustment([0.01, 0.04]).adjusted  // [0.02, 0.04]
package struct HolmAdjustment: Equatable, Sendable {
  /// The adjusted probabilities, in the order of the tests.
  package let adjusted: [Double]

  /// Adjusts the probabilities of all tests that are shown together.
  ///
  /// The smallest is multiplied by the number of tests, the next by one less, and so on; none
  /// becomes smaller than the one before, or larger than 1. Throws `impossible` where one of them
  /// is not between 0 and 1.
  ///
  /// ```swift
  /// try HolmAdjustment([0.01, 0.04, 0.03]).adjusted   // [0.03, 0.06, 0.06]
  /// ```
  package init(_ probabilities: [Double]) throws(StatisticFault) {
    guard probabilities.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
      throw .impossible(.probability)
    }
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    var adjusted = probabilities
    var largest = 0.0
    for (rank, index) in order.enumerated() {
      let factor = Double(probabilities.count - rank)
      largest = max(largest, min(1, factor * probabilities[index]))
      adjusted[index] = largest
    }
    self.adjusted = adjusted
  }
}
