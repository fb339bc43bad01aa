/// A step of the schema migrations of a store.
///
/// Opening a store performs the migrations that its file does not have yet. Released migrations
/// never change; new ones are appended.
///
///     let history = [
///       Migration("plants", [.createTable("Plant", [.column("name", .text)])]),
///       Migration(
///         "heights", [.addColumn(.column("height", .integer, isOptional: true), table: "Plant")]),
///       Migration("order", [.createIndex(table: "Plant", columns: ["height"])]),
///     ]
public struct Migration: Sendable {
  /// A change of the schema.
  ///
  ///     let migration = Migration(
  ///       "ages", [.addColumn(.column("age", .integer, isOptional: true), table: "Participant")])
  public enum Step: Sendable {
    /// Creates the table of a record type, with the managed columns before these.
    case createTable(String, [ColumnDescription])
    case addColumn(ColumnDescription, table: String)
    case createIndex(table: String, columns: [String])
    /// Any other change of the tables, as an SQL statement without values.
    ///
    /// It may create, rename and drop tables and indexes, add optional columns, and delete rows.
    /// A statement that changes rows is refused, because their checksums would be wrong: change
    /// the records after opening the store.
    case statement(String)
  }

  /// The permanent name of the migration.
  public let name: String
  let steps: [Step]

  /// Creates a migration.
  public init(_ name: String, _ steps: [Step]) {
    self.name = name
    self.steps = steps
  }

  var statements: [String] {
    steps.flatMap { step in
      switch step {
      case .createTable(let table, let columns):
        ["CREATE TABLE \(quotedName(table)) (\(Self.definitions(columns).joined(separator: ", ")))"]
      case .addColumn(let column, let table):
        ["ALTER TABLE \(quotedName(table)) ADD COLUMN \(column.definition)"]
      case .createIndex(let table, let columns):
        [
          "CREATE INDEX \(quotedName(([table] + columns).joined(separator: "-"))) ON "
            + "\(quotedName(table)) (\(columns.map { quotedName($0) }.joined(separator: ", ")))"
        ]
      case .statement(let text): [text]
      }
    }
  }

  private static func definitions(_ columns: [ColumnDescription]) -> [String] {
    let managed = [
      "\"row\" INTEGER PRIMARY KEY AUTOINCREMENT", "\"objectId\" TEXT NOT NULL UNIQUE",
      "\"dateCreated\" INTEGER NOT NULL", "\"dateUpdated\" INTEGER NOT NULL",
      "\"checksum\" INTEGER NOT NULL",
    ]
    return managed + columns.map(\.definition)
  }
}

extension Migration {
  /// The beginnings of the statements that leave the checksums of all rows valid.
  private static var allowedBeginnings: [[String]] {
    [
      ["CREATE", "TABLE"], ["CREATE", "INDEX"], ["CREATE", "UNIQUE", "INDEX"], ["CREATE", "VIEW"],
      ["DROP"], ["DELETE", "FROM"], ["ALTER", "TABLE"], ["REINDEX"], ["ANALYZE"],
    ]
  }

  /// Throws if a statement may change rows.
  ///
  /// A column with a value in existing rows, one that is dropped, and a table that is created from
  /// others would have rows whose checksums are those of other values.
  func refuseChangesOfRows() throws(RecordError) {
    for case .statement(let text) in steps { try Self.refuseChangeOfRows(text) }
  }

  private static func refuseChangeOfRows(_ statement: String) throws(RecordError) {
    let words = words(of: statement)
    var isAllowed = allowedBeginnings.contains { words.starts(with: $0) }
    switch words.first {
    case "ALTER":
      isAllowed = !words.contains { ["DROP", "DEFAULT", "NOT", "GENERATED", "AS"].contains($0) }
    case "CREATE" where words.dropFirst().first == "TABLE":
      isAllowed = !words.contains { ["SELECT", "VALUES"].contains($0) }
    default: break
    }
    if !isAllowed { throw .changesRows(statement: statement) }
  }

  /// Returns the words of a statement in upper case, without quoted names, texts and comments.
  private static func words(of statement: String) -> [String] {
    var rest = statement[...]
    var plain = ""
    while let character = rest.popFirst() {
      var end: String?
      switch character {
      case "\"", "'", "`": end = String(character)
      case "[": end = "]"
      case "-" where rest.first == "-": rest = rest.drop { !$0.isNewline }
      case "/" where rest.first == "*": end = "*/"
      default: plain.append(character)
      }
      guard let end else { continue }
      plain += " "
      while !rest.isEmpty, !rest.hasPrefix(end) { rest.removeFirst() }
      rest = rest.dropFirst(end.count)
    }
    return plain.uppercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }
}

struct Migrator {
  let connection: Connection
  let migrations: [Migration]

  func version() throws(RecordError) -> Int {
    StoreIdentity.version(in: try connection.integer("PRAGMA user_version"))
  }

  /// Throws unless the migrations of the file are the first ones of the program.
  func checkHistory() throws(RecordError) {
    let version = try version()
    if version > migrations.count {
      throw .newer(path: connection.path, version: version, ours: migrations.count)
    }
    guard version > 0 else { return }
    let names = try connection.statement("SELECT \"name\" FROM \"migration\" ORDER BY \"number\"")
    var number = 0
    defer { names.reset() }
    while try names.step() {
      guard case .text(let name) = names[0] else { continue }
      if number >= migrations.count || name != migrations[number].name {
        throw .otherHistory(path: connection.path, migration: name)
      }
      number += 1
    }
  }

  /// Performs the migrations that are missing, each in its own transaction.
  func migrate(now: Int) throws(RecordError) {
    while try version() < migrations.count {
      try transaction { () throws(RecordError) in
        // Another process may have migrated the file meanwhile.
        let done = try version()
        if done < migrations.count { try make(done, now: now) }
      }
    }
  }

  func identify() throws(RecordError) {
    guard try identity() == 0 else { return }
    try transaction { () throws(RecordError) in
      guard try identity() == 0 else { return }
      try StoreIdentity.write(StoreIdentity.random(), version: try version(), connection)
    }
  }

  private func transaction(_ body: () throws(RecordError) -> Void) throws(RecordError) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(RecordError) {
      try body()
      try connection.run("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
  }

  private func identity() throws(RecordError) -> Int {
    StoreIdentity.identity(in: try connection.integer("PRAGMA user_version"))
  }

  private func make(_ number: Int, now: Int) throws(RecordError) {
    let migration = migrations[number]
    if number == 0 {
      try connection.runOnce(
        "CREATE TABLE \"migration\" (\"number\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL, "
          + "\"date\" INTEGER NOT NULL)")
    }
    try migration.refuseChangesOfRows()
    for text in migration.statements { try connection.runOnce(text) }
    try connection.run(
      "INSERT INTO \"migration\" VALUES (?, ?, ?)",
      [.integer(number + 1), .text(migration.name), .integer(now)])
    try StoreIdentity.write(try identity(), version: number + 1, connection)
  }
}
