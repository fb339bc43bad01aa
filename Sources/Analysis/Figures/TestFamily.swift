import Science

/// The p-values of all tests in a reply, adjusted for multiple testing.
///
/// Holm's method (1979) is valid for dependent tests, too, so that two tests of the same difference
/// may both be counted.
///
/// ```swift
/// let family = TestFamily([0.01, 0.04])
/// family.adjusted(0.01)                // 0.02
/// TestFamily([0.01]).adjusted(0.01)    // nil: nothing to adjust for
/// ```
package struct TestFamily: Equatable, Sendable {
  package let probabilities: [Double]
  private let adjusted: [Double]

  package init(_ probabilities: [Double]) {
    self.probabilities = probabilities
    adjusted = (try? holmAdjusted(probabilities)) ?? []
  }

  package var count: Int { probabilities.count }

  /// Returns the p-value adjusted by Holm's method; `nil` if the reply has no other test.
  ///
  /// Equal p-values have equal adjusted values.
  package func adjusted(_ probability: Double) -> Double? {
    guard count > 1, adjusted.count == count else { return nil }
    return probabilities.firstIndex(of: probability).map { adjusted[$0] }
  }
}
