import Records
import TestSupport
import Testing

/// Tests of relations between records.
struct RelationTests {
  @Test func `Records that refer to each other are saved together`() throws {
    let folder = TemporaryFolder()
    let fixture = StoreFixture()
    let context = try fixture.context(.file(folder.file))
    let (first, second) = (Note(), Note())
    first.text = "first"
    second.text = "second"
    try context.insert(first)
    try context.insert(second)
    first.parent = second
    second.parent = first
    first.news = try context.news("one")
    #expect(first.parent === second)
    try context.save()
    #expect(first.parent === second && second.parent === first)
    let reader = try fixture.context(.file(folder.file))
    let found = try reader.fetch(Note.self, "withText", ["text": "first"])[0]
    #expect(found.parent?.text == "second")
    #expect(found.parent?.parent === found)
    #expect(found.news?.title == "one")
  }

  @Test func `The records that refer to another one are found by a template`() throws {
    let context = try StoreFixture().context()
    let (parent, child) = (try context.insert(Note()), try context.insert(Note()))
    child.parent = parent
    let variables = ["parent": RecordReference(parent)]
    #expect(try context.fetch(Note.self, "children", variables).map { $0 === child } == [true])
    try context.save()
    let saved = ["parent": RecordReference(parent)]
    #expect(try context.fetch(Note.self, "children", saved).map { $0 === child } == [true])
  }

  @Test func `A deletion applies the rules of the relations`() throws {
    let context = try StoreFixture().context()
    let news = try context.news("one")
    let parent = try context.insert(Note())
    let child = try context.insert(Note())
    let grandchild = try context.insert(Note())
    child.parent = parent
    grandchild.parent = child
    parent.news = news
    try context.save()
    try context.delete(news)
    #expect(parent.news == nil)
    #expect(parent.phase == .changed)
    try context.delete(parent)
    #expect([parent, child, grandchild].map(\.phase) == [.deleting, .deleting, .deleting])
    try context.save()
    #expect(try context.fetch(Note.self, "allNotes").isEmpty)
  }

  @Test func `A deletion that a relation denies changes nothing`() throws {
    let context = try StoreFixture().context()
    let guardian = try context.insert(Note())
    let (ward, child) = (try context.insert(Note()), try context.insert(Note()))
    ward.guardian = guardian
    child.parent = guardian
    try context.save()
    let denied = RecordError.denied(entity: "Note", objectId: guardian.objectId, by: "Note")
    #expect(throws: denied) { try context.delete(guardian) }
    #expect([guardian, ward, child].map(\.phase) == [.saved, .saved, .saved])
    ward.parent = guardian
    try context.delete(guardian)
    try context.save()
    #expect([guardian, ward, child].map(\.phase) == [.deleted, .deleted, .deleted])
  }

  @Test func `A relation to a record that does not exist can't be saved`() throws {
    let context = try StoreFixture().context()
    let child = try context.insert(Note())
    let news = try context.news("one")
    try context.save()
    try context.delete(news)
    child.news = news
    let dangling = RecordError.danglingRelation(
      entity: "Note", objectId: child.objectId, column: "news")
    #expect(child.news == nil)
    #expect(throws: dangling) { try context.save() }
  }

  @Test func `Rolling back a deletion restores the relations`() throws {
    let context = try StoreFixture().context()
    let news = try context.news("one")
    let note = try context.insert(Note())
    note.news = news
    try context.save()
    try context.delete(news)
    #expect(note.news == nil)
    context.rollback()
    #expect(note.news === news)
    #expect(!context.hasChanges)
  }

  @Test func `A list of the records that refer to an unsaved one follows its save`() throws {
    let context = try StoreFixture().context()
    let (parent, child) = (try context.insert(Note()), try context.insert(Note()))
    let list = try context.list(Note.self, "children", ["parent": RecordReference(parent)])
    child.parent = parent
    try context.save()
    #expect(list.elements.map { $0 === child } == [true])
  }
}
