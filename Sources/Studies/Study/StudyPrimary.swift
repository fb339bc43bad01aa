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
  ///     if case .holds(let condition) = primary.sides { print("holds of", condition) }
  public enum Sides: Hashable, Sendable {
    case conditions, groups
    /// Two holds of the condition with this name.
    case holds(condition: String)
  }

  public let outcome: Outcome
  public let sides: Sides
  /// The name or the hold from which the other one is subtracted.
  public let first: String
  public let second: String

  public init(_ outcome: Outcome, _ sides: Sides, first: String, second: String) {
    self.outcome = outcome
    self.sides = sides
    self.first = first
    self.second = second
  }

  /// The difference that is tested, such as `long - short`.
  public var difference: String {
    let condition = if case .holds(let name) = sides { "\(name) " } else { "" }
    return "\(condition)\(first) - \(second)"
  }

  /// The line of the study file.
  public var text: String {
    let condition = if case .holds(let name) = sides { "\(name) " } else { "" }
    return "primary \(outcome.rawValue) \(condition)\(first) against \(second)"
  }
}
