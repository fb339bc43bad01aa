import Archive
import Game

/// One of the conditions of a comparison, as the user writes it.
///
/// ```swift
/// TrialCondition("210", isCode: false)?.kind   // .hold
/// TrialCondition("5", isCode: false)?.kind     // .count
/// TrialCondition("5", isCode: true)?.kind      // .participant
/// ```
package struct TrialCondition: Equatable, Sendable {
  /// The property of a trial that the condition is about; all conditions of a comparison share it.
  ///
  ///     TrialCondition("5", isCode: false)?.kind == .count  // true
  package enum Kind: Equatable, Sendable {
    case test, hold, count, participant
    /// A condition of a study.
    case condition
    /// A group of a study's participants.
    case group
  }

  package let kind: Kind
  package let word: String
  private let name: String

  /// Parses a word: a test's name or its ending, a count, a hold, or else a participant's code.
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

  /// Creates the condition of a study with a name.
  package init(ofStudy word: String) {
    self.word = word
    name = word
    kind = .condition
  }

  /// Creates the condition of a group of participants with a name.
  package init(ofGroup word: String) {
    self.word = word
    name = word
    kind = .group
  }

  /// The smallest number that is read as a hold; smaller ones are counts.
  static var lowestHold: Int { 50 }
  /// The maximum number of conditions of one comparison.
  package static var most: Int { 6 }

  package func isSame(as other: Self) -> Bool { kind == other.kind && name == other.name }

  /// Returns `true` if the trial belongs to the condition.
  func holds(for trial: ReadTrial) -> Bool {
    switch kind {
    case .test: trial.test == name
    case .hold: trial.requestedHold.map { "\($0)" } == name
    case .count: "\(trial.count)" == name
    case .participant: trial.participant == name
    case .condition: trial.studyCondition == name
    case .group: trial.group == name
    }
  }
}
