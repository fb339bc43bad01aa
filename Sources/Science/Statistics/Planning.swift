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

  /// The numbers of participants of a design: of pairs, or of each group.
  ///
  ///     try Planning.effect(power: 0.8, .pairs(24))  // 0.5977
  public enum Size: Equatable, Sendable {
    case pairs(Int)
    case groups(Int, Int)
  }

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
    try power(design == .pairs ? .pairs(count) : .groups(count, count))
  }

  /// Returns the power with so many participants.
  ///
  /// Throws `tooFew` for fewer than two pairs, or two in one of the groups.
  public func power(_ size: Size) throws(ScienceError) -> Double {
    let degrees: Int
    let pairCount: Double
    switch size {
    case .pairs(let count):
      guard count >= 2 else { throw .tooFew(count: count, needed: 2) }
      (degrees, pairCount) = (count - 1, Double(count))
    case .groups(let first, let second):
      guard min(first, second) >= 2 else { throw .tooFew(count: min(first, second), needed: 2) }
      degrees = first + second - 2
      pairCount = Double(first) * Double(second) / Double(first + second)
    }
    let critical = StudentDistribution(degrees: Double(degrees)).quantile(1 - level / 2)
    let distribution = NoncentralStudentDistribution(
      degrees: Double(degrees), noncentrality: effect * sqrt(pairCount))
    return min(1, distribution.upperTail(critical) + distribution.cumulative(-critical))
  }

  /// Returns the smallest effect size that has this power with so many participants.
  ///
  /// Throws `tooFew` for fewer than two, and `impossible` for a power out of its range.
  public static func effect(
    power: Double, _ size: Size, level: Double = 0.05
  ) throws(ScienceError) -> Double {
    guard power > level, power < 1 else { throw .impossible(.probability) }
    var lower = 0.0
    var upper = 100.0
    for _ in 0..<60 {
      let middle = (lower + upper) / 2
      let found = try Planning(.pairs, effect: middle, level: level).power(size)
      if found < power { lower = middle } else { upper = middle }
    }
    return upper
  }

  /// Returns the smallest number of pairs, or of participants per group, with this power.
  ///
  /// Throws `impossible` for an effect of 0, and for one that needs more than ``most``.
  public func count(power: Double) throws(ScienceError) -> Int {
    try count(power: power, most: Self.most) { count in
      design == .pairs ? .pairs(count) : .groups(count, count)
    }
  }

  /// Returns the smallest number of participants with this power, of which `size` tells how they
  /// are divided.
  ///
  /// Throws `impossible` for an effect of 0, and for one that needs more than `most`.
  public func count(
    power: Double, most: Int, dividedBy size: (Int) -> Size
  ) throws(ScienceError) -> Int {
    guard power > 0, power < 1 else { throw .impossible(.probability) }
    guard effect > 0 else { throw .impossible(.effect) }
    func isEnough(_ count: Int) -> Bool {
      // Without two in each group, there is no power.
      (try? self.power(size(count))).map { $0 >= power } ?? false
    }
    var lower = 2
    var upper = 2
    while !isEnough(upper) {
      guard upper < most else { throw .impossible(.effect) }
      lower = upper + 1
      upper = min(most, 2 * upper)
    }
    while lower < upper {
      let middle = (lower + upper) / 2
      if isEnough(middle) { upper = middle } else { lower = middle + 1 }
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
