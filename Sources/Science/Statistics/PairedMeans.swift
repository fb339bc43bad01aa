import Glibc

/// The paired t-test, with the effect size.
///
///     let means = PairedMeans(differences: [0.4, 0.1, 0.3, -0.2])
///     let test = try means.test()
///     let effect = try means.effect().value  // Cohen's d of the differences
public struct PairedMeans: Equatable, Sendable {
  private let tally: MeanTally

  /// Creates the test from the differences of pairs, each the first value minus the second.
  public init(differences: [Double]) { tally = MeanTally(differences) }

  /// Returns Student's test that the mean difference is 0; throws `tooFew` and `noSpread`.
  public func test() throws(ScienceError) -> MeanTest { try tally.test() }

  /// Returns the effect size d_z with its interval: the mean in standard deviations of the
  /// differences.
  public func effect() throws(ScienceError) -> Estimate {
    let root = sqrt(Double(tally.count))
    let effect = try tally.mean() / tally.spread()
    func bound(_ probability: Double) -> Double {
      NoncentralStudentDistribution.noncentrality(
        degrees: Double(tally.count - 1), value: effect * root, probability: probability) / root
    }
    return Estimate(effect, Interval(bound(0.975), bound(1 - 0.975)))
  }

  /// Returns the effect size corrected for its bias in small samples (Hedges 1981).
  ///
  /// Throws `tooFew` below three pairs.
  public func unbiasedEffect() throws(ScienceError) -> Double {
    let effect = try tally.mean() / tally.spread()
    guard tally.count > 2 else { throw .tooFew(count: tally.count, needed: 3) }
    return effect * smallSampleFactor(degrees: tally.count - 1)
  }
}

/// Returns the factor that corrects an effect size with more than one degree of freedom (Hedges
/// 1981).
private func smallSampleFactor(degrees: Int) -> Double {
  let half = Double(degrees) / 2
  // With one degree of freedom there is no unbiased effect: the factor would be 0.
  return exp(GammaFunction.logarithm(half) - GammaFunction.logarithm(half - 0.5)) / sqrt(half)
}

/// Welch's t-test (1947) of two groups, which does not assume equal variances.
///
///     let test = try IndependentMeans(MeanTally([5, 6, 7]), MeanTally([4, 4, 6])).test()
///     print(test.difference.value, test.probability)
public struct IndependentMeans: Equatable, Sendable {
  public let first: MeanTally
  public let second: MeanTally

  public init(_ first: MeanTally, _ second: MeanTally) {
    self.first = first
    self.second = second
  }

  /// Returns Welch's test that both means are the same; throws `tooFew` and `noSpread`.
  public func test() throws(ScienceError) -> MeanTest {
    let one = try first.variance() / Double(first.count)
    let other = try second.variance() / Double(second.count)
    let means = (try first.mean(), try second.mean())
    let error = sqrt(one + other)
    guard error > 1e-12 * max(abs(means.0), abs(means.1)) else { throw .noSpread }
    let share = one / (one + other)
    let rest = other / (one + other)
    let degrees =
      1 / (share * share / Double(first.count - 1) + rest * rest / Double(second.count - 1))
    return MeanTest(difference: means.0 - means.1, error: error, degrees: degrees)
  }

  /// Returns the difference in pooled standard deviations, corrected for its bias in small samples
  /// (Hedges 1981).
  ///
  /// Throws `tooFew` below two values in a group, and `noSpread` for groups of equal values.
  public func unbiasedEffect() throws(ScienceError) -> Double {
    let degrees = first.count + second.count - 2
    let squares =
      try first.variance() * Double(first.count - 1) + second.variance() * Double(second.count - 1)
    guard squares > 0 else { throw .noSpread }
    let spread = sqrt(squares / Double(degrees))
    return try (first.mean() - second.mean()) / spread * smallSampleFactor(degrees: degrees)
  }
}
