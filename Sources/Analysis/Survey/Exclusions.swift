/// Excluded trials, counted by reason; a trial with two reasons counts for both.
package struct Exclusions: Equatable, Sendable {
  package enum Reason: Int, CaseIterable, Sendable {
    case free, notOver, practice, simulated, virtualClock, resumed, holdMissed, severalPresses
    case damaged
    /// Rounds that a session without a store does not remember.
    case forgotten

    /// The word with which `include=` counts such trials after all; `nil` if nothing does.
    package var key: String? {
      switch self {
      case .virtualClock: "virtual"
      case .practice: "practice"
      case .simulated: "simulated"
      case .resumed: "resumed"
      case .holdMissed: "hold-missed"
      case .free, .notOver, .severalPresses, .damaged, .forgotten: nil
      }
    }

    /// The word that counts all of these trials after all; `nil` if no single one does.
    package static func key(for reasons: [Reason]) -> String? {
      guard reasons.allSatisfy({ $0.key != nil }) else { return nil }
      return reasons.count == 1 ? reasons[0].key : "all"
    }
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
