package import Examiner

/// A group of people whose memories differ only in capacity.
///
/// ```swift
/// let probability = Population.visitors.passProbability(numeralCount: 4, hold: 800)
/// ```
package struct Population: Equatable, Sendable {
  /// The memory of a person with the median capacity; all other parameters are shared by all
  /// people.
  ///
  /// Its spread is that from trial to trial within a person.
  package let median: MemoryModel
  /// The standard deviation of the logarithms of people's capacities.
  package let capacitySpread: Double
  package let latencies: PressLatencies

  /// Creates a population; the spread between people may be 0.
  ///
  /// Throws `impossible` for a spread that is negative or larger than 10.
  package init(
    median: MemoryModel, capacitySpread: Double, latencies: PressLatencies
  ) throws(ScienceError) {
    guard capacitySpread >= 0, capacitySpread <= 10 else { throw .impossible(.parameter) }
    self.init(known: median, capacitySpread: capacitySpread, latencies: latencies)
  }

  private init(known median: MemoryModel, capacitySpread: Double, latencies: PressLatencies) {
    self.median = median
    self.capacitySpread = capacitySpread
    self.latencies = latencies
  }

  /// The distribution of the capacities.
  package var capacities: Capacities {
    Capacities(median: median.capacity, deviation: capacitySpread, scale: .logarithmic)
  }

  /// Returns the memory of a person whose capacity is a number of standard deviations from the
  /// median.
  package func person(score: Double) -> MemoryModel {
    var model = median
    model.capacity = capacities.capacity(score: score)
    return model
  }

  /// Returns the memory of a random person.
  package func draw(using generator: inout Generator) -> MemoryModel {
    person(score: generator.normal())
  }

  /// Returns the probability that a random person passes a trial.
  ///
  /// A `nil` hold means that the first press masks the numerals.
  package func passProbability(numeralCount: Int, hold: Double?) -> Double {
    NormalGrid().average { score in
      person(score: score).passProbability(
        numeralCount: numeralCount, hold: hold, latencies: latencies)
    }
  }
}

extension Population {
  /// The adult visitors of Edinburgh Zoo, estimated from ``ZooTrials``.
  ///
  /// The spread within a person is the smallest that the ten published results allow.
  package static var visitors: Population {
    Population(
      known: MemoryModel(known: 3.95, timeConstant: 303, decay: 0.008, slip: 0.077, spread: 0.1),
      capacitySpread: 0.224, latencies: .standard)
  }

  /// The students of Inoue and Matsuzawa (2007), estimated from their results at three times.
  ///
  /// Three means can't distinguish the spread between people from that within a person, so the
  /// spread between people is the visitors'.
  package static var students: Population {
    Population(
      known: MemoryModel(known: 5.2, timeConstant: 340, decay: 0.02, slip: 0.01, spread: 1),
      capacitySpread: 0.224, latencies: .standard)
  }

  /// The names of the populations, as in `simulate like=visitors`.
  ///
  ///     let population = Population.Name(rawValue: "visitors")?.population
  package enum Name: String, CaseIterable, Sendable {
    case visitors, students

    package var population: Population {
      switch self {
      case .visitors: .visitors
      case .students: .students
      }
    }
  }
}

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

  func average(_ function: (Double) -> Double) -> Double {
    zip(scores, weights).reduce(0) { $0 + $1.1 * function($1.0) }
  }
}
