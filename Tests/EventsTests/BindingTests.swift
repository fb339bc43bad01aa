import Events
import Testing

/// Tests of binding objects to containers, and of how long they live.
struct BindingTests {
  @Test func `An object is bound when it is created`() {
    let root = EventContainer("root")
    let container = EventContainer("container", binding: root)
    let object = EventObject("object", binding: container)
    #expect(object.container === container)
    #expect(object.root === root)
    #expect(container.objects.map(\.name) == ["object"])
  }

  @Test func `An object is bound to one container, the last one`() throws {
    let tree = SmallTree()
    tree.b.bind(tree.a1)
    #expect(try tree.receivers() == "root a a2 b b1 a1")
    tree.b.unbind(tree.a2)
    #expect(tree.a2.container === tree.a)
  }

  @Test func `A tree that nothing holds is freed, because containers are held weakly`() {
    weak var object: EventObject?
    weak var root: EventContainer?
    do {
      let made = EventContainer("root")
      root = made
      let bound = EventObject("object", binding: made)
      object = bound
    }
    #expect(root == nil && object == nil)
  }

  @Test func `Objects are prepared when they are searched or drawn, and by no event`() throws {
    final class Shelf: EventContainer {
      var count = 0

      override func prepareObjects() {
        guard objects.isEmpty else { return }
        count += 1
        _ = EventObject("book", binding: self)
      }
    }
    let root = EventContainer("root")
    let shelf = Shelf("shelf", binding: root)
    try root.send(.touch(h: 1, v: 1))
    #expect(shelf.count == 0)
    #expect(try root.object(named: "book").container === shelf)
    #expect(root.drawing == ["[x] root", "  [x] shelf", "    [x] book"])
    #expect(shelf.count == 1)
  }

  @Test func `An object is reached where it and all above it are enabled`() {
    let tree = SmallTree()
    #expect(tree.a1.isReached)
    tree.root.isEnabled = false
    #expect(!tree.a1.isReached)
    tree.root.isEnabled = true
    tree.a1.isEnabled = false
    #expect(!tree.a1.isReached)
  }

  @Test func `What was disabled by name stays disabled until it is enabled by name`() throws {
    let root = EventContainer("root")
    let timer = EventTimer("timer", after: 16, binding: root)
    _ = try root.setEnabled(false, named: "timer")
    timer.restart()
    #expect(!timer.isEnabled)
    root.enableDisabledObjects(except: "other")
    #expect(timer.isEnabled)
  }
}
