import Records
import TestSupport

/// The record of most tests: a piece of news with a title, a body and a sort order.
final class News: Record {
  @Column var title = ""
  @Column var body = ""
  @Column var imageURL: String?
  @Column var sortOrder = 0
  @Transient var headline: String?
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<News>) {
    columns.declare("title", \._title)
    columns.declare("body", \._body)
    columns.declare("imageURL", \._imageURL)
    columns.declare("sortOrder", \._sortOrder)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("allNews", sortedBy: [.ascending("sortOrder"), .ascending("objectId")])
    templates.declare("getNews", where: [.when("objectId", .equals, .variable("objectId"))])
    templates.declare("firstNews", sortedBy: [.descending("sortOrder")], limit: 2)
    templates.declare(
      "between",
      where: [
        .when("sortOrder", .isAtLeast, .variable("first")),
        .when("sortOrder", .isBelow, .variable("last")),
        .when("title", .differs, .value(.text("hidden"))),
      ], sortedBy: [.descending("sortOrder"), .ascending("title")])
    templates.declare("pictured", where: [.when("imageURL", .differs, .value(.null))])
  }
}

/// A record with relations to notes and to news, whose hooks log their calls.
final class Note: Record {
  @TaskLocal static var mergesChanges = true
  @Column var text = ""
  @Column var level: Level = .low
  @Column var isRead = false
  @Column var weight = 0.5
  @Column var content: [UInt8] = []
  @Relation var news: News?
  @Relation var parent: Note?
  @Relation var guardian: Note?
  let state = RecordState()
  var log: CallLog?
  var onWillSave: (Note) -> Void = { _ in }
  var onDidSave: (Note) -> Void = { _ in }

  enum Level: String, RecordValue {
    case low
    case high
  }

  static func declareColumns(in columns: inout Columns<Note>) {
    columns.declare("text", \._text)
    columns.declare("level", \._level)
    columns.declare("isRead", \._isRead)
    columns.declare("weight", \._weight)
    columns.declare("content", \._content)
    columns.declare("news", \._news, onDeletion: .nullify)
    columns.declare("parent", \._parent, onDeletion: .cascade)
    columns.declare("guardian", \._guardian, onDeletion: .deny)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("allNotes")
    templates.declare("children", where: [.when("parent", .equals, .variable("parent"))])
    templates.declare("ofLevel", where: [.when("level", .equals, .variable("level"))])
    templates.declare("withText", where: [.when("text", .equals, .variable("text"))])
  }

  func awakeFromInsert() { log?.add("awakeFromInsert \(text)") }
  func awakeFromFetch() { log?.add("awakeFromFetch \(text)") }

  func willSave() {
    log?.add("willSave \(text)")
    onWillSave(self)
  }

  func didSave() {
    log?.add("didSave \(text)")
    onDidSave(self)
  }

  func reasonAgainst(_ action: RecordAction) -> String? {
    log?.add("reasonAgainst \(action) \(text)")
    switch action {
    case .insert, .update: return text == "bad" ? "it is bad" : nil
    case .delete: return text == "kept" ? "it is kept" : nil
    }
  }
}

/// A log of the calls of hooks, one line for each.
final class CallLog {
  private(set) var lines: [String] = []

  /// Appends a line.
  func add(_ line: String) {
    lines.append(line)
  }

  /// Returns the lines of the log and removes them.
  func consume() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A record type that is in no schema of these tests.
final class RuntimeRecord: Record {
  let state = RecordState()
  static func declareColumns(in columns: inout Columns<RuntimeRecord>) {}
}

/// The migrations that create the tables of the test records.
let allMigrations: [Migration] = [
  Migration(
    "news",
    [
      .createTable(
        "News",
        [
          .column("title", .text), .column("body", .text),
          .column("imageURL", .text, isOptional: true), .column("sortOrder", .integer),
        ])
    ]),
  Migration(
    "notes",
    [
      .createTable(
        "Note",
        [
          .column("text", .text), .column("level", .text), .column("isRead", .integer),
          .column("weight", .real), .column("content", .bytes),
          .relation("news", to: "News"), .relation("parent", to: "Note"),
          .relation("guardian", to: "Note"),
        ]),
      .createIndex(table: "Note", columns: ["parent"]),
    ]),
  Migration("waking", [.createTable("Waking", [.column("text", .text)])]),
]

/// An environment of stores with a clock, a generator and a sleep function that the test controls.
final class StoreFixture {
  var time = 1_000_000
  var slept: [Int] = []
  var onSleep: () -> Void = {}
  private var generator: RandomNumbers

  init(seed: UInt64 = 1) {
    generator = RandomNumbers(seed: seed)
  }

  var environment: StoreEnvironment {
    StoreEnvironment(
      now: { self.time }, random: { self.generator.next() },
      sleep: {
        self.slept.append($0)
        self.onSleep()
      })
  }

  /// Returns the settings of a store with this environment.
  func settings(_ location: StoreSettings.Location = .memory) -> StoreSettings {
    StoreSettings(
      location: location, application: 0x6368_696d, migrations: allMigrations,
      environment: environment)
  }

  /// Opens a store at a location and returns a new context.
  func context(_ location: StoreSettings.Location = .memory) throws -> RecordContext {
    try context(settings(location))
  }

  /// Opens a store with settings and returns a new context.
  func context(_ settings: StoreSettings) throws -> RecordContext {
    try RecordContext(try Store.open(settings), Schema([News.self, Note.self, CountingNote.self]))
  }
}

extension Store {
  /// Returns the number of rows of a table that a new context of the store fetches.
  func recordCount(_ table: String) throws -> Int {
    var count = 0
    let context = try RecordContext(self, Schema([News.self, Note.self]))
    if table == "News" { count = try context.fetch(News.self, "allNews").count }
    if table == "Note" { count = try context.fetch(Note.self, "allNotes").count }
    return count
  }
}

extension RecordContext {
  /// Inserts a piece of news and returns it.
  @discardableResult
  func news(_ title: String, _ sortOrder: Int = 0) throws -> News {
    try insert(News.self) {
      $0.title = title
      $0.sortOrder = sortOrder
    }
  }

  /// Returns the titles of all news, in the order of the template.
  func allNews() throws -> [String] {
    try fetch(News.self, "allNews").map(\.title)
  }

  /// Returns the title of each row, or the error of a row that is damaged.
  func allRows() throws -> [String] {
    var rows: [String] = []
    try forEachRow(News.self, "allNews") { news, error in
      rows.append(error.map { "\($0)" } ?? news.title)
      return true
    }
    return rows
  }
}
