import Glibc

/// The reliability of a measure over participants, as a correlation with its interval.
///
///     let retest = try Reliability(of: pairs)
///     let splitHalf = try Reliability(ofHalves: pairs)
///     print(splitHalf.correlation, splitHalf.value ?? "halves that do not agree")
public struct Reliability: Equatable, Sendable {
  /// The correlation: Pearson's of the pairs, or the one that a regression estimates.
  public let correlation: Double
  /// The reliability: the correlation or, of halves and single trials, that of the whole by the
  /// formula of Spearman and Brown; `nil` for halves whose correlation is not above 0.
  public let value: Double?
  /// Its interval; `nil` if there is none that says anything.
  public let interval: Interval?
  public let participantCount: Int

  /// The fewest participants of whom a reliability is shown.
  public static var fewestParticipants: Int { 5 }

  /// Computes the reliability from two values of each participant.
  ///
  /// Throws `tooFew` below ``fewestParticipants``, and `noSpread` if the values of a side are
  /// equal, or all pairs lie on a line, which have no interval.
  public init(of pairs: [(Double, Double)]) throws(ScienceError) {
    try self.init(pairs) { $0 }
  }

  /// Computes the reliability of a whole from the values of its halves (Spearman 1910, Brown 1910).
  ///
  /// The formula is meant for halves that agree: there is no reliability for a correlation of 0 or
  /// less, and a bound is 0 if that of the correlation is. Throws the same errors.
  public init(ofHalves pairs: [(Double, Double)]) throws(ScienceError) {
    try self.init(pairs) { $0 > 0 ? 2 * $0 / (1 + $0) : nil }
  }

  /// Creates a reliability that a regression has estimated.
  init(correlation: Double, value: Double, interval: Interval?, participantCount: Int) {
    self.correlation = correlation
    self.value = value
    self.interval = interval
    self.participantCount = participantCount
  }

  private init(
    _ pairs: [(Double, Double)], _ whole: (Double) -> Double?
  ) throws(ScienceError) {
    guard pairs.count >= Self.fewestParticipants else {
      throw .tooFew(count: pairs.count, needed: Self.fewestParticipants)
    }
    correlation = try Correlation(pairs).value
    guard abs(correlation) < 1 - 1e-9 else { throw .noSpread }
    // Fisher's transformation of the correlation is nearly normal.
    let transformed = Estimate(atanh(correlation), error: 1 / sqrt(Double(pairs.count - 3)))
    value = whole(correlation)
    interval =
      value == nil ? nil : transformed.mapped(by: tanh).mapped { whole($0) ?? 0 }.interval
    participantCount = pairs.count
  }
}
