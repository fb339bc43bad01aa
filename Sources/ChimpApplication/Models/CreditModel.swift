package import Observing

/// The credits that were put in, and who plays for them.
package final class CreditModel: Observable {
  /// How many rounds may be started.
  @Observed package private(set) var count = 0
  /// Whether a credit was ever put in; until then play is free.
  package private(set) var isCounting = false
  /// Whether a credit is taken for a round that has not begun.
  private var isTaken = false
  /// The code of whoever plays.
  @Observed package var participant = "guest"
  package let observation = ObservationTable()

  /// Makes a model without credits.
  package init() {}

  /// Whether a round may be started.
  package var isEnough: Bool { !isCounting || count > 0 || isTaken }

  /// Puts one credit in.
  package func insert() {
    isCounting = true
    count += 1
  }

  /// Takes one credit for a round, if there is one.
  package func take() {
    guard count > 0 else { return }
    count -= 1
    isTaken = true
  }

  /// The round has begun.
  package func settle() {
    isTaken = false
  }

  /// Gives back what was taken for a round that did not begin.
  package func giveBack() {
    if isTaken { count += 1 }
    isTaken = false
  }
}
