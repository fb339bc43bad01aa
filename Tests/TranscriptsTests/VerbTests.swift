import TestSupport
import Testing
import TranscriptDouble
@testable import Transcripts

@Suite struct VerbTests {
  let folder = TemporaryFolder()

  /// Returns a function that returns these lines one by one, then `nil`.
  private func lines(_ lines: String...) -> () -> String? {
    var rest = lines[...]
    return { rest.popFirst() }
  }

  @Test func `A recorded session passes the check of the tool`() {
    let path = "\(folder.path)/new.txt"
    let result = runTool(
      ["record", "--seed", "7", path], in: folder,
      answer: lines("seed", "add 2  ", "", "bytes 20 0a 00", "nothing", "quit", "add 1"))
    #expect(
      result
        == FinishedRun(
          status: 0, "seed 7\n2\n \n\0error: unknown command \"nothing\"\nbye\n"))
    #expect(
      folder.read("new.txt")
        == text(
          "@ seed 7", "> seed", "= ok", "| seed 7", "> add 2", "= ok", "| 2", ">", "= ok",
          "> bytes 20 0a 00", "= ok", "\\ \\s", "\\ \\x00\\c", "> nothing", "= refused",
          "| error: unknown command \"nothing\"", "> quit", "= ok", "| bye"))
    #expect(runTool(["check", path], in: folder).status == 0)
    #expect(
      runTool(["record", path], in: folder).diagnostics == "tool: new.txt: file exists\n")
    #expect(
      runTool(["record"], in: folder)
        == FinishedRun(status: 2, "", "tool: one file has to be named\n"))
  }

  @Test func `A recording of nothing is not written`() {
    let path = "\(folder.path)/new.txt"
    #expect(
      runTool(["record", path], in: folder)
        == FinishedRun(status: 2, "", "tool: new.txt: nothing was recorded\n"))
    #expect(folder.read("new.txt") == "no file")
    let result = runTool(
      ["record", path], in: folder,
      answer: { [folder] in
        folder.write("new.txt", "mine")
        return "add 1"
      })
    #expect(result.diagnostics == "tool: new.txt: file exists\n")
    #expect(folder.read("new.txt") == "mine")
  }

  @Test func `Nothing is recorded where CI is set`() {
    let path = "\(folder.path)/new.txt"
    #expect(
      runTool(["record", path], in: folder, variables: ["CI": "1"], answer: lines("add 1"))
        == FinishedRun(
          status: 2, "", "tool: record writes nothing where CI is set\n"))
    #expect(folder.read("new.txt") == "no file")
  }

  @Test func `Three thousand recorded sessions pass their checks`() throws {
    var dice = RandomNumbers(seed: 15)
    let recording = TranscriptRecording()
    for _ in 0..<3_000 {
      let session = DoubleSession(seed: "1")
      var text = recording.beginning(seed: "1")
      var count = 0
      for _ in 0...dice.below(6) {
        let words = dice.pick(["echo ", "bytes ", "add ", ""])
        let rest = dice.once(in: 2) ? dice.bytes(below: 9) : Array("\(dice.below(99))".utf8)
        guard let line = try? recording.line(Array(words.utf8) + rest) else { continue }
        text += try recording.block(line, session.perform(line[...]))
        count += 1
      }
      guard count > 0 else { continue }
      let run = try performed(text)
      #expect(
        run.outcomes == Array(repeating: .pass, count: count),
        "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func `A session is played to a line and handed over`() {
    let path = folder.write(
      "t", text("> add 9", "@ case two", "> add 1", "| 1", "> add 2", "| 9", "> add 4"))
    #expect(
      runTool(["replay", "\(path):6"], in: folder, answer: lines("add 10", "quit", "add 1"))
        == FinishedRun(
          status: 0, "> add 1\n1\n> add 2\n3\n13\nbye\n"))
  }

  @Test func `A session is played as a check plays it`() {
    folder.write("first", text("@ seed 9", "> add 1", "> add 2", "@ skip \"no\""))
    let path = folder.write(
      "t",
      text(
        "@ case one", "@ include first", "> seed", "> add 4", "@ skip \"no\"", "> add 8",
        "@ case two",
        "> add 16"))
    #expect(
      runTool(["replay", "--filter", "one", path], in: folder)
        == FinishedRun(
          status: 0, "> add 1\n1\n> seed\nseed 9\n> add 8\n9\n"))
    #expect(runTool(["replay", path], in: folder).output == "> add 16\n16\n")
    for verb in ["replay", "shrink"] {
      #expect(
        runTool([verb, "--filter", "three", path], in: folder)
          == FinishedRun(status: 2, "", "tool: nothing is selected\n"))
    }
  }

  @Test func `A shorter session keeps an answer that makes it fail`() {
    let path = folder.write(
      "t",
      text(
        "> add 1", "| 1", "> lines 7", "~ {a:int}", "> lines 7,7", "~ {b:int!},{b}", "> echo",
        "|"))
    #expect(
      runTool(["shrink", path], in: folder).output
        == text("> lines 7", "~ {a:int}", "> lines 7,7", "~ {b:int!},{b}"))
  }

  @Test func `A shorter session has neither names nor directives of what was removed`() {
    let path = folder.write(
      "t",
      text(
        "> lines 1", "~ {a:int}", "> lines 1", "~ {a}", "", "@ skip \"no\"", "> trap", "> add 2",
        "@ timeout 20s", "| 2", "@ also", "| 3", "", "@ xfail \"why\"", "> echo", "| b", "> add 0",
        "| 3"))
    #expect(
      runTool(["shrink", path], in: folder).output
        == text("> add 2", "@ timeout 20s", ": ...", "", "> add 0", "| 3"))
  }

  @Test func `A file that is not a transcript is not made shorter`() {
    let path = folder.write("t", text("$"))
    #expect(
      runTool(["shrink", path], in: folder)
        == FinishedRun(status: 2, "", "tool: t:2:1: unknown gutter \"$\"\n"))
  }

  @Test func `An audit reports changes that a transcript would not notice`() {
    let path = folder.write(
      "t",
      text(
        "> lines a 7 c d", "| a", "~ {int}", "~ {}", "~ {word}", "> add 1", ": ...",
        "> lines a b", "| a", ": 1+", "> lines a b", "| a", ": 1", "> echo", "|",
        "> add 1", "= ok", ": 1", "> lines 1 2", "! 3", ":? x", ": 1", ": 1"))
    #expect(
      runTool(["audit", path], in: folder)
        == FinishedRun(
          status: 1,
          """
          t:5: any text would do: ~ {}
          t:7: nothing checks the output: > add 1
          t:11: any number of lines would do: : 1+
          t:17: nothing checks the text: > add 1
          t:20: nothing checks the text: > lines 1 2
          5 lines are weak

          """))
    let good = folder.write("good", text("> add 1", "| 1"))
    #expect(
      runTool(["audit", good], in: folder, inWorkers: true)
        == FinishedRun(status: 0, "0 lines are weak\n"))
  }

  @Test(arguments: [false, true])
  func `Coverage reports the commands and refusals that no transcript has`(inWorkers: Bool) {
    folder.write(
      "a.txt", text("> add 1", "| 1", "> quit", "| bye", "@ case b", "> board x", ": ..."))
    folder.write("b.txt", text("> what", "| error: unknown command \"what\""))
    #expect(
      runTool(["cover", folder.path], in: folder, inWorkers: inWorkers)
        == FinishedRun(
          status: 1,
          """
          command echo
          refusal error: no number
          refusal error: too large
          4 commands and 3 refusals known, 3 missing

          """))
  }

  /// Sessions of which one refusal is no pattern.
  private struct Mistaken: TranscriptSessionMaker {
    let refusals = ["a {"]

    func session(seed: String?) -> any TranscriptSession { DoubleSession(seed: seed) }
    func offers(_ requirement: String) -> Bool { false }
  }

  @Test func `A refusal that is no pattern is reported`() {
    var diagnostics: [UInt8] = []
    let environment = TranscriptEnvironment(
      programName: "tool", output: { _ in }, diagnostics: { diagnostics += $0 })
    let tool = TranscriptTool(sessions: Mistaken(), environment: environment)
    #expect(tool.run(arguments: ["cover", folder.write("t", text("> add 1"))]) == 2)
    #expect(String(decoding: diagnostics, as: UTF8.self) == "tool: the hole is not closed: a {\n")
  }

  @Test func `A line that no transcript can hold is not recorded`() throws {
    let recording = TranscriptRecording()
    for (line, words) in [
      ([0xff], "the line is not UTF-8 and can't be recorded"),
      ([0x61, 0x0a, 0x62], "the line holds a line feed and can't be recorded"),
    ] as [([UInt8], String)] {
      let fault = try #require(throws: TranscriptToolFault.self) { try recording.line(line) }
      #expect("\(fault)" == words)
    }
  }

  @Test func `A failing session is made as short as it can be`() {
    let path = folder.write(
      "t",
      text(
        "# why", "> lines 9", "@ case two", "@ seed 7", "> add 1", "| 1", "# five", "> add 5",
        "| 6",
        "> echo a", "> add 2", "| 8", "> board", "|      1  2  3", "|   1  .  5  .",
        "|   2  1  .  3", "> add 1"))
    #expect(
      runTool(["shrink", "\(path):14"], in: folder)
        == FinishedRun(
          status: 0,
          text(
            "# why", "@ case two", "@ seed 7", "> add 1", ": ...", "# five", "> add 5", ": ...",
            "> add 2", ": ...", "> board", "|      1  2  3", "|   1  .  5  .", "|   2  1  .  3")))
    let good = folder.write("good", text("> add 1", "| 1"))
    #expect(
      runTool(["shrink", good], in: folder).diagnostics == "tool: good: nothing fails\n")
  }

  @Test func `A session that crashes is made as short as it can be`() {
    let path = folder.write(
      "t", text("> echo a", "| a", "> add 1", "| 1", "> echo b", "> trap", "> add 1"))
    #expect(
      runTool(["shrink", path], in: folder, inWorkers: true)
        == FinishedRun(status: 0, text("> trap")))
  }

  @Test func `A difference names a file in one line`() {
    let path = folder.write("a\nb", text("> add 1", "| 2"))
    #expect(
      runTool(["diff", path], in: folder).output.split(separator: "\n").prefix(2)
        == ["--- a\\x0ab", "+++ a\\x0ab"])
  }

  @Test(arguments: [false, true])
  func `A line behind the end of its file selects nothing`(inWorkers: Bool) {
    let path = folder.write("a.txt", "@ chimp-transcript 1\n> add 1\n| 1\n")
    for verb in ["check", "diff", "bless", "audit"] {
      #expect(
        runTool([verb, path + ":4"], in: folder, inWorkers: inWorkers).status == 2)
    }
    #expect(
      runTool(["check", path + ":4"], in: folder, inWorkers: inWorkers).diagnostics
        == "tool: a.txt:4: nothing is selected, the file has 3 lines\n")
    #expect(
      runTool(["check", path + ":3"], in: folder, inWorkers: inWorkers).output
        == "1 command in 1 file: 1 pass\n")
    #expect(
      runTool(["check", folder.path + "/.:2"], in: folder, inWorkers: inWorkers).diagnostics
        == "tool: .:2: no such file or directory\n")
  }
}
