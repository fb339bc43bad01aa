package import Records
import Shell

/// What the program's stores look like.
package enum StoreLayout {
  /// The number by which the program knows its own files: "chmp".
  package static let application = 0x6368_6d70

  /// How an operation opens a store for itself: it need not look for damage, or for room.
  static func settings(_ place: StoreSettings.Place) -> StoreSettings {
    var settings = StoreSettings(
      place: place, application: application, migrations: migrations, environment: .system())
    (settings.checkedRowLimit, settings.reserve) = (0, 0)
    return settings
  }

  /// The kinds of records, in the order in which they are written.
  package static var schema: Schema {
    Schema([
      News.self, Participant.self, SettingRecord.self, Session.self, RoundRecord.self,
      PressRecord.self, StudyRecord.self, EnrolmentRecord.self,
    ])
  }

  /// The history of the tables; what has been released never changes, it only grows at its end.
  package static var migrations: [Migration] {
    [
      Migration(
        "news",
        table(
          "News",
          [
            .column("title", .text), .column("body", .text),
            .column("imageURL", .text, isOptional: true), .column("sortOrder", .integer),
          ], index: ["sortOrder", "objectId"])),
      Migration("participants", table("Participant", [.column("code", .text)], index: ["code"])),
      Migration(
        "settings",
        table("Setting", [.column("name", .text), .column("value", .text)], index: ["name"])),
      Migration(
        "sessions",
        table(
          "Session",
          [.relation("participant", to: "Participant"), .column("process", .text)]
            + Session.Values.storedColumns.plans(since: TableVersion.first),
          index: ["participant"])),
      rounds, presses, laterColumns(of: 3), laterColumns(of: 4), studies, laterColumns(of: 5),
      // No table changes: a program from before can't read moves with room behind them.
      Migration("room behind moves", []),
    ]
  }

  private static func table(
    _ name: String, _ columns: [ColumnPlan], index: [String]
  ) -> [Migration.Step] {
    [.createTable(name, columns), .createIndex(table: name, columns: index)]
  }

  private static var rounds: Migration {
    Migration(
      "rounds",
      [
        .createTable(
          "Round",
          [.relation("session", to: "Session"), .relation("resumption", to: "Session")]
            + Trial.columns.plans(since: TableVersion.first)),
        .createIndex(table: "Round", columns: ["session"]),
        .createIndex(table: "Round", columns: ["resumption"]),
        // The list of the best results reads the counts in descending order.
        .statement(
          "CREATE INDEX \"Round-outcome-count-time\" "
            + "ON \"Round\" (\"outcome\", \"count\" DESC, \"time\")"),
      ])
  }

  private static var presses: Migration {
    Migration(
      "presses",
      [
        .createTable(
          "Press",
          [.relation("round", to: "Round")]
            + RoundMeasures.Press.columns.plans(since: TableVersion.first)),
        // Unique, so that two programs can't both go on with one round.
        .statement("CREATE UNIQUE INDEX \"Press-round-index\" ON \"Press\" (\"round\", \"index\")"),
      ])
  }

  private static var studies: Migration {
    Migration(
      "studies",
      [
        .createTable(
          "Study", [.column("name", .text), .column("hash", .text), .column("text", .text)]),
        .createTable(
          "Enrolment",
          [
            .relation("study", to: "Study"), .column("code", .text), .column("order", .integer),
          ]),
        .createIndex(table: "Enrolment", columns: ["study"]),
        .statement(
          "CREATE INDEX \"Round-study\" ON \"Round\" (\"study\") WHERE \"study\" IS NOT NULL"),
      ])
  }

  private static func laterColumns(of version: Int) -> Migration {
    Migration(
      "columns of version \(version)",
      Session.Values.storedColumns.plans(since: version).map { .addColumn($0, table: "Session") }
        + Trial.columns.plans(since: version).map { .addColumn($0, table: "Round") }
        + RoundMeasures.Press.columns.plans(since: version).map { .addColumn($0, table: "Press") })
  }
}

extension Array {
  /// The columns of a table that came in a version, as a migration makes them.
  fileprivate func plans<Row>(since version: Int) -> [ColumnPlan]
  where Element == TableColumn<Row> {
    filter { $0.version == version && $0.isStored }.map { column in
      .column(
        column.storedName, column.member.storage.kind, isOptional: column.member.storage.isOptional)
    }
  }
}

/// The settings that are kept in the store, by their names.
struct LastingSettings {
  private let delegate: ApplicationDelegate

  init(_ delegate: ApplicationDelegate) { self.delegate = delegate }

  /// The values that were kept last, by their names, and whether no other one was kept.
  func values() -> (known: [(name: String, value: String)], areAll: Bool) {
    do throws(StoreError) {
      let texts = try delegate.open().texts("name", "value", of: "Setting")
      delegate.tell(texts.faults)
      return (texts.pairs.map { ($0, $1) }, texts.faults.isEmpty)
    } catch {
      delegate.tell([.store(error)])
      return ([], false)
    }
  }

  func value(_ name: String) -> String? { values().known.last { $0.name == name }?.value }

  func keep(_ value: String, as name: String) throws(RecordError) {
    try delegate.perform { context throws(RecordError) in
      let known = try context.fetch(SettingRecord.self, "named", ["name": name]).first
      let record = if let known { known } else { try context.insert(SettingRecord()) }
      (record.name, record.value) = (name, value)
      try context.save()
    }
  }

  /// Makes a code for whoever plays, and keeps it; nil where it can't be kept.
  func makeParticipant() -> String? {
    try? delegate.perform { context throws(RecordError) in
      let participant = try context.insert(Participant())
      try context.insert(SettingRecord.self) {
        $0.name = "participant"
        $0.value = participant.code
      }
      try context.save()
      return participant.code
    }
  }
}

final class SettingRecord: Record {
  @Column var name = ""
  @Column var value = ""
  let state = RecordState()

  static var entity: String { "Setting" }

  static func declareColumns(in columns: inout Columns<SettingRecord>) {
    columns.declare("name", \._name)
    columns.declare("value", \._value)
  }

  static func declareTemplates(in templates: inout Templates<SettingRecord>) {
    templates.declare("allSettings", sortedBy: [.ascending(\.name)])
    templates.declare("named", where: [.when(\.name, .equals, .variable("name"))])
  }
}

/// What the list and the adder held last, found again in the next session of a store.
struct KeptScreens {
  private static var label: String { "list.label" }
  private static var rows: String { "list.rows" }
  private static var values: String { "sum.values" }

  private let settings: LastingSettings

  init(_ delegate: ApplicationDelegate) { settings = LastingSettings(delegate) }

  func list(_ language: Language = .english) -> ListModel {
    ListModel(
      label: settings.value(Self.label) ?? language.firstLabel,
      rows: settings.value(Self.rows).flatMap { Self.texts(in: $0) })
  }

  /// Keeps what of a list is not as it was.
  func keep(_ list: ListModel, after old: ListModel) throws(RecordError) {
    if list.topLabelText != old.topLabelText {
      try settings.keep(list.topLabelText, as: Self.label)
    }
    if list.cellTextArray != old.cellTextArray {
      try settings.keep(Self.text(of: list.cellTextArray), as: Self.rows)
    }
  }

  /// The values that were added last; nil where there are none.
  func addends() -> (Int, Int)? {
    let numbers =
      settings.value(Self.values).map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  func keep(_ first: Int, _ second: Int) throws(RecordError) {
    try settings.keep("\(first) \(second)", as: Self.values)
  }

  /// Texts as the words of a line.
  private static func text(of texts: [String]) -> String {
    texts.map { Invocation.quoted($0) }.joined(separator: " ")
  }

  private static func texts(in line: String) -> [String]? {
    guard let invocation = try? Invocation(line: line) else { return nil }
    return (0..<invocation.wordCount).map { invocation.text(ofWord: $0) }
  }
}
