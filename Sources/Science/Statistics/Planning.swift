import Glibc

/// The power of a two-sided test of means, and the required number of participants.
///
/// ```swift
/// try Planning(.groups, effect: 0.5).count(power: 0.8)   // 64 a group
/// ```
public struct Planning: Equatable, Sendable {
  /// The design of the experiment: one group measured twice, or two groups.
  ///
  ///     let planning = try Planning(.pairs, effect: 0.5)
  public enum Design: Equatable, Sendable { case pairs, groups }

  public let design: Design
  /// The effect size: the difference of means in standard deviations.
  public let effect: Double
  /// The significance level: the probability of a false positive result.
  public let level: Double
  /// The maximum number of pairs, or of participants per group.
  public static let most = 10_000_000

  /// Creates the plan of a test; throws `impossible` for an effect or a level out of its range.
  public init(_ design: Design, effect: Double, level: Double = 0.05) throws(ScienceError) {
    guard effect.isFinite, abs(effect) <= 100 else { throw .impossible(.effect) }
    guard level > 0, level < 1 else { throw .impossible(.probability) }
    self.design = design
    self.effect = abs(effect)
    self.level = level
  }

  /// Returns the power with `count` pairs, or participants per group.
  ///
  /// Throws `tooFew` for fewer than two.
  public func power(count: Int) throws(ScienceError) -> Double {
    guard count >= 2 else { throw .tooFew(count: count, needed: 2) }
    let degrees = Double(design == .pairs ? count - 1 : 2 * count - 2)
    let size = Double(count) / (design == .pairs ? 1 : 2)
    let critical = StudentDistribution(degrees: degrees).quantile(1 - level / 2)
    let distribution = NoncentralStudentDistribution(
      degrees: degrees, noncentrality: effect * sqrt(size))
    return min(1, distribution.upperTail(critical) + distribution.cumulative(-critical))
  }

  /// Returns the smallest number of pairs, or of participants per group, with this power.
  ///
  /// Throws `impossible` for an effect of 0, and for one that needs more than ``most``.
  public func count(power: Double) throws(ScienceError) -> Int {
    guard power > 0, power < 1 else { throw .impossible(.probability) }
    guard effect > 0 else { throw .impossible(.effect) }
    var lower = 2
    var upper = 2
    while try self.power(count: upper) < power {
      guard upper < Self.most else { throw .impossible(.effect) }
      lower = upper + 1
      upper = min(Self.most, 2 * upper)
    }
    while lower < upper {
      let middle = (lower + upper) / 2
      if try self.power(count: middle) >= power { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}

/// A balanced design for the order of conditions (Williams 1949).
///
/// Each condition follows every other one equally often. An even number of conditions needs as many
/// orders, an odd number twice as many, of which the second half reverses the first.
///
///     try WilliamsSquare(conditionCount: 4).orders  // [[0, 1, 3, 2], …], four orders
///     try WilliamsSquare(conditionCount: 3).orders.count  // 6
public struct WilliamsSquare: Equatable, Sendable {
  /// The orders, each a list of condition indexes.
  public let orders: [[Int]]

  /// Creates the design; throws `tooFew` without conditions.
  public init(conditionCount: Int) throws(ScienceError) {
    guard conditionCount > 0 else { throw .tooFew(count: conditionCount, needed: 1) }
    let first = (0..<conditionCount).map { index in
      index.isMultiple(of: 2) ? (conditionCount - index / 2) % conditionCount : (index + 1) / 2
    }
    let forwards = (0..<conditionCount).map { step in first.map { ($0 + step) % conditionCount } }
    let needsBoth = conditionCount > 1 && !conditionCount.isMultiple(of: 2)
    orders = needsBoth ? forwards + forwards.map { $0.reversed() } : forwards
  }
}
