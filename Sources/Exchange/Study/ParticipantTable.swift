import Archive
import ChimpSystem
import Game
import Records
import Shell
import Studies

/// The table of the participants of a store's studies: orders, groups, consent and answers.
struct ParticipantTable {
  struct Row {
    let code: String
    /// The values in the order of the columns; `nil` for a missing value.
    var cells: [String?]
    /// The answers, also those after trials, which have no column here.
    var answers = StudyAnswers()
  }

  private(set) var columns: [ColumnDescription] = []
  /// The number of columns before those of the questions.
  private var firstCount = 0
  /// The sessions of the columns that have answers after a block, by the indexes of the columns.
  private var columnSessions: [Int: Int] = [:]
  /// The columns of the file with the presses and their trials.
  private var longColumns: [LongColumn] = []
  private(set) var rows: [Row] = []
  /// The damaged studies and enrolments, which the table lacks.
  private(set) var unreadable: [RecordError] = []

  private typealias StudyPeople = (plan: StudyPlan, enrolments: [EnrolmentRecord])

  /// Reads all valid studies and their valid participants.
  init(_ context: RecordContext, _ marks: TrialMarks = TrialMarks()) throws(RecordError) {
    var studies: [StudyPeople] = []
    for (study, plan) in try context.readableStudies() {
      studies.append((plan, try context.enrolments(in: study, of: plan)))
    }
    unreadable = context.consumeOmissions().filter(\.isOfPeople)
    columns = Self.firstColumns(groups: studies.flatMap(\.plan.groups))
    guard studies.contains(where: { !$0.enrolments.isEmpty }) else { return }
    if studies.contains(where: { $0.enrolments.contains { $0.assigned != nil } }) {
      columns.append(Self.assignedColumn)
    }
    if !marks.practices.isEmpty { columns.append(Self.practiceColumn) }
    if marks.practices.canStop { columns.append(Self.stopColumn) }
    longColumns = columns.indices.filter { columns[$0].name == "group" }.map {
      LongColumn(columns[$0], name: columns[$0].name, .column($0))
    }
    firstCount = columns.count
    let names = addColumnsOfQuestions(in: studies)
    for (index, study) in studies.enumerated() {
      // People come first, as in the files of trials.
      let people = study.enrolments.filter { !$0.isSimulated }
      for enrolment in people + study.enrolments.filter(\.isSimulated) {
        let excluded = marks.rules(for: enrolment.code, in: study.plan.name)
        rows.append(
          row(
            of: enrolment, in: study.plan, names[index], excluded: excluded, marks.practices))
      }
    }
  }

  /// Appends the columns of all questions; returns the names of each study's columns, by question.
  private mutating func addColumnsOfQuestions(in studies: [StudyPeople]) -> [[String: String]] {
    var names: [[String: String]] = []
    for (plan, enrolments) in studies {
      let others = studies.filter { $0.plan.name != plan.name }.flatMap(\.plan.questions)
      var own: [String: String] = [:]
      for question in plan.questions {
        // Two studies may ask different things under one name.
        let isShared =
          others.contains { $0.name == question.name }
          || columns.contains { $0.name == question.name }
        let name = isShared ? "\(plan.name)_\(question.name)" : question.name
        own[question.name] = name
        addColumns(
          of: question, in: plan, named: name, Self.lastBlock(of: question, plan, enrolments))
      }
      names.append(own)
    }
    return names
  }

  /// Appends the column of a question, or one for each block if it is asked after blocks.
  ///
  /// A question after trials has a column only in the file of presses with their trials.
  private mutating func addColumns(
    of question: StudyQuestion, in plan: StudyPlan, named name: String, _ lastBlock: Int
  ) {
    func addLong(_ moment: String?, _ source: LongColumn.Source) {
      let column = Self.column(of: question, named: name, moment)
      longColumns.append(LongColumn(column, name: name, source))
    }
    switch question.moment {
    case .start, .end:
      addLong(nil, .column(columns.count))
      columns.append(Self.column(of: question, named: name, nil))
    case .block:
      addLong("after the trial's block", .blocks(first: columns.count, count: lastBlock))
      for block in 1..<lastBlock + 1 {
        let column = Self.name(name, block)
        columnSessions[columns.count] = plan.session(ofBlock: block)
        columns.append(Self.column(of: question, named: column, "after block \(block)"))
      }
    case .trial:
      addLong("after the trial", .trials(study: plan.name, question: question.name))
    }
  }

  /// Returns the last block with an answer of any participant; 0 without one.
  private static func lastBlock(
    of question: StudyQuestion, _ plan: StudyPlan, _ enrolments: [EnrolmentRecord]
  ) -> Int {
    guard question.moment == .block else { return 0 }
    let answered = Set(enrolments.flatMap(\.studyAnswers.names))
    return plan.blockNumbers.last { answered.contains(question.answerName(block: $0)) } ?? 0
  }

  /// Returns the name of the column of a question after a block; no question has a `_` in its name.
  private static func name(_ name: String, _ block: Int) -> String { "\(name)_block\(block)" }

  var isEmpty: Bool { rows.isEmpty }

  /// Returns the damaged rows of the table and of the marks, each once.
  func unreadable(besides marks: TrialMarks) -> [RecordError] {
    unreadable + marks.unreadable.filter { !unreadable.contains($0) }
  }

  /// Returns the columns that all studies have.
  private static func firstColumns(groups: [String]) -> [ColumnDescription] {
    var known: [String] = []
    for group in groups where !known.contains(group) { known.append(group) }
    return [
      column("study", "name of the participant's study"),
      column("group", "group of the participant in the study", words: known),
      column("order", "number of the participant's order of conditions", .integer),
      column("consented", "date of the participant's consent, in ISO 8601 (UTC)"),
      column("consent_hash", "hash of the text of the consent page"),
      column("simulated", TrialRow.simulatedMeaning, .integer),
      column(
        "excluded", "rules of the study file that exclude the participant; none if no rule does"),
    ]
  }

  /// Returns a column whose values may be missing.
  private static func column(
    _ name: String, _ meaning: String, _ kind: ColumnStorage.Kind = .text, words: [String] = [],
    levels: [(key: String, value: String)] = []
  ) -> ColumnDescription {
    ColumnDescription(
      name, ColumnStorage(kind, isOptional: true), meaning,
      levels: words.map { (key: $0, value: $0) } + levels)
  }

  /// Returns the column of a question, with the moment at which it is asked again and again.
  private static func column(
    of question: StudyQuestion, named name: String, _ moment: String?
  ) -> ColumnDescription {
    let meaning = question.text(in: .english) + (moment.map { " (\($0))" } ?? "")
    return switch question.kind {
    case .integer: column(name, meaning, .integer)
    case .decimal: column(name, meaning, .real)
    case .scale(let range):
      column(
        name,
        meaning + ": "
          + zip([range.lowerBound, range.upperBound], question.labels(in: .english))
          .map { "\($0) = \($1)" }.joined(separator: ", "), .integer)
    case .choice(let choices): column(name, meaning, words: choices)
    case .text: column(name, meaning)
    }
  }

  /// The column that an order or a group adds which the program did not choose.
  private static var assignedColumn: ColumnDescription {
    column(
      "assigned",
      "what was given by hand or from a list of \"study split\" when the participant was enrolled; "
        + "none if the program chose all",
      levels: [
        (key: "order", value: "the order by hand"), (key: "group", value: "the group by hand"),
        (key: "both", value: "the order and the group by hand"),
        (key: "list-order", value: "the order from a list"),
        (key: "list-group", value: "the group from a list"),
        (key: "list-both", value: "the order and the group from a list"),
      ])
  }

  /// The column that a study with a criterion of practice adds.
  private static var practiceColumn: ColumnDescription {
    column(
      "practice_failed",
      "number of finished blocks of practice without the passes that end it (until=); none if no "
        + "such practice is finished", .integer)
  }

  /// The column that a study whose failed practice ends it adds.
  private static var stopColumn: ColumnDescription {
    column(
      "practice_stopped",
      "1 if failed practice ended the study for the participant (fail=stop), 0 if not; none if "
        + "the study has no such practice", .integer)
  }

  /// Returns the row of a participant; a question that was skipped has no value.
  private func row(
    of enrolment: EnrolmentRecord, in plan: StudyPlan, _ names: [String: String],
    excluded: String?, _ practices: PracticeOutcomes
  ) -> Row {
    let answers = enrolment.studyAnswers
    var values: [String: String] = [
      "study": plan.name, "order": "\(enrolment.order)",
    ]
    values["group"] = enrolment.group
    values[Self.assignedColumn.name] = enrolment.assigned
    values["consented"] = enrolment.dateConsented.map { InstantText(milliseconds: $0).description }
    values["consent_hash"] = enrolment.consentHash
    let isSimulated = ParticipantCode.isSimulated(enrolment.code)
    values["simulated"] = isSimulated ? "1" : "0"
    values["excluded"] = excluded
    let failed = practices.failedCount(of: enrolment.code, in: plan.name)
    values[Self.practiceColumn.name] = failed.map { "\($0)" }
    let hasStopped = practices.hasStopped(enrolment.code, in: plan.name)
    values[Self.stopColumn.name] = hasStopped.map { $0 ? "1" : "0" }
    for question in plan.questions {
      guard let name = names[question.name] else { continue }
      if !question.isRepeated { values[name] = answers[question.name] }
      for block in question.moment == .block ? Array(plan.blockNumbers) : [] {
        values[Self.name(name, block)] = answers[question.answerName(block: block)]
      }
    }
    values = values.filter { !$0.value.isEmpty }
    return Row(code: enrolment.code, cells: columns.map { values[$0.name] }, answers: answers)
  }
}

extension ParticipantTable {
  /// The names of the columns that are no answers.
  static var ownNames: Set<String> {
    let own = firstColumns(groups: []) + [assignedColumn, practiceColumn, stopColumn, exportId]
    return Set(["table", "format", "participant"] + own.map(\.name))
  }

  /// The column names in a file; the first is `participant`.
  private var names: [String] { ["participant"] + columns.map(\.name) + [Self.exportId.name] }
  /// The column with the mark that all files of an export have.
  private static var exportId: ColumnDescription { column("export_id", TrialRow.exportIdMeaning) }

  /// Returns the table as the contents of a file, with the placeholder of the export's mark.
  func text(_ format: ExchangeFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    if format == .csv { CSVText.append(headerOf: names, to: &bytes) }
    for row in rows {
      let mark = format == .csv ? ExportMark.placeholder : nil
      let values = [row.code as String?] + row.cells + [mark]
      switch format {
      case .csv:
        CSVText.append(cells: values, isNumber: areNumbers, to: &bytes)
      case .jsonl: appendObject(values, to: &bytes)
      }
    }
    return bytes
  }

  /// Whether the values of each column are numbers.
  private var areNumbers: [Bool] { [false] + columns.map(\.isNumber) + [false] }

  /// Appends a row as a JSON object.
  private func appendObject(_ values: [String?], to bytes: inout [UInt8]) {
    bytes += "{\"table\": \"participants\"".utf8
    for (index, name) in names.enumerated() {
      bytes += ", ".utf8
      JSONValue.append(name, to: &bytes)
      bytes += ": ".utf8
      guard let value = values[index] else {
        bytes += "null".utf8
        continue
      }
      if areNumbers[index] { bytes += value.utf8 } else { JSONValue.append(value, to: &bytes) }
    }
    bytes += "}\n".utf8
  }

  /// All columns of the file, in their order.
  var describedColumns: [ColumnDescription] {
    [ColumnDescription("participant", String.storage, "code of the participant")] + columns
      + [Self.exportId]
  }

  /// The section of the data dictionary about this table.
  var dictionary: [String] {
    DataDictionary.table(
      "Participants", describedColumns,
      note: "The file whose name has \"-participants\" has those who are enrolled; an import does "
        + "not read it.")
  }
}

extension ParticipantTable {
  /// The names of the columns that the file with the presses and their trials has, too: the group
  /// and the questions.
  ///
  /// A question with the name of a column of that file gets a prefix.
  var longNames: [String] {
    let others = Set(TrialRow.columns.map(\.name) + PressRow.columns.map { "press_" + $0.name })
    return longColumns.map { column in
      let name = column.name
      return others.contains(name) || name == "press_id" ? "answer_" + name : name
    }
  }

  /// The columns of `longNames` under their names in that file.
  var longDescriptions: [(name: String, column: ColumnDescription)] {
    zip(longNames, longColumns).map { ($0, $1.description) }
  }

  /// The names of the studies that have participants, each once.
  var studyNames: [String] {
    rows.reduce(into: []) { names, row in
      guard let name = row.cells[0], !names.contains(name) else { return }
      names.append(name)
    }
  }

  /// Appends the group and the answers of a participant in a study as cells of a CSV line; empty
  /// ones outside of the study.
  ///
  /// Of a question after each block or trial, the answer after the given one is meant.
  func appendLongCells(
    of code: String, in study: String?, block: Int?, trial: String, to bytes: inout [UInt8]
  ) {
    let own = study.flatMap { study in
      rows.first { $0.code == code && $0.cells.first == study }
    }
    CSVText.append(
      cellsOf: longColumns.map { column in
        own.flatMap { column.value(of: $0, block: block, trial: trial) }
      },
      isNumber: longColumns.map(\.description.isNumber), to: &bytes)
  }

  /// `true` if the file with the presses and their trials has answers after trials.
  var hasAnswersAfterTrials: Bool {
    longColumns.contains { column in
      if case .trials = column.source { true } else { false }
    }
  }

  /// The columns with values, except those that a BIDS dataset derives from the trials.
  var shownColumns: [ColumnDescription] { shownIndexes.map { columns[$0] } }

  /// Returns the values of a participant in `shownColumns`, from the participant's first study.
  func shownCells(of code: String) -> [String] { cells(of: code, in: shownIndexes) }

  /// The columns of questions with at least one answer.
  var answerColumns: [ColumnDescription] { answerIndexes.map { columns[$0] } }

  /// Returns the values of a participant in `answerColumns`, from the participant's first study.
  ///
  /// Answers after the blocks of other sessions are missing values.
  func answers(of code: String, inSession session: Int) -> [String] {
    zip(answerIndexes, cells(of: code, in: answerIndexes)).map { index, cell in
      columnSessions[index].map { $0 == session } ?? true ? cell : "n/a"
    }
  }

  private var answerIndexes: [Int] {
    shownIndexes.filter { $0 >= firstCount }
  }

  private func cells(of code: String, in indexes: [Int]) -> [String] {
    let own = rows.first { $0.code == code }
    return indexes.map { index in
      let text = own?.cells[index] ?? ""
      guard !text.isEmpty else { return "n/a" }
      // A negative number is no formula.
      return columns[index].isNumber ? text : BIDSTable.cell(text)
    }
  }

  /// The indexes of the columns with values, except the study and the order, which BIDS files have
  /// elsewhere.
  private var shownIndexes: [Int] {
    columns.indices.filter { index in
      !["study", "order", "simulated"].contains(columns[index].name)
        && rows.contains { $0.cells[index] != nil }
    }
  }
}

/// A column of the file with the presses and their trials: the group, or the answers to a question.
private struct LongColumn {
  /// The source of the values: one column of the table, one for each block, or answers that the
  /// table does not show.
  enum Source {
    case column(Int)
    case blocks(first: Int, count: Int)
    case trials(study: String, question: String)
  }

  let description: ColumnDescription
  let name: String
  let source: Source

  init(_ description: ColumnDescription, name: String, _ source: Source) {
    self.description = description
    self.name = name
    self.source = source
  }

  /// Returns the value of a participant for a trial of a block; `nil` without one.
  func value(of row: ParticipantTable.Row, block: Int?, trial: String) -> String? {
    switch source {
    case .column(let index): return row.cells[index]
    case .blocks(let first, let count):
      guard let block, 1..<count + 1 ~= block else { return nil }
      return row.cells[first + block - 1]
    case .trials(let study, let question):
      guard row.cells.first == study else { return nil }
      let answer = row.answers[StudyQuestion.answerName(question, after: trial)]
      return answer?.isEmpty == true ? nil : answer
    }
  }
}
