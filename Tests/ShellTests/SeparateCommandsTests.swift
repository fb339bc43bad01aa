import Shell
import Testing

struct SeparateCommandsTests {
  /// Returns the commands that are read from a text.
  private func commands(in text: String) -> [String] {
    let source = SeparateCommands(TextLines(Array(text.utf8)), commandTakingLine: "answer")
    var found: [String] = []
    var line: [UInt8] = []
    while source.nextLine(into: &line) == .line {
      found.append(String(decoding: line, as: UTF8.self))
    }
    return found
  }

  @Test(arguments: [
    ("results; summary", ["results", "summary"]),
    ("start 3 3 3;\tpress 1 1;", ["start 3 3 3", "press 1 1"]),
    ("start 4x6:2,3;1,1", ["start 4x6:2,3;1,1"]),
    ("start 4x6:2,3;1,1; board", ["start 4x6:2,3;1,1", "board"]),
    ("add \"a; b\"; add c", ["add \"a; b\"", "add c"]),
    ("add \"a\\\"; b\"; add c", ["add \"a\\\"; b\"", "add c"]),
    ("add \"open; add c", ["add \"open; add c"]),
    ("# a; b", ["# a; b"]), ("  # a; b", ["  # a; b"]),
    ("a; # b; c", ["a", "# b", "c"]),
    ("", []), (";", [";"]), ("; ;", ["; ;"]), (";; a", [";", "a"]), ("a;b", ["a;b"]),
    ("a\nb; c\n\nd", ["a", "b", "c", "", "d"]),
    ("answer a; \"b; c", ["answer a; \"b; c"]), ("  Answer a; b", ["  Answer a; b"]),
    ("next; answer a; b", ["next", "answer a; b"]), ("answer; next", ["answer", "next"]),
    ("answers a; b", ["answers a", "b"]),
  ])
  func `A sign before a blank or the end separates commands`(text: String, expected: [String]) {
    #expect(commands(in: text) == expected)
  }

  @Test func `An interruption drops the rest of its line, and no other line`() {
    let program = Interruptible()
    let source = SeparateCommands(TextLines(Array("a; b; c\nd".utf8)), of: program)
    var line: [UInt8] = []
    #expect(source.nextLine(into: &line) == .line && line == Array("a".utf8))
    program.isInterrupted = true
    #expect(source.nextLine(into: &line) == .line && line == Array("d".utf8))
  }

  private final class Interruptible: CommandReceiver {
    var isInterrupted = false
  }

  @Test func `Commands that wait are ready`() {
    let source = SeparateCommands(TextLines(Array("a; b".utf8)))
    var line: [UInt8] = []
    #expect(!source.hasLineReady)
    #expect(source.nextLine(into: &line) == .line)
    #expect(source.hasLineReady)
    #expect(source.nextLine(into: &line) == .line)
    #expect(!source.hasLineReady)
    #expect(source.nextLine(into: &line) == .end)
  }
}
