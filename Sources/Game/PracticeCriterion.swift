/// The share of the latest practice rounds that must be passed, so that practice ends.
///
/// `until=3` means three passes in a row, which are all of the latest three. `until=80%/10` means
/// 80 % of the latest ten.
///
///     let criterion = PracticeCriterion("80%/10")
///     criterion?.isMet(byLatest: passes)
public struct PracticeCriterion: Equatable, Sendable, LosslessStringConvertible {
  /// The share of passed rounds, from 1 to 100.
  public let percentage: Int
  /// The number of the latest rounds of which it is the share.
  public let window: Int

  private init(percentage: Int, window: Int) {
    self.percentage = percentage
    self.window = window
  }

  /// Creates the criterion of a number of passes in a row.
  public init(passesInRow count: Int) { self.init(percentage: 100, window: count) }

  /// Parses `3` or `80%/10`; returns `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "%/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, zip(parts, numbers).allSatisfy({ "\($1)" == $0 }),
      let window = numbers.last, TestSettings.trialLimits.contains(window)
    else { return nil }
    switch numbers.count {
    case 1: self.init(passesInRow: window)
    case 2 where (1...100).contains(numbers[0]): self.init(percentage: numbers[0], window: window)
    default: return nil
    }
  }

  /// The criterion as it is written; that of passes in a row is their number.
  public var description: String {
    isRow ? "\(window)" : "\(percentage)%/\(window)"
  }

  /// `true` if all of the latest rounds must be passed.
  public var isRow: Bool { percentage == 100 }

  /// Returns whether the latest of some rounds meet the criterion.
  ///
  /// It is `false` for fewer rounds than the window has.
  public func isMet(byLatest passes: [Bool]) -> Bool {
    guard passes.count >= window else { return false }
    return passes.suffix(window).count { $0 } * 100 >= percentage * window
  }

  /// Returns whether the criterion was met after any of some rounds.
  public func isMet(byAnyOf passes: [Bool]) -> Bool {
    passes.indices.contains { isMet(byLatest: Array(passes[...$0])) }
  }
}
