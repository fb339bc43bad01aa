import Events
import Testing

/// Tests of handlers that act on the tree in their deinitializers.
struct RemovalTests {
  /// A handler that calls a closure in its deinitializer.
  private final class DeinitHandler: EventHandler {
    var onDeinit: () -> Void = {}

    deinit {
      onDeinit()
    }
  }

  @Test func `A handler that goes with its container finds nothing bound there any more`() throws {
    let siblings = (0..<3).map { EventObject("sibling \($0)") }
    var parents: [EventContainer?] = []
    var root: EventContainer? = EventContainer("root", children: [siblings[0]])
    do {
      let leaver = DeinitHandler()
      leaver.onDeinit = { parents = siblings.map(\.parent) }
      try root?.bind(EventObject("leaver", handler: leaver))
    }
    for sibling in siblings.dropFirst() { try root?.bind(sibling) }
    root = nil
    #expect(parents.map { $0 == nil } == [true, true, true])
  }

  @Test(arguments: [false, true])
  func `A handler that is unbound may unbind others as it goes`(isDelivering: Bool) throws {
    let siblings = (0..<3).map { EventObject("sibling \($0)") }
    let journal = Journal()
    let recorder = RecordingHandler(journal)
    let root = EventContainer("root", children: [EventObject("recorder", handler: recorder)])
    do {
      let leaver = DeinitHandler()
      leaver.onDeinit = { [unowned root] in for sibling in siblings { try? root.unbind(sibling) } }
      try root.bind(siblings[0])
      try root.bind(EventObject("leaver", handler: leaver))
      for sibling in siblings.dropFirst() { try root.bind(sibling) }
    }
    let unbind = { [unowned root] in try? root.unbind(root.object(named: "leaver")) }
    if isDelivering {
      recorder.whenCalled = { _ in _ = unbind() }
      try root.send(.none)
    } else {
      _ = unbind()
    }
    #expect(root.children.map(\.name) == ["recorder"])
    #expect(siblings.allSatisfy { $0.parent == nil })
  }
}
