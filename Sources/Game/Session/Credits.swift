/// The credits of a session: play is free until the first coin.
package struct Credits: Equatable, Sendable {
  package private(set) var count = 0

  /// Whether a coin was ever inserted; until then play is free.
  package private(set) var isCounting = false

  /// Whether a credit is taken for a round that has not begun.
  private var isTaken = false

  /// Whether another round may begin.
  var isEnough: Bool { !isCounting || count > 0 || isTaken }

  mutating func insert() {
    isCounting = true
    count += 1
  }

  /// Takes a credit for a round that is to begin.
  ///
  /// Does nothing while play is free, or if there is none.
  mutating func take() {
    guard isCounting, count > 0 else { return }
    count -= 1
    isTaken = true
  }

  /// Spends the credit that was taken: its round has begun.
  mutating func spend() { isTaken = false }

  /// Gives back the credit that was taken, if any: its round did not begin.
  mutating func giveBack() {
    guard isTaken else { return }
    count += 1
    isTaken = false
  }
}
