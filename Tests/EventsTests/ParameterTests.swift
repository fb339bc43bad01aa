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
    (.swipe, [-1]), (.accelerate, [1, 1]), (.accelerate, [9]),
  ]

  @Test(arguments: right) func `The right numbers make a message`(
    kind: MessageKind, values: [Int], expected: String
  ) throws {
    let tree = SmallTree()
    try tree.b1.send(Message(kind, values: values))
    #expect(tree.journal.drain() == ["b1 " + expected])
    #expect(try Message(kind, values: values).kind == kind)
  }

  @Test(arguments: wrong) func `Wrong numbers are an error`(
    kind: MessageKind, values: [Int]
  ) throws {
    #expect(throws: EventError.wrongParameters(kind, values)) {
      try Message(kind, values: values)
    }
  }
}
