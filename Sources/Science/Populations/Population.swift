package import Examiner

/// People who differ in their capacity only.
///
/// ```swift
/// let probability = Population.visitors.passProbability(numeralCount: 4, hold: 800)
/// ```
package struct Population: Equatable, Sendable {
  /// The memory with the median capacity, and with the numbers that all people share.
  ///
  /// The spread of this memory is that within a person, from trial to trial.
  package let median: MemoryModel
  /// The standard deviation between people of the logarithm of their capacities.
  package let capacitySpread: Double
  package let latencies: PressLatencies

  /// Creates a population; the spread between people may be 0.
  ///
  /// Throws `impossible` for a spread that is negative or larger than 10.
  package init(
    median: MemoryModel, capacitySpread: Double, latencies: PressLatencies
  ) throws(StatisticFault) {
    guard capacitySpread >= 0, capacitySpread <= 10 else { throw .impossible(.parameter) }
    self.init(known: median, capacitySpread: capacitySpread, latencies: latencies)
  }

  private init(known median: MemoryModel, capacitySpread: Double, latencies: PressLatencies) {
    self.median = median
    self.capacitySpread = capacitySpread
    self.latencies = latencies
  }

  /// The distribution of the capacities between people.
  package var capacities: Capacities {
    Capacities(median: median.capacity, deviation: capacitySpread, scale: .logarithmic)
  }

  /// Returns the person whose capacity lies `score` standard deviations from the median.
  package func person(score: Double) -> MemoryModel {
    var model = median
    model.capacity = capacities.capacity(score: score)
    return model
  }

  /// Returns a random person.
  package func draw(using generator: inout Generator) -> MemoryModel {
    person(score: generator.normal())
  }

  /// Returns the probability that a person of the population passes a trial.
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
  /// The visitors of Edinburgh Zoo, 16 to 59 years old, of ``ZooTrials``.
  ///
  /// The spread within is the least that the ten published cells allow.
  package static var visitors: Population {
    Population(
      known: MemoryModel(known: 3.95, timeConstant: 303, decay: 0.008, slip: 0.077, spread: 0.1),
      capacitySpread: 0.224, latencies: .standard)
  }

  /// The students of Inoue and Matsuzawa (2007), by their shares at three holds.
  ///
  /// Three means can't tell the spread between people from that within: the one between is the
  /// visitors'.
  package static var students: Population {
    Population(
      known: MemoryModel(known: 5.2, timeConstant: 340, decay: 0.02, slip: 0.01, spread: 1),
      capacitySpread: 0.224, latencies: .standard)
  }

  /// The names of the populations in commands: `simulate like=visitors`.
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

/// Equal steps over the standard normal distribution, to average over people.
///
/// The sum of equal steps is exact to rounding for a smooth function; a step of 0.01 is small
/// enough where the spread within a person is at least a hundredth of that between people.
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
