/// Returns p-values adjusted for multiple tests by Holm's method (1979), in the same order.
///
/// The smallest is multiplied by the number of tests, the next by one less, and so on; no result is
/// smaller than the previous one, or larger than 1. Throws `impossible` if a probability is not
/// between 0 and 1.
///
/// ```swift
/// try holmAdjusted([0.01, 0.04, 0.03])   // [0.03, 0.06, 0.06]
/// ```
public func holmAdjusted(_ probabilities: [Double]) throws(ScienceError) -> [Double] {
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
  return adjusted
}
