package import Science

/// The share of trials that were passed, with the interval of its unit.
///
/// The unit is the trial where there is a single participant, and the participant where there are
/// several: then the value is the mean of the participants' shares, and the pooled counts have no
/// interval.
///
/// ```swift
/// let share = Share(try Proportion(8, of: 10))
/// share.value                     // 0.8
/// share.interval                  // 0.49 to 0.94, by Wilson
/// Share([one, other]).participants?.count     // 2
/// ```
package struct Share: Equatable, Sendable {
  /// All trials as one, whoever played them.
  package let proportion: Proportion
  /// The mean of the participants' shares; `nil` where the trials are those of a single one.
  package let participants: UnitMean?
  /// The share of the trials, or the mean of the participants; `nil` without a trial.
  package let value: Double?
  /// The interval of the value: Wilson's, or Student's over participants; `nil` where it has none.
  package let interval: Interval?
  /// The interval as it was before it was cut at 0 and 1; Wilson's is never cut.
  package let uncutInterval: Interval?

  /// Creates the share of a single participant.
  package init(_ proportion: Proportion) {
    self.proportion = proportion
    participants = nil
    let estimate = try? proportion.estimate()
    value = estimate?.value
    interval = estimate?.interval
    uncutInterval = estimate?.interval
  }

  /// Creates the share of several participants, of whom some may have no trial.
  package init(_ proportions: [Proportion]) {
    var shares = ParticipantShares()
    for proportion in proportions { shares.add(proportion) }
    proportion = shares.pooled
    let mean = UnitMean(shares)
    participants = mean
    value = mean.value
    interval = mean.interval
    uncutInterval = mean.uncutInterval
  }

  package var passedCount: Int { proportion.passedCount }

  package var count: Int { proportion.count }

  /// The number of units: of participants with trials, or of trials.
  package var unitCount: Int { participants?.count ?? count }
}

extension [Proportion] {
  /// Returns the share of participants, who are the unit if they are several.
  func share(overParticipants: Bool) -> Share {
    overParticipants ? Share(self) : Share(first ?? Proportion())
  }
}

/// The trials that share a number: a session, a count, a hold or a position.
///
///     let group = TrialGroup(5...5, try Proportion(8, of: 10), chance: 1 / 120)
///     group.share.proportion.count  // 10
package struct TrialGroup: Equatable, Sendable {
  /// The shared number, or the first and the last one of merged neighbours.
  package let numbers: ClosedRange<Int>
  package let share: Share
  /// The trials of each participant.
  let proportions: [Proportion]
  /// The share that guessing reaches; `nil` where it is unknown.
  package let chance: Double?

  /// Creates the group of a single participant.
  package init(_ numbers: ClosedRange<Int>, _ proportion: Proportion, chance: Double? = nil) {
    self.init(numbers, [proportion], overParticipants: false, chance: chance)
  }

  /// Creates a group of one proportion for each participant, in an order that all groups share.
  init(
    _ numbers: ClosedRange<Int>, _ proportions: [Proportion], overParticipants: Bool,
    chance: Double? = nil
  ) {
    self.numbers = numbers
    self.proportions = proportions
    share = proportions.share(overParticipants: overParticipants)
    self.chance = chance
  }
}

extension [TrialGroup] {
  /// Creates a group of each number in ascending order, from the counts of each participant.
  init(
    _ participants: [[Int: Proportion]], overParticipants: Bool,
    chance: (Int) -> Double? = { _ in nil }
  ) {
    let numbers = Set(participants.flatMap(\.keys)).sorted()
    self = numbers.map { number in
      TrialGroup(
        number...number, participants.map { $0[number] ?? Proportion() },
        overParticipants: overParticipants, chance: chance(number))
    }
  }

  /// Returns at most `most` groups, by merging equal numbers of neighbours.
  ///
  /// A merged group keeps the chance of its first one. Returns all groups if `most` is `nil`. For
  /// example, 25 sessions merged into 10 groups are 9: eight of three sessions and one of one.
  package func merged(into most: Int?) -> [TrialGroup] {
    guard let most, count > most else { return self }
    let size = (count + most - 1) / most
    return stride(from: 0, to: count, by: size).map { start in
      let neighbours = self[start..<Swift.min(start + size, count)]
      let first = self[start]
      var sums = first.proportions
      for group in neighbours.dropFirst() {
        for (index, proportion) in group.proportions.enumerated() { sums[index].add(proportion) }
      }
      let last = self[neighbours.endIndex - 1]
      return TrialGroup(
        first.numbers.lowerBound...last.numbers.upperBound, sums,
        overParticipants: first.share.participants != nil, chance: first.chance)
    }
  }

  /// The points to which a curve is fitted, each at the first number of its group.
  var curvePoints: [CurvePoint] {
    map { CurvePoint(position: Double($0.numbers.lowerBound), $0.share.proportion) }
  }
}
