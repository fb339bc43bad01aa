package import Archive
import ChimpSystem
import Examiner
import Game
import Glibc
package import Records
package import Shell
import Studies

/// The operation of `export format=bids`: writes the trials as a dataset in the Brain Imaging Data
/// Structure.
///
///     let export = BIDSExport(source: source, folder: folder, played: played, options: options)
///
/// It has a folder for each participant and session, with a table for each test. The folder must
/// not exist, because it can't be replaced in one step as a file can.
package struct BIDSExport: StoreOperation {
  /// The result of the operation: the numbers of written rows and of skipped trials.
  ///
  ///     print(report.participantCount, "participants in", report.fileCount, "files")
  package struct Report: DamageReport {
    package let trialCount: Int
    package let skippedRounds: SkippedRounds
    package let fileCount: Int
    package let participantCount: Int
    package let simulated: SimulatedCounts
    /// The number of trials that the rules of studies exclude from analyses; the files contain them
    /// with a mark.
    package let excluded: RuleCounts
    /// The damaged rows of studies, enrolments and participants, which the files lack.
    package var unreadable: [RecordError] = []
    package var skippedDamagedRows: Bool { !skippedRounds.damaged.isEmpty || !unreadable.isEmpty }
  }

  package let source: StoreSource
  /// The folder to create.
  package let folder: NamedFile
  /// The numbers of the rounds in progress, which are skipped because their solution is secret.
  package let played: Set<Int>
  package let options: ExportOptions

  package init(
    source: StoreSource, folder: NamedFile, played: Set<Int>,
    options: ExportOptions = ExportOptions()
  ) {
    self.source = source
    self.folder = folder
    self.played = played
    self.options = options
  }

  package var targets: [NamedFile] { [folder] }

  /// Writes the folder, which appears under its name only when it is complete.
  ///
  /// - Throws: An error if it exists, or can't be written.
  package func perform(_ run: OperationRun) throws -> Report {
    try run.check(folder, of: source)
    guard access(folder.path, F_OK) != 0 else {
      throw Refusal.cannotWrite(folder.name, SystemError(number: EEXIST))
    }
    let marks = try TrialMarks(of: source, options, run)
    let participants = try run.reading(source) { context in
      try ParticipantTable(context, marks)
    }
    let plans = try run.reading(source) { context in
      try context.readableStudies().map(\.plan)
    }
    let writer = try BIDSWriter(folder, participants, marks, plans)
    var count = 0
    let skippedRounds = try run.forEachTrial(of: source, except: played) { row in
      try writer.write(&row)
      count += 1
    }
    try writer.publish()
    return Report(
      trialCount: count, skippedRounds: skippedRounds, fileCount: writer.fileCount,
      participantCount: writer.participantCount, simulated: writer.marks.simulated,
      excluded: writer.marks.counts,
      unreadable: participants.unreadable(besides: marks))
  }
}

/// Writes trials to a dataset folder, which appears under its name at the end.
private final class BIDSWriter {
  /// The number of buffered bytes at which all buffers are written to their files.
  ///
  /// Trials of many tables come in turn, and the process may not keep so many files open.
  private static var pieceSize: Int { 1 << 20 }

  private let draft: FolderDraft
  private let table = BIDSTable()
  /// The bytes to append to each file, by its name in the folder.
  private var pieces: [String: [UInt8]] = [:]
  private var size = 0
  /// The dataset labels of the participants, by participant code.
  private var labels: [String: String] = [:]
  /// The rows of the table `participants.tsv`.
  private var people: [(label: String, code: String, order: Int?, simulated: Int)] = []
  /// The sessions of each participant, by label and number, with the time of the first trial.
  private var sessions: [String: [Int: String]] = [:]
  private(set) var marks: TrialMarks
  /// The names of all studies, from which the name of the dataset is made.
  private var studies: Set<String> = []
  private let participants: ParticipantTable
  /// The studies of the store, whose pages are the instructions.
  private let plans: [StudyPlan]
  /// The texts of studies in each table, with the table's test, by the beginning of its name.
  private var tables: [String: (test: String?, texts: Set<StudyText>)] = [:]
  var fileCount: Int { draft.fileCount }
  var participantCount: Int { people.count }

  /// Creates the folder under a temporary name.
  init(
    _ target: NamedFile, _ participants: ParticipantTable, _ marks: TrialMarks,
    _ plans: [StudyPlan]
  ) throws {
    self.plans = plans
    self.participants = participants
    self.marks = marks
    draft = try FolderDraft(target)
  }

  /// Appends a trial to the table of its participant, session and test.
  func write(_ row: inout TrialRow) throws {
    marks.mark(&row)
    if let study = row.values.study { studies.insert(study) }
    let number = row.values.sessionNumber ?? 1
    let session = Self.label(ofSession: number)
    let name = row.values.test?.filter { $0.isLetter || $0.isNumber } ?? "free"
    let label = label(of: row)
    let instant = row.values.onsetDate
    sessions[label, default: [:]][number, default: instant] = min(
      instant, sessions[label]?[number] ?? instant)
    let folder = "\(label)/\(session)/beh"
    let stem = "\(folder)/\(label)_\(session)_task-\(name)_beh"
    if pieces[stem + ".tsv"] == nil, !draft.has(stem + ".tsv") {
      for name in [label, "\(label)/\(session)", folder] { try draft.makeFolder(name) }
      pieces[stem + ".tsv"] = table.header
      tables[stem] = (row.values.test, [])
    }
    if let text = StudyText(of: row.values) { tables[stem]?.texts.insert(text) }
    let before = pieces[stem + ".tsv"]?.count ?? 0
    table.append(&row, to: &pieces[stem + ".tsv", default: []])
    size += (pieces[stem + ".tsv"]?.count ?? 0) - before
    if size > Self.pieceSize { try flush() }
  }

  /// Writes the description of the dataset, and gives the folder its final name.
  func publish() throws {
    pieces["dataset_description.json"] = BIDSTable.description(
      studies.isEmpty ? "chimp" : studies.sorted().joined(separator: ", "))
    pieces["README"] = Array(BIDSTable.readme.utf8)
    for (stem, (test, texts)) in tables {
      let sidecar = table.sidecar(of: test, instructions(for: test, in: texts))
      pieces[stem + ".json"] = sidecar
      size += sidecar.count
      if size > Self.pieceSize { try flush() }
    }
    let columns = participants.shownColumns
    let lines = people.map { label, code, order, simulated in
      let cells = [
        label, BIDSTable.cell(code), order.map { "\($0)" } ?? "n/a", "\(simulated)",
      ]
      return (cells + participants.shownCells(of: code)).joined(separator: "\t")
    }
    let names = ["participant_id", "code", "study_order", "simulated"] + columns.map(\.name)
    let table = [names.joined(separator: "\t")] + lines
    // NB: a table without participants is not valid.
    if !lines.isEmpty {
      pieces["participants.json"] = BIDSTable.participants(columns)
      pieces["participants.tsv"] = Array((table.joined(separator: "\n") + "\n").utf8)
    }
    addSessionTables()
    try flush()
    try draft.publish()
  }

  /// Returns the pages of some studies that were read before or between the trials of a test; empty
  /// for none.
  private func instructions(for test: String?, in texts: Set<StudyText>) -> String {
    let own = plans.filter { texts.contains(StudyText(study: $0.name, hash: $0.hash)) }
    return own.flatMap { $0.instructions(for: test) }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Adds a table of sessions for each participant who has answered questions.
  ///
  /// Does nothing for other participants.
  private func addSessionTables() {
    let columns = participants.answerColumns
    guard !columns.isEmpty else { return }
    let names = ["session_id", "acq_time", "simulated"] + columns.map(\.name)
    let header = names.joined(separator: "\t")
    for (label, code, _, simulated) in people {
      let lines = (sessions[label] ?? [:]).sorted { $0.key < $1.key }.map { number, instant in
        let answers = participants.answers(of: code, inSession: number)
        return ([Self.label(ofSession: number), instant, "\(simulated)"] + answers)
          .joined(separator: "\t")
      }
      let stem = "\(label)/\(label)_sessions"
      let table = ([header] + lines).joined(separator: "\n") + "\n"
      pieces[stem + ".tsv"] = Array(table.utf8)
      pieces[stem + ".json"] = BIDSTable.sessions(columns)
    }
  }

  private static func label(ofSession number: Int) -> String {
    "ses-" + (number < 10 ? "0" : "") + "\(number)"
  }

  /// Returns the label of a trial's participant, who is added to the table if necessary.
  private func label(of row: borrowing TrialRow) -> String {
    let code = row.session.participant
    if let label = labels[code] { return label }
    let label = "sub-" + BIDSLabel(code).text
    labels[code] = label
    people.append((label, code, row.values.studyOrder, row.simulated ?? 0))
    return label
  }

  /// Appends the buffered bytes to their files.
  private func flush() throws {
    for (name, bytes) in pieces.sorted(by: { $0.key < $1.key }) where !bytes.isEmpty {
      try draft.append(bytes, to: name)
    }
    pieces = [:]
    size = 0
  }
}

/// The format of a BIDS table, and of the JSON file that describes its columns.
struct BIDSTable {
  /// The columns that are not written, because they have no values or are in the file name.
  private static var skippedNames: Set<String> {
    ["format", "moves", "participant_id", "participant", "participant_created", "export_id"]
  }

  private let trial = TrialRow.columns.filter { !Self.skippedNames.contains($0.name) }
  private let press = PressRow.columns[4...].filter { !Self.skippedNames.contains($0.name) }

  /// The header line with the column names.
  var header: [UInt8] {
    let names = trial.map(\.name) + press.map { "press_" + $0.name }
    return Array((names.joined(separator: "\t") + "\n").utf8)
  }

  /// Appends a line for each press of a trial, or one line without presses.
  func append(_ row: inout TrialRow, to bytes: inout [UInt8]) {
    let cells = Self.cells(of: &row, trial)
    var lines = row.presses.indices.map { cells + Self.cells(of: &row.presses[$0], press) }
    if lines.isEmpty { lines = [cells + press.map { _ in "n/a" }] }
    for line in lines { bytes += "\(line.joined(separator: "\t"))\n".utf8 }
  }

  /// Returns the cells of a row, in the order of the columns.
  private static func cells<Row>(of row: inout Row, _ columns: [TableColumn<Row>]) -> [String] {
    columns.map { cell($0.read(&row), in: $0.unit) }
  }

  /// Returns the cell of a value: times in seconds, and `n/a` for a missing value.
  private static func cell(_ value: StoredValue, in unit: ColumnUnit?) -> String {
    switch value {
    case .integer(let number):
      switch unit {
      case .milliseconds: (Double(number) / 1000).decimal(3)
      case nil: "\(number)"
      }
    case .text(let text) where !text.isEmpty: Self.cell(text)
    default: "n/a"
    }
  }

  /// Returns a text as a cell, which no reader takes for a missing value and no spreadsheet for a
  /// formula: as in CSV, a `'` marks it.
  static func cell(_ text: String) -> String {
    let needsMark =
      text.lowercased() == "n/a" || text.unicodeScalars.first.map(CellText.beginsFormula) == true
    return (needsMark ? "'" : "") + shown(text)
  }

  /// Returns a text without characters that would end the cell or the line.
  static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isHidden ? " " : $0 }))
  }

  /// Returns the JSON file that describes the task and the columns of a test's table.
  func sidecar(of test: String?, _ instructions: String) -> [UInt8] {
    Self.json(
      [
        ("TaskName", Self.json(test ?? "free")),
        ("TaskDescription", Self.json(Self.task(test.flatMap(TestPreset.named)))),
      ]
        + (instructions.isEmpty ? [] : [("Instructions", Self.json(instructions))])
        + trial.map { Self.facts(of: $0.description) }
        + press.map { Self.facts(of: $0.description, prefix: "press_") })
  }

  /// Returns what is done in a test, or without one.
  private static func task(_ test: TestPreset?) -> String {
    let end = ", and their cells are pressed in ascending order of the numerals."
    guard let test, !test.isPlain else {
      return "Numerals on a board are masked" + end + " The columns have the rule of each trial."
    }
    let mask =
      if test.course.hasHolds {
        "after a time that depends on the earlier trials"
      } else if let hold = test.plan.rule.hold {
        "after \(hold) ms"
      } else { "when the lowest one is pressed" }
    let numerals =
      test.course.hasLevels ? "Numerals, as many as the earlier trials allow," : "Numerals"
    return "\(numerals) on a board are masked \(mask)" + end
  }

  /// Returns the JSON description of a column.
  private static func facts(
    of column: ColumnDescription, prefix: String = ""
  ) -> (String, String) {
    var facts = [("Description", json(column.meaning))]
    switch column.unit {
    case .milliseconds: facts.append(("Units", json("s")))
    case nil: break
    }
    if !column.levels.isEmpty {
      facts.append(("Levels", object(column.levels.map { (cell($0.key), json($0.value)) })))
    }
    return (prefix + column.name, object(facts))
  }

  /// Returns the file `dataset_description.json`.
  static func description(_ name: String) -> [UInt8] {
    let program = [("Name", json("chimp")), ("Description", json(ProgramVersion.current))]
    return json([
      ("Name", json(name)), ("BIDSVersion", json("1.9.0")), ("DatasetType", json("raw")),
      ("GeneratedBy", "[\(object(program))]"),
    ])
  }

  /// Returns the JSON file that describes the columns of `participants.tsv`.
  static func participants(_ others: [ColumnDescription]) -> [UInt8] {
    let columns: KeyValuePairs = [
      "participant_id": "identifier of the participant in this dataset",
      "code": "code of the participant; names are never asked",
      "study_order": "number of the participant's order of conditions",
    ]
    return json(
      columns.map { ($0, object([("Description", json($1))])) }
        + [("simulated", object(simulated))] + others.map { facts(of: $0) })
  }

  /// The JSON description of the column `simulated`.
  private static var simulated: [(String, String)] {
    let levels = TrialRow.simulatedLevels.map { ($0.key, json($0.value)) }
    return [("Description", json(TrialRow.simulatedMeaning)), ("Levels", object(levels))]
  }

  /// Returns the JSON file that describes the columns of a table of sessions.
  static func sessions(_ answers: [ColumnDescription]) -> [UInt8] {
    let columns: KeyValuePairs = [
      "session_id": "identifier of the session, and the name of its folder",
      "acq_time": "onset of the first trial of the session (UTC)",
    ]
    return json(
      columns.map { ($0, object([("Description", json($1))])) }
        + [("simulated", object(simulated))] + answers.map { facts(of: $0) })
  }

  /// The text of the file `README`, which BIDS requires.
  static var readme: String {
    """
    Trials of the chimpanzee memory test. Each table of beh has a line for each press, with what is
    known of its trial; what the columns say is in the file beside it. Times are in seconds. A text
    that is n/a, or begins with =, +, -, @ or ', has a ' before it.

    """
  }

  /// Returns a JSON object as a line; the values must be JSON texts.
  private static func json(_ members: [(String, String)]) -> [UInt8] {
    Array((object(members) + "\n").utf8)
  }

  /// Returns a JSON object; the values must be JSON texts.
  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { json($0.0) + ": " + $0.1 }.joined(separator: ", ") + "}"
  }

  /// Returns a text as a JSON string.
  private static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONValue.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
