/// The credits of a session: play is free until the first coin.
///
///     var session = GameSession()
///     session.credits.isCounting  // false: play is free
///     _ = try session.handle(.insertCoin, at: 0)
///     session.credits.count  // 1
package struct Credits: Equatable, Sendable {
  package private(set) var count = 0

  /// `true` once a coin was inserted; until then play is free.
  package private(set) var isCounting = false

  /// `true` while a credit is reserved for a round that has not begun.
  private var isReserved = false

  /// `true` if another round may begin.
  var isEnough: Bool { !isCounting || count > 0 || isReserved }

  mutating func insert() {
    isCounting = true
    count += 1
  }

  /// Reserves a credit for a round that is to begin.
  ///
  /// Does nothing while play is free, or if there is none.
  mutating func reserve() {
    guard isCounting, count > 0 else { return }
    count -= 1
    isReserved = true
  }

  /// Spends the reserved credit: its round has begun.
  mutating func spend() { isReserved = false }

  /// Gives back the reserved credit, if any: its round did not begin.
  mutating func giveBack() {
    guard isReserved else { return }
    count += 1
    isReserved = false
  }
}
