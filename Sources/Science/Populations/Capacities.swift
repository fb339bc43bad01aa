public import Examiner
import Glibc

/// The distribution of memory capacities in a group of people.
///
/// ```swift
/// let capacities = Capacities(median: 5.2, deviation: 0.224, scale: .logarithmic)
/// ```
public struct Capacities: Equatable, Sendable {
  /// The scale on which the capacities are normally distributed: linear or logarithmic.
  ///
  ///     let capacities = Capacities(median: 6.5, deviation: 1, scale: .linear)
  public enum Scale: String, Sendable {
    case linear, logarithmic
  }

  public let median: Double
  /// The standard deviation: of the capacities, or of their logarithms.
  public let deviation: Double
  public let scale: Scale

  /// Creates a distribution; on the linear scale, capacities below 0 count as 0.
  public init(median: Double, deviation: Double, scale: Scale) {
    self.median = median
    self.deviation = deviation
    self.scale = scale
  }

  /// `true` if all values are in the ranges of a ``MemoryModel`` and a ``Population``.
  var isPossible: Bool {
    let limit = scale == .linear ? 1e6 : 10
    return median >= 0 && median <= 1e6 && deviation >= 0 && deviation <= limit
  }

  /// Returns the capacity that is a number of standard deviations from the median.
  public func capacity(score: Double) -> Double {
    switch scale {
    case .linear: max(0, median + deviation * score)
    case .logarithmic: median * exp(deviation * score)
    }
  }

  /// Returns a random capacity.
  public func draw(using generator: inout Generator) -> Double {
    capacity(score: generator.normal())
  }
}
