import Events
import Testing

/// Tests of events that are created from a kind and numbers.
struct ParameterTests {
  private static let right: [(MessageKind, [Int], String)] = [
    (.none, [], "none"), (.update, [16], "update 16"), (.update, [0], "update 0"),
    (.timer, [], "timer"), (.touch, [3, -4], "touch 3 -4"), (.swipe, [0], "swipe right"),
    (.swipe, [1], "swipe left"), (.accelerate, [2], "accelerate up"),
    (.accelerate, [3], "accelerate down"),
  ]

  private static let wrong: [(MessageKind, [Int])] = [
    (.none, [1]), (.update, []), (.update, [-1]), (.update, [16, 16]), (.timer, [1]),
    (.touch, []), (.touch, [1]), (.touch, [1, 2, 3]), (.swipe, []), (.swipe, [4]),
    (.swipe, [-1]), (.accelerate, [1, 1]), (.accelerate, [9]), (.action, []), (.action, [1]),
  ]

  @Test(arguments: right) func `The right numbers make a message`(
    kind: MessageKind, values: [Int], expected: String
  ) throws {
    let tree = SmallTree()
    try tree.b1.send(tree.b1.checkedMessage(kind, values: values))
    #expect(tree.journal.drain() == ["b1 " + expected])
    #expect(try Message(kind, values: values).kind == kind)
    #expect(tree.root.wrongParameterCount(of: kind) == 0)
  }

  @Test(arguments: wrong) func `Wrong numbers are ignored, where the seed's would trap`(
    kind: MessageKind, values: [Int]
  ) throws {
    let tree = SmallTree()
    #expect(throws: EventError.wrongParameters(kind, values)) {
      try tree.root.checkedMessage(kind, values: values)
    }
    #expect(tree.journal.drain() == [])
  }

  @Test func `Wrong numbers are counted for each kind of message`() {
    let tree = SmallTree()
    for (kind, values) in Self.wrong { _ = try? tree.b1.checkedMessage(kind, values: values) }
    _ = try? tree.a.send(.update(milliseconds: -5))
    let counts = MessageKind.allCases.map { tree.a.wrongParameterCount(of: $0) }
    #expect(counts == [1, 4, 1, 3, 3, 2, 2])
  }
}
