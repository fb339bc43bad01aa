package import Observing

/// The credits, and the participant who plays for them.
package final class CreditModel: Observable {
  package struct Purse {
    fileprivate var count = 0
    fileprivate var isCounting = false
    /// Whether a credit is taken for a round that has not begun.
    fileprivate var isTaken = false

    package init() {}
  }

  package var purse = Purse() { didSet { if purse.count != count { count = purse.count } } }
  @Observed package private(set) var count = 0
  /// Whether a credit was ever put in; until then play is free.
  package var isCounting: Bool { purse.isCounting }
  @Observed package var participant = "guest"
  package let observation = ObservationTable()

  package init() {}

  package var isEnough: Bool { !isCounting || count > 0 || purse.isTaken }

  /// Puts a coin in.
  package func insert() {
    purse.isCounting = true
    purse.count += 1
  }

  /// Takes a credit for a game.
  package func take() {
    guard count > 0 else { return }
    purse.count -= 1
    purse.isTaken = true
  }

  /// The round has begun.
  package func settle() { if purse.isTaken { purse.isTaken = false } }

  /// Gives back what was taken for a round that did not begin.
  package func giveBack() {
    guard purse.isTaken else { return }
    purse.count += 1
    purse.isTaken = false
  }
}
