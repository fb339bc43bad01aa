import Archive
import Game
import Science

/// The partial scores of trials, in which failed trials count with their right presses.
///
///     let credit = test.credit
///     print(try credit.right.estimate.get().value, "right presses before the first error")
package struct Credit: Equatable, Sendable {
  /// The mean number of right presses before the first error.
  package let right: UnitMean
  /// The mean proportion of numerals that were pressed before the first error.
  package let share: UnitMean
  /// The mean edit distance of the presses from the right sequence; `nil` if trials ended at the
  /// first error.
  package let distance: UnitMean?
}

/// Collects the trials of a participant for ``Credit``.
struct CreditTally: Sendable {
  private var right = MeanTally()
  private var share = MeanTally()
  private var distance = MeanTally()
  private var mostNumerals = 0.0

  mutating func add(_ trial: ReadTrial) {
    let count = Double(trial.count)
    let rightCount = Double(trial.measures.rightBeforeError)
    mostNumerals = max(mostNumerals, count)
    right.add(rightCount)
    share.add(rightCount / count)
    if let ranks = trial.ranks,
      let credit = try? PartialCredit(pressed: ranks, numeralCount: trial.count)
    {
      distance.add(Double(credit.editDistance))
    }
  }

  static func figures(of tallies: [CreditTally], overParticipants: Bool) -> Credit {
    func mean(
      _ tally: KeyPath<CreditTally, MeanTally>, _ limits: ClosedRange<Double>
    ) -> UnitMean {
      .over(
        tallies.map { $0[keyPath: tally] }, limits: limits, overParticipants: overParticipants)
    }
    let distance = mean(\.distance, 0 ... .infinity)
    return Credit(
      right: mean(\.right, 0...(tallies.map(\.mostNumerals).max() ?? 0)),
      share: mean(\.share, 0...1),
      distance: distance.count > 0 ? distance : nil)
  }
}
