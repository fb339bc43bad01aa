import Archive
import Game
import Records
import Shell

/// Validates the rows of an undamaged store: their values, and their references to other rows.
struct StoreValidator {
  private let context: RecordContext

  init(_ context: RecordContext) { self.context = context }

  /// Returns the invalid rows, with the reasons.
  func refusedRows(
    of source: StoreSource, _ run: OperationRun
  ) throws -> [RefusedRow] {
    var skipped = SkippedRounds()
    for row in try news() + participants() + studies() + presses() { skipped.refuse(row) }
    let trials = try StoredTrials(context)
    try run.forEachTrial(in: context, of: source, trials.next) { skipped.refuse($0.refusal) }
    return skipped.refusedRows
  }

  /// Returns the news items with invalid values.
  private func news() throws(RecordError) -> [RefusedRow] {
    try refused(News.self, "allNews") { news throws(RowReason) in
      if let flaw = news.flaw { throw RowReason(flaw) }
      guard news.sortOrder >= 0 else { throw .impossible("sortOrder") }
    }
  }

  /// Returns the participants with an invalid code.
  private func participants() throws(RecordError) -> [RefusedRow] {
    try refused(Participant.self, "allParticipants") { participant throws(RowReason) in
      guard ParticipantCode.isValid(participant.code) else {
        throw .noCode("code")
      }
    }
  }

  /// Returns the studies and enrolments that are invalid, or that contradict each other.
  private func studies() throws(RecordError) -> [RefusedRow] {
    var validators: [(StudyRecord, StudyValidator)] = []
    var names: Set<String> = []
    let studies = try refused(StudyRecord.self, "allStudies") { study throws(RowReason) in
      guard names.insert(study.name).inserted else {
        throw .twice(.study, study.name)
      }
      validators.append((study, try StudyValidator(study)))
    }
    var enrolments: [RefusedRow] = []
    for (study, validator) in validators {
      var validator = validator
      let variables = ["study": RecordReference(study)]
      enrolments += try refused(EnrolmentRecord.self, "enrolmentsOf", variables) {
        enrolment throws(RowReason) in
        try validator.enrol(enrolment)
      }
    }
    let strays = try refused(EnrolmentRecord.self, "allEnrolments") {
      enrolment throws(RowReason) in
      guard enrolment.study != nil else { throw .impossible("study") }
    }
    return studies + enrolments + strays
  }

  /// Returns the presses whose round is missing.
  private func presses() throws(RecordError) -> [RefusedRow] {
    // Few stores have any, and reading all presses takes long.
    guard try Withdrawals.hasStrayPresses(context.store) else { return [] }
    return try refused(PressRecord.self, "allPresses") { press throws(RowReason) in
      guard press.round != nil else {
        throw RowReason("its round is missing", "そのラウンドがありません")
      }
    }
  }

  /// Returns the undamaged rows of a query for which `check` throws.
  private func refused<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:],
    _ check: (Owner) throws(RowReason) -> Void
  ) throws(RecordError) -> [RefusedRow] {
    var rows: [RefusedRow] = []
    try context.forEachRow(type, template, variables) { record, fault in
      guard fault == nil else { return true }
      do throws(RowReason) {
        try ColumnRange.name.check(record.objectId, "objectId")
        try ColumnRange.date.check(record.dateCreated, "dateCreated")
        try check(record)
      } catch {
        rows.append(RefusedRow(table: Owner.entity, number: record.row, reason: error))
      }
      return true
    }
    return rows
  }
}
