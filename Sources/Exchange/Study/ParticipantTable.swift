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
  }

  private(set) var columns: [ColumnDescription] = []
  /// The number of columns before those of the questions.
  private var firstCount = 0
  private(set) var rows: [Row] = []
  /// The damaged studies and enrolments, which the table lacks.
  private(set) var unreadable: [RecordError] = []

  /// Reads all valid studies and their valid participants.
  init(_ context: RecordContext, _ marks: TrialMarks = TrialMarks()) throws(RecordError) {
    var studies: [(plan: StudyPlan, enrolments: [EnrolmentRecord])] = []
    for (study, plan) in try context.readableStudies() {
      studies.append((plan, try context.enrolments(in: study, of: plan)))
    }
    unreadable = context.consumeOmissions().filter(\.isOfPeople)
    guard studies.contains(where: { !$0.enrolments.isEmpty }) else { return }
    columns = Self.firstColumns(groups: studies.flatMap(\.plan.groups))
    if !marks.practices.isEmpty { columns.append(Self.practiceColumn) }
    firstCount = columns.count
    var names: [[String: String]] = []
    for (plan, _) in studies {
      let others = studies.filter { $0.plan.name != plan.name }.flatMap(\.plan.questions)
      var own: [String: String] = [:]
      for question in plan.questions {
        // Two studies may ask different things under one name.
        let isShared =
          others.contains { $0.name == question.name }
          || columns.contains { $0.name == question.name }
        let name = isShared ? "\(plan.name)_\(question.name)" : question.name
        own[question.name] = name
        columns.append(Self.column(of: question, named: name))
      }
      names.append(own)
    }
    for (index, study) in studies.enumerated() {
      // People come first, as in the files of trials.
      let people = study.enrolments.filter { !$0.isSimulated }
      for enrolment in people + study.enrolments.filter(\.isSimulated) {
        let excluded = marks.rules(for: enrolment.code, in: study.plan.name)
        let failed = marks.practices.failedCount(of: enrolment.code, in: study.plan.name)
        rows.append(
          row(
            of: enrolment, in: study.plan, names[index], excluded: excluded, failed: failed))
      }
    }
  }

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
    _ name: String, _ meaning: String, _ kind: ColumnStorage.Kind = .text, words: [String] = []
  ) -> ColumnDescription {
    ColumnDescription(
      name, ColumnStorage(kind, isOptional: true), meaning,
      levels: words.map { (key: $0, value: $0) })
  }

  /// Returns the column of a question.
  private static func column(
    of question: StudyQuestion, named name: String
  ) -> ColumnDescription {
    let meaning = question.text(in: .english)
    return switch question.kind {
    case .integer: column(name, meaning, .integer)
    case .choice(let choices): column(name, meaning, words: choices)
    case .text: column(name, meaning)
    }
  }

  /// The column that a study with a criterion of practice adds.
  private static var practiceColumn: ColumnDescription {
    column(
      "practice_failed",
      "number of finished blocks of practice without the passes in a row that end it; none if no "
        + "such practice is finished", .integer)
  }

  /// Returns the row of a participant; a question that was skipped has no value.
  private func row(
    of enrolment: EnrolmentRecord, in plan: StudyPlan, _ names: [String: String],
    excluded: String?, failed: Int?
  ) -> Row {
    let answers = enrolment.studyAnswers
    var values: [String: String] = [
      "study": plan.name, "order": "\(enrolment.order)",
    ]
    values["group"] = enrolment.group
    values["consented"] = enrolment.dateConsented.map { InstantText(milliseconds: $0).description }
    values["consent_hash"] = enrolment.consentHash
    let isSimulated = ParticipantCode.isSimulated(enrolment.code)
    values["simulated"] = isSimulated ? "1" : "0"
    values["excluded"] = excluded
    values[Self.practiceColumn.name] = failed.map { "\($0)" }
    for question in plan.questions {
      guard let name = names[question.name], let answer = answers[question.name] else { continue }
      values[name] = answer.isEmpty ? nil : answer
    }
    return Row(code: enrolment.code, cells: columns.map { values[$0.name] })
  }
}

extension ParticipantTable {
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

  /// The section of the data dictionary about this table.
  var dictionary: [String] {
    let participant = ColumnDescription(
      "participant", String.storage, "code of the participant")
    return DataDictionary.table(
      "Participants", [participant] + columns + [Self.exportId],
      note: "The file whose name has \"-participants\" has those who are enrolled; an import does "
        + "not read it.")
  }
}

extension ParticipantTable {
  /// The indexes of the columns that the file with the presses and their trials has, too: the group
  /// and the questions.
  private var longIndexes: [Int] {
    columns.indices.filter { columns[$0].name == "group" || $0 >= firstCount }
  }

  /// The names of the columns that the file with the presses and their trials has, too.
  ///
  /// A question with the name of a column of that file gets a prefix.
  var longNames: [String] {
    let others = Set(TrialRow.columns.map(\.name) + PressRow.columns.map { "press_" + $0.name })
    return longIndexes.map { index in
      let name = columns[index].name
      return others.contains(name) || name == "press_id" ? "answer_" + name : name
    }
  }

  /// Appends the group and the answers of a participant in a study as cells of a CSV line; empty
  /// ones outside of the study.
  func appendLongCells(of code: String, in study: String?, to bytes: inout [UInt8]) {
    let indexes = longIndexes
    let own = study.flatMap { study in
      rows.first { $0.code == code && $0.cells.first == study }
    }
    CSVText.append(
      cellsOf: indexes.map { own?.cells[$0] }, isNumber: indexes.map { columns[$0].isNumber },
      to: &bytes)
  }

  /// The columns with values, except those that a BIDS dataset derives from the trials.
  var shownColumns: [ColumnDescription] { shownIndexes.map { columns[$0] } }

  /// Returns the values of a participant in `shownColumns`, from the participant's first study.
  func shownCells(of code: String) -> [String] { cells(of: code, in: shownIndexes) }

  /// The columns of questions with at least one answer.
  var answerColumns: [ColumnDescription] { answerIndexes.map { columns[$0] } }

  /// Returns the values of a participant in `answerColumns`, from the participant's first study.
  func answers(of code: String) -> [String] { cells(of: code, in: answerIndexes) }

  private var answerIndexes: [Int] {
    shownIndexes.filter { $0 >= firstCount }
  }

  private func cells(of code: String, in indexes: [Int]) -> [String] {
    let own = rows.first { $0.code == code }
    return indexes.map { index in
      let text = own?.cells[index] ?? ""
      return text.isEmpty ? "n/a" : BIDSTable.cell(text)
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
