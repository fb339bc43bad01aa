package import Science

/// The proportion of passed trials, with its interval.
///
/// For a single participant the interval is that of the trials. For several, the value is the mean
/// of the participants' proportions.
///
/// ```swift
/// let share = Share(try Proportion(8, of: 10))
/// share.value                     // 0.8
/// share.interval                  // 0.49 to 0.94, by Wilson
/// Share([one, other]).participants?.count     // 2
/// ```
package struct Share: Equatable, Sendable {
  /// The trials of all participants pooled.
  package let proportion: Proportion
  /// The mean of the participants' proportions; `nil` for a single participant.
  package let participants: UnitMean?
  /// The proportion of the trials, or the mean over participants; `nil` without trials.
  package let value: Double?
  /// The interval of the value: Wilson's, or Student's over participants; `nil` without one.
  package let interval: Interval?

  /// Computes the proportion of a single participant.
  package init(_ proportion: Proportion) {
    self.proportion = proportion
    participants = nil
    let estimate = try? proportion.estimate()
    value = estimate?.value
    interval = estimate?.interval
  }

  /// Computes the mean proportion of several participants, some of whom may have no trials.
  package init(_ proportions: [Proportion]) {
    var shares = ParticipantShares()
    for proportion in proportions { shares.add(proportion) }
    proportion = shares.pooled
    let mean = UnitMean(shares)
    participants = mean
    value = mean.value
    interval = mean.interval
  }

  package var passedCount: Int { proportion.passedCount }

  package var count: Int { proportion.count }
}

extension [Proportion] {
  /// Returns the mean over participants, or the proportion of a single one.
  func share(overParticipants: Bool) -> Share {
    overParticipants ? Share(self) : Share(first ?? Proportion())
  }
}

/// The trials with the same number, such as a session, a number of numerals, or a hold.
///
///     let group = TrialGroup(5...5, try Proportion(8, of: 10), chance: 1 / 120)
///     group.share.proportion.count  // 10
package struct TrialGroup: Equatable, Sendable {
  /// The common number; a range if neighbouring groups were merged.
  package let numbers: ClosedRange<Int>
  package let share: Share
  /// The proportion of passes of each participant.
  let proportions: [Proportion]
  /// The proportion that guessing reaches; `nil` if it is unknown.
  package let chance: Double?

  /// The number that stands for the looks that participants ended, among holds.
  package static var endedLooks: Int { -1 }

  /// Creates a group for a single participant.
  package init(_ numbers: ClosedRange<Int>, _ proportion: Proportion, chance: Double? = nil) {
    self.init(numbers, [proportion], overParticipants: false, chance: chance)
  }

  /// Creates a group with a proportion for each participant, in the same order in all groups.
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
  /// Creates a group for each number, in ascending order.
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

  /// Returns at most `most` groups, by merging neighbours.
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

  /// The points for a fitted curve, each at the first number of its group.
  var curvePoints: [CurvePoint] {
    map { CurvePoint(position: Double($0.numbers.lowerBound), $0.share.proportion) }
  }
}
