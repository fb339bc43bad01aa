package import Archive
import Game
package import Records
package import Studies

/// Validates the rows of a study in a store, in the order of their dependence: the study itself,
/// its enrolments, and their trials.
struct StudyValidator {
  private let plan: StudyPlan
  /// The orders of the conditions of the enrolled participants, by their codes.
  private var orders: [String: Int] = [:]
  /// The blocks of the enrolled participants whose trials were validated, by number.
  private var blocks: [String: [Int: StudyBlock]] = [:]

  /// Creates a validator of a valid plan.
  init(_ plan: StudyPlan) { self.plan = plan }

  /// Parses the plan of a study.
  ///
  /// Throws if the text is invalid, or has another name or hash.
  init(_ study: StudyRecord) throws(LineReason) {
    guard study.text.utf8.count <= StudyFile.longest,
      let plan = try? StudyFile.read(stored: study.text)
    else { throw .value(.impossible, column: "text") }
    guard plan.hash == study.hash else {
      throw .content(.contradiction(column: "hash", of: .studyText))
    }
    guard plan.name == study.name else {
      throw .content(.contradiction(column: "name", of: .studyText))
    }
    self.init(plan)
  }

  /// Validates the next enrolment in the study.
  mutating func enrol(_ enrolment: EnrolmentRecord) throws(LineReason) {
    let code = enrolment.code
    let order = enrolment.order
    guard ParticipantCode.isValid(code) else { throw .value(.noCode, column: "code") }
    guard plan.orders.contains(order) else {
      throw .content(.contradiction(column: "order", of: .study))
    }
    guard plan.groups.isEmpty ? enrolment.group == nil : plan.groups.contains(enrolment.group ?? "")
    else { throw .content(.contradiction(column: "group", of: .study)) }
    try validateAnswers(of: enrolment)
    guard orders.updateValue(order, forKey: code) == nil else {
      throw .content(.twice(.participant, code))
    }
  }

  /// Throws for answers to questions that the study doesn't have, and for the consent to another
  /// page.
  private func validateAnswers(of enrolment: EnrolmentRecord) throws(LineReason) {
    guard let answers = StudyAnswers(enrolment.answers ?? "") else {
      throw .value(.impossible, column: "answers")
    }
    for name in answers.names {
      let question = plan.questions.first { $0.name == name }
      guard question?.accepts(answers[name] ?? "") == true else {
        throw .content(.contradiction(column: "answers", of: .study))
      }
    }
    if let hash = enrolment.consentHash, !plan.consentHashes.contains(hash) {
      throw .content(.contradiction(column: "consentHash", of: .study))
    }
  }

  /// Validates a trial of the study: its block must be the one that the participant has.
  mutating func validate(_ row: TrialRow) throws(LineReason) {
    let code = row.session.participant
    // Simulated participants are not enrolled.
    let isSimulated = code.hasPrefix(ParticipantCode.simulatedPrefix)
    guard let order = orders[code] ?? (isSimulated ? row.values.studyOrder : nil) else {
      throw .content(.notEnrolled(code))
    }
    if blocks[code] == nil {
      let own = plan.blocks(of: code, order: order)
      blocks[code] = Dictionary(uniqueKeysWithValues: own.map { ($0.number, $0) })
    }
    guard let position = row.values.studyPosition, position.study == plan.name,
      position.hash == plan.hash
    else {
      throw .content(.contradiction(column: "study_hash", of: .study))
    }
    guard let block = blocks[code]?[position.block], let expected = block.settings.studyPosition
    else {
      throw .content(.contradiction(column: "study_block", of: .study))
    }
    let isExpected: KeyValuePairs = [
      "study_order": position.order == expected.order,
      "study_condition": position.condition == expected.condition,
      "session_number": position.session == expected.session,
      "test": row.values.test == block.condition.preset.name,
    ]
    for (column, isExpected) in isExpected where !isExpected {
      throw .content(.contradiction(column: column, of: .study))
    }
    let settings = row.values.testSettings.flatMap { TestSettings($0) }
    guard settings?.seed == block.settings.seed else {
      throw .content(.contradiction(column: "test_settings", of: .study))
    }
  }
}

extension RecordContext {
  /// Returns the enrolments in a study that its plan allows; `consumeOmissions` names the others.
  package func enrolments(
    in study: StudyRecord, of plan: StudyPlan
  ) throws(RecordError) -> [EnrolmentRecord] {
    var validator = StudyValidator(plan)
    return try readable(EnrolmentRecord.self, "enrolmentsOf", ["study": RecordReference(study)])
      .filter { enrolment in
        do throws(LineReason) { try validator.enrol(enrolment) } catch {
          omit(enrolment, column: error.column)
          return false
        }
        return true
      }
  }
}
