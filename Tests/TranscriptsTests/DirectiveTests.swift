import TestSupport
import Testing

@Suite struct DirectiveTests {
  let folder = TemporaryFolder()

  /// Checks a transcript of these lines, and returns the report without the name of the file.
  private func verdict(_ lines: String...) -> String {
    let path = folder.write("t", (["@ chimp-transcript 1"] + lines).joined(separator: "\n"))
    let result = runTool(["check", path], in: folder)
    return result.diagnostics + result.output
  }

  @Test func `Holes, gaps, optional lines and negatives say what an answer is`() {
    #expect(
      verdict(
        "> lines round:12 x y z end", "~ round:{int}", ": 1..2", ":? nothing", "| z", ": ...",
        "| end", "! panic") == "1 command in 1 file: 1 pass\n")
    #expect(
      verdict("> lines a panic:7", ": ...", "! panic:{int}") == """
        t:2: FAIL: lines a panic:7
          1 line differs
          - ! panic:{int}
            : ...
        1 command in 1 file: 0 pass, 1 FAIL

        """)
    #expect(
      verdict("> lines round:x tail", "~ round:{int}", ": 2+") == """
        t:2: FAIL: lines round:x tail
          1 line differs
          - ~ round:{int}
            : 2+
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test func `A bound name has to match the same text again`() {
    #expect(
      verdict("> lines 7-7 x", "~ {n:int}-{n}", "| x", "> lines 7", "~ {n}")
        == "2 commands in 1 file: 2 pass\n")
    #expect(
      verdict("> lines 7", "~ {n:int}", "> lines 8", "~ {n}") == """
        t:4: FAIL: lines 8
          1 line differs
          - ~ {n}
          + | 8
        2 commands in 1 file: 1 pass, 1 FAIL

        """)
  }

  @Test func `Distinct bindings of one type differ`() {
    #expect(
      verdict("> lines 1,2 2,1", "~ {a:/\\d,\\d/!}", "~ {b:/\\d,\\d/!}")
        == "1 command in 1 file: 1 pass\n")
    #expect(
      verdict("> lines 1,2 1,2", "~ {a:/\\d,\\d/!}", "~ {b:/\\d,\\d/!}") == """
        t:2: FAIL: lines 1,2 1,2
          1 line differs
            ~ {a:/\\d,\\d/!}
          - ~ {b:/\\d,\\d/!}
          + | 1,2
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test(arguments: [("{n:int}", "{m:int!}"), ("{n:int!}", "{m:int}")])
  func `A distinct binding differs from all others of its type`(first: String, second: String) {
    #expect(
      verdict("> lines 7", "~ \(first)", "> lines 8", "~ \(second)")
        == "2 commands in 1 file: 2 pass\n")
    #expect(
      verdict("> lines 7", "~ \(first)", "> lines 7", "~ \(second)") == """
        t:4: FAIL: lines 7
          1 line differs
          - ~ \(second)
          + | 7
        2 commands in 1 file: 1 pass, 1 FAIL

        """)
  }

  @Test func `Any of several alternatives passes`() {
    #expect(
      verdict("> add 1", "= refused", "@ also", "= ok", "| 1", "@ also", ": 1")
        == "1 command in 1 file: 1 pass\n")
    #expect(
      verdict("> lines a b", "| a", "| b", "| c", "@ also", "| x") == """
        t:2: FAIL: lines a b
          1 line differs
            | a
            | b
          - | c
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test func `A block that is expected to fail has to fail`() {
    #expect(
      verdict("> add 1", "@ xfail \"why\"", "| 2", "> add 1", "@ xfail \"why\"", "| 2") == """
        t:5: XPASS: add 1
        2 commands in 1 file: 0 pass, 1 xfail, 1 XPASS

        """)
    #expect(
      verdict("@ xfail \"why\"", "> add 1", "| 1", "> add 1", "| 2") == """
        t:5: XPASS: add 1
        2 commands in 1 file: 1 pass, 1 XPASS

        """)
    #expect(
      verdict("@ xfail \"why\"", "> add 1", "| 2", "> add 1", "| 2")
        == "2 commands in 1 file: 1 pass, 1 xfail\n")
  }

  @Test func `A directive right before a command and apart from the one before belongs to it`() {
    #expect(
      verdict(
        "> add 1", "| 1", "", "@ xfail \"why\"", "# more", "@ timeout 9s", "> add 1", "| 7")
        == "2 commands in 1 file: 1 pass, 1 xfail\n")
    #expect(
      verdict("> add 1", "| 1", "@ skip \"why\"", "> add 1", "| 7")
        == "2 commands in 1 file: 1 pass, 1 SKIP\n")
    #expect(
      verdict("> add 1", "= ok", "@ xfail \"why\"", "| 7", "> add 1", "| 2")
        == "2 commands in 1 file: 1 pass, 1 xfail\n")
    #expect(
      verdict("> add 1", "| 7", "@ xfail \"why\"", "", "> add 1", "| 2")
        == "2 commands in 1 file: 1 pass, 1 xfail\n")
    #expect(
      verdict("> add 1", "| 7", "", "@ xfail \"why\"", "@ case b", "> add 1", "| 1")
        == "2 commands in 1 file: 1 pass, 1 xfail\n")
    #expect(
      verdict("> add 1", "| 1", "@ timeout 1s", "> add 1", "@ timeout 2s", "| 2") == """
        tool: t:6:1: "@ timeout" is there already
        0 commands in 0 files: 0 pass, 1 file can't be used

        """)
  }

  @Test func `A block that is skipped or lacks a requirement does not run`() {
    #expect(
      verdict(
        "@ requires adding", "> add 1", "@ skip \"why\"", "| 7", "> add 1", "| 1", "@ case b",
        "@ requires more", "> add 1", "| 7", "@ case c", "@ skip \"why\"", "> x")
        == "4 commands in 1 file: 1 pass, 3 SKIP\n")
  }

  @Test func `A file of which nothing could fail is refused`() {
    #expect(
      verdict("> add 1", ": ...", "> add 1", "@ skip \"why\"", "| 7", "> add 1", ":? x", ": 0+")
        == """
        tool: t:2:1: nothing is checked: whatever the commands answer, they pass
        0 commands in 0 files: 0 pass, 1 file can't be used

        """)
    #expect(
      verdict("> add 1", ": ...", "> add 1", "= ok", ": ...") == "2 commands in 1 file: 2 pass\n")
    #expect(
      verdict("> add 1", ": ...", "! x", "> add 1", ": ...") == "2 commands in 1 file: 2 pass\n")
  }

  @Test func `A run in which nothing ran does not pass`() {
    #expect(
      verdict("@ skip \"why\"", "> add 1", "| 7") == """
        tool: nothing ran
        1 command in 1 file: 0 pass, 1 SKIP

        """)
    let skipped = folder.write("a", text("@ requires more", "> add 1", "| 7"))
    let run = folder.write("b", text("> add 1", "| 1"))
    #expect(
      runTool(["check", skipped, run], in: folder)
        == FinishedRun(status: 0, "2 commands in 2 files: 1 pass, 1 SKIP\n")
    )
    #expect(
      runTool(["check", skipped], in: folder)
        == FinishedRun(
          status: 2, "1 command in 1 file: 0 pass, 1 SKIP\n",
          "tool: nothing ran\n"))
    #expect(
      runTool(["audit", skipped], in: folder)
        == FinishedRun(status: 2, "", "tool: nothing ran\n"))
  }

  @Test func `An included file runs before each session and is checked, too`() {
    folder.write("set-up.txt", text("@ seed 9", "> add 5", "| 5"))
    #expect(
      verdict("@ include set-up.txt", "> add 1", "| 6", "@ case b", "> seed", "| seed 9")
        == "4 commands in 1 file: 4 pass\n")
    folder.write("set-up.txt", text("> add 5", "| 6"))
    #expect(
      verdict("@ include set-up.txt", "> add 1", "| 6") == """
        set-up.txt:2: FAIL: add 5
          1 line differs
          - | 6
          + | 5
        2 commands in 1 file: 1 pass, 1 FAIL

        """)
  }

  @Test func `A file that can't be included is reported with its line`() {
    folder.write("circle.txt", text("@ include t", "> add 5"))
    folder.write("cases.txt", text("@ case a", "> add 5"))
    folder.write("bad.txt", text("nothing"))
    #expect(
      verdict("", "@ include none", "> x")
        == """
        tool: t:3:1: can't include "none": no such file or directory
        0 commands in 0 files: 0 pass, 1 file can't be used

        """)
    #expect(
      verdict("@ include circle.txt", "> x").split(separator: "\n")[0]
        == "tool: t:2:1: can't include \"circle.txt\": 2:1: \"t\" includes itself")
    #expect(
      verdict("@ include cases.txt", "> x").split(separator: "\n")[0]
        == "tool: t:2:1: \"cases.txt\" can't be included: it has cases")
    #expect(
      verdict("@ include bad.txt", "> x").split(separator: "\n")[0]
        == "tool: t:2:1: can't include \"bad.txt\": 2:1: unknown gutter \"n\"")
  }

  @Test func `Includes are limited in depth and number`() {
    for depth in 0..<40 {
      folder.write("deep\(depth)", text("@ include deep\(depth + 1)", "> add 1", "| 1"))
    }
    #expect(
      verdict("", "@ include deep0", "> x").contains(
        ": 2:1: can't include \"deep32\": more than 32 files include one another\n"))
    for depth in 0..<30 {
      let line = "@ include twice\(depth + 1)"
      folder.write("twice\(depth)", text(line, line, "> x"))
    }
    folder.write("twice30", text("> x"))
    let words = verdict("", "@ include twice0", "> x")
    #expect(words.hasPrefix("tool: t:3:1: can't include \"twice0\": 2:1: "))
    #expect(words.contains(": a session includes more than 1000 files\n"))
  }

  @Test func `A line chooses one block, and what comes before it runs all the same`() {
    let path = folder.write(
      "t", text("> add 1", "| 7", "> add 1", "| 2", "> add 1", "| 7", "@ case b", "> x"))
    #expect(
      runTool(["check", "\(path):5"], in: folder)
        == FinishedRun(status: 0, "1 command in 1 file: 1 pass\n"))
  }
}
