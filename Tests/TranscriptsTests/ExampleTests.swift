import Testing
@testable import Transcripts

/// The examples of the documentation, with the values that they tell.
@Suite struct ExampleTests {
  private func transcript(_ lines: String...) throws -> Transcript {
    try Transcript(Array((["@ chimp-transcript 1"] + lines).joined(separator: "\n").utf8) + [0x0a])
  }

  private func lines(_ text: String) -> [OutputLine] { OutputLine.lines(of: Array(text.utf8)) }

  @Test func `A file is a transcript with cases, blocks and directives`() throws {
    let cases = try transcript("@ seed 7", "@ case a", "> b", "@ case c", "> d").cases
    #expect(cases.map(\.name) == ["a", "c"])
    #expect(cases.map(\.blocks) == [0..<1, 1..<2])
    #expect(cases[1].directives[.seed]?.argument == "7")
    let marked = try transcript("> board", "@ skip \"slow\"", "@ timeout 2s").blocks[0].directives
    #expect(marked.reason(.skip) == "slow")
    #expect(marked.timeLimit == 2000)
    #expect(Directive(rawValue: "expect") == nil)
    let added = try transcript("> add 1", "| 1")
    #expect(added.printed() == added.bytes)
    #expect(added.input(of: added.blocks[0]) == Array("add 1".utf8))
    let fault = #expect(throws: TranscriptFault.self) { try transcript("> add 1", "~ a {") }
    #expect(fault?.description == "3:5: the hole is not closed")
  }

  @Test func `Output is split into lines, and written in the syntax of transcripts`() {
    #expect(lines("a\n\nb").count == 3)
    #expect(lines("").isEmpty)
    #expect(OutputEncoding.encode(Array("1\n".utf8)) == Array("| 1\n".utf8))
    #expect(OutputEncoding.unescaped("@@\\n") == [0x40, 0x40, 0x0a])
    #expect(escapedForDisplay("a\u{1b}[2J") == "a\\e[2J")
    #expect(
      HoleMaker.expectations(matching: Array("at 3:15\n".utf8), and: Array("at 3:20\n".utf8))
        == Array("~ at 3:{int}\n".utf8))
  }

  @Test func `A pattern matches lines, and a name has its text in later blocks`() throws {
    #expect(PatternMachine(try LinePattern("round {int}")).matches(Array("round 12".utf8)[...]))
    let pair = PatternMachine(try LinePattern("at {int} {int}"))
    #expect(pair.matches(Array("at 2 3".utf8)[...]))
    #expect(!pair.matches(Array("at 2".utf8)[...]))
    let blocks = try transcript("> roll", "~ {n:int}", "> last", "~ {n}").blocks
    var bindings = Bindings()
    #expect(blocks[0].isMatched(by: lines("6\n"), ReplyState(isRefused: false), &bindings))
    #expect(!blocks[1].isMatched(by: lines("5\n"), ReplyState(isRefused: false), &bindings))
    #expect(blocks[1].isMatched(by: lines("6\n"), ReplyState(isRefused: false), &bindings))
  }

  @Test func `A reply is compared, shown, adopted and audited`() throws {
    let added = try transcript("> add 1", "| 1")
    let closest = ClosestAlternative(
      added.blocks[0], lines("2\n"), ReplyState(isRefused: false), Bindings())
    #expect(closest.differenceCount == 1)
    #expect(closest.difference(in: added).map(\.sign) == [.expected, .actual])
    var edits = TranscriptEdits()
    edits.bless(added.blocks[0], of: added, closest, makesHoles: false)
    #expect(added.printed(edits) == Array("@ chimp-transcript 1\n> add 1\n| 2\n".utf8))
    let board = try transcript("> board", "| 1", "~ {}").blocks[0]
    let weaknesses = BlockAudit.weaknesses(
      of: board, lines("1\n2\n"), ReplyState(isRefused: false), Bindings())
    #expect(weaknesses.map(\.reason) == [.anyText])
    #expect(weaknesses.map(\.line) == [3])
  }
}
