import Glibc

/// The posterior distribution of a parameter: mean, standard deviation and interval.
///
///     let posterior = quest.posterior
///     print(posterior.mean, posterior.interval)
public struct Posterior: Equatable, Sendable {
  public let mean: Double
  public let deviation: Double
  /// The interval of 95 % probability.
  public let interval: Interval
  /// The end of the range beyond which the parameter lies; `nil` if it lies within.
  public let beyond: RangeEnd?
}

/// An end of the range of an adaptive test, beyond which a participant's value lies; the raw values
/// are words of exports.
///
///     if quest.posterior.beyond == .upper { print("the span is larger than the test can tell") }
public enum RangeEnd: String, Equatable, Sendable {
  case lower = "below"
  case upper = "above"
}

/// The QUEST+ method of Watson (2017) with a grid of parameter values and a list of stimuli.
///
/// One parameter is estimated; the result is averaged over the others.
struct QuestGrid: Equatable, Sendable {
  let values: [Double]
  private let otherCount: Int
  /// The probability of a pass, by stimulus, then value, then combination of the other parameters.
  private let passes: [Double]
  private var weights: [Double]
  private(set) var trialCount = 0

  init(
    values: [Double], otherCount: Int, stimulusCount: Int,
    passes: (_ stimulus: Int, _ value: Double, _ other: Int) -> Double
  ) {
    self.values = values
    self.otherCount = otherCount
    var table: [Double] = []
    table.reserveCapacity(stimulusCount * values.count * otherCount)
    for stimulus in 0..<stimulusCount {
      for value in values {
        for other in 0..<otherCount {
          // No probability is 0 or 1, so that no trial makes all values impossible.
          table.append(min(max(passes(stimulus, value, other), 1e-12), 1 - 1e-12))
        }
      }
    }
    self.passes = table
    let size = values.count * otherCount
    weights = [Double](repeating: 1 / Double(size), count: size)
  }

  var stimulusCount: Int { passes.count / weights.count }

  /// Updates the probabilities with the result of a trial, by Bayes' rule.
  mutating func add(stimulus: Int, isPassed: Bool) {
    let start = stimulus * weights.count
    var sum = 0.0
    for index in weights.indices {
      let pass = passes[start + index]
      weights[index] *= isPassed ? pass : 1 - pass
      sum += weights[index]
    }
    for index in weights.indices { weights[index] /= sum }
    trialCount += 1
  }

  func isOver(limit: Int, deviation: Double) -> Bool {
    trialCount >= limit || trialCount > 0 && posterior.deviation < deviation
  }

  private var marginal: [Double] {
    values.indices.map { weights[$0 * otherCount..<($0 + 1) * otherCount].reduce(0, +) }
  }

  var posterior: Posterior {
    let marginal = marginal
    let mean = zip(values, marginal).reduce(0) { $0 + $1.0 * $1.1 }
    let variance = zip(values, marginal).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 }
    return Posterior(
      mean: mean, deviation: sqrt(variance),
      interval: Interval(quantile(0.025, of: marginal), quantile(0.975, of: marginal)),
      beyond: beyond(marginal))
  }

  /// Returns the end of the range that is at least half as probable as the most probable value, if
  /// the interval reaches it; `nil` if there is none.
  ///
  /// The trials then speak for still larger or smaller values, too, which the grid does not have:
  /// its mean and its interval are those of the grid, not of the participant.
  private func beyond(_ marginal: [Double]) -> RangeEnd? {
    let least = max(0.025, (marginal.max() ?? 0) / 2)
    let isLower = marginal[0] >= least
    let isUpper = marginal[marginal.count - 1] >= least
    guard isLower != isUpper else { return nil }
    return isLower ? .lower : .upper
  }

  private func quantile(_ level: Double, of marginal: [Double]) -> Double {
    var sum = 0.0
    for (value, probability) in zip(values, marginal) {
      sum += probability
      if sum >= level { return value }
    }
    return values[values.count - 1]
  }

  /// Returns the most informative stimulus: that with the smallest expected entropy.
  func bestStimulus(among stimuli: ClosedRange<Int>) -> Int {
    let marginal = marginal
    var best = stimuli.lowerBound
    var least = Double.infinity
    for stimulus in stimuli {
      let entropy = expectedEntropy(after: stimulus, marginal)
      if entropy < least { (best, least) = (stimulus, entropy) }
    }
    return best
  }

  private func expectedEntropy(after stimulus: Int, _ marginal: [Double]) -> Double {
    let start = stimulus * weights.count
    var passTotal = 0.0
    var failTotal = 0.0
    var sum = 0.0
    for value in values.indices {
      var pass = 0.0
      for index in value * otherCount..<(value + 1) * otherCount {
        pass += weights[index] * passes[start + index]
      }
      let fail = max(0, marginal[value] - pass)
      passTotal += pass
      failTotal += fail
      sum -= Self.part(pass) + Self.part(fail)
    }
    return sum + Self.part(passTotal) + Self.part(failTotal)
  }

  private static func part(_ probability: Double) -> Double {
    probability > 0 ? probability * log(probability) : 0
  }
}
