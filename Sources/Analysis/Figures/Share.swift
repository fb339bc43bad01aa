package import Science

/// The trials that were passed, with Wilson's interval of their share.
package struct Share: Equatable, Sendable {
  package let proportion: Proportion
  /// The share and its interval; nil without a trial.
  package let estimate: Estimate?

  package init(_ proportion: Proportion) {
    self.proportion = proportion
    estimate = try? proportion.estimate()
  }

  package var passedCount: Int { proportion.passedCount }

  package var count: Int { proportion.count }
}

/// Trials that have a number in common: a session, a count, a hold or a position.
package struct TrialGroup: Equatable, Sendable {
  /// The number in common, or the first and the last one of merged neighbours.
  package let numbers: ClosedRange<Int>
  package let share: Share
  /// The share that guessing reaches; nil where that is not known.
  package let chance: Double?

  package init(_ numbers: ClosedRange<Int>, _ share: Share, chance: Double? = nil) {
    self.numbers = numbers
    self.share = share
    self.chance = chance
  }
}

extension [TrialGroup] {
  /// Makes a group of each number, in ascending order.
  init(_ shares: [Int: Proportion], chance: (Int) -> Double? = { _ in nil }) {
    self = shares.sorted { $0.key < $1.key }.map { number, proportion in
      TrialGroup(number...number, Share(proportion), chance: chance(number))
    }
  }

  /// Returns the groups, with as many neighbours merged as leave no more than `most`.
  ///
  /// A merged group keeps the chance of its first one. Returns all groups if `most` is nil.
  package func merged(into most: Int?) -> [TrialGroup] {
    guard let most, count > most else { return self }
    let size = (count + most - 1) / most
    return stride(from: 0, to: count, by: size).map { start in
      let neighbours = self[start..<Swift.min(start + size, count)]
      var all = Proportion()
      for group in neighbours { all.add(group.share.proportion) }
      let first = self[start]
      let last = self[neighbours.endIndex - 1]
      return TrialGroup(
        first.numbers.lowerBound...last.numbers.upperBound, Share(all), chance: first.chance)
    }
  }

  /// The points to which a curve is fitted, each at the first number of its group.
  var curvePoints: [CurvePoint] {
    map { CurvePoint(place: Double($0.numbers.lowerBound), $0.share.proportion) }
  }
}
