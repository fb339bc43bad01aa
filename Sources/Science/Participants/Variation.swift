public import Examiner
import Glibc

/// How simulated people differ besides their capacities, and what changes from trial to trial.
///
/// Nothing does by default. A draw takes random numbers only for what differs, so that the people
/// of a seed stay the same without a variation.
///
/// ```swift
/// var variation = Variation()
/// variation.deviations[.timeConstant] = 0.3
/// variation.learning = 0.05
/// let person = variation.person(memory, latencies, using: &generator)
/// person.memory(trial: 100, difficulty: 0).capacity  // 1.26 times that of the first trial
/// ```
public struct Variation: Equatable, Sendable {
  /// The standard deviations between people: of a parameter's logarithm, or of the log odds of
  /// `slip`.
  public var deviations: [MemoryParameter: Double] = [:]
  /// The standard deviation between people of the logarithm of their reaction times.
  public var latencyDeviation = 0.0
  /// The mean power of the trial's number with which a person's capacity grows.
  public var learning = 0.0
  /// The standard deviation of this power between people.
  public var learningDeviation = 0.0
  /// The standard deviation between boards of the logarithm of a person's capacity.
  public var boardDeviation = 0.0

  public init() {}

  /// `true` if a person's capacity changes over trials.
  public var hasLearning: Bool { learning != 0 || learningDeviation > 0 }

  /// `true` if all numbers are in their ranges.
  var isPossible: Bool {
    let all = Array(deviations.values) + [latencyDeviation, learningDeviation, boardDeviation]
    return all.allSatisfy { (0...10).contains($0) } && (-1...1).contains(learning)
  }

  /// Returns a random person around a memory whose capacity is that of the person already.
  public func person(
    _ memory: MemoryModel, _ latencies: PressLatencies, using generator: inout Generator
  ) -> SimulatedPerson {
    var memory = memory
    var latencies = latencies
    for parameter in MemoryParameter.allCases {
      guard let deviation = deviations[parameter], deviation > 0 else { continue }
      let usual = parameter.transformed(memory[parameter])
      memory[parameter] = parameter.restored(usual + deviation * generator.normal())
    }
    if latencyDeviation > 0 {
      let factor = exp(latencyDeviation * generator.normal())
      latencies.first *= factor
      latencies.later *= factor
    }
    let own = learningDeviation > 0 ? learningDeviation * generator.normal() : 0
    return SimulatedPerson(memory: memory, latencies: latencies, learning: learning + own)
  }

  /// Returns a random difficulty of a board; 0 if boards do not differ.
  public func difficulty(using generator: inout Generator) -> Double {
    boardDeviation > 0 ? boardDeviation * generator.normal() : 0
  }
}

/// A simulated person, whose capacity may grow over trials and differ between boards.
///
///     SimulatedPerson(memory: memory, latencies: .standard).memory(trial: 7, difficulty: 0)
public struct SimulatedPerson: Equatable, Sendable {
  /// The memory at the first trial, on a board of the middle difficulty.
  public let memory: MemoryModel
  public let latencies: PressLatencies
  /// The power of the trial's number with which the capacity grows.
  public let learning: Double

  public init(memory: MemoryModel, latencies: PressLatencies, learning: Double = 0) {
    self.memory = memory
    self.latencies = latencies
    self.learning = learning
  }

  /// Returns the memory at a trial, counted from 1, on a board with a difficulty.
  ///
  /// The difficulty is subtracted from the logarithm of the capacity.
  public func memory(trial: Int, difficulty: Double) -> MemoryModel {
    var memory = memory
    if learning != 0 || difficulty != 0 {
      memory.capacity *= exp(learning * log(Double(max(1, trial))) - difficulty)
    }
    return memory
  }
}
