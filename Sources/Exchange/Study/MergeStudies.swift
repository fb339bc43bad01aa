package import Archive
import Records
package import Shell

/// The operation of `merge`, and of `import` if the file is a store: merges the participants and
/// trials of another store's studies.
///
///     let merge = MergeStudies(source: source, file: file)
///
/// Either everything is merged or nothing. Invalid rows of the other store are skipped and listed,
/// and so are studies of which this store has another text.
/// A participant whose data was erased from either store is not merged; the result lists those who
/// were erased from the other store only.
package struct MergeStudies: StoreOperation {
  /// The result of the operation: the numbers of merged rows, and the skipped ones.
  ///
  ///     print(report.imported.trialCount, "trials;", report.refused.joined(separator: "; "))
  package struct Report {
    /// The numbers of merged trials and presses.
    package var imported = Import.Report()
    /// The number of participants who were enrolled here.
    package var participantCount = 0
    /// The participants enrolled in both stores, who are skipped.
    package var refused: [String] = []
    /// The studies of the other store of which this one has another text; they are skipped.
    package var otherStudies: [String] = []
    /// The participants of this store whose data was erased from the other one.
    package var withdrawnElsewhere: [String] = []
    /// The number of participants of the other store who are skipped, because their data was erased
    /// from this one.
    package var withdrawnCount = 0
    /// The number of trials that belong to none of the other store's studies, which are skipped.
    package var outsideCount = 0
    /// The skipped rounds, with the reasons.
    package var skippedRounds = SkippedRounds()
    /// The file name of this store, for the reply.
    package var store = ""
    /// The file name of the other store, as the user wrote it.
    package var file = ""
  }

  package let source: StoreSource
  package let file: NamedFile
  /// `true` to merge the trials outside of the other store's studies, too.
  package var importsAllTrials = false

  package init(source: StoreSource, file: NamedFile, importsAllTrials: Bool = false) {
    self.source = source
    self.file = file
    self.importsAllTrials = importsAllTrials
  }

  /// Merges the studies of another store in one transaction.
  ///
  /// The other store is read in a snapshot and never written, so it may be in use. Of one that an
  /// earlier version has written, a private copy is migrated and read.
  ///
  /// - Throws: An error if the file is not a store, or has no studies.
  package func perform(_ run: OperationRun) throws -> Report {
    // The file is opened before the store, so that a wrong one is refused immediately.
    _ = try run.bytes(of: file, for: source)
    let settings = StoreLayout.settings(.file(file.path, mustExist: true))
    let other = try file.namingErrors { try Store.reading(file.path, like: settings) }
    let others = try RecordContext(other, StoreLayout.schema)
    try other.beginReading()
    defer { other.endReading() }
    return try run.committing(source) { context in
      var merge = try StudyMerge(others, file.name, into: context, run)
      merge.report.store = source.path.split(separator: "/").last.map(String.init) ?? ""
      try merge.perform(source, importsAllTrials: importsAllTrials)
      try file.namingErrors { try other.checkUnchanged() }
      return merge.report
    }
  }
}

/// The merge of an open store into another one.
private struct StudyMerge {
  var report = MergeStudies.Report()
  private let others: RecordContext
  private let file: String
  private let context: RecordContext
  private let run: OperationRun
  private let importer: TrialImporter
  private var entries = EntryValidator()
  /// The names of the other store's studies.
  private var studyNames: Set<String> = []
  /// `true` if a study of the other store was refused; a trial of no known study may belong to it.
  private var hasRefusedStudies = false
  private let withdrawals: Withdrawals
  /// The tests with a trial that differs from the one in this store; the trials after it belong to
  /// another course of the test.
  private var differingTests: Set<String> = []

  /// Creates a merge into the records of a store, to which it copies the other one's withdrawals.
  init(
    _ others: RecordContext, _ file: String, into context: RecordContext,
    _ run: OperationRun
  ) throws(RecordError) {
    self.others = others
    self.file = file
    self.context = context
    self.run = run
    report.file = file
    (withdrawals, report.withdrawnElsewhere) = try Self.mergeWithdrawals(others, into: context)
    // After the withdrawals, which it reads.
    importer = try TrialImporter(context)
  }

  /// Merges all studies and, if `importsAllTrials`, the trials outside of them.
  mutating func perform(
    _ source: StoreSource, importsAllTrials: Bool
  ) throws {
    try mergeStudies(source)
    if importsAllTrials {
      try importOtherTrials(source)
    } else {
      report.outsideCount = try countOtherTrials()
    }
    try adoptAges()
    let isEmpty = studyNames.isEmpty && report.skippedRounds.refusedRows.isEmpty
    if isEmpty, !importsAllTrials {
      throw Refusal(
        "no-studies", "there is no study in \"\(file)\"", "\(file) には研究がありません")
    }
    report.imported = importer.report
  }

  /// Copies the ages of participants that have none in this store.
  private func adoptAges() throws(RecordError) {
    var known: [(objectId: String, code: String, age: Int)] = []
    try others.forEachRow(Participant.self, "allParticipants") { participant, fault in
      if fault == nil, let age = participant.age {
        known.append((participant.objectId, participant.code, age))
      }
      return true
    }
    for (objectId, code, age) in known {
      let own = try context.record(Participant.self, objectId: objectId)
      if let own, own.code == code, own.age == nil { own.age = age }
    }
    try context.save()
  }

  /// Copies the records of erased participants.
  ///
  /// Returns those of both stores, and the codes of newly erased participants who are still in this
  /// store.
  private static func mergeWithdrawals(
    _ others: RecordContext, into context: RecordContext
  ) throws(RecordError) -> (withdrawals: Withdrawals, stillHere: [String]) {
    var withdrawals = try Withdrawals(context)
    let known = withdrawals
    let others = try Withdrawals(others)
    for text in others.texts { try withdrawals.adopt(text, in: context) }
    guard withdrawals.texts != known.texts else { return (withdrawals, []) }
    try context.save()
    let codes =
      try context.readable(Participant.self, "allParticipants").map(\.code)
      + context.readable(EnrolmentRecord.self, "allEnrolments").map(\.code)
    return (withdrawals, Set(codes).filter { others.contains($0) }.sorted())
  }

  /// Merges each study with its enrolments and trials; damaged studies are skipped.
  private mutating func mergeStudies(_ source: StoreSource) throws {
    let studies = try readable(StudyRecord.self, "allStudies")
    hasRefusedStudies = !report.skippedRounds.refusedRows.isEmpty
    for study in studies {
      var validator: StudyValidator
      do throws(RowReason) {
        validator = try StudyValidator(study)
        guard studyNames.insert(study.name).inserted else {
          throw .twice(.study, study.name)
        }
        try checkName(of: study)
      } catch {
        refuse(study, error)
        hasRefusedStudies = true
        continue
      }
      guard let own = try ownStudy(like: study) else {
        report.otherStudies.append(study.name)
        continue
      }
      try StudyNote.merge(ofStudy: own.hash, from: others, into: context)
      let refused = try mergeEnrolments(of: study, in: own, &validator)
      try importTrials(of: study, &validator, except: refused, source)
    }
  }

  /// Returns the undamaged rows of a query; the damaged ones are added to the result.
  private mutating func readable<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:]
  ) throws(RecordError) -> [Owner] {
    var found = [Owner]()
    var refused = [RefusedRow]()
    try others.forEachRow(type, template, variables) { record, fault in
      if let fault { refused.append(RefusedRow(record, fault)) } else { found.append(record) }
      return true
    }
    for row in refused { report.skippedRounds.refuse(row) }
    return found
  }

  /// Adds a record to the invalid ones in the result.
  private mutating func refuse<Owner: Record>(_ record: Owner, _ reason: RowReason) {
    let row = RefusedRow(table: Owner.entity, number: record.row, reason: reason)
    report.skippedRounds.refuse(row)
  }

  /// Throws if the identifier or the date of a record is invalid.
  private func checkName(of record: some Record) throws(RowReason) {
    try ColumnRange.name.check(record.objectId, "objectId")
    try ColumnRange.date.check(record.dateCreated, "dateCreated")
  }

  /// Merges the participants of a study of the other store into the one of this store; returns
  /// those whose trials are skipped.
  private mutating func mergeEnrolments(
    of study: StudyRecord, in own: StudyRecord, _ validator: inout StudyValidator
  ) throws -> Set<String> {
    var known: [String: EnrolmentRecord] = [:]
    let enrolled = try context.readable(
      EnrolmentRecord.self, "enrolmentsOf", ["study": RecordReference(own)])
    for enrolment in enrolled { known[enrolment.code] = enrolment }
    var refused: Set<String> = []
    let variables = ["study": RecordReference(study)]
    for enrolment in try readable(EnrolmentRecord.self, "enrolmentsOf", variables) {
      let code = enrolment.code
      if withdrawals.contains(code) {
        report.withdrawnCount += 1
        refused.insert(code)
        continue
      }
      do throws(RowReason) {
        try checkName(of: enrolment)
        try validator.enrol(enrolment)
        if let same = known[code], same.objectId == enrolment.objectId {
          try adopt(enrolment, into: same)
          continue
        }
      } catch {
        refuse(enrolment, error)
        refused.insert(code)
        continue
      }
      guard known[code] == nil else {
        report.refused.append(code)
        refused.insert(code)
        continue
      }
      try insert(enrolment, in: own)
      report.participantCount += 1
    }
    try context.save()
    return refused
  }

  /// Copies answers that the other store has for the same enrolment, and reports those that differ.
  ///
  /// The participant's trials are merged in any case; this store keeps its own answers.
  ///
  /// - Throws: An error with the column in which the two enrolments differ, such as the group,
  ///   which never changes.
  private mutating func adopt(
    _ enrolment: EnrolmentRecord, into own: EnrolmentRecord
  ) throws(RowReason) {
    // Two simulations with one seed may have given a participant different orders. The trials are
    // compared by the importer.
    if !own.isSimulated { try adoptLater(enrolment, into: own) }
    if own.differsInAnswers(from: enrolment) {
      refuse(enrolment, .differs(.participant, own.code, column: "answers"))
    }
  }

  /// Copies answers that the other store has; throws if the order or the group differs.
  private func adoptLater(
    _ enrolment: EnrolmentRecord, into own: EnrolmentRecord
  ) throws(RowReason) {
    guard own.order == enrolment.order else {
      throw .differs(.participant, own.code, column: "order")
    }
    guard own.group == enrolment.group else {
      throw .differs(.participant, own.code, column: "group")
    }
    own.adoptLater(enrolment)
  }

  /// Returns the study with the same name in this store, and creates it if necessary; `nil` if this
  /// store has another text of it.
  private func ownStudy(like study: StudyRecord) throws -> StudyRecord? {
    if let known = try context.study(named: study.name) {
      return known.hash == study.hash ? known : nil
    }
    guard try context.record(StudyRecord.self, objectId: study.objectId) == nil else {
      throw location(of: study).stop(.twice(.study, study.objectId))
    }
    let new = StudyRecord()
    new.name = study.name
    new.hash = study.hash
    new.text = study.text
    return try context.insert(new, objectId: study.objectId, dateCreated: study.dateCreated)
  }

  /// Adds an enrolment of the other store to this one.
  private func insert(
    _ enrolment: EnrolmentRecord, in study: StudyRecord
  ) throws {
    let id = enrolment.objectId
    guard try context.record(EnrolmentRecord.self, objectId: id) == nil else {
      throw location(of: enrolment).stop(.twice(.participant, id))
    }
    let new = EnrolmentRecord()
    new.code = enrolment.code
    new.order = enrolment.order
    new.group = enrolment.group
    new.assigned = enrolment.assigned
    new.dateConsented = enrolment.dateConsented
    new.consentHash = enrolment.consentHash
    new.answers = enrolment.answers
    try context.insert(new, objectId: id, dateCreated: enrolment.dateCreated)
    new.study = study
  }

  /// Returns the location of a record in the other store, for error messages.
  private func location<Owner: Record>(of record: Owner) -> LineLocation {
    LineLocation(path: file, number: record.row, table: Owner.entity)
  }

  /// Merges the trials of a study, except those of skipped participants.
  private mutating func importTrials(
    of study: StudyRecord, _ validator: inout StudyValidator, except refused: Set<String>,
    _ source: StoreSource
  ) throws {
    let trials = try StoredTrials(others, "roundsOfStudy", ["study": study.name])
    try importTrials(trials, source) { row throws(RowReason) in
      if refused.contains(row.session.participant) { return false }
      try row.checkEntry()
      try validator.validate(row)
      return true
    }
  }

  /// Merges the trials that belong to no study, or to one that the other store does not have,
  /// because they came from a file.
  private mutating func importOtherTrials(_ source: StoreSource) throws {
    let trials = try StoredTrials(others)
    let studyNames = studyNames
    let hasRefusedStudies = hasRefusedStudies
    try importTrials(trials, source) { row throws(RowReason) in
      if let study = row.values.study, hasRefusedStudies || studyNames.contains(study) {
        return false
      }
      try row.checkEntry()
      return true
    }
  }

  /// Returns the number of undamaged trials that ``importOtherTrials(_:)`` would merge.
  private func countOtherTrials() throws(RecordError) -> Int {
    let rounds = try RowReader<RoundRecord>(others, "allRounds")
    try rounds.begin()
    var count = 0
    while let reading = try rounds.next() {
      guard reading == .asWritten else { continue }
      let study = rounds.record.values.study
      if study.map({ !hasRefusedStudies && !studyNames.contains($0) }) ?? true { count += 1 }
    }
    return count
  }

  /// Merges the trials for which `isWanted` returns `true`.
  ///
  /// A trial for which it throws is added to the skipped ones with the error, and so is one that
  /// differs from this store's, with the later trials of its test.
  private mutating func importTrials(
    _ trials: StoredTrials, _ source: StoreSource,
    where isWanted: (TrialRow) throws(RowReason) -> Bool
  ) throws {
    var skipped = report.skippedRounds
    var entries = entries
    var differingTests = differingTests
    try run.forEachTrial(in: others, of: source, trials.next) { found in
      guard let report = found.report else {
        if !skipped.damaged.contains(found.number) { skipped.damaged.append(found.number) }
        return skipped.refuse(found.refusal)
      }
      let location = LineLocation(path: file, number: found.number, table: RoundRecord.entity)
      do throws(RowReason) {
        guard try isWanted(trials.row) else { return }
        try entries.validate(trials.row, report)
      } catch {
        skipped.damaged.append(found.number)
        return skipped.refuse(
          RefusedRow(table: RoundRecord.entity, number: found.number, reason: error))
      }
      if let test = trials.row.values.testId, differingTests.contains(test) {
        return skipped.differing.append(found.number)
      }
      do {
        try importer.add(trials.row, from: TrialLocation(trial: location))
      } catch let row as RefusedRow where row.reason.isDifference {
        // Both stores have continued the same test, or have ended it in different ways.
        skipped.differing.append(found.number)
        skipped.refuse(row)
        if let test = trials.row.values.testId { differingTests.insert(test) }
      }
    }
    report.skippedRounds = skipped
    self.entries = entries
    self.differingTests = differingTests
  }
}
