import Game
public import Records

/// A kind of note that a store has of a study beside its data, such as the analyses that were asked
/// for.
///
/// Each note is a row of the settings, with the hash of the study's text in its name. It has no
/// codes of participants, so that it stays when one of them withdraws.
///
///     let looks = programStore.lastingSettings.values(named: StudyNote.look.name(ofStudy: hash))
public enum StudyNote: String, CaseIterable, Sendable {
  /// An analysis that was asked for beyond the plan.
  case analysis = "analyses"
  /// An analysis before all participants were complete: their numbers, then the analysis.
  case look = "looks"
  /// A participant of the study who has withdrawn, as a random identifier.
  case withdrawal = "withdrawals"

  /// Returns the name of the settings that have the notes of a study's text.
  public func name(ofStudy hash: String) -> String { "\(rawValue) \(hash)" }

  /// Returns the notes of a study's text, the earliest first.
  public func all(
    ofStudy hash: String, in context: RecordContext
  ) throws(RecordError) -> [String] {
    try context.readable(SettingRecord.self, "named", ["name": name(ofStudy: hash)]).map(\.value)
  }

  /// Notes a text, unless the store has it already.
  public func add(
    _ text: String, ofStudy hash: String, in context: RecordContext
  ) throws(RecordError) {
    guard try !all(ofStudy: hash, in: context).contains(text) else { return }
    try context.insert(SettingRecord.self) {
      $0.name = name(ofStudy: hash)
      $0.value = text
    }
  }

  /// Notes that a participant withdraws, in all studies in which the code is enrolled.
  ///
  /// Must be called before the enrolments are erased, within the same transaction.
  public static func addWithdrawal(
    of code: String, in context: RecordContext
  ) throws(RecordError) {
    guard !ParticipantCode.isSimulated(code) else { return }
    for enrolment in try context.readable(EnrolmentRecord.self, "allEnrolments")
    where enrolment.code == code {
      guard let hash = enrolment.study?.hash else { continue }
      try withdrawal.add(context.store.newIdentifier(), ofStudy: hash, in: context)
    }
  }

  /// Copies the notes of a study's text from another store.
  public static func merge(
    ofStudy hash: String, from others: RecordContext, into context: RecordContext
  ) throws(RecordError) {
    for note in allCases {
      for text in try note.all(ofStudy: hash, in: others) {
        try note.add(text, ofStudy: hash, in: context)
      }
    }
  }
}
