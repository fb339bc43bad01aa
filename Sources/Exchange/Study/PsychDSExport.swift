package import Archive
import ChimpSystem
import Glibc
import Records
package import Shell

/// The operation of `export format=psych-ds`: writes the files of an export to CSV as a dataset of
/// Psych-DS.
///
///     let dataset = PsychDSExport(tables: export)
///
/// The dataset is a folder with a description of all columns in JSON-LD. The folder must not exist,
/// because it can't be replaced in one step as a file can.
package struct PsychDSExport: StoreOperation {
  /// The export that writes the tables; its file is the folder.
  private let tables: Export

  package init(tables: Export) { self.tables = tables }

  package var source: StoreSource { tables.source }
  package var targets: [NamedFile] { [tables.file] }

  /// Writes the folder, which appears under its name only when it is complete.
  ///
  /// - Throws: An error if it exists, or can't be written.
  package func perform(_ run: OperationRun) throws -> Export.Report {
    let folder = tables.file
    try run.check(folder, of: source)
    guard access(folder.path, F_OK) != 0 else {
      throw Refusal.cannotWrite(folder.name, SystemError(number: EEXIST))
    }
    let draft = try FolderDraft(folder)
    for name in ["data", "documentation"] { try draft.makeFolder(name) }
    let files = ExchangeFiles(inDataset: draft.draft)
    for file in files.all + [files.participants] { draft.adopt(file.name) }
    let (report, participants) = try tables.write(files, run)
    let description = PsychDSDescription(participants)
    try draft.write(Array((description.json.line + "\n").utf8), to: "dataset_description.json")
    try draft.write(Array(PsychDSDescription.readme.utf8), to: "README.md")
    try draft.publish()
    return report
  }
}

/// The file `dataset_description.json` of a Psych-DS dataset: what the dataset and its columns are.
///
///     print(PsychDSDescription(participants).json.line)
struct PsychDSDescription {
  let json: JSONValue

  /// Creates the description of a dataset with these participants.
  init(_ participants: ParticipantTable) {
    let studies = participants.studyNames
    let title = "Chimpanzee memory test" + (studies.isEmpty ? "" : ": ")
    json = [
      "@context": "https://schema.org/",
      "@type": "Dataset",
      "schemaVersion": "Psych-DS 0.4.0",
      "name": .text(title + studies.joined(separator: ", ")),
      "description": .text(Self.contents),
      "citation": .text(ProgramVersion.citation),
      "keywords": .list(["working memory", "masking task", "numerals"]),
      "variableMeasured": .list(Self.variables(participants)),
    ]
  }

  private static let contents = """
    Trials of the chimpanzee memory test. Numerals on a board are masked, and their cells are \
    pressed in ascending order of the numerals. The tables are the trials, their presses, the \
    presses with all that is known of their trials (long), the sessions of the program, and the \
    participants of studies.
    """

  /// Returns a value for each name of a column.
  ///
  /// Tables may have columns of one name with different meanings, which are told in turn.
  private static func variables(_ participants: ParticipantTable) -> [JSONValue] {
    let tables: [(name: String, columns: [ColumnDescription])] = [
      ("trials", TrialRow.columns.map(\.description)),
      ("presses", PressRow.columns.map(\.description)),
      ("sessions", SessionLine.columns.map(\.description)),
      ("participants", participants.isEmpty ? [] : participants.describedColumns),
    ]
    var names: [String] = []
    var found: [String: [(table: String, column: ColumnDescription)]] = [:]
    func add(_ column: ColumnDescription, named name: String, in table: String) {
      if found[name] == nil { names.append(name) }
      found[name, default: []].append((table, column))
    }
    for table in tables {
      for column in table.columns { add(column, named: column.name, in: table.name) }
    }
    for (name, column) in participants.longDescriptions { add(column, named: name, in: "long") }
    for column in PressRow.columns[4...] {
      add(column.description, named: "press_" + column.name, in: "long")
    }
    return names.map { variable(named: $0, found[$0] ?? []) }
  }

  /// Returns the description of the columns of one name.
  private static func variable(
    named name: String, _ columns: [(table: String, column: ColumnDescription)]
  ) -> JSONValue {
    var meanings: [(text: String, tables: [String])] = []
    for (table, column) in columns {
      let text = column.meaning + DataDictionary.words(of: column)
      if let index = meanings.firstIndex(where: { $0.text == text }) {
        meanings[index].tables.append(table)
      } else {
        meanings.append((text, [table]))
      }
    }
    let texts = meanings.map { text, tables in
      meanings.count == 1 ? text : "\(tables.joined(separator: ", ")): \(text)"
    }
    let variable: JSONValue = [
      "@type": "PropertyValue", "name": .text(name),
      "description": .text(texts.joined(separator: "; ")),
    ]
    guard let unit = columns[0].column.unit else { return variable }
    return variable.joined(with: ["unitText": .text(unit.rawValue)])
  }

  /// The text of the file `README.md`, which Psych-DS recommends.
  static let readme = """
    # Trials of the chimpanzee memory test

    `dataset_description.json` says what each column means. `documentation/dictionary.txt` says the
    same table by table, and how texts are written in a cell. A trial is identified by `trial_id`, a
    press by `press_id`, a session by `session_id`. Times are in milliseconds.

    """
}
