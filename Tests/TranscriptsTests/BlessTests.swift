import Glibc
import TestSupport
import Testing
@testable import Transcripts

@Suite struct BlessTests {
  let folder = TemporaryFolder()

  /// Writes a transcript, blesses it, and returns its lines.
  private func blessed(_ lines: [String], options: [String] = []) -> [String] {
    let path = folder.write("t", (["@ chimp-transcript 1"] + lines).joined(separator: "\n") + "\n")
    _ = runTool(["bless"] + options + [path], in: folder)
    return Array(folder.read("t").split(separator: "\n", omittingEmptySubsequences: false)[1...])
      .dropLast().map(String.init)
  }

  @Test func `A bless changes what a command should have answered and nothing else`() {
    #expect(
      blessed([
        "# above", "> lines a b c", "# between", "| a", "", "| x", "# below", "| c", "> add 1",
        "= refused", "| 7", "# end",
      ]) == [
        "# above", "> lines a b c", "# between", "| a", "", "| b", "# below", "| c", "> add 1",
        "= ok", "| 1", "# end",
      ])
  }

  @Test func `Patterns that still match survive`() {
    #expect(
      blessed([
        "> lines round:1 a b board z", "~ round:{int}", "| b", ": ...", "| z",
      ]) == ["> lines round:1 a b board z", "~ round:{int}", "| a", "| b", ": ...", "| z"])
    #expect(
      blessed(["> lines a 12 b", "~ {word}", "~ {int}", "| c", "! panic"])
        == ["> lines a 12 b", "~ {word}", "~ {int}", "| b", "! panic"])
  }

  @Test func `A gap does not swallow what has come in the place of a line beside it`() {
    #expect(
      blessed(["> lines Labels:x 1 2", "~ Label: {}", ": 2"])
        == ["> lines Labels:x 1 2", "| Labels:x", ": 2"])
    #expect(
      blessed(["> lines Labels:x 1 2", "~ Label:{}", ": 2"], options: ["--holes"])
        == ["> lines Labels:x 1 2", "~ {word}:{}", ": 2"])
    #expect(
      blessed(["> lines round:1,5 x y", "~ round:{int},4", ": ..."], options: ["--holes"])
        == ["> lines round:1,5 x y", "~ round:{int},{int}", ": ..."])
    #expect(
      blessed(["> lines a b c", "| x", "| y", ":? note", ": 0..4", "! z"])
        == ["> lines a b c", "| a", "| b", ":? note", ": 0..4", "! z"])
    #expect(
      blessed(["> lines a b c", ": 1..3", "~ {int}"]) == ["> lines a b c", ": 1..3", "| c"])
    #expect(
      blessed(["> lines a b", "| x", ": 2..4"]) == ["> lines a b", ": 2..4"])
  }

  @Test func `Between two gaps the line that looks most like the old one takes its place`() {
    #expect(
      blessed(["> lines a total:8 b c", ": ...", "~ total:7{}", ": 1+"])
        == ["> lines a total:8 b c", ": ...", "| total:8", ": 1+"])
    #expect(
      blessed(["> lines a b c", ": 1+", "| x", ": 1+"])
        == ["> lines a b c", ": 1+", "| b", ": 1+"])
  }

  @Test func `An answer that looks like something else stays an answer`() {
    #expect(
      blessed(["> echo > quit", "> echo @ case b", "> bytes 20 0a 5c 1b", "> echo"]) == [
        "> echo > quit", "| > quit", "> echo @ case b", "| @ case b", "> bytes 20 0a 5c 1b",
        "\\ \\s", "\\ \\\\\\e\\c", "> echo", "|",
      ])
  }

  @Test func `Patterns that match no line stay behind an answer without its last newline`() {
    #expect(
      blessed(["> bytes 62", "| x", ": ...", ":? y", "! z", "> bytes 62", ":? y"])
        == ["> bytes 62", "\\ b\\c", ": ...", ":? y", "! z", "> bytes 62", ":? y", "\\ b\\c"])
  }

  @Test func `A new answer goes behind the directives of its command`() {
    #expect(
      blessed(["> add 1", "@ timeout 2s", "# why", "> add 1", "= ok", "# why"]) == [
        "> add 1", "@ timeout 2s", "| 1", "# why", "> add 1", "= ok", "| 2", "# why",
      ])
    #expect(
      blessed(["> add 1", "# why", "@ timeout 2s", "> add 1", "", "@ timeout 3s", "> add 1"]) == [
        "> add 1", "# why", "@ timeout 2s", "| 1", "> add 1", "| 2", "", "@ timeout 3s", "> add 1",
        "| 3",
      ])
  }

  @Test func `Of several answers the nearest is changed`() {
    #expect(
      blessed(["> lines a b", "| x", "@ also", "~ {word}", "@ also", "| x", "| y", "| z"])
        == ["> lines a b", "| x", "@ also", "~ {word}", "| b", "@ also", "| x", "| y", "| z"])
  }

  @Test func `What is expected to fail, was skipped or did not run is left alone`() {
    let lines = [
      "> add 1", "@ xfail \"why\"", "| 7", "> add 1", "@ skip \"why\"", "| 7", "> quit", "| bye",
      "> add 1", "| 7", "@ case b", "@ requires more", "> add 1", "| 7",
    ]
    #expect(blessed(lines) == lines)
  }

  @Test func `A pattern that no line may match goes if one does`() {
    #expect(blessed(["> lines a", "| a", "! a", "! b"]) == ["> lines a", "| a", "! b"])
  }

  @Test func `Holes are carried over to the text around them`() {
    #expect(
      blessed(["> lines turn:2,of:9", "~ round:{int},of:{int}"], options: ["--holes"])
        == ["> lines turn:2,of:9", "~ {word}:{int},of:{int}"])
    #expect(
      blessed(["> lines round:2", "| round:1"], options: ["--holes"])
        == ["> lines round:2", "~ round:{int}"])
    #expect(
      blessed(["> lines other", "| round:1"], options: ["--holes"])
        == ["> lines other", "| other"])
  }

  @Test func `A line that is too long for holes is taken over as it is`() {
    let words = String(repeating: "a,", count: 20_000)
    #expect(
      blessed(["> lines \(words)b", "| \(words)c"], options: ["--holes"])
        == ["> lines \(words)b", "| \(words)b"])
  }

  @Test func `A line that matches defines its names though its answer differs`() {
    #expect(
      blessed(["> lines id:7 b", "~ id:{n:int}", "| a", "> lines 7", "~ {n}", "> lines 8", "~ {n}"])
        == ["> lines id:7 b", "~ id:{n:int}", "| b", "> lines 7", "~ {n}", "> lines 8", "| 8"])
  }

  @Test func `A name that would be left without its use stops the bless of the file`() {
    let path = folder.write("t", text("> lines 1", "~ {n:int}", "> lines 2", "~ {n}"))
    let result = runTool(["bless", path], in: folder)
    #expect(
      result
        == FinishedRun(
          status: 2, "0 commands in 0 files: 0 pass, 1 file can't be used\n",
          """
          tool: t: not blessed, it could not be read any more: 3:3: "n" is bound but never \
          compared

          """))
    #expect(folder.read("t") == text("> lines 1", "~ {n:int}", "> lines 2", "~ {n}"))
  }

  @Test func `A directive does not go over to another command with what stood behind it`() {
    let old = text("> lines a", "| a", "@ timeout 2s", "| b", "> add 1", "| 1")
    let path = folder.write("t", old)
    #expect(
      runTool(["bless", path], in: folder).diagnostics
        == "tool: t:2: not blessed, a directive of the command would belong to the one behind it\n")
    #expect(folder.read("t") == old)
  }

  @Test func `A bless reports what it did`() {
    let path = folder.write("t", text("> add 1", "| 2", "> quit", "| bye", "> add 1"))
    #expect(
      runTool(["bless", path], in: folder)
        == FinishedRun(
          status: 1,
          """
          t:6: NOTRUN: add 1
          t: 1 command blessed
          3 commands in 1 file: 2 pass, 1 NOTRUN, 1 blessed

          """))
  }

  @Test(arguments: [false, true])
  func `Of a command that does not answer the same twice nothing is taken, of others all is`(
    inWorkers: Bool
  ) {
    let path = folder.write(
      "t", text("> lines 1 2 3", "| 1", "> clock", "| 5", "> add 1", "| 7", "| 8"))
    let result = runTool(["bless", path], in: folder, inWorkers: inWorkers)
    #expect(result.status == 2)
    // The line of the file as it is saved: above it two lines are added.
    #expect(
      result.diagnostics == "tool: t:6: not blessed, the command does not pass when it runs again\n"
    )
    #expect(result.output.hasPrefix("t:6: FAIL: clock\n  1 line differs\n  - | 5\n"))
    #expect(
      result.output.hasSuffix(
        "t: 2 commands blessed\n3 commands in 1 file: 2 pass, 1 FAIL, 2 blessed\n"))
    #expect(
      folder.read("t")
        == text("> lines 1 2 3", "| 1", "| 2", "| 3", "> clock", "| 5", "> add 1", "| 1"))
    #expect(names(in: folder.path) == ["t"])
  }

  @Test func `A line with a name that others are compared with is never replaced`() {
    let old = text(
      "> echo id 5 done", "~ id {n:int} ok", "> echo id 5", "~ id {n}", "> add 1", "| 2")
    let path = folder.write("t", old)
    let result = runTool(["bless", path], in: folder)
    #expect(
      result.diagnostics == """
        tool: t:2: not blessed, other lines are compared with {n} of a line that differs; \
        change it by hand
        tool: t:4: not blessed, the line with {n} differs, with which it is compared; \
        bless it again then

        """)
    #expect(folder.read("t") == old.replacing("| 2", with: "| 1"))
  }

  @Test func `Nothing is blessed of a command if nothing of it is answered twice`() {
    let old = text("> add 1", "| 1", "> clock", "| 5")
    let path = folder.write("t", old)
    let result = runTool(["bless", path], in: folder)
    #expect(result.status == 2)
    #expect(
      result.diagnostics == "tool: t:4: not blessed, the command does not pass when it runs again\n"
    )
    #expect(result.output.hasSuffix("2 commands in 1 file: 1 pass, 1 FAIL\n"))
    #expect(folder.read("t") == old)
  }

  @Test func `Too many differences are not blessed if a pattern that still matches could be lost`()
  {
    let words = (0..<3_000).map { "a\($0)" }
    let (first, last) = (words.prefix(1_500), words.suffix(1_500))
    let answer = first.map { "| b\($0)" } + ["~ {int}"] + last.map { "| b\($0)" }
    let command = "> lines \((first + ["7"] + last).joined(separator: " "))"
    let old = ([text(command)] + answer).joined(separator: "\n") + "\n"
    let path = folder.write("t", old)
    let result = runTool(["bless", path], in: folder)
    #expect(result.status == 1)
    #expect(
      result.diagnostics == """
        tool: t:2: not blessed, so many lines differ that a pattern which still matches could be \
        lost; remove the lines of the answer to take over all of it

        """)
    #expect(folder.read("t") == old)
    folder.write("t", text(command))
    #expect(runTool(["bless", path], in: folder).status == 0)
  }

  @Test func `Nothing is blessed where CI is set`() {
    let path = folder.write("t", text("> add 1", "| 2"))
    #expect(
      runTool(["bless", path], in: folder, variables: ["CI": "true"])
        == FinishedRun(
          status: 2, "",
          "tool: bless writes nothing where CI is set\n"))
    #expect(folder.read("t") == text("> add 1", "| 2"))
  }

  @Test func `A bless asks for each block what is to become of it`() {
    let path = folder.write(
      "t", text("> add 1", "| 2", "> add 1", "| 3", "> lines a:1", "| a:2", "> add 1", "| 5"))
    var answers = ["a", "x", "s", "h", "q"]
    let result = runTool(["bless", "-i", path], in: folder) { answers.removeFirst() }
    #expect(
      folder.read("t")
        == text("> add 1", "| 1", "> add 1", "| 3", "> lines a:1", "~ a:{int}", "> add 1", "| 5"))
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        """
        t:2: FAIL: add 1
          1 line differs
          - | 2
          + | 1
        accept, skip, make holes or quit? [a/s/h/q] t:4: FAIL: add 1
          1 line differs
          - | 3
          + | 2
        accept, skip, make holes or quit? [a/s/h/q] accept, skip, make holes or quit? [a/s/h/q] \
        t:6: FAIL: lines a:1

        """))
  }

  @Test func `A difference is shown as other tools apply it`() {
    let path = folder.write(
      "t",
      text(
        "# 1", "# 2", "# 3", "> lines a b c", "| a", "| x", "| c", "# 1", "# 2", "# 3", "> add 1"))
    #expect(
      runTool(["diff", path], in: folder)
        == FinishedRun(
          status: 1,
          """
          --- t
          +++ t
          @@ -4,9 +4,10 @@
           # 3
           > lines a b c
           | a
          -| x
          +| b
           | c
           # 1
           # 2
           # 3
           > add 1
          +| 1

          """))
    #expect(folder.read("t").contains("| x\n"))
  }

  @Test(arguments: ["\n", "\r\n"])
  func `A difference of a file without its last line end is what a bless writes`(lineEnd: String) {
    let lines = ["@ chimp-transcript 1", "> add 1", "| 7", "> lines a b", "| a"]
    let path = folder.write("t", lines.joined(separator: lineEnd))
    #expect(
      Array(runTool(["diff", path], in: folder).output.utf8)
        == Array(
          ([
            "--- t\n+++ t\n@@ -1,5 +1,6 @@\n @ chimp-transcript 1", " > add 1", "-| 7", "+| 1",
            " > lines a b",
          ].map { $0 + lineEnd }.joined()
            + "-| a\n\\ No newline at end of file\n+| a\(lineEnd)+| b\(lineEnd)").utf8))
    _ = runTool(["bless", path], in: folder)
    #expect(
      Array(folder.read("t").utf8)
        == Array(
          (["@ chimp-transcript 1", "> add 1", "| 1", "> lines a b", "| a", "| b"].map {
            $0 + lineEnd
          }.joined()).utf8))
  }
}
