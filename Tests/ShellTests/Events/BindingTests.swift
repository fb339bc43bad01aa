import Events
import Testing

/// Tests of binding objects to containers, and of the deinitialization of containers.
struct BindingTests {
  /// A handler that counts how many handlers of its type were deinitialized.
  private final class Counted: ModeHandler {
    private let count: Count

    init(_ count: Count) {
      self.count = count
    }

    deinit {
      count.freed += 1
    }
  }

  private final class Count {
    var freed = 0
  }

  @Test func `An object is bound when it is made, as in the seed`() throws {
    let root = EventContainer("root")
    let node = EventContainer("node", binding: root)
    let leaf = EventObject("leaf", binding: node)
    #expect(leaf.parent === node)
    #expect(node.parent === root)
    #expect(root.parent == nil)
    #expect(root.children.map(\.name) == ["node"])
  }

  @Test func `An object hangs in one place, the last one it was bound to`() throws {
    let tree = SmallTree()
    try tree.b.bind(tree.a1)
    #expect(tree.a.children.map(\.name) == ["a2"])
    #expect(tree.b.children.map(\.name) == ["b1", "a1"])
    try tree.b.bind(tree.b1)
    #expect(tree.b.children.map(\.name) == ["a1", "b1"])
  }

  @Test func `A container can't be bound below itself, and stays where it was`() {
    let tree = SmallTree()
    let below = EventContainer("below", binding: tree.a)
    for container in [tree.a, below] {
      #expect(throws: EventError.wouldHoldItself("a")) { try container.bind(tree.a) }
    }
    #expect(tree.root.children.map(\.name) == ["a", "b"])
  }

  @Test func `A tree that nobody holds is freed whole, because parents are held weakly`() throws {
    let count = Count()
    var root: EventContainer? = EventContainer("root", handler: Counted(count))
    let kept = EventObject("kept", handler: Counted(count))
    for number in 0..<10 {
      let container = EventContainer("container", handler: Counted(count))
      for _ in 0..<10 { _ = EventObject("object", handler: Counted(count), binding: container) }
      if number == 5 { try container.bind(kept) }
      try root?.bind(container)
    }
    let modes = (0..<4).map { EventMode("mode \($0)", handler: Counted(count)) }
    try root?.bind(
      ModeSwitcher(
        "modes", handler: Counted(count), first: modes[0], others: Array(modes[1...]),
        changes: [:]))
    try root?.send(.update(milliseconds: 16))
    #expect(count.freed == 0)
    root = nil
    #expect(kept.parent == nil)
    #expect(count.freed == 1 + 10 + 100 + 1)
    withExtendedLifetime((kept, modes)) {}
  }

  @Test func `What is unbound during delivery is freed once the delivery is over`() throws {
    let count = Count()
    let tree = SmallTree()
    let container = EventContainer("container", binding: tree.a)
    for _ in 0..<5 { _ = EventObject("object", handler: Counted(count), binding: container) }
    tree.onFirstCall("a1") { _ in
      for object in container.children { try? container.unbind(object) }
      for _ in 0..<3 { _ = EventObject("late", handler: Counted(count), binding: tree.b) }
      for object in tree.b.children.dropFirst() { try? tree.b.unbind(object) }
    }
    #expect(try tree.receivers() == "root a a1 a2 b b1")
    #expect(count.freed == 8)
  }

  @Test func `A root that is let go inside a handler lives until its event is over`() throws {
    final class Holder {
      var root: EventContainer?
    }
    let (journal, count, holder) = (Journal(), Count(), Holder())
    let (first, last) = (RecordingHandler(journal), RecordingHandler(journal))
    first.whenCalled = { _ in holder.root = nil }
    holder.root = EventContainer(
      "root", handler: Counted(count),
      children: [EventObject("first", handler: first), EventObject("last", handler: last)])
    try holder.root?.send(.none)
    #expect(journal.drain() == ["first none", "last none"])
    #expect(count.freed == 1)
  }

  @Test func `A part whose root goes while it delivers gets nothing any more`() throws {
    final class Holder {
      var root: EventContainer?
    }
    let (journal, holder) = (Journal(), Holder())
    let (first, last) = (RecordingHandler(journal), RecordingHandler(journal))
    first.whenCalled = { _ in holder.root = nil }
    let part = EventContainer(
      "part",
      children: [EventObject("first", handler: first), EventObject("last", handler: last)])
    holder.root = EventContainer("root", children: [part])
    try part.send(.none)
    #expect(journal.drain() == ["first none"])
    try part.send(.timer)
    #expect(journal.drain() == ["first timer", "last timer"])
  }

  @Test func `Objects that wait for a look are made by no event, and may be replaced`() throws {
    let journal = Journal()
    let recorder = RecordingHandler(journal)
    var count = 0
    let root = EventContainer("root")
    let make = {
      count += 1
      return [EventObject("child", handler: recorder)]
    }
    root.replaceChildren(make)
    try root.send(.none)
    try root.send(.update(milliseconds: 16))
    #expect(count == 0 && journal.drain() == [])
    #expect(root.drawing == ["[x] root", "  [x] child"])
    try root.send(.none)
    #expect(count == 1 && journal.drain() == ["child none"])
    let first = try root.object(named: "child")
    root.replaceChildren(make)
    try root.send(.none)
    #expect(count == 1 && journal.drain() == [])
    #expect(first.parent == nil)
    #expect(try root.object(named: "child") !== first)
    #expect(count == 2)
  }

  @Test func `An object is reached where it and all above it are enabled`() throws {
    let child = EventObject("child")
    let root = EventContainer("root", children: [EventContainer("middle", children: [child])])
    #expect(child.isReached)
    let middle = try root.object(named: "middle")
    middle.isEnabled = false
    #expect(!child.isReached && root.isReached)
    middle.isEnabled = true
    child.isEnabled = false
    #expect(!child.isReached)
  }

  @Test func `A drawing shows what a handler says of its object`() {
    final class StateHandler: EventHandler {
      var drawnState: String? { "words" }
    }
    #expect(EventObject("name", handler: StateHandler()).drawing == ["[x] name: words"])
  }
}
