import ChimpSystem
import TestSupport
import Testing

/// Tests of an export as a dataset of Psych-DS, rule by rule of its specification.
struct PsychDSTests {
  private let folder = TemporaryFolder()

  /// Runs commands, then exports the dataset `data`; returns the last line.
  private func export(_ commands: [String] = []) -> String {
    let lines = commands + ["export \(folder.path)/data format=psych-ds"]
    return run(lines.flatMap { ["-c", $0] }).output.split(separator: "\n").map(String.init)
      .first { $0.hasPrefix("exported") || $0.hasPrefix("error") } ?? ""
  }

  /// Commands of a study with texts that need quotes in CSV and in JSON.
  private func study() -> [String] {
    let file = folder.file(
      "words.study",
      """
      @ chimp-study 1
      name words
      participants 9
      groups stress control
      question excluded integer 18..99 "How 'old', in years?"
      question remarks text "Anything?" optional
      question calm scale 1..7 "not at all" "very" "How calm?" after=block
      condition short hold=50 count=2 size=2x1 numerals=1..2 trials=1
      """)
    return [
      "study check \(file)", "enrol P1 group=control", "next P1", "answer 30",
      "answer \"one, two\"", "next", "wait 50", "wait 200", "1 1 2 1", "next", "answer 7",
      "enrol P2", "set participant A-1", "start 2x1:1,1;2,1", "give-up",
    ]
  }

  private func text(_ name: String) -> String {
    TemporaryFolder.text(at: "\(folder.path)/data/\(name)")
  }

  private func description() throws -> JSONValue {
    try JSONValue(parsing: Array(text("dataset_description.json").utf8))
  }

  /// The names of the variables that the description has.
  private func variables() throws -> [String] {
    guard case .list(let values)? = try description()["variableMeasured"] else { return [] }
    return values.compactMap { value in
      if case .text(let name)? = value["name"] { name } else { nil }
    }
  }

  /// The files of data, with the cells of their rows.
  private func tables() -> [(name: String, rows: [[String]])] {
    let path = "\(folder.path)/data/data"
    let names = TemporaryFolder.names(in: path) ?? []
    return names.map { ($0, Self.rows(of: TemporaryFolder.text(at: "\(path)/\($0)"))) }
  }

  /// Returns the cells of CSV as in RFC 4180.
  private static func rows(of text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    for scalar in text.unicodeScalars {
      let last = (row: rows.count - 1, cell: rows[rows.count - 1].count - 1)
      switch scalar {
      case "\"":
        if !isQuoted, !rows[last.row][last.cell].isEmpty { rows[last.row][last.cell] += "\"" }
        isQuoted.toggle()
      case "," where !isQuoted: rows[last.row].append("")
      case "\n" where !isQuoted: rows.append([""])
      case "\r" where !isQuoted: break
      default: rows[last.row][last.cell].unicodeScalars.append(scalar)
      }
    }
    return rows.dropLast()
  }

  @Test func `The reply counts what the dataset has, and nothing is replaced`() {
    #expect(
      export(study())
        == "exported 2 trials and 1 press to the dataset \"\(folder.path)/data\"")
    let data = "\(folder.path)/data"
    #expect(
      TemporaryFolder.names(in: data) == [
        "README.md", "data", "dataset_description.json", "documentation",
      ])
    #expect(TemporaryFolder.names(in: data + "/documentation") == ["dictionary.txt"])
    #expect(
      tables().map(\.name)
        == ["long", "participants", "presses", "sessions", "trials"].map {
          "description-\($0)_data.csv"
        })
    let before = text("dataset_description.json")
    #expect(export() == "error: can't write \"\(data)\": file exists")
    #expect(text("dataset_description.json") == before)
    #expect(folder.files == ["data", "words.study"])
  }

  @Test func `The name of a file of data is a keyword of the specification, a value and data`() {
    _ = export(study())
    let names = tables().map(\.name)
    #expect(names.count == 5)
    for name in names {
      #expect(name.wholeMatch(of: /description-[a-zA-Z0-9]+_data\.csv/) != nil, "\(name)")
    }
  }

  @Test func `The description is a Dataset of schema.org with its required members`() throws {
    _ = export(study())
    let description = try description()
    #expect(
      description.members.map(\.name) == [
        "@context", "@type", "schemaVersion", "name", "description", "citation", "keywords",
        "variableMeasured",
      ])
    #expect(description["@context"] == .text("https://schema.org/"))
    #expect(description["@type"] == .text("Dataset"))
    #expect(description["name"] == .text("Chimpanzee memory test: words"))
    guard case .list(let variables)? = description["variableMeasured"] else {
      Issue.record("no variables")
      return
    }
    for variable in variables {
      #expect(variable["@type"] == .text("PropertyValue"))
      let names = variable.members.map(\.name)
      #expect(
        names == ["@type", "name", "description"]
          || names == ["@type", "name", "description", "unitText"])
    }
  }

  @Test(arguments: [true, false])
  func `Each column is a variable, and each variable a column`(hasStudy: Bool) throws {
    _ = export(hasStudy ? study() : [])
    let columns = tables().flatMap { $0.rows.first ?? [] }
    let variables = try variables()
    #expect(Set(variables) == Set(columns))
    #expect(Set(variables).count == variables.count)
    #expect(tables().count == (hasStudy ? 5 : 4))
  }

  @Test func `No column is there twice, and each row has as many cells as its header`() {
    _ = export(study())
    for (name, rows) in tables() {
      #expect(rows.count > 1, "\(name)")
      #expect(Set(rows[0]).count == rows[0].count, "\(name)")
      #expect(!rows[0].contains("") && !rows[0].contains("row_id"), "\(name)")
      #expect(Set(rows.map(\.count)) == [rows[0].count], "\(name)")
    }
  }

  @Test func `A name with a meaning in each table has them all`() throws {
    _ = export(study())
    guard case .list(let variables)? = try description()["variableMeasured"] else { return }
    let texts = variables.reduce(into: [String: JSONValue]()) { texts, variable in
      if case .text(let name)? = variable["name"] { texts[name] = variable["description"] }
    }
    #expect(
      texts["trial_id"]
        == .text(
          "trials: permanent identifier of the trial; presses: identifier of the trial of the press"
        ))
    #expect(texts["calm"] == .text("How calm? (after the trial's block): 1 = not at all, 7 = very"))
    #expect(texts["remarks"] == .text("Anything?"))
  }

  @Test func `The tables are those of an export to CSV`() {
    let csv = study() + ["export \(folder.path)/csv.csv"]
    _ = export(csv)
    for kind in ["presses", "sessions", "long", "participants"] {
      let own = Self.rows(of: text("data/description-\(kind)_data.csv"))
      let other = Self.rows(of: TemporaryFolder.text(at: "\(folder.path)/csv-\(kind).csv"))
      #expect(own == other && !own.isEmpty, "\(kind)")
    }
    #expect(
      Self.rows(of: text("data/description-trials_data.csv"))
        == Self.rows(of: TemporaryFolder.text(at: "\(folder.path)/csv.csv")))
  }
}
