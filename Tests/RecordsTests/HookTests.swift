import Records
import Testing

/// Tests of the hooks of records: the calls and their order.
struct HookTests {
  /// Returns a new note with a text, whose hooks write to a log.
  private func note(_ text: String, _ log: CallLog) -> Note {
    let note = Note()
    note.text = text
    note.log = log
    return note
  }

  @Test func `Hooks are called in their order from insertion to deletion`() throws {
    let context = try StoreFixture().context()
    let log = CallLog()
    let note = try context.insert(note("a", log))
    #expect(log.consume() == ["awakeFromInsert a"])
    try context.save()
    #expect(log.consume() == ["willSave a", "reasonAgainst insert a", "didSave a"])
    note.text = "b"
    try context.save()
    #expect(log.consume() == ["willSave b", "reasonAgainst update b", "didSave b"])
    try context.delete(note)
    #expect(log.consume() == [])
    try context.save()
    #expect(log.consume() == ["willSave b", "reasonAgainst delete b", "didSave b"])
  }

  @Test func `awakeFromInsert is called once in a life`() throws {
    let context = try StoreFixture().context()
    let log = CallLog()
    let note = try context.insert(note("a", log))
    context.rollback()
    try context.insert(note)
    try context.save()
    #expect(log.consume().filter { $0.hasPrefix("awake") } == ["awakeFromInsert a"])
  }

  @Test func `awakeFromFetch is called once, when the object is created`() throws {
    let fixture = StoreFixture()
    let context = try fixture.context()
    try context.insert(CountingNote())
    try context.save()
    let found = try context.fetch(CountingNote.self, "all")
    #expect(found.map(\.awakenings) == [1])
    #expect(try context.fetch(CountingNote.self, "all").map(\.awakenings) == [1])
  }

  @Test func `willSave may change records and is called again`() throws {
    let context = try StoreFixture().context()
    let log = CallLog()
    let (first, second) = (note("a", log), note("b", log))
    first.onWillSave = { _ in second.isRead = true }
    second.onWillSave = { if $0.weight < 2 { $0.weight += 1 } }
    try context.insert(first)
    try context.insert(second)
    _ = log.consume()
    try context.save()
    #expect(
      log.consume() == [
        "willSave a", "willSave b", "willSave b", "willSave b", "reasonAgainst insert a",
        "reasonAgainst insert b", "didSave a", "didSave b",
      ])
    #expect(second.weight == 2.5)
    #expect(second.isRead)
  }

  @Test func `willSave may insert and delete`() throws {
    let context = try StoreFixture().context()
    let log = CallLog()
    let (first, second) = (note("a", log), note("b", log))
    try context.insert(second)
    try context.save()
    first.onWillSave = { note in
      guard !note.isRead else { return }
      note.isRead = true
      _ = try? context.news("by willSave")
      try? context.delete(second)
    }
    try context.insert(first)
    try context.save()
    #expect(try context.allNews() == ["by willSave"])
    #expect(second.phase == .deleted)
  }

  @Test func `A willSave that always changes something is an error after a thousand calls`() throws
  {
    let context = try StoreFixture().context()
    let log = CallLog()
    let note = note("a", log)
    note.onWillSave = { $0.weight += 1 }
    try context.insert(note)
    _ = log.consume()
    #expect(throws: RecordError.endlessChanges(entity: "Note")) { try context.save() }
    #expect(log.consume() == [String](repeating: "willSave a", count: 1000))
    #expect(note.phase == .inserted)
    note.onWillSave = { _ in }
    try context.save()
    #expect(log.consume() == ["willSave a", "reasonAgainst insert a", "didSave a"])
  }

  @Test func `A save inside a save is an error`() throws {
    let context = try StoreFixture().context()
    let log = CallLog()
    let note = note("a", log)
    var errors: [RecordError] = []
    let attempt: (Note) -> Void = { _ in
      do throws(RecordError) { try context.save() } catch { errors.append(error) }
    }
    note.onWillSave = attempt
    note.onDidSave = attempt
    try context.insert(note)
    try context.save()
    #expect(errors == [.saveInsideSave, .saveInsideSave])
    #expect(note.phase == .saved)
  }

  @Test func `Changes made in didSave are saved the next time`() throws {
    let context = try StoreFixture().context()
    let note = try context.insert(note("a", CallLog()))
    note.onDidSave = { $0.isRead = true }
    try context.save()
    #expect(note.phase == .changed)
    try context.save()
    #expect(note.phase == .saved)
  }

  @Test func `An invalid record prevents the whole save`() throws {
    let context = try StoreFixture().context()
    let log = CallLog()
    let bad = try context.insert(note("bad", log))
    try context.news("one")
    let insert = RecordError.invalid(
      .insert, entity: "Note", objectId: bad.objectId, reason: "it is bad")
    #expect(throws: insert) { try context.save() }
    #expect(try context.store.recordCount("News") == 0)
    bad.text = "good"
    try context.save()
    #expect(try context.store.recordCount("News") == 1)
    bad.text = "bad"
    let update = RecordError.invalid(
      .update, entity: "Note", objectId: bad.objectId, reason: "it is bad")
    #expect(throws: update) { try context.save() }
    bad.text = "kept"
    try context.delete(bad)
    let delete = RecordError.invalid(
      .delete, entity: "Note", objectId: bad.objectId, reason: "it is kept")
    #expect(throws: delete) { try context.save() }
    #expect(bad.phase == .deleting)
    #expect(!log.consume().contains { $0.hasPrefix("didSave bad") })
  }
}

/// A record that counts the times it was fetched.
final class CountingNote: Record {
  @Column var text = ""
  let state = RecordState()
  var awakenings = 0

  static var entity: String { "Waking" }

  static func declareColumns(in columns: inout Columns<CountingNote>) {
    columns.declare("text", \._text)
  }

  static func declareTemplates(in templates: inout Templates) {
    templates.declare("all")
  }

  func awakeFromFetch() { awakenings += 1 }
}
