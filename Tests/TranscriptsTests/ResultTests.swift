import TestSupport
import Testing
import TranscriptDouble
@testable import Transcripts

/// Tests of results as values, as somebody else's tests have them.
@Suite struct ResultTests {
  let folder = TemporaryFolder()
  private let tool = TranscriptTool(sessions: DoubleSessionMaker())

  @Test func `The transcripts of a folder are the arguments of a test`() {
    folder.write("b.txt", text("> add 1", "| 1"))
    folder.write("a/c.txt", text("> add 1", "| 1"))
    folder.write("note.md", "# Note\n")
    let paths = Transcripts.files(in: folder.path).map(\.path)
    #expect(paths == ["\(folder.path)/a/c.txt", "\(folder.path)/b.txt"])
    for file in Transcripts.files(in: folder.path) {
      #expect(throws: Never.self) { try tool.result(of: file) }
    }
  }

  @Test func `An empty or a missing folder passes no test`() throws {
    for path in [folder.path, "\(folder.path)/none"] {
      let files = Transcripts.files(in: path)
      #expect(files.map(\.path) == [path])
      #expect(throws: TranscriptToolFault.self) { try tool.result(of: try #require(files.first)) }
    }
  }

  @Test func `A result has each command, the difference and the patch of a bless`() throws {
    let path = folder.write("t.txt", text("> add 1", "| 1", "> echo a", "| b"))
    let result = try tool.result(of: TranscriptFile(path))
    #expect(!result.passes)
    #expect(result.commands.map(\.outcome) == ["pass", "FAIL"])
    #expect(result.commands.map(\.line) == [2, 4])
    #expect(result.commands[0].difference.isEmpty)
    #expect(result.commands[1].difference == ["1 line differs", "- | b", "+ | a"])
    #expect(result.description == "\(path):4: FAIL: echo a\n  1 line differs\n  - | b\n  + | a\n")
    #expect(result.patch.hasPrefix("--- \(path)\n+++ \(path)\n@@ -2,4 +2,4 @@\n"))
    #expect(result.patch.hasSuffix(" > echo a\n-| b\n+| a\n"))
  }

  @Test func `Another program is driven by the options of a check`() throws {
    let tool = TranscriptTool()
    let path = folder.write("t.txt", text("> echo $((1 + 1))", "| 2", "> exit 3", "= 3"))
    let file = TranscriptFile(path)
    let options = [
      "--command", "sh", "--synchronize", "echo '{marker}'", "--prompt", "{marker}\\n",
    ]
    #expect(try tool.result(of: file, options: options).passes)
    #expect(throws: TranscriptToolFault.self) { try tool.result(of: file) }
    #expect(throws: TranscriptToolFault.self) { try tool.result(of: file, options: ["--no"]) }
  }

  @Test func `A program that runs commands by itself has the comparison and the edits`() throws {
    let transcript = try Transcript(
      Array(text("> roll", "~ {n:int}", "> again", "~ {n}", "> c", "| c", "@ case b", "> d").utf8))
    #expect(transcript.commands.map(\.text) == ["roll", "again", "c", "d"])
    #expect(transcript.commands.map(\.session) == [0, 0, 0, 1])
    var comparison = TranscriptComparison(transcript)
    var edits = TranscriptEdits()
    var differences: [String: [String]] = [:]
    for (command, output) in zip(transcript.commands, ["6\n", "5\n", "c\n", "e\n"]) {
      let reply = TranscriptReply(output: Array(output.utf8))
      guard let difference = comparison.difference(of: reply, to: command) else { continue }
      differences["\(command.line): \(command.text)"] = difference.lines
      edits.formUnion(difference.edits)
    }
    #expect(differences == ["4: again": ["- ~ {n}", "+ | 5"], "9: d": ["+ | e"]])
    let blessed = text(
      "> roll", "~ {n:int}", "> again", "| 5", "> c", "| c", "@ case b", "> d", "| e")
    #expect(transcript.printed(edits) == Array(blessed.utf8))
  }

  @Test func `Results in parallel do not meet`() async throws {
    let path = folder.write("t.txt", text("> add 1", "| 1", "> add 2", "| 3"))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try TranscriptTool(sessions: DoubleSessionMaker()).result(of: TranscriptFile(path)).passes
        }
      }
      for try await passes in group { #expect(passes) }
    }
  }
}
