import Events
import Testing

/// Tests of finding, enabling and printing the objects of a tree by their names.
struct LookupTests {
  private let tree = SmallTree()

  @Test func `An object is found by its name`() throws {
    #expect(try tree.root.object(named: "b1") === tree.b1)
    #expect(try tree.root.object(named: "root") === tree.root)
    #expect(try tree.root.object(named: "a/a2") === tree.a2)
    #expect(throws: EventError.unknownObject("c")) { try tree.root.object(named: "c") }
    #expect(throws: EventError.unknownObject("a/b1")) { try tree.root.object(named: "a/b1") }
    #expect(throws: EventError.unknownObject("")) { try tree.root.object(named: "") }
  }

  @Test func `Objects of one name are told apart by what is above them`() throws {
    let first = EventObject("clock", binding: tree.a)
    let second = EventObject("clock", binding: tree.b)
    #expect(
      throws: EventError.ambiguousObject("clock", paths: ["root/a/clock", "root/b/clock"])
    ) { try tree.root.object(named: "clock") }
    #expect(try tree.root.object(named: "a/clock") === first)
    #expect(try tree.root.object(named: "root/b/clock") === second)
  }

  @Test func `An object is enabled and disabled by its name, the root is not`() throws {
    _ = try tree.root.setEnabled(false, named: "a1")
    #expect(!tree.a1.isEnabled)
    _ = try tree.root.setEnabled(true, named: "a1")
    #expect(tree.a1.isEnabled)
    #expect(throws: EventError.rootStaysEnabled("root")) {
      try tree.root.setEnabled(false, named: "root")
    }
    _ = try tree.root.setEnabled(true, named: "root")
    #expect(try tree.receivers() == "root a a1 a2 b b1")
  }

  @Test func `A mode is not enabled or disabled by its name`() throws {
    let modes = ["attract", "play"].map { EventMode($0) }
    let switcher = ModeSwitcher("modes", binding: tree.root)
    switcher.bind(modes)
    for isEnabled in [true, false] {
      for name in ["attract", "play"] {
        #expect(throws: EventError.modeIsSwitched(name)) {
          try tree.root.setEnabled(isEnabled, named: name)
        }
      }
    }
    _ = try tree.root.setEnabled(false, named: "modes")
    #expect(!switcher.isEnabled)
  }

  @Test func `A drawing shows who is enabled and the numbers of the sequences`() throws {
    let modes = ["attract", "play"].map { EventMode($0) }
    let switcher = ModeSwitcher("modes", binding: tree.root)
    switcher.bind(modes)
    try switcher.change(to: "play")
    modes[1].goToNextSequence(3)
    try tree.root.send(.update(milliseconds: 16))
    modes[1].goToNextSequence(4, after: 50)
    modes[0].goToNextSequence(1)
    tree.a.isEnabled = false
    #expect(
      tree.root.drawing == [
        "[x] root",
        "  [ ] a",
        "    [x] a1",
        "    [x] a2",
        "  [x] b",
        "    [x] b1",
        "  [x] modes",
        "    [ ] attract 0 -> 1",
        "    [x] play 3 -> 4 in 64 ms",
      ])
  }

  @Test(arguments: [
    (EventError.wrongParameters(.touch, [1]), "wrong parameters for \"touch\": [1]"),
    (.tooManyEvents(limit: 10_000), "too many events in one turn: the limit is 10000"),
    (.unknownObject("c"), "no object is called \"c\""),
    (
      .ambiguousObject("clock", paths: ["a/clock", "b/clock"]),
      "several objects are called \"clock\": a/clock, b/clock"
    ),
    (.rootStaysEnabled("root"), "the root \"root\" can't be disabled"),
    (
      .modeIsSwitched("play"),
      "the mode \"play\" can't be enabled or disabled, only changed to"
    ),
  ]) func `A fault of the tree says what is wrong`(fault: EventError, words: String) {
    #expect("\(fault)" == words)
  }

  @Test(arguments: [
    (
      EventError.unknownMode("pause", known: ["attract", "play"]),
      "unknown mode \"pause\" (known: attract, play)"
    ),
    (.notAllowed(from: "attract", to: "play"), "no change leads from \"attract\" to \"play\""),
    (.changeInProgress(to: "play"), "a change to \"play\" is under way"),
  ]) func `A fault of a change says what is wrong`(fault: EventError, words: String) {
    #expect("\(fault)" == words)
  }
}
