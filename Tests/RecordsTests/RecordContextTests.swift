import Records
import TestSupport
import Testing

/// Tests of a context: inserting, fetching, changing, deleting, saving and rolling back.
struct RecordContextTests {
  @Test func `A record that was inserted and saved can be fetched`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    let first = try context.news("one", 2)
    try context.news("two", 1)
    #expect(first.phase == .inserted)
    #expect(try context.allNews() == ["two", "one"])
    try context.save()
    #expect(first.phase == .saved)
    #expect(try context.allNews() == ["two", "one"])
    #expect(try context.fetch(News.self, "getNews", ["objectId": first.objectId]).first === first)
    #expect(first.objectId.utf8.count == 15)
  }

  @Test func `There is one object for each row`() throws {
    let folder = TemporaryFolder()
    let fixture = StoreFixture()
    let writer = try fixture.context(.file(folder.file))
    try writer.news("one")
    try writer.save()
    let reader = try fixture.context(.file(folder.file))
    let found = try reader.fetch(News.self, "allNews")
    #expect(found[0] === (try reader.fetch(News.self, "allNews"))[0])
    #expect(found[0] === (try reader.record(News.self, objectId: found[0].objectId)))
    #expect(found[0].title == "one")
  }

  @Test func `A record that was released is read again`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    try context.news("one")
    try context.save()
    weak let found = try context.fetch(News.self, "allNews").first
    #expect(found == nil)
    #expect(try context.allNews() == ["one"])
  }

  @Test func `Dates are set once for each save, and only on changed records`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    let (first, second) = (try context.news("one"), try context.news("two"))
    fixture.time += 5
    try context.save()
    #expect([first.dateCreated, first.dateUpdated] == [1_000_000, 1_000_005])
    fixture.time += 5
    first.title = "1"
    fixture.time += 5
    try context.save()
    #expect([first.dateCreated, first.dateUpdated] == [1_000_000, 1_000_015])
    #expect(second.dateUpdated == 1_000_005)
  }

  @Test func `A save without changes writes nothing and notifies no observer`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    let news = try context.news("one")
    let log = CallLog()
    let note = try context.insert(Note())
    try context.save()
    note.log = log
    fixture.time += 5
    news.title = "two"
    news.title = "one"
    note.text = "x"
    note.text = ""
    #expect(!context.hasChanges)
    try context.save()
    #expect(news.dateUpdated == 1_000_000)
    #expect(news.phase == .saved)
    #expect(log.consume() == [])
  }

  @Test func `A clock that goes backwards never makes a date earlier`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    let news = try context.news("one")
    fixture.time -= 10
    try context.save()
    #expect([news.dateCreated, news.dateUpdated] == [1_000_000, 1_000_000])
    fixture.time -= 500_000
    news.title = "two"
    try context.save()
    #expect([news.dateCreated, news.dateUpdated] == [1_000_000, 1_000_000])
  }

  @Test func `A record that is edited and deleted before a save is deleted`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    let news = try context.news("one")
    try context.save()
    news.title = "two"
    try context.delete(news)
    #expect(news.phase == .deleting)
    news.title = "three"
    #expect(try context.allNews() == [])
    try context.save()
    #expect(news.phase == .deleted)
    #expect(news.title == "three")
    #expect(try context.allNews() == [])
    #expect(throws: RecordError.notInContext(entity: "News")) { try context.delete(news) }
  }

  @Test func `A record that is inserted and deleted before a save is never written`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    let news = try context.news("one")
    try context.delete(news)
    #expect(news.phase == .detached)
    #expect(!context.hasChanges)
    try context.save()
    #expect(try context.allNews() == [])
  }

  @Test func `Rollback restores all saved values`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    let (first, second) = (try context.news("one", 1), try context.news("two", 2))
    try context.save()
    first.title = "1"
    try context.delete(second)
    let third = try context.news("three", 3)
    context.rollback()
    #expect([first.phase, second.phase, third.phase] == [.saved, .saved, .detached])
    #expect(try context.allNews() == ["one", "two"])
    #expect(!context.hasChanges)
  }

  @Test func `A transient value is dropped when the record changes or turns stale`() throws {
    let context = try StoreFixture().context()
    let news = try context.news("one")
    try context.save()
    news.headline = "ONE"
    #expect(news.headline == "ONE")
    news.title = "one"
    #expect(news.headline == "ONE")
    news.title = "two"
    #expect(news.headline == nil)
    news.headline = "TWO"
    context.rollback()
    #expect(news.headline == nil)
    news.headline = "ONE"
    try context.delete(news)
    #expect(news.headline == nil)
  }

  @Test func `Texts that only look alike are different`() throws {
    let context = try StoreFixture().context()
    let news = try context.news("e\u{301}")
    try context.save()
    news.title = "\u{e9}"
    #expect(context.hasChanges)
    try context.save()
    #expect(Array(try context.allNews()[0].utf8) == Array("\u{e9}".utf8))
  }

  @Test(arguments: [
    "it's \"quoted\"", "a\0b\0", "line\nline\r\n", "\u{1b}[31m\u{7}\u{7f}", "",
    "'); DROP TABLE News;--", "🐒\u{202e}x", String(repeating: "0123456789abcdef", count: 65_536),
  ])
  func `Every text is read as it was written`(_ text: String) throws {
    let folder = TemporaryFolder()
    let fixture = StoreFixture()
    let context = try fixture.context(.file(folder.file))
    try context.insert(Note.self) {
      $0.text = text
      $0.content = Array(text.utf8)
    }
    try context.save()
    let reader = try fixture.context(.file(folder.file))
    let found = try #require(try reader.fetch(Note.self, "withText", ["text": text]).first)
    #expect(found.text == text)
    #expect(found.content == Array(text.utf8))
    #expect(try reader.store.checkRows(of: Schema([News.self, Note.self])) == [])
  }

  @Test func `Identifiers may be shortened`() throws {
    let context = try StoreFixture().context()
    let first = try context.insert(News(), objectId: "abc\0d")
    try context.insert(News(), objectId: "abd")
    #expect(try context.records(News.self, objectIdPrefix: "ab").count == 2)
    try context.save()
    #expect(try context.records(News.self, objectIdPrefix: "ab").count == 2)
    #expect(try context.records(News.self, objectIdPrefix: "abc\0").map(\.objectId) == ["abc\0d"])
    #expect(try context.records(News.self, objectIdPrefix: "abc\0").first === first)
    #expect(try context.records(News.self, objectIdPrefix: "x").isEmpty)
  }

  @Test func `Records are passed one by one without being retained`() throws {
    let context = try StoreFixture().context()
    for number in 0..<10 { try context.news("\(number)", number) }
    try context.save()
    var titles: [String] = []
    try context.forEachRow(News.self, "allNews") { news, _ in
      titles.append(news.title)
      return titles.count < 3
    }
    #expect(titles == ["0", "1", "2"])
  }
}
