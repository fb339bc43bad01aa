/// A grid of equal steps over the normal distribution, to average over people.
///
/// For a smooth function their sum is exact to rounding; a step of 0.01 is small enough if the
/// spread within a person is at least a hundredth of that between people.
struct NormalGrid {
  let scores: [Double]
  let weights: [Double]

  init(step: Double = 0.01, reach: Double = 6.5) {
    let half = Int((reach / step).rounded())
    scores = (-half...half).map { Double($0) * step }
    let densities = scores.map(NormalDistribution.density)
    let sum = densities.reduce(0, +)
    weights = densities.map { $0 / sum }
  }
}
