import Game
package import Records
package import Studies

package final class StudyRecord: Record {
  @Column package var name = ""
  @Column package var hash = ""
  @Column package var text = ""
  package let state = RecordState()

  package init() {}

  package static var entity: String { "Study" }

  package static func declareColumns(in columns: inout Columns<StudyRecord>) {
    columns.declare("name", \._name)
    columns.declare("hash", \._hash)
    columns.declare("text", \._text)
  }

  package static func declareTemplates(in templates: inout Templates<StudyRecord>) {
    templates.declare("allStudies", sortedBy: [.ascending(\.row)])
    templates.declare("studyNamed", where: [.when(\.name, .equals, .variable("name"))])
  }
}

package final class EnrolmentRecord: Record {
  @Relation package var study: StudyRecord?
  @Column package var code = ""
  /// The number of the order of the conditions, counted from 1.
  @Column package var order = 0
  package let state = RecordState()

  package init() {}

  package static var entity: String { "Enrolment" }

  package static func declareColumns(in columns: inout Columns<EnrolmentRecord>) {
    columns.declare("study", \._study, onDeletion: .cascade)
    columns.declare("code", \._code, allows: ParticipantCode.isValid)
    columns.declare("order", \._order) { $0 > 0 }
  }

  package static func declareTemplates(in templates: inout Templates<EnrolmentRecord>) {
    templates.declare("allEnrolments", sortedBy: [.ascending(\.row)])
    templates.declare(
      "enrolmentsOf", where: [.when(\.study, leadsTo: "study")], sortedBy: [.ascending(\.row)])
  }
}

extension RecordContext {
  package func study(named name: String) throws(RecordError) -> StudyRecord? {
    try readable(StudyRecord.self, "studyNamed", ["name": name]).first
  }

  package func progress(of study: StudyRecord) throws(RecordError) -> StudyProgress {
    var progress: StudyProgress = [:]
    let hash = study.hash
    try forEachRow(RoundRecord.self, "roundsOfStudy", ["study": study.name]) { round, fault in
      guard fault == nil, round.studyHash == hash, let block = round.studyBlock,
        let code = round.session?.participant?.code
      else { return true }
      var state = progress[code]?[block] ?? BlockState()
      if round.values.isOver { state.trialCount += 1 }
      state.testState = round.testState
      state.date = round.dateCreated
      progress[code, default: [:]][block] = state
      return true
    }
    return progress
  }
}
