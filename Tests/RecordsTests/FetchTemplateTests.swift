import Records
import TestSupport
import Testing

/// Tests of fetch templates: the named queries of a record type.
struct FetchTemplateTests {
  @Test func `An unknown name is an error that names it`() throws {
    let context = try StoreFixture().context()
    #expect(throws: RecordError.unknownTemplate(entity: "News", name: "noNews")) {
      try context.fetch(News.self, "noNews")
    }
    #expect(throws: RecordError.unknownEntity("RuntimeRecord")) {
      try context.fetch(RuntimeRecord.self, "all")
    }
  }

  @Test func `Missing, surplus and wrong variables are errors that name the template`() throws {
    let context = try StoreFixture().context()
    #expect(throws: RecordError.missingVariable(template: "getNews", variable: "objectId")) {
      try context.fetch(News.self, "getNews")
    }
    #expect(throws: RecordError.surplusVariable(template: "getNews", variable: "a")) {
      try context.fetch(News.self, "getNews", ["objectId": "x", "b": 1, "a": 2])
    }
    let wrong = RecordError.wrongVariable(
      template: "getNews", variable: "objectId", kind: "TEXT")
    #expect(throws: wrong) { try context.fetch(News.self, "getNews", ["objectId": 1]) }
    #expect(throws: wrong) {
      try context.fetch(News.self, "getNews", ["objectId": String?.none])
    }
  }

  @Test func `Records are sorted by their order and then by their identifier`() throws {
    let context = try StoreFixture().context()
    for (objectId, order) in [("c", 1), ("a", 2), ("b", 1), ("d", 0)] {
      let news = try context.insert(News(), objectId: objectId)
      news.sortOrder = order
    }
    let expected = ["d", "b", "c", "a"]
    #expect(try context.fetch(News.self, "allNews").map(\.objectId) == expected)
    try context.save()
    #expect(try context.fetch(News.self, "allNews").map(\.objectId) == expected)
  }

  @Test func `A limit includes unsaved records`() throws {
    let context = try StoreFixture().context()
    for number in 0..<4 { try context.news("\(number)", number) }
    try context.save()
    #expect(try context.fetch(News.self, "firstNews").map(\.title) == ["3", "2"])
    try context.delete(try context.fetch(News.self, "firstNews")[0])
    try context.news("9", 9)
    #expect(try context.fetch(News.self, "firstNews").map(\.title) == ["9", "2"])
    #expect(throws: RecordError.limitedList(template: "firstNews")) {
      try context.list(News.self, "firstNews")
    }
  }

  @Test func `A row that was damaged from outside is a typed error`() throws {
    let folder = TemporaryFolder()
    let settings = StoreFixture().settings(.file(folder.file))
    let context = try StoreFixture().context(settings)
    try context.news("one")
    try context.insert(Note())
    try context.save()
    try Database.run("UPDATE News SET sortOrder = 'x'; UPDATE Note SET level = 'odd'", folder.file)
    let reader = try StoreFixture().context(settings)
    #expect(throws: RecordError.unreadable(entity: "News", row: 1, column: "sortOrder")) {
      try reader.fetch(News.self, "allNews")
    }
    #expect(throws: RecordError.unreadable(entity: "Note", row: 1, column: "level")) {
      try reader.fetch(Note.self, "allNotes")
    }
  }

  @Test func `A damaged row is passed with its readable part, as a detached record`()
    throws
  {
    let folder = TemporaryFolder()
    let settings = StoreFixture().settings(.file(folder.file))
    let writer = try StoreFixture().context(settings)
    for text in ["a", "b", "c"] { try writer.insert(Note.self) { $0.text = text } }
    try writer.save()
    try Database.run("UPDATE Note SET level = 'odd' WHERE text = 'b'", folder.file)
    let context = try StoreFixture().context(settings)
    var lines: [String] = []
    try context.forEachRow(Note.self, "allNotes") { note, error in
      lines.append("\(note.row) \(note.text) \(note.phase) \(error.map { "\($0)" } ?? "-")")
      return true
    }
    let message = "can't read row 2 of 'Note': its 'level' is of another kind"
    #expect(lines == ["1 a saved -", "2 b detached \(message)", "3 c saved -"])
    #expect(try context.readable(Note.self, "allNotes").map(\.text) == ["a", "c"])
    #expect(
      try context.store.checkRows(of: Schema([News.self, Note.self])).map(\.description)
        == ["can't be read: row 2 of Note, its 'level' is of another kind"])
  }

  @Test func `A known record whose row was damaged is an error in later fetches, too`() throws {
    let folder = TemporaryFolder()
    let context = try StoreFixture().context(.file(folder.file))
    let note = try context.insert(Note.self) { $0.text = "a" }
    try context.save()
    try Database.run("UPDATE Note SET level = 'odd', text = 'b', checksum = 1", folder.file)
    let error = RecordError.unreadable(entity: "Note", row: 1, column: "level")
    for _ in 0..<2 {
      #expect(throws: error) { try context.fetch(Note.self, "allNotes") }
    }
    note.text = "c"
    #expect(throws: error) { try context.save() }
  }

  @Test(arguments: 0..<20)
  func `Conditions match the same records in memory and in the store`(_ seed: Int) throws {
    var generator = RandomNumbers(seed: UInt64(seed))
    let titles = ["", "a", "A", "b", "hidden", "\u{e9}", "e\u{301}", "Z\0", "\u{ffff}", "🐒"]
    let context = try StoreFixture(seed: UInt64(seed)).context()
    for _ in 0..<40 {
      let title = titles[generator.below(titles.count)]
      let news = try context.news(title, generator.below(7) - 3)
      news.imageURL = generator.below(2) == 0 ? nil : title
    }
    let variables = ["first": -2, "last": 3]
    let unsaved = try context.fetch(News.self, "between", variables).map(\.objectId)
    let pictured = try context.fetch(News.self, "pictured").map(\.objectId)
    try context.save()
    #expect(try context.fetch(News.self, "between", variables).map(\.objectId) == unsaved)
    #expect(try context.fetch(News.self, "pictured").map(\.objectId) == pictured)
    #expect(!unsaved.isEmpty && !pictured.isEmpty)
  }
}
