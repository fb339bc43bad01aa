@testable import Records
import TestSupport
import Testing

/// A value record, whose columns are members of one structure; one of them was added later.
final class Measurement: ValueRecord {
  enum Unit: String, RecordValue {
    case metre
    case second
  }

  struct Values: Equatable {
    var name = ""
    var number = 0
    var remark: String?
    var limit: Int?
    var unit = Unit.metre
    var weight = 0.5
    var later: Int?
  }

  @Relation var origin: Measurement?
  var values = Values()
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Measurement>) {
    columns.declare("origin", \._origin, onDeletion: .nullify)
    columns.declare([
      ValueColumn("name", \.name), ValueColumn("number", \.number),
      ValueColumn("remark", \.remark) { $0 != .text("bad") },
      ValueColumn("limit", \.limit), ValueColumn("unit", \.unit),
      ValueColumn("weight", \.weight),
    ])
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("all", sortedBy: [.ascending("row")])
    templates.declare("named", where: [.when("name", .equals, .variable("name"))])
    templates.declare("from", where: [.when("origin", .equals, .variable("origin"))])
  }
}

/// The same table in a later version of the program, with more columns.
final class LaterMeasurement: ValueRecord {
  var values = Measurement.Values()
  @Relation var origin: LaterMeasurement?
  let state = RecordState()

  static var entity: String { "Measurement" }

  static func declareColumns(in columns: inout Columns<LaterMeasurement>) {
    columns.declare("origin", \._origin, onDeletion: .nullify)
    columns.declare([
      ValueColumn("name", \.name), ValueColumn("number", \.number),
      ValueColumn("remark", \.remark), ValueColumn("limit", \.limit),
      ValueColumn("unit", \.unit), ValueColumn("weight", \.weight),
      ValueColumn("later", \.later, since: 2),
    ])
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("all", sortedBy: [.ascending("row")])
  }
}

/// A record whose columns are properties.
final class Label: Record {
  @Column var text = ""
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Label>) {
    columns.declare("text", \._text)
  }
}

/// The same table in a later version of the program, with more columns.
final class LaterLabel: Record {
  @Column var text = ""
  @Column var later: Int?
  let state = RecordState()

  static var entity: String { "Label" }

  static func declareColumns(in columns: inout Columns<LaterLabel>) {
    columns.declare("text", \._text)
    columns.declare("later", \._later, since: 2)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("all", sortedBy: [.ascending("row")])
  }
}

/// A value record with one text that is appended to and one that is constant.
final class Diary: ValueRecord {
  struct Values: Equatable {
    var title = ""
    var text = ""
  }

  var values = Values()
  let state = RecordState()

  static func declareColumns(in columns: inout Columns<Diary>) {
    columns.declare([
      ValueColumn("title", \.title), ValueColumn("text", \.text, grows: true),
    ])
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("all", sortedBy: [.ascending("row")])
  }
}

/// Tests of value records, and of rows that are read without a context.
struct RowTests {
  private let folder = TemporaryFolder()

  private static let migration = Migration(
    "measurements",
    [
      .createTable(
        "Measurement",
        [
          .relation("origin", to: "Measurement"), .column("name", .text),
          .column("number", .integer), .column("remark", .text, isOptional: true),
          .column("limit", .integer, isOptional: true), .column("unit", .text),
          .column("weight", .real),
        ])
    ])

  /// Opens the store with the migration of these tests and with additional ones.
  private func open(_ more: [Migration] = []) throws -> Store {
    var settings = StoreFixture().settings(.file(folder.file))
    settings.migrations = [Self.migration] + more
    return try Store.open(settings)
  }

  /// Opens the store and returns a new context.
  private func context() throws -> RecordContext {
    try RecordContext(try open(), Schema([Measurement.self]))
  }

  /// Returns a measurement whose members depend on a number.
  private func measurement(_ number: Int) -> Measurement {
    let measurement = Measurement()
    measurement.name = "n\(number)"
    measurement.number = number
    measurement.remark = number % 2 == 0 ? nil : "odd"
    measurement.limit = number % 3 == 0 ? nil : -number
    measurement.unit = number % 2 == 0 ? .metre : .second
    return measurement
  }

  @Test func `Members of a value are saved, fetched, found and rolled back like columns`() throws {
    let context = try context()
    let first = try context.insert(measurement(1))
    let second = try context.insert(measurement(2))
    second.origin = first
    try context.save()
    first.number = 1
    #expect(!context.hasChanges)
    first.change { $0.weight = 2.5 }
    #expect(first.phase == .changed)
    context.rollback()
    #expect(first.weight == 0.5)
    second.limit = nil
    try context.save()
    let other = try self.context()
    let found = try other.fetch(Measurement.self, "named", ["name": "n2"])
    #expect(found.map(\.values) == [second.values])
    #expect(found.first?.origin?.values == first.values)
    #expect(try context.store.checkRows(of: Schema([Measurement.self])) == [])
  }

  @Test func `To append to a long text writes as much at its end as at its beginning`() throws {
    let diaries = Migration(
      "diaries", [.createTable("Diary", [.column("title", .text), .column("text", .text)])])
    let context = try RecordContext(try open([diaries]), Schema([Diary.self]))
    let diary = try context.insert(Diary())
    diary.title = String(repeating: "9,9;", count: 5_000)
    var costs: [Int] = []
    for _ in 0..<20 {
      diary.text += String(repeating: "123 press 9 9;", count: 100)
      try context.save()
      try context.store.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
      diary.text += ";"
      try context.save()
      costs.append(folder.bytes("store-wal").count)
    }
    #expect(costs.allSatisfy { $0 < 5 * 4_096 }, "\(costs)")
    let read = try RecordContext(try open([diaries]), Schema([Diary.self]))
    #expect(try read.fetch(Diary.self, "all").map(\.text) == [diary.text])
    #expect(try read.store.checkRows(of: Schema([Diary.self])) == [])
  }

  @Test func `To change a value leaves the indexes of relations as they are`() throws {
    let context = try context()
    let first = try context.insert(measurement(1))
    let second = try context.insert(measurement(2))
    second.origin = first
    try context.save()
    func cost(_ change: () -> Void) throws -> Int {
      try context.store.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
      change()
      try context.save()
      return folder.bytes("store-wal").count
    }
    let (value, relation) = (try cost { second.weight = 1.5 }, try cost { second.origin = second })
    #expect(relation == value + 4_096 + 24)
    let other = try self.context()
    let same = try #require(try other.fetch(Measurement.self, "named", ["name": "n2"]).first)
    same.origin = try other.fetch(Measurement.self, "named", ["name": "n1"]).first
    try other.save()
    second.weight = 2.5
    try context.save()
    #expect(second.origin === first)
    #expect(try context.store.checkRows(of: Schema([Measurement.self])) == [])
  }

  @Test func `A file of an earlier version is read as a private copy, and stays as it is`() throws {
    _ = try open()
    var settings = StoreFixture().settings(.file(folder.file))
    settings.migrations = [Self.migration, Migration("note", [])]
    let path = StorePath(folder.file)
    let store = try Store.openToRead(path, settings, because: .readOnly)
    #expect(try store.rowCount(of: Schema([Measurement.self])) == 0)
    settings.migrations += [Migration("diaries", [.createTable("Diary", [])])]
    let (names, bytes) = (folder.files, folder.bytes())
    let copy = try Store.openToRead(path, settings, because: .readOnly)
    #expect(copy.path == folder.file)
    #expect(copy.condition == .readOnly)
    #expect(try copy.connection.integer("SELECT count(*) FROM \"Diary\"") == 0)
    #expect(try copy.rowCount(of: Schema([Measurement.self])) == 0)
    #expect(throws: RecordError.readOnly(path: folder.file)) { try copy.write {} }
    #expect(folder.files == names)
    #expect(folder.bytes() == bytes)
  }

  @Test func `A file that another process changes while it is read without locks is noticed`()
    throws
  {
    _ = try open()
    var settings = StoreFixture().settings(.file(folder.file))
    settings.migrations = [Self.migration]
    let store = try Store.reading(folder.file, like: settings)
    try store.checkUnchanged()
    let context = try self.context()
    _ = try context.insert(measurement(1))
    try context.save()
    #expect(throws: RecordError.locked(path: folder.file, holder: nil)) {
      try store.checkUnchanged()
    }
  }

  @Test(arguments: [
    "", "a  ", "   ", String(repeating: "a", count: 512), String(repeating: "a", count: 513),
    String(repeating: "\u{e9}", count: 600), String(repeating: "a", count: 700) + "\u{600}",
    String(repeating: " ", count: 600),
  ])
  func `A long text gets spare room behind it, which is not read`(text: String) {
    let roomy = StoredValue.text(text).withRoom
    let count = text.utf8.count
    let length = count > 1_024 ? 2_048 : count > 512 ? 1_024 : count
    #expect(String(stored: roomy)?.utf8.count == length)
    let isBlank = count > 512 && text.allSatisfy { $0 == " " }
    #expect(roomy.withoutRoom == .text(isBlank ? "" : text))
    #expect(StoredValue.integer(7).withRoom == .integer(7) && StoredValue.null.withoutRoom == .null)
  }

  @Test(arguments: [1, 16, 17, 40])
  func `Rows are written as records are, and read again into one record`(_ count: Int) throws {
    let context = try context()
    let first = try context.insert(measurement(0))
    try context.save()
    let written = Measurement()
    try context.store.beginBatch()
    let writer = try RowWriter<Measurement>(context)
    try writer.write(count, written) { number in
      written.values = measurement(number + 1).values
      written.origin = first
      return (objectId: "o\(number)", dateCreated: number, dateUpdated: number + 1)
    }
    try writer.write(written, (objectId: "last", dateCreated: 1, dateUpdated: 2))
    try context.store.endBatch()
    #expect(written.row == count + 2)
    #expect(try context.store.checkRows(of: Schema([Measurement.self])) == [])
    let reader = try RowReader<Measurement>(context, "from")
    for _ in 0..<2 {
      try reader.begin(["origin": RecordReference(first)])
      for number in 0..<count {
        #expect(try reader.next() == .asWritten)
        #expect(reader.record.values == measurement(number + 1).values)
        #expect(reader.record.objectId == "o\(number)")
        #expect(reader.record.dateCreated == number && reader.record.dateUpdated == number + 1)
        #expect(reader.record.origin === first)
      }
      #expect(try reader.next() == .asWritten)
      #expect(try reader.next() == nil)
    }
  }

  @Test func `A damaged row is reported, and the next one is read`() throws {
    let context = try context()
    let records = try (1...4).map { try context.insert(measurement($0)) }
    try context.save()
    try Database.run("UPDATE Measurement SET number = 9 WHERE row = 1", folder.file)
    try Database.run("UPDATE Measurement SET unit = 'inch' WHERE row = 2", folder.file)
    try Database.run("UPDATE Measurement SET remark = 'bad' WHERE row = 3", folder.file)
    let reader = try RowReader<Measurement>(context, "all")
    try reader.begin()
    #expect(
      try (0..<5).map { _ in try reader.next() } == [
        .faulty(.notAsWritten(entity: "Measurement", objectId: records[0].objectId)),
        .faulty(.unreadable(entity: "Measurement", row: 2, column: "unit")),
        .faulty(.unreadable(entity: "Measurement", row: 3, column: "remark")), .asWritten, nil,
      ])
    #expect(
      try context.store.checkRows(of: Schema([Measurement.self])) == [
        .wrongChecksum(entity: "Measurement", objectId: records[0].objectId),
        .unreadable(entity: "Measurement", row: 2, column: "unit"),
        .unreadable(entity: "Measurement", row: 3, column: "remark"),
      ])
  }

  @Test func `A row with the identifier of another one is refused`() throws {
    let context = try context()
    let writer = try RowWriter<Measurement>(context)
    let record = measurement(1)
    try writer.write(record, (objectId: "a", dateCreated: 0, dateUpdated: 0))
    #expect(
      throws: RecordError.constraint(
        detail: "UNIQUE constraint failed: Measurement.objectId")
    ) { try writer.write(record, (objectId: "a", dateCreated: 0, dateUpdated: 0)) }
  }

  @Test func `Rows from before a column was added are valid`() throws {
    let context = try context()
    let record = try context.insert(measurement(1))
    try context.save()
    let column = ColumnDescription.column("later", .integer, isOptional: true)
    let store = try open([Migration("later", [.addColumn(column, table: "Measurement")])])
    let schema = Schema([LaterMeasurement.self])
    #expect(try store.checkRows(of: schema) == [])
    let later = try RecordContext(store, schema)
    let found = try later.fetch(LaterMeasurement.self, "all")
    #expect(found.map(\.later) == [nil])
    found.first?.later = 5
    try later.save()
    #expect(try store.checkRows(of: schema) == [])
    try Database.run("UPDATE Measurement SET later = NULL", folder.file)
    #expect(
      try store.checkRows(of: schema) == [
        .wrongChecksum(entity: "Measurement", objectId: record.objectId)
      ])
  }

  @Test func `Rows from before a property was added are valid, too`() throws {
    let labels = Migration("labels", [.createTable("Label", [.column("text", .text)])])
    let earlier = try RecordContext(try open([labels]), Schema([Label.self]))
    let label = try earlier.insert(Label())
    label.text = "pear"
    try earlier.save()
    let column = ColumnDescription.column("later", .integer, isOptional: true)
    let store = try open([labels, Migration("later", [.addColumn(column, table: "Label")])])
    let laterSchema = Schema([LaterLabel.self])
    #expect(try store.checkRows(of: laterSchema) == [])
    let later = try RecordContext(store, laterSchema)
    let found = try later.fetch(LaterLabel.self, "all")
    #expect(found.map(\.text) == ["pear"])
    found.first?.later = 5
    try later.save()
    #expect(try store.checkRows(of: laterSchema) == [])
    try Database.run("UPDATE Label SET later = NULL", folder.file)
    #expect(
      try store.checkRows(of: laterSchema) == [
        .wrongChecksum(entity: "Label", objectId: label.objectId)
      ])
  }
}
