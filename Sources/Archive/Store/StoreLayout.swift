import Game
public import Records

/// The database schema of the store.
///
///     let store = try Store.open(StoreLayout.settings(.memory))
///     let context = try RecordContext(store, StoreLayout.schema)
public enum StoreLayout: Sendable {
  /// The application identifier in the header of SQLite files: "chmp".
  public static let application = 0x6368_6d70

  /// Returns the settings with which an operation opens a store.
  ///
  /// They have no damage check and no reserve of disk space, unlike those of the session.
  public static func settings(_ location: StoreSettings.Location) -> StoreSettings {
    var settings = StoreSettings(
      location: location, application: application, migrations: migrations, environment: .system())
    settings.checkedRowLimit = 0
    settings.reserve = 0
    // Nothing is written between the lines of a session.
    settings.isWaitWorthwhile = { _ in true }
    return settings
  }

  /// The record types of the store, in the order in which they are written.
  public static let schema = Schema([
    News.self, Participant.self, SettingRecord.self, Session.self, RoundRecord.self,
    PressRecord.self, StudyRecord.self, EnrolmentRecord.self,
  ])

  /// The schema migrations in order.
  ///
  /// A released migration never changes; new ones are appended.
  public static let migrations: [Migration] = [
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
    sessions, rounds, presses, laterColumns(of: 3), laterColumns(of: 4), studies,
    laterColumns(of: 5),
    // No table changes, but earlier programs can't read padded moves.
    Migration("room behind moves", []),
    laterColumns(of: 6),
    Migration(
      "groups, consent and answers",
      [
        .column("group", .text, isOptional: true),
        .column("dateConsented", .integer, isOptional: true),
        .column("consentHash", .text, isOptional: true),
        .column("answers", .text, isOptional: true),
      ].map { .addColumn($0, table: "Enrolment") }),
    Migration(
      "ages", [.addColumn(.column("age", .integer, isOptional: true), table: "Participant")]),
    Migration(
      "rounds of news", [.addColumn(.column("roundId", .text, isOptional: true), table: "News")]),
    laterColumns(of: 8),
    Migration(
      "claims of blocks",
      [.addColumn(.column("claim", .text, isOptional: true), table: "Enrolment")]),
    Migration(
      "groups by chance",
      [
        .column("groupSeed", .text, isOptional: true),
        .column("drawnGroupCount", .integer, isOptional: true),
      ].map { .addColumn($0, table: "Study") }),
    laterColumns(of: 10),
    Migration(
      "orders and groups by hand",
      [.addColumn(.column("assigned", .text, isOptional: true), table: "Enrolment")]),
    laterColumns(of: 11), laterColumns(of: 12),
    // No table changes, but earlier programs can't read enrolments from a list.
    Migration("orders and groups from a list", []),
  ]

  /// Returns the migration steps that create a table with an index.
  private static func table(
    _ name: String, _ columns: [ColumnDescription], index: [String]
  ) -> [Migration.Step] {
    [.createTable(name, columns), .createIndex(table: name, columns: index)]
  }

  private static var sessions: Migration {
    Migration(
      "sessions",
      table(
        "Session",
        [.relation("participant", to: "Participant"), .column("process", .text)]
          + Session.Values.storedColumns.added(in: TableVersion.first),
        index: ["participant"]))
  }

  /// The migration that creates the table of rounds with its indexes.
  private static var rounds: Migration {
    Migration(
      "rounds",
      [
        .createTable(
          "Round",
          [.relation("session", to: "Session"), .relation("resumption", to: "Session")]
            + Trial.columns.added(in: TableVersion.first)),
        .createIndex(table: "Round", columns: ["session"]),
        .createIndex(table: "Round", columns: ["resumption"]),
        // The list of the best results reads the counts in descending order.
        .statement(
          "CREATE INDEX \"Round-outcome-count-time\" "
            + "ON \"Round\" (\"outcome\", \"count\" DESC, \"time\")"),
      ])
  }

  /// The migration that creates the table of presses.
  private static var presses: Migration {
    Migration(
      "presses",
      [
        .createTable(
          "Press",
          [.relation("round", to: "Round")]
            + RoundMeasures.Press.columns.added(in: TableVersion.first)),
        // Unique, so that two programs can't both continue one round.
        .statement("CREATE UNIQUE INDEX \"Press-round-index\" ON \"Press\" (\"round\", \"index\")"),
      ])
  }

  /// The migration that creates the tables of studies and enrolments.
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

  /// Returns the migration that adds the columns of a version.
  private static func laterColumns(of version: Int) -> Migration {
    Migration(
      "columns of version \(version)",
      Session.Values.storedColumns.added(in: version).map { .addColumn($0, table: "Session") }
        + Trial.columns.added(in: version).map { .addColumn($0, table: "Round") }
        + RoundMeasures.Press.columns.added(in: version).map { .addColumn($0, table: "Press") })
  }
}

extension Array {
  /// Returns those columns that a version added, for a migration.
  fileprivate func added<Row>(in version: Int) -> [ColumnDescription]
  where Element == TableColumn<Row> {
    filter { $0.version == version && $0.isStored }.map(\.description)
  }
}

/// The version of the tables, which each new or changed column increases.
///
///     let known = TableVersion.all.contains(5)  // true
public enum TableVersion: Sendable {
  /// The first version; columns without `since:` belong to it.
  public static var first: Int { 2 }
  public static var current: Int { 14 }
  /// The first version whose exports have a file of sessions.
  public static var withSessions: Int { 4 }
  /// The versions that can be read.
  public static var all: ClosedRange<Int> { first...current }
  /// The first version whose exports have the columns `simulated` and `excluded`.
  public static var withMarks: Int { 7 }
  /// The first version whose exports have the column `export_id`.
  public static var withExportId: Int { 9 }
  /// Returns the number of the file format for a version of the tables.
  public static func format(of version: Int) -> Int { min(version, 3) }
  /// The file format number of the current version.
  public static var format: Int { format(of: current) }
  /// The maximum length of a line in an imported file, in bytes.
  public static var longestLine: Int { 1 << 24 }
  /// The maximum number of columns of a line in an imported file; no version has so many.
  public static var mostColumns: Int { 1_000 }
}
