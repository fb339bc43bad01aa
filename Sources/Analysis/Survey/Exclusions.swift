/// The excluded trials, counted by reason; a trial with two reasons counts for both.
package struct Exclusions: Equatable, Sendable {
  /// The reason for which a trial is excluded.
  package enum Reason: Int, CaseIterable, Sendable {
    case free, notOver, practice, simulated, virtualClock, resumed, holdMissed, severalPresses
    case damaged
    /// Rounds that a session without a store no longer remembers.
    case forgotten
  }

  /// The number of excluded trials.
  package private(set) var count = 0
  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  package init() {}

  /// Returns the number of trials that were excluded for a reason.
  package subscript(reason: Reason) -> Int { counts[reason.rawValue] }

  /// Adds trials, each excluded for all of these reasons.
  package mutating func add(_ reasons: [Reason], count trialCount: Int = 1) {
    count += trialCount
    for reason in reasons { counts[reason.rawValue] += trialCount }
  }
}
