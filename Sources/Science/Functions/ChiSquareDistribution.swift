/// The sum of so many squares of standard normal values.
package struct ChiSquareDistribution: Equatable, Sendable {
  package let degrees: Double

  /// Makes the distribution for a positive number of degrees of freedom.
  package init(degrees: Double) {
    precondition(degrees > 0)
    self.degrees = degrees
  }

  /// The probability of what lies below a place.
  package func cumulative(_ place: Double) -> Double {
    IncompleteGamma(degrees / 2, at: place / 2).lower
  }

  /// The probability of what lies above a place.
  package func upperTail(_ place: Double) -> Double {
    IncompleteGamma(degrees / 2, at: place / 2).upper
  }

  /// The place that has so much probability below it.
  package func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1)
    if probability == 0 { return 0 }
    if probability == 1 { return .infinity }
    return Root.ofFalling(near: degrees) { place in
      probability < 0.5
        ? probability - cumulative(place) : upperTail(place) - (1 - probability)
    }
  }
}
