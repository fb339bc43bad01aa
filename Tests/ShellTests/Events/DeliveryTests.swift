import Events
import Testing

/// Tests of the rules by which an event is delivered through the tree.
struct DeliveryTests {
  private let tree = SmallTree()

  @Test func `A parent comes first, then its children as they were bound, depth first`() throws {
    #expect(try tree.receivers() == "root a a1 a2 b b1")
    try tree.root.bind(tree.a)
    #expect(try tree.receivers() == "root b b1 a a1 a2")
  }

  @Test func `An Update goes to its own handler and the others to handleEvent`() throws {
    try tree.a1.send(.update(milliseconds: 16))
    for message: Message in [
      .none, .timer, .touch(h: 2, v: 3), .swipe(.left), .accelerate(.up),
      .action(NamedAction(name: "sum")),
    ] {
      try tree.a1.send(message)
    }
    #expect(
      tree.journal.drain() == [
        "a1 update 16", "a1 none", "a1 timer", "a1 touch 2 3", "a1 swipe left",
        "a1 accelerate up", "a1 action sum",
      ])
  }

  @Test func `The sender hands the event on, the origin sent it first`() throws {
    let reader = SenderReader()
    let leaves = ["x", "y"].map { EventObject($0, handler: reader) }
    let middle = EventContainer("middle", handler: reader, children: [leaves[0]])
    let root = EventContainer("root", handler: reader, children: [middle, leaves[1]])
    let lines = ["root root root", "middle root root", "x middle root", "y root root"]
    for message: Message in [.none, .update(milliseconds: 16)] {
      try root.send(message)
      #expect(reader.drain() == lines)
    }
    try middle.send(.none)
    #expect(reader.drain() == ["middle middle middle", "x middle middle"])
  }

  @Test func `Who is disabled shuts out everything below, and the children keep their flags`()
    throws
  {
    tree.a1.isEnabled = false
    tree.a.isEnabled = false
    #expect(try tree.receivers() == "root b b1")
    tree.a.isEnabled = true
    #expect(try tree.receivers() == "root a a2 b b1")
  }

  @Test func `What is sent below a disabled object goes nowhere, as the seed's did not`() throws {
    tree.a.isEnabled = false
    #expect(try tree.a1.send(.none) == .passed)
    #expect(try tree.a.send(.none) == .passed)
    #expect(tree.journal.drain() == [])
  }

  @Test func `Children of one that disables itself get nothing, as the seed's still did`() throws {
    tree.onFirstCall("a") { $0.isEnabled = false }
    #expect(try tree.receivers() == "root a b b1")
  }

  @Test func `A child that disables a container above ends the way through it`() throws {
    tree.onFirstCall("a1") { _ in tree.a.isEnabled = false }
    #expect(try tree.receivers() == "root a a1 b b1")
    tree.a.isEnabled = true
    tree.onFirstCall("a1") { _ in tree.root.isEnabled = false }
    #expect(try tree.receivers() == "root a a1")
  }

  @Test func `A later sibling that is disabled meanwhile gets nothing`() throws {
    tree.onFirstCall("a1") { _ in
      tree.a2.isEnabled = false
      tree.b.isEnabled = false
    }
    #expect(try tree.receivers() == "root a a1")
  }

  @Test func `A later sibling that is enabled meanwhile gets the event`() throws {
    tree.a2.isEnabled = false
    tree.b.isEnabled = false
    tree.onFirstCall("a1") { _ in
      tree.a2.isEnabled = true
      tree.b.isEnabled = true
    }
    #expect(try tree.receivers() == "root a a1 a2 b b1")
  }

  @Test(arguments: ["root", "a", "b"])
  func `A child bound during delivery gets nothing of this event wherever it hangs`(name: String)
    throws
  {
    let late = EventContainer("late", handler: tree.recorders["late"])
    _ = EventObject("late1", handler: tree.recorders["late"], binding: late)
    let container = ["root": tree.root, "a": tree.a, "b": tree.b][name]
    tree.onFirstCall("a1") { _ in try? container?.bind(late) }
    #expect(try tree.receivers() == "root a a1 a2 b b1")
    #expect(try tree.receivers().contains("late late1"))
  }

  @Test func `A child bound during delivery gets what is sent after it`() throws {
    tree.onFirstCall("a1") { object in
      _ = EventObject("late", handler: tree.recorders["late"], binding: tree.b)
      _ = try? tree.b.send(.timer)
    }
    #expect(try tree.receivers() == "root a a1 a2 b b1 b b1 late")
  }

  @Test func `A child unbound during delivery gets nothing any more, which the seed could not do`()
    throws
  {
    tree.onFirstCall("a") { _ in
      try? tree.a.unbind(tree.a1)
      try? tree.root.unbind(tree.b)
    }
    #expect(try tree.receivers() == "root a a2")
    #expect(tree.a1.parent == nil)
    #expect(try tree.receivers() == "root a a2")
  }

  @Test func `Children of one that unbinds itself get nothing any more`() throws {
    tree.onFirstCall("a1") { _ in try? tree.root.unbind(tree.a) }
    #expect(try tree.receivers() == "root a a1 b b1")
  }

  @Test func `A child that moves during delivery gets nothing more of this event`() throws {
    tree.onFirstCall("a1") { _ in try? tree.b.bind(tree.a2) }
    #expect(try tree.receivers() == "root a a1 b b1")
    #expect(try tree.receivers() == "root a a1 b b1 a2")
  }

  @Test func `Nothing is stopped by itself, and touch, swipe, accelerate and action can be kept`()
    throws
  {
    tree.recorders["a1"]?.consumes = true
    for message: Message in [.none, .timer, .update(milliseconds: 16)] {
      #expect(try tree.root.send(message) == (message.kind == .update ? .passed : .handled))
      #expect(tree.journal.drain().count == 6)
    }
    for message: Message in [
      .touch(h: 1, v: 1), .swipe(.down), .accelerate(.right), .action(NamedAction(name: "sum")),
    ] {
      #expect(try tree.receivers(message) == "root a a1")
      #expect(try tree.root.send(message) == .consumed)
      _ = tree.journal.drain()
    }
  }

  @Test func `An event sent inside a handler waits, first in first out`() throws {
    tree.onFirstCall("a1") { _ in
      #expect((try? tree.a.send(.touch(h: 1, v: 1))) == .queued)
      #expect((try? tree.b1.send(.touch(h: 2, v: 2))) == .queued)
    }
    tree.onFirstCall("b1") { _ in _ = try? tree.b1.send(.timer) }
    try tree.root.send(.none)
    #expect(
      tree.journal.drain() == [
        "root none", "a none", "a1 none", "a2 none", "b none", "b1 none",
        "a touch 1 1", "a1 touch 1 1", "a2 touch 1 1", "b1 touch 2 2", "b1 timer",
      ])
  }

  @Test func `Who sends an event inside a handler learns later whether any object acted on it`()
    throws
  {
    var lines: [String] = []
    tree.recorders["a2"]?.consumes = true
    try tree.b.bind(EventTimer("timer", after: 100))
    tree.onFirstCall("root") { _ in
      for target in [tree.a, tree.a1, tree.b] as [EventObject] {
        for message: Message in [.touch(h: 1, v: 1), .timer, .update(milliseconds: 16)] {
          try? target.send(message) { lines.append("\(target.name) \(message.kind): \($0)") }
        }
      }
    }
    try tree.root.send(.none)
    #expect(
      lines == [
        "a touch: consumed", "a timer: handled", "a update: passed",
        "a1 touch: passed", "a1 timer: passed", "a1 update: passed",
        "b touch: passed", "b timer: passed", "b update: handled",
      ])
    lines = []
    try tree.a2.send(.timer) { lines.append("\($0)") }
    #expect(lines == ["handled"])
  }

  @Test func `An event that waits for one who has gone or was disabled is dropped`() throws {
    tree.onFirstCall("a") { _ in
      _ = try? tree.b.send(.timer)
      _ = try? tree.a2.send(.timer)
    }
    tree.onFirstCall("b1") { _ in
      tree.b.isEnabled = false
      try? tree.a.unbind(tree.a2)
    }
    #expect(try tree.receivers() == "root a a1 a2 b b1")
  }

  @Test func `A handler may send to a tree that hangs elsewhere, which delivers at once`() throws {
    let journal = tree.journal
    let other = EventContainer(
      "other", children: [EventObject("leaf", handler: RecordingHandler(journal))])
    tree.onFirstCall("a1") { _ in
      #expect((try? other.send(.touch(h: 1, v: 2))) == .passed)
      try? tree.b.bind(other)
    }
    try tree.root.send(.none)
    #expect(
      journal.drain() == [
        "root none", "a none", "a1 none", "leaf touch 1 2", "a2 none", "b none", "b1 none",
      ])
    #expect(try tree.receivers() == "root a a1 a2 b b1 leaf")
  }

  @Test func `A part that is taken out and sends for itself gets nothing of the first event`()
    throws
  {
    tree.onFirstCall("a1") { _ in
      try? tree.root.unbind(tree.a)
      _ = try? tree.a.send(.timer)
    }
    try tree.root.send(.none)
    #expect(
      tree.journal.drain() == [
        "root none", "a none", "a1 none", "a timer", "a1 timer", "a2 timer", "b none", "b1 none",
      ])
  }

  @Test func `Ten thousand events in one turn are an error, and the tree works on`() throws {
    var refusals = 0
    tree.recorders["b1"]?.whenCalled = { object in
      for _ in 0..<2 {
        do throws(EventError) { try object.send(.timer) } catch {
          #expect(error == .tooManyEvents(limit: 10_000))
          refusals += 1
        }
      }
    }
    #expect(throws: EventError.tooManyEvents(limit: 10_000)) { try tree.root.send(.none) }
    #expect(refusals > 0)
    tree.recorders["b1"]?.whenCalled = { _ in }
    _ = tree.journal.drain()
    #expect(try tree.receivers() == "root a a1 a2 b b1")
  }

  @Test(arguments: [9_999, 10_000]) func `The ten thousandth event is the one too many`(
    count: Int
  ) {
    var sent = 1
    var refused: [Int] = []
    tree.recorders["b1"]?.whenCalled = { object in
      guard sent < count else { return }
      sent += 1
      if (try? object.send(.timer)) == nil { refused.append(sent) }
    }
    var fault: EventError?
    do throws(EventError) { try tree.b1.send(.timer) } catch { fault = error }
    #expect(fault == (count < 10_000 ? nil : .tooManyEvents(limit: 10_000)))
    #expect(refused == (count < 10_000 ? [] : [10_000]))
    #expect(tree.journal.drain().count == 9_999)
  }
}
