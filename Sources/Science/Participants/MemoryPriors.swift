import Glibc

/// The prior distributions of a participant's numbers, normal on the scale of the fit.
///
/// That scale is the logarithm, and for the slips the logarithm of the odds.
///
///     let priors = MemoryPriors.standard
///     priors.middle == .usual  // true
///     let score = priors.score(of: .capacity, value: 7)
///     priors.value(of: .capacity, score: score)  // 7, but for rounding
package struct MemoryPriors: Equatable, Sendable {
  /// The normal distribution of one number on the scale of the fit.
  package struct Prior: Equatable, Sendable {
    package let mean: Double
    package let deviation: Double

    /// Creates a distribution; the deviation must be positive.
    package init(mean: Double, deviation: Double) {
      precondition(deviation > 0)
      self.mean = mean
      self.deviation = deviation
    }
  }

  package var capacity: Prior
  package var timeConstant: Prior
  package var decay: Prior
  package var slip: Prior
  package var spread: Prior

  /// The priors of the published reference vectors: wide, and around a capacity of 7.
  package static var standard: MemoryPriors {
    MemoryPriors(
      capacity: Prior(mean: log(7), deviation: 0.5),
      timeConstant: Prior(mean: log(250), deviation: 0.8),
      decay: Prior(mean: log(0.05), deviation: 1), slip: Prior(mean: -4, deviation: 1),
      spread: Prior(mean: 0, deviation: 0.5))
  }

  /// The priors around the people who were observed.
  ///
  /// ``Population/visitors`` and ``Population/students`` lie within two standard deviations of the
  /// middle, but for the visitors' spread within, which is the least that their cells allow.
  package static var people: MemoryPriors {
    MemoryPriors(
      capacity: Prior(mean: log(4.5), deviation: 0.5),
      timeConstant: Prior(mean: log(320), deviation: 0.6),
      decay: Prior(mean: log(0.02), deviation: 1), slip: Prior(mean: -3.5, deviation: 1),
      spread: Prior(mean: log(0.8), deviation: 0.5))
  }

  /// The prior of one of the numbers.
  package subscript(parameter: MemoryParameter) -> Prior {
    switch parameter {
    case .capacity: capacity
    case .timeConstant: timeConstant
    case .decay: decay
    case .slip: slip
    case .spread: spread
    }
  }

  /// The memory whose numbers are all in the middle of their priors.
  package var middle: MemoryModel {
    func median(_ parameter: MemoryParameter) -> Double { value(of: parameter, score: 0) }
    return MemoryModel(
      known: median(.capacity), timeConstant: median(.timeConstant), decay: median(.decay),
      slip: median(.slip), spread: median(.spread))
  }

  /// Returns the number `score` standard deviations from the middle of its prior.
  package func value(of parameter: MemoryParameter, score: Double) -> Double {
    let prior = self[parameter]
    return parameter.restored(prior.mean + prior.deviation * score)
  }

  /// Returns the standard deviations between a number and the middle of its prior.
  package func score(of parameter: MemoryParameter, value: Double) -> Double {
    let prior = self[parameter]
    return (parameter.transformed(value) - prior.mean) / prior.deviation
  }

  /// Returns the memory with some numbers at their scores, and all others in the middle.
  func model(_ parameters: [MemoryParameter], at scores: [Double]) -> MemoryModel {
    var model = middle
    for (parameter, score) in zip(parameters, scores) {
      model[parameter] = value(of: parameter, score: score)
    }
    return model
  }
}
