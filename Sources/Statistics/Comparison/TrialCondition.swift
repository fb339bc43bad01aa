import Archive
import Game

/// A condition to compare, as the user writes it, such as `inoue-210` or `650`.
///
/// ```swift
/// TrialCondition("210", isCode: false)?.kind   // .hold
/// TrialCondition("5", isCode: false)?.kind     // .count
/// TrialCondition("5", isCode: true)?.kind      // .participant
/// ```
package struct TrialCondition: Equatable, Sendable {
  /// The property of a trial that a condition selects by; all conditions of a comparison have the
  /// same kind.
  ///
  ///     TrialCondition("5", isCode: false)?.kind == .count  // true
  package enum Kind: Equatable, Sendable {
    case test, hold, count, participant
    /// The condition of a study in which the trial was played.
    case condition
    /// The group of a study to which the participant belongs.
    case group
  }

  package let kind: Kind
  package let word: String
  private let name: String
  /// The condition of a study to which a hold belongs; `nil` for any.
  private var condition: String?

  /// Parses a word: a test, a number of numerals, a hold, or else a participant code.
  ///
  /// With `isCode` only a code is allowed. Returns `nil` for an ambiguous ending, and for a word
  /// that is not a valid code.
  package init?(_ word: String, isCode: Bool) {
    self.word = word
    let tests = isCode ? [] : TestPreset.names(like: word)
    guard tests.count < 2 else { return nil }
    name = tests.first ?? word
    let number = isCode ? nil : Int(word)
    kind =
      !tests.isEmpty ? .test : number.map { $0 < Self.lowestHold ? .count : .hold } ?? .participant
    if kind == .participant, !ParticipantCode.isValid(word) { return nil }
  }

  /// Creates the condition of trials in a study's condition with this name.
  package init(ofStudy word: String) {
    self.word = word
    name = word
    kind = .condition
  }

  /// Creates the condition of trials with a hold in a study's condition with this name.
  init(hold word: String, ofCondition condition: String) {
    self.word = word
    name = word
    kind = .hold
    self.condition = condition
  }

  /// Creates the condition of trials by participants of a group with this name.
  package init(ofGroup word: String) {
    self.word = word
    name = word
    kind = .group
  }

  /// The smallest number that means a hold in milliseconds; smaller ones are numbers of numerals.
  static var lowestHold: Int { 50 }
  /// The maximum number of conditions of one comparison.
  package static var most: Int { 6 }

  /// `true` for a condition or a group of a study.
  var isOfStudy: Bool { kind == .condition || kind == .group }

  package func isSame(as other: Self) -> Bool { kind == other.kind && name == other.name }

  /// Returns `true` if the condition includes the trial.
  func holds(for trial: ReadTrial) -> Bool {
    switch kind {
    case .test: trial.test == name
    case .hold:
      trial.requestedHold.map { "\($0)" } == name
        && (condition == nil || trial.studyCondition == condition)
    case .count: "\(trial.count)" == name
    case .participant: trial.participant == name
    case .condition: trial.studyCondition == name
    case .group: trial.group == name
    }
  }
}
