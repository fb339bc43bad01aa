import Events
import Testing

/// Tests of the rules by which an event is delivered through the tree.
struct DeliveryTests {
  private let tree = SmallTree()

  @Test func `A container comes first, then its objects as they were bound, depth first`() throws {
    #expect(try tree.receivers() == "root a a1 a2 b b1")
    tree.root.bind(tree.a)
    #expect(try tree.receivers() == "root b b1 a a1 a2")
  }

  @Test func `An Update goes to update, and every other message to handle`() throws {
    try tree.a1.send(.update(milliseconds: 16))
    for message: Message in [
      .none, .timer, .touch(h: 2, v: 3), .swipe(.left), .accelerate(.up),
    ] { try tree.a1.send(message) }
    #expect(
      tree.journal.drain() == [
        "a1 update 16", "a1 none", "a1 timer", "a1 touch 2 3", "a1 swipe left",
        "a1 accelerate up",
      ])
  }

  @Test func `The sender is the container, or the object to which the event was sent`() throws {
    for recorder in tree.recorders.values { recorder.logsSenders = true }
    try tree.root.send(.timer)
    #expect(
      tree.journal.drain() == [
        "root timer from root", "a timer from root", "a1 timer from a", "a2 timer from a",
        "b timer from root", "b1 timer from b",
      ])
    try tree.a1.send(.timer)
    #expect(tree.journal.drain() == ["a1 timer from a1"])
  }

  @Test func `A disabled container keeps events from all below it, which keep their state`() throws
  {
    tree.a1.isEnabled = false
    tree.a.isEnabled = false
    #expect(try tree.receivers() == "root b b1")
    tree.a.isEnabled = true
    #expect(try tree.receivers() == "root a a2 b b1")
  }

  @Test func `An event sent to an object asks only that object whether it is enabled`() throws {
    tree.a.isEnabled = false
    #expect(try !tree.a.send(.none))
    try tree.a1.send(.none)
    #expect(tree.journal.drain() == ["a1 none"])
  }

  @Test func `A container that disables itself passes nothing on`() throws {
    tree.onFirstCall("a") { $0.isEnabled = false }
    #expect(try tree.receivers() == "root a b b1")
  }

  @Test func `An object that disables its container ends the way through it`() throws {
    tree.onFirstCall("a1") { _ in tree.a.isEnabled = false }
    #expect(try tree.receivers() == "root a a1 b b1")
  }

  @Test func `A later object that is disabled meanwhile gets nothing, an enabled one the event`()
    throws
  {
    tree.b.isEnabled = false
    tree.onFirstCall("a1") { _ in
      tree.a2.isEnabled = false
      tree.b.isEnabled = true
    }
    #expect(try tree.receivers() == "root a a1 b b1")
  }

  @Test(arguments: ["root", "a", "b"])
  func `An object bound during delivery gets nothing of this event, wherever it is bound`(
    name: String
  ) throws {
    let late = RecordedContainer("late", tree.recorders["late"])
    let container = ["root": tree.root, "a": tree.a, "b": tree.b][name]
    tree.onFirstCall("a1") { _ in container?.bind(late) }
    #expect(try tree.receivers() == "root a a1 a2 b b1")
    #expect(try tree.receivers().contains("late"))
  }

  @Test func `An object that a handler has unbound receives what is sent to itself`() throws {
    tree.onFirstCall("a") { _ in tree.a.unbind(tree.a1) }
    #expect(try tree.receivers() == "root a a2 b b1")
    try tree.a1.send(.none)
    #expect(tree.journal.drain() == ["a1 none"])
  }

  @Test func `An object unbound during delivery gets nothing any more`() throws {
    tree.onFirstCall("a") { _ in
      tree.a.unbind(tree.a1)
      tree.root.unbind(tree.b)
    }
    #expect(try tree.receivers() == "root a a2")
    #expect(tree.a1.container == nil)
    #expect(try tree.receivers() == "root a a2")
  }

  @Test(arguments: [
    Message.none, .timer, .update(milliseconds: 16), .touch(h: 1, v: 1), .swipe(.down),
    .accelerate(.right),
  ]) func `An event that is handled reaches all others, too`(message: Message) throws {
    #expect(try !tree.root.send(message))
    tree.recorders["a1"]?.handles = true
    #expect(try tree.root.send(message))
    #expect(tree.journal.drain().count == 12)
  }

  @Test func `An event sent while one is delivered waits, first in first out`() throws {
    tree.onFirstCall("a1") { _ in
      #expect((try? tree.a.send(.touch(h: 1, v: 1))) == false)
      #expect((try? tree.b1.send(.touch(h: 2, v: 2))) == false)
    }
    tree.onFirstCall("b1") { _ in _ = try? tree.b1.send(.timer) }
    try tree.root.send(.none)
    #expect(
      tree.journal.drain() == [
        "root none", "a none", "a1 none", "a2 none", "b none", "b1 none",
        "a touch 1 1", "a1 touch 1 1", "a2 touch 1 1", "b1 touch 2 2", "b1 timer",
      ])
  }

  @Test func `The result of an event is reported before what it caused is delivered`() throws {
    tree.recorders["a2"]?.handles = true
    tree.onFirstCall("a1") { _ in _ = try? tree.b1.send(.timer) }
    try tree.a.send(.touch(h: 1, v: 1)) { tree.journal.write("reported \($0)") }
    #expect(
      tree.journal.drain() == [
        "a touch 1 1", "a1 touch 1 1", "a2 touch 1 1", "reported true", "b1 timer",
      ])
  }

  @Test func `A tree that hangs elsewhere delivers at once`() throws {
    let other = RecordedContainer("other", Recorder(tree.journal))
    tree.onFirstCall("a1") { _ in _ = try? other.send(.touch(h: 1, v: 2)) }
    #expect(try tree.receivers() == "root a a1 other a2 b b1")
  }

  @Test func `Ten thousand events in one turn are an error, and the tree works on`() throws {
    tree.recorders["b1"]?.whenCalled = { object in
      for _ in 0..<2 { _ = try? object.send(.timer) }
    }
    #expect(throws: EventError.tooManyEvents(limit: 10_000)) { try tree.root.send(.none) }
    tree.recorders["b1"]?.whenCalled = { _ in }
    _ = tree.journal.drain()
    #expect(try tree.receivers() == "root a a1 a2 b b1")
  }
}
