import Records

final class StudyRecord: Record {
  @Column var name = ""
  @Column var hash = ""
  @Column var text = ""
  let state = RecordState()

  static var entity: String { "Study" }

  static func declareColumns(in columns: inout Columns<StudyRecord>) {
    columns.declare("name", \._name)
    columns.declare("hash", \._hash)
    columns.declare("text", \._text)
  }

  static func declareTemplates(in templates: inout Templates<StudyRecord>) {
    templates.declare("allStudies", sortedBy: [.ascending(\.row)])
    templates.declare("studyNamed", where: [.when(\.name, .equals, .variable("name"))])
  }
}

final class EnrolmentRecord: Record {
  @Relation var study: StudyRecord?
  @Column var code = ""
  /// In which order the participant has the conditions, counted from 1.
  @Column var order = 0
  let state = RecordState()

  static var entity: String { "Enrolment" }

  static func declareColumns(in columns: inout Columns<EnrolmentRecord>) {
    columns.declare("study", \._study, onDeletion: .cascade)
    columns.declare("code", \._code)
    columns.declare("order", \._order)
  }

  static func declareTemplates(in templates: inout Templates<EnrolmentRecord>) {
    templates.declare(
      "enrolmentsOf", where: [.when(\.study, leadsTo: "study")], sortedBy: [.ascending(\.row)])
  }
}

/// How far a participant has come with a block.
struct BlockState {
  var trialCount = 0
  /// What became of its test: `Trial.openTest` where it goes on, or was left behind.
  var testState: String?
  /// When the last trial was recorded, in ms since 1970.
  var date = 0

  var isOver: Bool { testState.map { $0 != Trial.openTest } ?? false }
}

/// How far the participants of a study have come, by their codes and the numbers of the blocks.
typealias StudyProgress = [String: [Int: BlockState]]

extension RecordContext {
  func study(named name: String) throws(RecordError) -> StudyRecord? {
    try readable(StudyRecord.self, "studyNamed", ["name": name]).first
  }

  func enrolments(in study: StudyRecord) throws(RecordError) -> [EnrolmentRecord] {
    try readable(EnrolmentRecord.self, "enrolmentsOf", ["study": RecordReference(study)])
  }

  func progress(of study: StudyRecord) throws(RecordError) -> StudyProgress {
    var progress: StudyProgress = [:]
    let hash = study.hash
    try forEachRow(RoundRecord.self, "roundsOfStudy", ["study": study.name]) { round, fault in
      guard fault == nil, round.studyHash == hash, let block = round.studyBlock,
        let code = round.session?.participant?.code
      else { return true }
      var state = progress[code]?[block] ?? BlockState()
      if round.values.isOver { state.trialCount += 1 }
      (state.testState, state.date) = (round.testState, round.dateCreated)
      progress[code, default: [:]][block] = state
      return true
    }
    return progress
  }
}
