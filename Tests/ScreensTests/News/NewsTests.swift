@testable import Archive
@testable import Events
@testable import Game
import Observing
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

struct NewsTests {
  /// A session whose records are in memory, and its news.
  private struct Fixture {
    let programStore: ProgramStore
    let model: NewsModel

    init() throws {
      let seed = try SessionSeed("7").seed
      programStore = ProgramStore(RecordsEnvironment(), clock: .virtual(), seed: { seed })
      model = NewsModel(programStore)
    }

    func draft(_ title: String?, order: Int? = nil) -> NewsDraft {
      var draft = NewsDraft()
      draft.title = title
      draft.sortOrder = order
      return draft
    }

    func titles() throws -> [String] { try model.all().elements.map(\.title) }
  }

  /// Returns the message of the error that a closure throws, or `done` if it throws none.
  private func fault(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "done"
    } catch { return Refusal(error).words(in: .english) }
  }

  @Test func `News stand in their order, and the last one is added behind all`() throws {
    let fixture = try Fixture()
    for title in ["one", "two", "three"] { try fixture.model.add(fixture.draft(title)) }
    #expect(try fixture.titles() == ["one", "two", "three"])
    let two = try fixture.model.all().elements[1]
    #expect(try fixture.model.edit(two, fixture.draft(nil, order: 0)))
    #expect(try fixture.titles() == ["two", "one", "three"])
    #expect(try !fixture.model.edit(two, fixture.draft("two")))
    #expect(try fixture.model.all().elements.map(\.sortOrder) == [0, 1, 3])
  }

  @Test func `An order has a limit, so that there is always one behind the last`() throws {
    let fixture = try Fixture()
    try fixture.model.add(fixture.draft("one", order: 999_999))
    try fixture.model.add(fixture.draft("two"))
    #expect(try fixture.model.all().elements.map(\.sortOrder) == [999_999, 999_999])
    try fixture.programStore.perform { context throws(RecordError) in
      for news in try News.all(in: context).elements { news.sortOrder = Int.max }
      try context.save()
    }
    try fixture.model.add(fixture.draft("three"))
    #expect(Set(try fixture.model.all().elements.map(\.sortOrder)) == [Int.max, 999_999])
  }

  @Test func `News without a title are refused, and nothing changes`() throws {
    let fixture = try Fixture()
    try fixture.model.add(fixture.draft("one"))
    let one = try fixture.model.all().elements[0]
    #expect(
      fault { try fixture.model.add(fixture.draft("")) }
        == "a title needs at least 1 character")
    #expect(
      fault { _ = try fixture.model.edit(one, fixture.draft("")) }
        == "a title needs at least 1 character")
    #expect(one.title == "one")
    #expect(try fixture.titles() == ["one"])
    #expect(fixture.programStore.reachability.store == .writable)
    #expect(!fixture.programStore.hasFailed)
  }

  @Test func `An identifier is found by its beginning, and the whole one before any other`() throws
  {
    let fixture = try Fixture()
    try fixture.programStore.perform { context throws(RecordError) in
      for name in ["ab", "abc", "abd", "x"] {
        let news = News()
        news.title = name
        try context.insert(news, objectId: name)
      }
      try context.save()
    }
    #expect(try fixture.model.find("ab").title == "ab")
    #expect(try fixture.model.find("x").title == "x")
    #expect(try fixture.model.find("abd").title == "abd")
    let finding = { (name: String) in
      fault { _ = try fixture.model.find(name) }
    }
    #expect(finding("a") == "\"a\" is short for 3 news items: ab, abc and others")
    #expect(finding("") == "there is no news item \"\"")
    #expect(finding("abcd") == "there is no news item \"abcd\"")
    #expect(finding("A") == "there is no news item \"A\"")
  }

  @Test func `Identifiers are shown as long as needed to be distinct, after each change`() throws {
    let fixture = try Fixture()
    let output = OutputWriter(sink: MemorySink())
    let view = NewsView(Speaker(output))
    view.list = try fixture.model.all()
    func shown() -> [Substring] {
      let text = String(
        decoding: output.capture(keeping: false) { view.showAll() }, as: UTF8.self)
      return text.split(separator: "\n").map { $0.split(separator: " ")[1] }
    }
    func add(_ names: String...) throws {
      try fixture.programStore.perform { context throws(RecordError) in
        for name in names {
          let news = News()
          news.title = name
          try context.insert(news, objectId: name)
        }
        try context.save()
      }
    }
    try add("abcd1x")
    #expect(shown() == ["abcd"])
    try add("x", "abce")
    #expect(shown() == ["abcd", "abce", "x"])
    try add("abcd2x")
    #expect(shown() == ["abcd1", "abcd2", "abce", "x"])
    try add("abcd21")
    #expect(shown() == ["abcd1x", "abcd21", "abcd2x", "abce", "x"])
    for name in ["abcd21", "abcd1x"] { try fixture.model.remove(try fixture.model.find(name)) }
    #expect(shown() == ["abcd", "abce", "x"])
  }

  @Test func `The reachability of the store can be observed`() throws {
    let fixture = try Fixture()
    var received: [Reachability] = []
    let token = fixture.programStore.observe(\.reachability, [.initial, .new]) { change in
      if case .setting(let reachability?, _) = change { received.append(reachability) }
    }
    _ = try fixture.model.all()
    _ = try fixture.model.all()
    #expect(received == [Reachability(), Reachability(store: .writable)])
    token.end()
  }
}
