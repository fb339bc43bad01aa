public import Examiner

/// A group of people whose memories differ only in capacity.
///
/// ```swift
/// var generator = Generator(text: "people")
/// let person = Population.visitors.draw(using: &generator)
/// ```
public struct Population: Equatable, Sendable {
  /// The memory of a person with the median capacity; all other parameters are shared by all
  /// people.
  ///
  /// Its spread is that from trial to trial within a person.
  public let median: MemoryModel
  /// The standard deviation of the logarithms of people's capacities.
  public let capacitySpread: Double
  public let latencies: PressLatencies

  /// Creates a population; the spread between people may be 0.
  ///
  /// Throws `impossible` for a spread that is negative or larger than 10.
  public init(
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
  public var capacities: Capacities {
    Capacities(median: median.capacity, deviation: capacitySpread, scale: .logarithmic)
  }

  /// Returns the memory of a person whose capacity is a number of standard deviations from the
  /// median.
  public func person(score: Double) -> MemoryModel {
    var model = median
    model.capacity = capacities.capacity(score: score)
    return model
  }

  /// Returns the memory of a random person.
  public func draw(using generator: inout Generator) -> MemoryModel {
    person(score: generator.normal())
  }
}

extension Population {
  /// The adult visitors of Edinburgh Zoo, estimated from ``ZooTrials``.
  ///
  /// The spread within a person is the smallest that the ten published results allow.
  public static var visitors: Population {
    Population(
      known: MemoryModel(known: 3.95, timeConstant: 303, decay: 0.008, slip: 0.077, spread: 0.1),
      capacitySpread: 0.224, latencies: .standard)
  }

  /// The students of Inoue and Matsuzawa (2007), estimated from their results at three times.
  ///
  /// Three means can't distinguish the spread between people from that within a person, so the
  /// spread between people is the visitors'.
  public static var students: Population {
    Population(
      known: MemoryModel(known: 5.2, timeConstant: 340, decay: 0.02, slip: 0.01, spread: 1),
      capacitySpread: 0.224, latencies: .standard)
  }

  /// The names of the populations, as in `simulate like=visitors`.
  ///
  ///     let population = Population.Name(rawValue: "visitors")?.population
  public enum Name: String, CaseIterable, Sendable {
    case visitors, students

    public var population: Population {
      switch self {
      case .visitors: .visitors
      case .students: .students
      }
    }
  }
}
