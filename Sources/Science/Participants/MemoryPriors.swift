import Glibc

/// The prior distributions of the memory model's parameters.
///
/// They are normal for the logarithm of each parameter, or for the log odds of `slip`.
///
///     let priors = MemoryPriors.standard
///     priors.middle.capacity  // 7, but for rounding
///     let score = priors.score(of: .capacity, value: 7)
///     priors.value(of: .capacity, score: score)  // 7, but for rounding
public struct MemoryPriors: Equatable, Sendable {
  /// The prior distribution of one parameter, normal on the scale of the estimation.
  ///
  ///     var priors = MemoryPriors.standard
  ///     priors.capacity = MemoryPriors.Prior(mean: log(7), deviation: 0.5)
  public struct Prior: Equatable, Sendable {
    public let mean: Double
    public let deviation: Double

    /// Creates a distribution; the standard deviation must be positive.
    public init(mean: Double, deviation: Double) {
      precondition(deviation > 0)
      self.mean = mean
      self.deviation = deviation
    }
  }

  public var capacity: Prior
  public var timeConstant: Prior
  public var decay: Prior
  public var slip: Prior
  public var spread: Prior

  /// The wide priors with which the published test values were computed, around a capacity of 7.
  public static var standard: MemoryPriors {
    MemoryPriors(
      capacity: Prior(mean: log(7), deviation: 0.5),
      timeConstant: Prior(mean: log(250), deviation: 0.8),
      decay: Prior(mean: log(0.05), deviation: 1), slip: Prior(mean: -4, deviation: 1),
      spread: Prior(mean: 0, deviation: 0.5))
  }

  /// The priors that are fitted to published results of people.
  ///
  /// ``Population/visitors`` and ``Population/students`` lie within two standard deviations of the
  /// middle, except for the visitors' spread from trial to trial, which is the smallest that their
  /// results allow.
  public static var people: MemoryPriors {
    MemoryPriors(
      capacity: Prior(mean: log(4.5), deviation: 0.5),
      timeConstant: Prior(mean: log(320), deviation: 0.6),
      decay: Prior(mean: log(0.02), deviation: 1), slip: Prior(mean: -3.5, deviation: 1),
      spread: Prior(mean: log(0.8), deviation: 0.5))
  }

  /// Sets the median of the spread, which a fit without it keeps.
  public mutating func fixSpread(at value: Double) {
    spread = Prior(mean: log(value), deviation: spread.deviation)
  }

  /// The prior of a parameter.
  public subscript(parameter: MemoryParameter) -> Prior {
    switch parameter {
    case .capacity: capacity
    case .timeConstant: timeConstant
    case .decay: decay
    case .slip: slip
    case .spread: spread
    }
  }

  /// The model with the medians of all priors.
  public var middle: MemoryModel {
    func median(_ parameter: MemoryParameter) -> Double { value(of: parameter, score: 0) }
    return MemoryModel(
      known: median(.capacity), timeConstant: median(.timeConstant), decay: median(.decay),
      slip: median(.slip), spread: median(.spread))
  }

  /// Returns the value that is a number of standard deviations from the prior's median.
  public func value(of parameter: MemoryParameter, score: Double) -> Double {
    let prior = self[parameter]
    return parameter.restored(prior.mean + prior.deviation * score)
  }

  /// Returns the distance of a value from the prior's median, in standard deviations.
  public func score(of parameter: MemoryParameter, value: Double) -> Double {
    let prior = self[parameter]
    return (parameter.transformed(value) - prior.mean) / prior.deviation
  }

  /// Returns the model with some parameters given in standard deviations, and all others at their
  /// medians.
  func model(_ parameters: [MemoryParameter], at scores: [Double]) -> MemoryModel {
    var model = middle
    for (parameter, score) in zip(parameters, scores) {
      model[parameter] = value(of: parameter, score: score)
    }
    return model
  }
}
