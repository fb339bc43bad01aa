/// A rule of a study file that excludes trials or participants from all statistics.
///
/// For example `exclude trial first-press below 150`. Rules are part of the study's hash, so they
/// can't change once participants are enrolled.
///
///     for rule in plan.exclusions where rule.subject == .trial {
///       print(rule.text, rule.holds(for: 120))
///     }
public struct StudyExclusion: Equatable, Sendable {
  /// The object that a rule excludes: a participant with all trials, or a single trial.
  ///
  ///     let rules = plan.exclusions.filter { $0.subject == .trial }
  public enum Subject: String, CaseIterable, Sendable { case participant, trial }

  /// The relation of a measured value to that of the rule; the raw values are words of study files.
  ///
  ///     StudyExclusion.Relation(rawValue: "is") == .equal  // true
  public enum Relation: String, CaseIterable, Sendable {
    case below, above, equal = "is"
    /// Further from the mean than so many standard deviations.
    case beyond
  }

  /// The measured value of a trial that a rule compares; the raw values are words of study files.
  ///
  ///     StudyExclusion.TrialMeasure(rawValue: "first-press") == .firstPress  // true
  public enum TrialMeasure: String, CaseIterable, Sendable {
    /// The milliseconds to the first press: from the mask after a hold, otherwise from the onset.
    case firstPress = "first-press"
    /// The milliseconds between two presses; one such time excludes the whole trial.
    case press
    /// The milliseconds from the onset to the last press.
    case time
    /// The milliseconds from the onset to the mask, or with the sign `%` their percentage of the
    /// hold.
    case studyTime = "study-time"
    /// The number of keys that were ignored before the mask.
    case earlyInputs = "early-inputs"
    /// The number of the trial in its block, counted from 1.
    case number
    /// The milliseconds to the first press, compared with the mean of the participant's trials of
    /// the same condition.
    case latency
  }

  /// The value of a participant that a rule compares, besides the answers to questions.
  ///
  ///     StudyExclusion.ParticipantMeasure(rawValue: "passed") == .passed  // true
  public enum ParticipantMeasure: String, CaseIterable, Sendable {
    /// The number of trials that count for the result.
    case trials
    /// The percentage of those trials that were passed.
    case passed
    /// The percentage of trials that rules about trials exclude.
    case excluded
    /// `failed` if a block of practice ended without the passes in a row that it asks for.
    case practice
    /// The percentage of trials that missed their hold, among those and all other finished ones.
    case holdMissed = "hold-missed"

    /// `true` for a percentage, whose limit may have the sign `%`.
    var isShare: Bool { self == .passed || self == .excluded || self == .holdMissed }
    /// `true` if the value can be that of the trials of a single condition.
    var isOfTrials: Bool { self != .practice }

    /// The only value with which the outcome of practice is compared.
    public static var failed: String { "failed" }
  }

  public let subject: Subject
  /// The word of the measured value, or the name of a question.
  public let measure: String
  public let relation: Relation
  /// The number or the answer with which the value is compared.
  public let value: String
  /// The condition, or one of its holds, whose trials alone are looked at; `nil` for all trials.
  public var condition: String?

  /// The measured value of a rule about trials; `nil` for the answer to a question.
  ///
  /// Without `beyond`, `latency` is the name of a question, as in earlier programs.
  public var trialMeasure: TrialMeasure? {
    let measure = TrialMeasure(rawValue: measure)
    return measure == .latency && relation != .beyond ? nil : measure
  }

  /// The rule as the study file has it, without the word `exclude`.
  public var text: String {
    guard relation != .beyond else {
      return "\(subject.rawValue) \(measure) \(relation.rawValue) \(value) \(Self.deviationUnit)"
    }
    let end = condition.map { " in " + ($0.contains(" ") ? "\"\($0)\"" : $0) } ?? ""
    return "\(subject.rawValue) \(measure) \(relation.rawValue) \(value)\(end)"
  }

  /// The value of the rule without the sign of a percentage.
  var number: String {
    let isShare =
      subject == .participant && ParticipantMeasure(rawValue: measure)?.isShare == true
    return isOfHold || isShare && value.hasSuffix("%") ? String(value.dropLast()) : value
  }

  /// `true` if the limit is a percentage of the requested hold.
  public var isOfHold: Bool {
    subject == .trial && trialMeasure == .studyTime && value.hasSuffix("%")
  }

  /// The word after the number of standard deviations.
  static var deviationUnit: String { "sd" }

  /// The allowed numbers of standard deviations.
  static var deviationLimits: ClosedRange<Double> { 0.1...100 }

  var fileLine: String { "exclude " + text }

  /// The maximum number that a rule may contain.
  static var largestNumber: Int { 1_000_000_000 }

  /// Returns whether the rule is true for a value, so that it excludes; `false` for an unknown
  /// value.
  public func holds(for number: Double?) -> Bool {
    guard let number, let limit = Double(self.number) else { return false }
    return switch relation {
    case .below: number < limit
    case .above: number > limit
    case .equal: number == limit
    case .beyond: false
    }
  }

  /// Returns whether a value is further from a mean than the rule allows.
  public func holds(for number: Double?, mean: Double, deviation: Double) -> Bool {
    guard relation == .beyond, let number, let limit = Double(value) else { return false }
    return abs(number - mean) > limit * deviation
  }

  /// The smallest number of trials of which the rule can exclude one; `nil` for a rule without
  /// standard deviations.
  ///
  /// A value is itself in the mean and the deviation: of n values, none is further from the mean
  /// than (n - 1) / √n deviations.
  public var fewestTrials: Int? {
    guard relation == .beyond, let limit = Double(value) else { return nil }
    var count = 2
    while Double(count - 1) / Double(count).squareRoot() <= limit { count += 1 }
    return count
  }

  /// Returns whether the rule is true for an answer, so that it excludes; `false` for an empty
  /// answer.
  public func holds(for answer: String?) -> Bool {
    guard let answer, !answer.isEmpty else { return false }
    return relation == .equal ? answer == value : holds(for: Double(answer))
  }
}
