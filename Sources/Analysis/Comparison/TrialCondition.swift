import Archive
import Game

/// One of the conditions that are compared.
package struct TrialCondition: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case test, hold, count, participant }

  package let kind: Kind
  package let word: String
  private let name: String

  /// Takes a word: a test or the end of its name, a count, a hold, or else a participant's code.
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

  /// From where on a number is a hold, and no count.
  static var lowestHold: Int { 50 }
  package static var most: Int { 6 }

  package func isSame(as other: Self) -> Bool { kind == other.kind && name == other.name }

  func holds(for trial: ReadTrial) -> Bool {
    switch kind {
    case .test: trial.test == name
    case .hold: trial.requestedHold.map { "\($0)" } == name
    case .count: "\(trial.count)" == name
    case .participant: trial.participant == name
    }
  }
}
