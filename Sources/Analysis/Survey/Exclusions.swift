/// Excluded trials, counted by reason; a trial with two reasons counts for both.
package struct Exclusions: Equatable, Sendable {
  package enum Reason: Int, CaseIterable, Sendable {
    case free, notOver, practice, simulated, virtualClock, resumed, holdMissed, severalPresses
    case damaged
    /// Rounds that a session without a store does not remember.
    case forgotten
  }

  /// The number of excluded trials.
  package private(set) var count = 0
  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  package init() {}

  /// The number of trials that were excluded for a reason.
  package subscript(reason: Reason) -> Int { counts[reason.rawValue] }

  /// Adds trials that are excluded for all of these reasons.
  package mutating func add(_ reasons: [Reason], count trialCount: Int = 1) {
    count += trialCount
    for reason in reasons { counts[reason.rawValue] += trialCount }
  }
}
