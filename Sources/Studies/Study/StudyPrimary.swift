/// The primary outcome of a study: the one contrast that is tested without adjustment.
///
/// For example `primary accuracy long against short`, or `primary accuracy glance 200 against 800`
/// for two holds of a condition.
///
///     if let primary = plan.primary { print(primary.first, "minus", primary.second) }
public struct StudyPrimary: Hashable, Sendable {
  /// The value that is compared; the raw values are words of study files.
  ///
  ///     StudyPrimary.Outcome(rawValue: "first-press") == .firstPress  // true
  public enum Outcome: String, CaseIterable, Sendable {
    /// The share of passed trials.
    case accuracy
    /// The time of the first press.
    case firstPress = "first-press"
    /// The times of the presses after it.
    case laterPresses = "later-presses"
  }

  /// The kind of the two sides.
  ///
  ///     if primary.sides == .groups { print("between participants") }
  public enum Sides: Hashable, Sendable {
    /// Two conditions, or two cells of the design such as `glance 200`.
    case conditions
    case groups
  }

  public let outcome: Outcome
  public let sides: Sides
  /// The name from which the other one is subtracted.
  public let first: String
  public let second: String

  public init(_ outcome: Outcome, _ sides: Sides, first: String, second: String) {
    self.outcome = outcome
    self.sides = sides
    self.first = first
    self.second = second
  }

  /// The difference that is tested, such as `long - short`.
  public var difference: String { "\(first) - \(second)" }

  /// The fact that contributes to the hash of the study.
  var text: String { "primary \(outcome.rawValue) \(first) against \(second)" }
}

extension StudyPlan {
  /// The sides of the primary outcome whose names are those of a condition and of a group.
  public var sidesOfBothKinds: [String] {
    guard let primary else { return [] }
    return [primary.first, primary.second].filter { side in
      groups.contains(side) && conditions.contains { $0.name == side }
    }
  }
}
