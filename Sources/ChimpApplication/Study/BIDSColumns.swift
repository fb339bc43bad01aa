import Characters
import Records
import Shell

/// The columns of the tables that `export DIR format=bids` writes, and what is said of them.
struct BIDSColumns {
  /// What is known from the names of the files, or is no value.
  private static var leftOut: Set<String> {
    ["format", "moves", "participant_id", "participant", "participant_created"]
  }

  static var levels: [String: [(word: String, meaning: String)]] {
    let truth = [("0", "no"), ("1", "yes")]
    return [
      "phase": [
        ("free", "no part of a test"), ("practice", "of a test, and not counted"),
        ("test", "of a test"),
      ],
      "condition": [
        ("masking", "the first right press masks"), ("hold", "time masks"),
        ("unmasked", "nothing masks"),
      ],
      "test_state": [("complete", "finished"), ("stopped", "ended before"), ("open", "not over")],
      "outcome": [
        ("passed", "all numerals in order"), ("failed", "a wrong press"), ("gave-up", "given up"),
        ("timed-out", "the limit had run out"), ("quit", "the session ended first"),
      ],
      "input_mode": [("terminal", "lines of a person"), ("pipe", "lines of a program")],
      "clock": [("real", "the machine's"), ("virtual", "moved by the script")],
      "mask": [("first", "the first right press masks"), ("never", "no press masks")],
      "line_rule": [("one", "one press a line before the mask"), ("any", "any number")],
      "press_judgement": [
        ("right", "the due numeral"), ("wrong", "another one"), ("ignored", "an empty cell"),
      ],
      "press_input": [
        ("line", "typed"), ("mouse", "clicked"), ("cursor", "moved over the board"),
        ("direct", "two digits"), ("script", "a program"), ("simulated", "a model"),
      ],
      "reading_order": truth, "test_complete": truth, "correct": truth, "press_correct": truth,
      "press_masked": truth,
    ]
  }

  private let trial = TrialRow.columns.filter { !Self.leftOut.contains($0.name) }
  private let press = Array(PressRow.columns[4...])

  var header: [UInt8] {
    let names = trial.map(\.name) + press.map { "press_" + $0.name }
    return Array((names.joined(separator: "\t") + "\n").utf8)
  }

  /// Appends a line for each press of a trial, or one where there is none.
  func append(_ exchanged: ExchangedTrial, to bytes: inout [UInt8]) {
    let cells = Self.cells(of: exchanged.row, trial)
    var lines = exchanged.presses.map { cells + Self.cells(of: $0, press) }
    if lines.isEmpty { lines = [cells + press.map { _ in "n/a" }] }
    for line in lines { bytes += "\(line.joined(separator: "\t"))\n".utf8 }
  }

  private static func cells<Row>(of row: Row, _ columns: [TableColumn<Row>]) -> [String] {
    var row = row
    return columns.map { cell($0.value(in: &row), isTime: $0.isTime) }
  }

  private static func cell(_ value: StoredValue, isTime: Bool) -> String {
    switch value {
    case .integer(let number): isTime ? (Double(number) / 1000).decimal(3) : "\(number)"
    case .text(let text) where !text.isEmpty:
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isHidden ? " " : $0 }))
    default: "n/a"
    }
  }

  func sidecar(of test: String) -> [UInt8] {
    Self.json(
      [("TaskName", Self.json(test))] + trial.map { Self.facts(of: $0, named: $0.name) }
        + press.map { Self.facts(of: $0, named: "press_" + $0.name) })
  }

  private static func facts(
    of column: TableColumn<some Any>, named name: String
  ) -> (String, String) {
    var facts = [("Description", json(column.meaning))]
    if column.isTime { facts.append(("Units", json("s"))) }
    if let levels = levels[name] {
      facts.append(("Levels", object(levels.map { ($0.word, json($0.meaning)) })))
    }
    return (name, object(facts))
  }

  static func description(_ name: String) -> [UInt8] {
    let program = [("Name", json("chimp")), ("Description", json(Application.programVersion))]
    return json([
      ("Name", json(name)), ("BIDSVersion", json("1.9.0")), ("DatasetType", json("raw")),
      ("GeneratedBy", "[\(object(program))]"),
    ])
  }

  static var participants: [UInt8] {
    let columns: KeyValuePairs = [
      "participant_id": "names the participant in this dataset",
      "code": "the participant's code; no name is asked",
      "study_order": "in which order the participant has the conditions",
    ]
    return json(columns.map { ($0, object([("Description", json($1))])) })
  }

  static var readme: String {
    """
    Trials of the chimpanzee memory test. Each table of beh has a line for each press, with what is
    known of its trial; what the columns say is in the file beside it. Times are in seconds.

    """
  }

  private static func json(_ members: [(String, String)]) -> [UInt8] {
    Array((object(members) + "\n").utf8)
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { json($0.0) + ": " + $0.1 }.joined(separator: ", ") + "}"
  }

  private static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONLine.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
