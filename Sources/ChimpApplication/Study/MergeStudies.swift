import Records
package import Shell

/// Takes what another store has of the studies: its participants and their trials, all or nothing.
package struct MergeStudies: StoreOperation {
  /// What came of it.
  package struct Report: Equatable, Sendable {
    package var taken = Import.Report()
    /// Who is enrolled in both stores, and is left out.
    package var refused: [String] = []
    /// The numbers of rounds that are left out, because they are damaged.
    package var damagedRounds: [Int] = []
    /// What the store is called.
    package var store = ""
  }

  package let source: StoreSource
  private let file: FilePlace

  init(_ source: StoreSource, from file: FilePlace) {
    (self.source, self.file) = (source, file)
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    // The file comes before the store, so that one that is none is told at once.
    _ = try run.bytes(of: file, for: source)
    let other = try other(run)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      let (context, others) = try run.trying { () throws(StoreError) in
        (try RecordContext(store, StoreLayout.schema), try RecordContext(other, StoreLayout.schema))
      }
      try run.trying { () throws(StoreError) in try other.beginReading() }
      defer { other.endReading() }
      try run.trying { () throws(StoreError) in try store.beginGathering() }
      do throws(StoreWorkStop) {
        let report = try merge(others, into: context, run)
        try run.checkCancelled()
        try run.trying { () throws(StoreError) in try store.endGathering() }
        return report
      } catch {
        store.abandonGathering()
        throw error
      }
    }
  }

  private func other(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Store {
    var settings = StoreSettings(
      place: .file(file.path, mustExist: true), application: StoreLayout.application,
      migrations: StoreLayout.migrations, environment: .system())
    (settings.checkedRowLimit, settings.reserve) = (0, 0)
    return try run.making(file) { () throws(StoreError) in try Store.open(settings) }
  }

  private func merge(
    _ others: RecordContext, into context: RecordContext, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> Report {
    var report = Report()
    report.store = source.path.split(separator: "/").last.map(String.init) ?? ""
    let studies = try run.tryingRecords { () throws(RecordError) in
      try others.fetch(StudyRecord.self, "allStudies")
    }
    guard !studies.isEmpty else { throw .failed(.noStudies(file.name)) }
    let taker = try TrialImporter(context, run)
    for study in studies {
      let known = try run.tryingRecords { () throws(RecordError) in
        try context.study(named: study.name)
      }
      if let known, known.hash != study.hash {
        throw .failed(.otherStudy(file.name, study.name))
      }
      let refused = try run.tryingRecords { () throws(RecordError) in
        try takeEnrolments(in: study, of: others, into: known, context)
      }
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
    let trials = try run.tryingRecords { () throws(RecordError) in
      let trials = try StoredTrials(others, "roundsOfStudy")
      try trials.begin(["study": study.name])
      return trials
    }
    var count = 0
    while let found = try run.tryingRecords(trials.next) {
      count += 1
      if count % 64 == 0 {
        try run.checkCancelled()
        run.report(completed: count, of: 0, source.words(for: .trials))
      }
      guard let trial = found.trial else {
        report.damagedRounds.append(found.number)
        continue
      }
      if refused.contains(trial.row.session.participant) { continue }
      try taker.take(ProvenTrial(trial, named: file.name))
    }
  }
}
