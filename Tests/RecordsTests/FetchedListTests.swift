import Observing
import Records
import TestSupport
import Testing

/// Tests of fetched lists, which are updated by each save.
struct FetchedListTests {
  @Test func `A list reports the changes of a save, and only after the commit`() throws {
    let context = try StoreFixture().context()
    let (first, second) = (try context.news("one", 1), try context.news("two", 2))
    try context.save()
    let list = try context.list(News.self, "allNews")
    var received: [String] = []
    let token = list.observe(\.elements, [.new, .old]) { change in
      guard case .batch(let changes) = change else { return received.append("\(change)") }
      received.append(
        "-\(changes.removals) +\(changes.insertions) \(changes.moves.map { [$0.from, $0.to] }) "
          + "~\(changes.updates)")
    }
    try context.news("zero", 0)
    first.sortOrder = 3
    #expect(received == [])
    #expect(list.elements.map(\.title) == ["one", "two"])
    try context.save()
    #expect(list.elements.map(\.title) == ["zero", "two", "one"])
    #expect(received == ["-[] +[0] [[0, 2]] ~[2]"])
    second.title = "2"
    try context.delete(first)
    try context.save()
    #expect(received.last == "-[2] +[] [] ~[1]")
    try context.news("lost")
    context.rollback()
    try context.insert(Note())
    try context.save()
    #expect(received.count == 2)
    token.end()
  }

  @Test func `A list reports rows that another program edited, moved, added or removed`() throws {
    let folder = TemporaryFolder()
    let firstContext = try StoreFixture().context(.file(folder.file))
    let secondContext = try StoreFixture(seed: 2).context(.file(folder.file))
    let first = try secondContext.news("one", 1)
    try secondContext.news("two", 2)
    let third = try secondContext.news("three", 3)
    try secondContext.save()
    let list = try firstContext.list(News.self, "allNews")
    let mirror = list.mirror(\.elements, by: ===)
    var lines: [String] = []
    let token = list.observe(\.elements, [.new, .old]) { change in
      guard case .batch(let changes) = change else { return lines.append("\(change)") }
      lines.append(
        "-\(changes.removals) +\(changes.insertions) \(changes.moves.map { [$0.from, $0.to] }) "
          + "~\(changes.updates)")
    }
    try firstContext.refresh()
    #expect(lines == [])
    first.title = "1"
    try secondContext.save()
    // A change that another fetch has read before is still reported.
    #expect(try firstContext.fetch(News.self, "allNews").map(\.title) == ["1", "two", "three"])
    try firstContext.refresh()
    try firstContext.refresh()
    #expect(lines == ["-[] +[] [] ~[0]"])
    first.sortOrder = 9
    try secondContext.delete(third)
    try secondContext.news("four", 4)
    try secondContext.save()
    try firstContext.refresh()
    #expect(lines.last == "-[2] +[1] [[0, 2]] ~[2]")
    #expect(list.elements.map(\.title) == ["two", "four", "1"])
    // A save of one record does not hide another program's change of another one.
    first.title = "one more"
    try secondContext.save()
    list.elements[0].body = "here"
    try firstContext.save()
    #expect(lines.last == "-[] +[] [] ~[0]")
    try firstContext.refresh()
    #expect(lines.last == "-[] +[] [] ~[2]")
    #expect(lines.count == 4)
    #expect(mirror.disagreement == nil)
    token.end()
  }

  @Test func `A list that was released is no longer updated`() throws {
    let context = try StoreFixture().context()
    weak let list = try context.list(News.self, "allNews")
    try context.news("one")
    try context.save()
    #expect(list == nil)
  }

  @Test func `A save that fails notifies no observer`() throws {
    let context = try StoreFixture().context()
    let list = try context.list(News.self, "allNews")
    let mirror = list.mirror(\.elements, by: ===)
    try context.news("one")
    try context.insert(Note.self) { $0.text = "bad" }
    #expect(throws: RecordError.self) { try context.save() }
    #expect(list.elements.isEmpty && mirror.elements.isEmpty)
  }

  @Test func `The old list and the changes give the new list`() throws {
    var failures: [String] = []
    for seed in 0..<100 {
      let context = try StoreFixture(seed: UInt64(seed)).context()
      for number in 0..<20 {
        var script = ListScript(context, seed: UInt64(seed * 20 + number))
        if let failure = try script.run() { failures.append("\(seed) \(number): \(failure)") }
        for news in try context.fetch(News.self, "allNews") { try context.delete(news) }
      }
    }
    #expect(failures == [])
  }
}

/// A random script of edits and saves, with fetched lists that are compared after each save.
private struct ListScript {
  private var generator: RandomNumbers
  private let context: RecordContext
  private var known: [News] = []

  init(_ context: RecordContext, seed: UInt64) {
    generator = RandomNumbers(seed: seed)
    self.context = context
  }

  /// Runs the script; returns the first difference between a list and a new fetch, or `nil` if
  /// there is none.
  mutating func run() throws -> String? {
    let all = try context.list(News.self, "allNews")
    let some = try context.list(News.self, "between", ["first": 2, "last": 6])
    let mirrors = [all.mirror(\.elements, by: ===), some.mirror(\.elements, by: ===)]
    for _ in 0..<3 {
      let editCount = generator.below(20) == 0 ? 40 : generator.below(6)
      for _ in 0..<editCount { try edit() }
      if generator.below(6) == 0 {
        context.rollback()
        known.removeAll { $0.phase == .detached }
        continue
      }
      try context.save()
      if let disagreement = mirrors.lazy.compactMap(\.disagreement).first {
        return "\(disagreement.reason): \(disagreement.change)"
      }
      let areCopies = zip([all, some], mirrors).allSatisfy { list, mirror in
        list.elements.elementsEqual(mirror.elements, by: ===)
      }
      if !areCopies { return "the mirror differs" }
      if !all.elements.elementsEqual(try context.fetch(News.self, "allNews"), by: ===) {
        return "all differs"
      }
      let between = try context.fetch(News.self, "between", ["first": 2, "last": 6])
      if !some.elements.elementsEqual(between, by: ===) { return "some differs" }
    }
    return nil
  }

  /// Makes one random edit: inserts, deletes or changes a record.
  private mutating func edit() throws {
    let alive = known.filter { $0.phase.isAlive }
    let choice = generator.below(alive.isEmpty ? 1 : 7)
    switch choice {
    case 0, 1, 2: known.append(try context.news("\(generator.below(4))", generator.below(8)))
    case 3: try context.delete(alive[generator.below(alive.count)])
    case 4: alive[generator.below(alive.count)].title = "\(generator.below(4))"
    case 5: alive[generator.below(alive.count)].title = "hidden"
    default: alive[generator.below(alive.count)].sortOrder = generator.below(8)
    }
  }
}
