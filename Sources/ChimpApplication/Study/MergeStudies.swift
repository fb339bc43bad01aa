import Records
import Shell

/// Takes what another store has of the studies: its participants and their trials, all or nothing.
struct MergeStudies: StoreOperation {
  struct Report {
    var taken = Import.Report()
    /// Who is enrolled in both stores, and is left out.
    var refused: [String] = []
    /// The numbers of rounds that are left out, because they are damaged.
    var damagedRounds: [Int] = []
    var store = ""
  }

  let source: StoreSource
  let file: FilePlace

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    // The file comes before the store, so that one that is none is told at once.
    _ = try run.bytes(of: file, for: source)
    let settings = StoreLayout.settings(.file(file.path, mustExist: true))
    let other = try run.making(file, Store.open(settings))
    let others = try run.trying(RecordContext(other, StoreLayout.schema))
    try run.trying(other.beginReading())
    defer { other.endReading() }
    return try run.gathering(source) { context throws(StoreWorkStop) in
      try merge(others, into: context, run)
    }
  }

  private func merge(
    _ others: RecordContext, into context: RecordContext, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Report {
    var report = Report()
    report.store = source.path.split(separator: "/").last.map(String.init) ?? ""
    let studies = try run.tryingRecords(others.fetch(StudyRecord.self, "allStudies"))
    guard !studies.isEmpty else { throw .failed(.noStudies(file.name)) }
    let taker = try TrialImporter(context, run)
    for study in studies {
      let known = try run.tryingRecords(context.study(named: study.name))
      if let known, known.hash != study.hash { throw .failed(.otherStudy(file.name, study.name)) }
      let refused = try run.tryingRecords(
        takeEnrolments(in: study, of: others, into: known, context))
      report.refused += refused
      try takeTrials(of: study, others, taker, except: Set(refused), &report, run)
    }
    report.taken = taker.report
    return report
  }

  /// Takes the participants of a study, and answers who is enrolled in both stores.
  private func takeEnrolments(
    in study: StudyRecord, of others: RecordContext, into known: StudyRecord?,
    _ context: RecordContext
  ) throws(RecordError) -> [String] {
    var own = known
    if own == nil {
      let new = StudyRecord()
      (new.name, new.hash, new.text) = (study.name, study.hash, study.text)
      own = try context.insert(new, objectId: study.objectId, dateCreated: study.dateCreated)
    }
    guard let own else { return [] }
    let enrolled = known == nil ? [] : try context.enrolments(in: own)
    var refused: [String] = []
    for enrolment in try others.enrolments(in: study) {
      if let same = enrolled.first(where: { $0.code == enrolment.code }) {
        if same.objectId != enrolment.objectId { refused.append(enrolment.code) }
        continue
      }
      let new = EnrolmentRecord()
      (new.code, new.order) = (enrolment.code, enrolment.order)
      try context.insert(new, objectId: enrolment.objectId, dateCreated: enrolment.dateCreated)
      new.study = own
    }
    try context.save()
    return refused
  }

  private func takeTrials(
    of study: StudyRecord, _ others: RecordContext, _ taker: TrialImporter,
    except refused: Set<String>, _ report: inout Report, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
    let trials = try run.tryingRecords(StoredTrials(others, "roundsOfStudy", ["study": study.name]))
    try run.forEachTrial(in: others, of: source, trials.next) { found throws(StoreWorkStop) in
      guard let trial = found.trial else { return report.damagedRounds.append(found.number) }
      if refused.contains(trial.row.session.participant) { return }
      try taker.take(ProvenTrial(trial, named: file.name))
    }
  }
}
