/// A rule of a study file that excludes trials or participants from all figures: `exclude trial
/// first-press below 150`.
///
/// Rules are part of the file, and so of its hash: they are fixed before anybody takes part.
///
///     for rule in plan.exclusions where rule.subject == .trial {
///       print(rule.text, rule.holds(for: 120))
///     }
package struct StudyExclusion: Equatable, Sendable {
  package enum Subject: String, CaseIterable, Sendable { case participant, trial }

  package enum Relation: String, CaseIterable, Sendable { case below, above, equal = "is" }

  /// The property of a trial that a rule may be about; the raw values are the words of study files.
  ///
  ///     StudyExclusion.TrialMeasure(rawValue: "first-press") == .firstPress  // true
  package enum TrialMeasure: String, CaseIterable, Sendable {
    /// Milliseconds to the first press: from the mask if a hold ends, otherwise from the onset.
    case firstPress = "first-press"
    /// Milliseconds between two presses; a single press excludes the trial.
    case press
    /// Milliseconds from the onset to the last press.
    case time
    /// Milliseconds from the onset to the mask.
    case studyTime = "study-time"
    /// The number of keys that were dropped before the mask.
    case earlyInputs = "early-inputs"
    /// The number of the trial in its block, counted from 1.
    case number
  }

  /// The property of a participant that a rule may be about, besides the answers.
  ///
  ///     StudyExclusion.ParticipantMeasure(rawValue: "passed") == .passed  // true
  package enum ParticipantMeasure: String, CaseIterable, Sendable {
    /// The number of trials that count.
    case trials
    /// The share of them that were passed, in percent.
    case passed
    /// The share of trials that the rules about trials exclude, in percent.
    case excluded
  }

  package let subject: Subject
  /// The name of a measure, or of a question of the study.
  package let measure: String
  package let relation: Relation
  /// A number, or the choice of a question.
  package let value: String

  /// The text of the rule in the file, without its first word.
  package var text: String { "\(subject.rawValue) \(measure) \(relation.rawValue) \(value)" }

  var fileLine: String { "exclude " + text }

  /// The largest number of a rule.
  static var largestNumber: Int { 1_000_000_000 }

  /// Returns whether the rule holds for a number; `false` if the number is unknown.
  package func holds(for number: Double?) -> Bool {
    guard let number, let limit = Double(value) else { return false }
    return switch relation {
    case .below: number < limit
    case .above: number > limit
    case .equal: number == limit
    }
  }

  /// Returns whether the rule holds for the answer to its question; `false` for an empty one.
  package func holds(for answer: String?) -> Bool {
    guard let answer, !answer.isEmpty else { return false }
    return relation == .equal ? answer == value : holds(for: Double(answer))
  }
}
