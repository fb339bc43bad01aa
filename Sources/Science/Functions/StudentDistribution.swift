/// Student's distribution: a mean over its own error.
package struct StudentDistribution: Equatable, Sendable {
  package let degrees: Double

  /// Makes the distribution for a positive number of degrees of freedom, whole or not.
  package init(degrees: Double) {
    precondition(degrees > 0)
    self.degrees = degrees
  }

  /// The probability of what lies below a place.
  package func cumulative(_ place: Double) -> Double {
    place > 0 ? 1 - tail(place) : tail(place)
  }

  /// The probability of what lies above a place.
  package func upperTail(_ place: Double) -> Double { cumulative(-place) }

  /// The probability of what is as far from 0 as a place, or farther.
  package func twoSided(_ place: Double) -> Double { 2 * tail(place) }

  /// The place that has so much probability below it: infinite for 0 and 1.
  package func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1)
    if probability == 0 { return -.infinity }
    if probability == 1 { return .infinity }
    if probability == 0.5 { return 0 }
    let share = min(probability, 1 - probability)
    let size = Root.ofFalling(near: 1) { place in tail(place) - share }
    return probability < 0.5 ? -size : size
  }

  /// The probability beyond a place on one side.
  private func tail(_ place: Double) -> Double {
    let square = place * place
    guard square < .infinity else { return 0 }
    let total = degrees + square
    return 0.5
      * IncompleteBeta(degrees / 2, 0.5, at: degrees / total, complement: square / total).lower
  }
}
