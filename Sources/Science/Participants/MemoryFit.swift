/// The parameters of the memory model that are most probable given a participant's trials.
///
/// ```swift
/// var trials = ObservedTrials()
/// try trials.add(count: 5, hold: 210, presses: presses)
/// let capacity = try MemoryFit(trials, priors: .people).model.capacity
/// ```
public struct MemoryFit: Equatable, Sendable {
  /// The most probable parameters.
  public let model: MemoryModel
  /// The logarithm of the likelihood of the trials, without the priors.
  public let logLikelihood: Double
  public let iterationCount: Int
  /// The estimated parameters; all others have the medians of their priors.
  public let parameters: [MemoryParameter]
  /// The priors of the fit.
  public let priors: MemoryPriors
  /// The estimates in standard deviations from the medians of their priors.
  let scores: [Double]

  /// Estimates the parameters; the spread is only estimated if `fitsSpread`.
  ///
  /// Throws `empty` without presses, and `notConverged`.
  public init(
    _ trials: ObservedTrials, fitsSpread: Bool = false, priors: MemoryPriors = .standard
  ) throws(ScienceError) {
    guard trials.pressCount > 0 else { throw .empty }
    let parameters = MemoryParameter.allCases.filter { fitsSpread || $0 != .spread }
    let start = [Double](repeating: 0, count: parameters.count)
    let minimum = minimize(from: start) { scores in
      let model = priors.model(parameters, at: scores)
      return 0.5 * scores.reduce(0) { $0 + $1 * $1 } - trials.logLikelihood(of: model)
    }
    guard minimum.hasConverged else { throw .notConverged(iterations: minimum.iterationCount) }
    self.parameters = parameters
    self.priors = priors
    scores = minimum.point
    model = priors.model(parameters, at: scores)
    logLikelihood = trials.logLikelihood(of: model)
    iterationCount = minimum.iterationCount
  }

  /// The profile-likelihood interval of a parameter.
  ///
  ///     let profile = MemoryFit.Profile(parameter: .capacity, lower: 4.2, upper: 6.9)
  public struct Profile: Equatable, Sendable {
    public let parameter: MemoryParameter
    /// The lower bound; `nil` if the trials do not exclude even the smallest value.
    public let lower: Double?
    public let upper: Double?

    /// Creates an interval from its bounds.
    public init(parameter: MemoryParameter, lower: Double?, upper: Double?) {
      self.parameter = parameter
      self.lower = lower
      self.upper = upper
    }
  }

  /// The half-width of the range in which bounds are searched, in standard deviations of the prior.
  private static var reach: Double { 5 }

  /// Returns the profile-likelihood interval of a parameter.
  ///
  /// For each value of the parameter, all others are estimated again. The parameter's own prior is
  /// not used, so that the bounds depend on the trials alone. At a bound, the log-likelihood is
  /// lower than its maximum by half the quantile of chi-square with one degree of freedom. Throws
  /// `impossible` for a parameter that was not fitted.
  public func profile(
    _ parameter: MemoryParameter, of trials: ObservedTrials
  ) throws(ScienceError) -> Profile {
    guard let axis = parameters.firstIndex(of: parameter) else { throw .impossible(.parameter) }
    let step = 0.5
    var valley = ProfiledLoss(
      trials: trials, parameters: parameters, priors: priors, axis: axis, start: scores)
    let start = min(max(scores[axis], -Self.reach), Self.reach)
    var points = [valley.point(at: start)]
    for direction in [-1.0, 1] {
      valley.others = points[0].others
      for number in 1... {
        let score = start + direction * step * Double(number)
        guard abs(score) <= Self.reach else { break }
        points.append(valley.point(at: score))
      }
    }
    if let bottom = valley.minimum(near: points[0]), abs(bottom.score) <= Self.reach {
      points.append(bottom)
    }
    points.sort { $0.score < $1.score }
    // With one degree of freedom, chi-square is the square of a normal value.
    let deviations = NormalDistribution.quantile(0.975)
    let lowest = points.map(\.value).min() ?? 0
    guard let bottom = points.firstIndex(where: { $0.value == lowest }) else { throw .empty }
    let limit = lowest + deviations * deviations / 2
    func bound(_ side: [Point]) -> Double? {
      guard let outside = side.firstIndex(where: { $0.value > limit }) else { return nil }
      valley.others = side[outside - 1].others
      let score = valley.crossing(of: limit, between: side[outside - 1], and: side[outside])
      return priors.value(of: parameter, score: score)
    }
    return Profile(
      parameter: parameter, lower: bound(points[...bottom].reversed()),
      upper: bound(Array(points[bottom...])))
  }

  fileprivate struct Point {
    let score: Double
    let value: Double
    let others: [Double]
  }

  /// The function to minimize while one parameter is fixed.
  private struct ProfiledLoss {
    let trials: ObservedTrials
    let parameters: [MemoryParameter]
    let priors: MemoryPriors
    let axis: Int
    var others: [Double]

    init(
      trials: ObservedTrials, parameters: [MemoryParameter], priors: MemoryPriors, axis: Int,
      start: [Double]
    ) {
      self.trials = trials
      self.parameters = parameters
      self.priors = priors
      self.axis = axis
      others = start
      others.remove(at: axis)
    }

    /// Returns the loss with the parameter fixed at a value, without its own prior.
    private func loss(_ score: Double, _ others: [Double]) -> Double {
      var scores = others
      scores.insert(score, at: axis)
      let model = priors.model(parameters, at: scores)
      return 0.5 * others.reduce(0) { $0 + $1 * $1 } - trials.logLikelihood(of: model)
    }

    /// Returns the smallest loss over all parameters; `nil` if none is found.
    func minimum(near point: Point) -> Point? {
      let minimum = minimize(from: [point.score] + point.others) { scores in
        loss(scores[0], Array(scores.dropFirst()))
      }
      guard minimum.hasConverged else { return nil }
      return Point(
        score: minimum.point[0], value: minimum.value, others: Array(minimum.point.dropFirst()))
    }

    /// Returns the smallest loss with the parameter fixed at a value.
    ///
    /// The next search starts from the result.
    mutating func point(at score: Double) -> Point {
      let minimum = minimize(from: others) { loss(score, $0) }
      others = minimum.point
      return Point(score: score, value: minimum.value, others: minimum.point)
    }

    /// Returns the value at which the loss reaches a limit, by ten bisections and an interpolation.
    mutating func crossing(of limit: Double, between inner: Point, and outer: Point) -> Double {
      var inner = inner
      var outer = outer
      for _ in 0..<10 {
        let middle = point(at: (inner.score + outer.score) / 2)
        if middle.value > limit { outer = middle } else { inner = middle }
      }
      let share = (limit - inner.value) / (outer.value - inner.value)
      return inner.score + (outer.score - inner.score) * min(max(share, 0), 1)
    }
  }
}
