package import Archive
import Game
package import Records
package import Studies

/// Validates the rows of a study in a store: the study, then its enrolments, then their trials.
struct StudyValidator {
  private let plan: StudyPlan
  /// The order of conditions of each enrolled participant, by code.
  private var orders: [String: Int] = [:]
  /// The blocks of each participant by number, cached while their trials are validated.
  private var blocks: [String: [Int: StudyBlock]] = [:]

  /// Creates a validator for a valid plan.
  init(_ plan: StudyPlan) { self.plan = plan }

  /// Creates a validator for a stored study, whose text it parses.
  ///
  /// Throws if the text is invalid, or has another name or hash.
  init(_ study: StudyRecord) throws(RowReason) {
    guard study.text.utf8.count <= StudyFile.longest,
      let plan = try? StudyFile.read(stored: study.text)
    else { throw .impossible("text") }
    guard plan.hash == study.hash else {
      throw .contradiction("hash", .studyText)
    }
    guard plan.name == study.name else {
      throw .contradiction("name", .studyText)
    }
    self.init(plan)
  }

  /// Validates an enrolment in the study.
  mutating func enrol(_ enrolment: EnrolmentRecord) throws(RowReason) {
    let code = enrolment.code
    let order = enrolment.order
    guard ParticipantCode.isValid(code) else { throw .noCode("code") }
    guard plan.orders.contains(order) else {
      throw .contradiction("order", .study)
    }
    guard plan.groups.isEmpty ? enrolment.group == nil : plan.groups.contains(enrolment.group ?? "")
    else { throw .contradiction("group", .study) }
    try validateAnswers(of: enrolment)
    guard orders.updateValue(order, forKey: code) == nil else {
      throw .twice(.participant, code)
    }
  }

  /// Throws for answers to unknown questions, and for consent to another version of the page.
  private func validateAnswers(of enrolment: EnrolmentRecord) throws(RowReason) {
    guard let answers = StudyAnswers(enrolment.answers ?? "") else {
      throw .impossible("answers")
    }
    for name in answers.names {
      guard question(answeredAs: name)?.accepts(answers[name] ?? "") == true else {
        throw .contradiction("answers", .study)
      }
    }
    if let hash = enrolment.consentHash, !plan.consentHashes.contains(hash) {
      throw .contradiction("consentHash", .study)
    }
  }

  /// Returns the question whose answer has a name; `nil` if there is none.
  private func question(answeredAs name: String) -> StudyQuestion? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let question = plan.questions.first(where: { $0.name == parts[0] }) else { return nil }
    guard question.isRepeated else { return question.name == name ? question : nil }
    guard question.moment == .block else {
      return parts.count == 2 && ParticipantCode.isValid(String(parts[1])) ? question : nil
    }
    guard parts.count == 2, let block = Int(parts[1]), plan.blockNumbers.contains(block),
      question.answerName(block: block) == name
    else { return nil }
    return question
  }

  /// Throws unless the trial belongs to a block of its participant.
  ///
  /// Does nothing for a trial by another text of the study, whose blocks nobody knows.
  mutating func validate(_ row: TrialRow) throws(RowReason) {
    if let position = row.values.studyPosition, position.study == plan.name,
      position.hash != plan.hash
    {
      return
    }
    let code = row.session.participant
    // Earlier programs did not enrol simulated participants.
    let isSimulated = ParticipantCode.isSimulated(code)
    guard let order = orders[code] ?? (isSimulated ? row.values.studyOrder : nil) else {
      throw RowReason("\(code) is not enrolled", "\(code) は登録されていません")
    }
    if blocks[code] == nil {
      let own = plan.blocks(of: code, order: order)
      blocks[code] = Dictionary(uniqueKeysWithValues: own.map { ($0.number, $0) })
    }
    guard let position = row.values.studyPosition, position.study == plan.name,
      position.hash == plan.hash
    else {
      throw .contradiction("study_hash", .study)
    }
    guard let block = blocks[code]?[position.block], let expected = block.settings.studyPosition
    else {
      throw .contradiction("study_block", .study)
    }
    try check(row, at: position, against: block, expected)
  }

  /// Throws unless a trial has what its block prescribes at its position.
  private func check(
    _ row: TrialRow, at position: StudyPosition, against block: StudyBlock,
    _ expected: StudyPosition
  ) throws(RowReason) {
    let isExpected: KeyValuePairs = [
      "study_order": position.order == expected.order,
      "study_condition": position.condition == expected.condition,
      "session_number": position.session == expected.session,
      "test": row.values.test == block.condition.preset.name,
    ]
    for (column, isExpected) in isExpected where !isExpected {
      throw .contradiction(column, .study)
    }
    let settings = row.values.testSettings.flatMap { TestSettings($0) }
    guard block.hasBoards(of: settings?.seed), settings?.shuffle == block.settings.shuffle,
      settings?.hasHolds(of: block.settings) == true,
      settings?.presentation == block.settings.presentation
    else {
      throw .contradiction("test_settings", .study)
    }
  }
}

extension RecordContext {
  /// Returns the enrolments in a study that are valid; the context records the others as skipped.
  package func enrolments(
    in study: StudyRecord, of plan: StudyPlan
  ) throws(RecordError) -> [EnrolmentRecord] {
    var validator = StudyValidator(plan)
    return try readable(EnrolmentRecord.self, "enrolmentsOf", ["study": RecordReference(study)])
      .filter { enrolment in
        do throws(RowReason) { try validator.enrol(enrolment) } catch {
          omit(enrolment, column: error.column)
          return false
        }
        return true
      }
  }

  /// Returns the enrolments of real participants in a study that its plan allows.
  package func people(
    in study: StudyRecord, of plan: StudyPlan
  ) throws(RecordError) -> [EnrolmentRecord] {
    try enrolments(in: study, of: plan).filter { !$0.isSimulated }
  }
}
