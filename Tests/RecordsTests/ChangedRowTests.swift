@testable import Records
import TestSupport
import Testing

/// Tests of migrations that would change rows, whose checksums would then be wrong.
struct ChangedRowTests {
  private let folder = TemporaryFolder()

  /// Returns the settings of a store with one more migration.
  private func settings(_ statement: String) -> StoreSettings {
    var settings = StoreFixture().settings(.file(folder.file))
    settings.migrations.append(Migration("later", [.statement(statement)]))
    return settings
  }

  @Test(arguments: [
    "UPDATE News SET title = 'other'", "update \"News\" set title = upper(title)",
    "ALTER TABLE News DROP COLUMN body", "alter table News drop body",
    "ALTER TABLE News ADD COLUMN rank INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE News ADD COLUMN rank INTEGER DEFAULT 7",
    "ALTER TABLE News ADD COLUMN rank INTEGER AS (sortOrder + 1)",
    "ALTER TABLE News -- RENAME\r\n DROP COLUMN body",
    "/* DELETE FROM */ UPDATE News SET title = 'x'",
    "WITH x AS (SELECT 1) UPDATE News SET title = 'x'",
    "INSERT OR REPLACE INTO News SELECT * FROM News", "REPLACE INTO News SELECT * FROM News",
    "CREATE TABLE Copy AS SELECT * FROM News",
    "CREATE TRIGGER t AFTER INSERT ON News BEGIN UPDATE News SET title = 'x'; END",
  ])
  func `A migration that would change rows is refused before it runs`(_ text: String) throws {
    do {
      let context = try StoreFixture().context(.file(folder.file))
      try context.news("one")
      try context.save()
    }
    #expect(throws: RecordError.changesRows(statement: text)) {
      try Store.open(settings(text))
    }
    let context = try StoreFixture().context(.file(folder.file))
    #expect(try context.allNews() == ["one"])
    #expect(try context.store.checkRows(of: Schema([News.self])) == [])
    #expect(throws: RecordError.self) {
      var settings = settings(text)
      settings.location = .memory
      _ = try Store.open(settings)
    }
  }

  @Test(arguments: [
    "CREATE INDEX \"News-UPDATE\" ON News (title)",
    "create unique index u on News (sortOrder, title)",
    "DELETE FROM News WHERE title = 'two'",
    "ALTER TABLE News ADD COLUMN \"rank DEFAULT 1\" INTEGER",
    "CREATE TABLE Other (a INTEGER NOT NULL DEFAULT 1)", "DROP TABLE Waking",
    "ALTER TABLE Waking RENAME TO Awake", "ANALYZE",
  ])
  func `A migration that leaves the rows as they are is performed`(_ text: String) throws {
    do {
      let context = try StoreFixture().context(.file(folder.file))
      try context.news("one", 1)
      try context.save()
    }
    let store = try Store.open(settings(text))
    #expect(store.condition == .writable)
    #expect(try store.checkRows(of: Schema([News.self])) == [])
    #expect(try store.recordCount("News") == 1)
  }

  @Test func `The error says what to do`() {
    let error = RecordError.changesRows(statement: "UPDATE t")
    #expect(
      "\(error)"
        == "a migration can't change rows, whose checksums would be wrong: change the records "
        + "after opening the store, instead of 'UPDATE t'")
  }
}
