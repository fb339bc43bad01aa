/// The coin credits of a session, as in an arcade game: play is free until the first coin.
///
///     var session = GameSession()
///     session.credits.isCounting  // false: play is free
///     _ = try session.handle(.insertCoin, at: 0)
///     session.credits.count  // 1
public struct Credits: Equatable, Sendable {
  public private(set) var count = 0

  /// `true` after the first coin; before, play is free.
  public private(set) var isCounting = false

  /// `true` while a credit is reserved for a round that has not begun yet.
  private var isReserved = false

  /// `true` if there is a credit for another round, or play is free.
  var isEnough: Bool { !isCounting || count > 0 || isReserved }

  mutating func insert() {
    isCounting = true
    count += 1
  }

  /// Reserves a credit for the next round.
  ///
  /// Does nothing while play is free, or if no credit is left.
  mutating func reserve() {
    guard isCounting, count > 0 else { return }
    count -= 1
    isReserved = true
  }

  /// Spends the reserved credit, because its round begins.
  mutating func spend() { isReserved = false }

  /// Returns the reserved credit to the count, because its round does not begin.
  mutating func refund() {
    guard isReserved else { return }
    count += 1
    isReserved = false
  }
}
