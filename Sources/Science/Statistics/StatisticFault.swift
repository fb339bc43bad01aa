/// Why there is no figure: a fact for whoever puts it into words.
package enum StatisticFault: Error, Equatable, Sendable {
  /// There is nothing to compute from.
  case empty
  /// There are fewer values than the figure needs.
  case tooFew(count: Int, needed: Int)
  /// More successes than trials, or a negative number of them.
  case impossibleCount(Int, of: Int)
  /// A value is out of the range in which it has a meaning.
  case impossible(Quantity)
  /// All trials were passed: a curve could lie anywhere below them.
  case allPassed(count: Int)
  /// No trial was passed: a curve could lie anywhere above them.
  case allFailed(count: Int)
  /// The steepest curve is the best, as where failures lie on one side and passes on the other.
  case separated
  /// All values are the same, so that nothing can be divided by their spread.
  case noSpread
  /// The curve that was asked to rise falls, or is flat.
  case notRising
  /// The best values were not found in so many steps.
  case notConverged(iterations: Int)

  /// Which value it was.
  package enum Quantity: Equatable, Sendable {
    case numeralCount, probability, effect, hold, latency, place, value, parameter
  }
}

extension Double {
  var isUsable: Bool { abs(self) <= 1e100 }
}
