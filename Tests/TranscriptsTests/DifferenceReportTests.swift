import ChimpSystem
import TestSupport
import Testing
@testable import Transcripts

/// Tests of differences as data: `check --format json`, and `bless --from`.
@Suite struct DifferenceReportTests {
  let folder = TemporaryFolder()

  /// Checks a file and returns the report.
  private func report(_ path: String) throws -> JSONValue {
    try JSONValue(
      parsing: Array(runTool(["check", "--format", "json", path], in: folder).output.utf8))
  }

  /// Writes a report with some of the differences of a file.
  @discardableResult
  private func choose(
    _ path: String, _ isChosen: (JSONValue) -> Bool = { _ in true }
  ) throws -> String {
    let differences = try #require(try JSONValue(parsing: try readFile(path))["differences"])
    let chosen = try #require(differences.elements).filter(isChosen)
    let report: JSONValue = ["version": 1, "differences": .list(chosen)]
    return folder.write("chosen.json", report.line)
  }

  private func check(_ path: String) -> String {
    let report = "\(folder.path)/report.json"
    _ = runTool(["check", "--format", "json=\(report)", path], in: folder)
    return report
  }

  private func bless(_ report: String, _ variables: [String: String] = [:]) -> FinishedRun {
    runTool(["bless", "--from", report], in: folder, variables: variables)
  }

  @Test func `A difference says what stood, what came, and the bytes of a bless`() throws {
    let path = folder.write("t", text("> echo a", "| b", "~ {int}", "> add 1", "= refused", "| 1"))
    let differences = try #require(try report(path)["differences"]?.elements)
    #expect(differences.count == 2)
    let first = try #require(differences.first)
    #expect(first["file"]?.text?.hasSuffix("/t") == true || first["file"]?.text == "t")
    #expect(first["line"] == 2)
    #expect(first["command"] == "echo a")
    #expect(first["outcome"] == "FAIL")
    #expect(first["stood"] == .list(["| b", "~ {int}"]))
    #expect(first["came"] == .list(["| a"]))
    #expect(
      first["edits"] == .list([["line": 3, "removed": 2, "inserted": "| a\n"]]))
    #expect(differences[1]["came"] == .list(["| 1"]))
    #expect(differences[1]["edits"] == .list([["line": 6, "removed": 1, "inserted": "= ok\n"]]))
  }

  @Test func `A program chooses some of the differences, which are applied byte for byte`() throws {
    let path = folder.write(
      "t", text("# note", "> echo a", "| b", "", "> echo c", "| d", "> echo e", "| f"))
    let chosen = try choose(check(path)) { $0["line"] != 3 }
    #expect(bless(chosen) == FinishedRun(status: 0, "t: 2 commands blessed\n"))
    #expect(
      folder.read("t")
        == text("# note", "> echo a", "| b", "", "> echo c", "| c", "> echo e", "| e"))
  }

  @Test(arguments: [false, true])
  func `The edits of a report are those of a bless`(hasReturns: Bool) throws {
    for lines in [
      ["> echo a", "| b", "> echo c"], ["> echo a", "= refused", "> add 1", ": 3", "| 1"],
      ["> echo a", "! a", "> quit", "| x", "@ case b", "> echo 1 2", "~ {int}"],
      ["> echo a", "| b", "@ also", "| c", "# end"],
    ] {
      let end = hasReturns ? "\r\n" : "\n"
      // The last line has no end.
      let bytes = Array((["@ chimp-transcript 1"] + lines).joined(separator: end).utf8)
      let path = folder.write("t", bytes)
      let report = check(path)
      _ = runTool(["bless", path], in: folder)
      let blessed = folder.bytes("t")
      folder.write("t", bytes)
      #expect(bless(report).status == 0)
      #expect(folder.bytes("t") == blessed)
      #expect(blessed != bytes)
    }
  }

  @Test func `A file that has changed since the report stays as it is`() throws {
    let path = folder.write("t", text("> echo a", "| b", "> echo c", "| d"))
    let report = check(path)
    let other = text("> echo a", "| b", "> echo c", "| d", "# a note")
    folder.write("t", other)
    #expect(
      bless(report)
        == FinishedRun(
          status: 2, "", "tool: t: not blessed, the file has changed since the report\n"))
    #expect(folder.read("t") == other)
  }

  @Test func `Edits that would change a command are refused`() throws {
    let path = folder.write("t", text("> echo a", "| b", "> echo c", "| d"))
    let old = folder.read("t")
    let digest = try Transcript(folder.bytes("t")).digest
    for (edits, reason) in [
      (#"[{"line":2,"removed":1,"inserted":"> echo z\n"}]"#, "the edits change more than answers"),
      (#"[{"line":3,"removed":0,"inserted":"> echo z\n"}]"#, "the edits change more than answers"),
      (#"[{"line":3,"removed":1,"inserted":"| a"}]"#, "the edits change more than answers"),
      (
        #"[{"line":3,"removed":1,"inserted":"x\n"}]"#,
        "it could not be read any more: 3:1: unknown gutter \"x\""
      ),
      (
        #"[{"line":3,"removed":1,"inserted":"| a\n"},{"line":3,"removed":1,"inserted":"| b\n"}]"#,
        "two edits begin at one line, or a line is not in the file"
      ),
      (
        #"[{"line":9,"removed":1,"inserted":"| a\n"}]"#,
        "two edits begin at one line, or a line is not in the file"
      ),
    ] {
      let report = folder.write(
        "report.json",
        #"{"version":1,"differences":[{"file":"\#(path)","sha256":"\#(digest)","edits":\#(edits)}]}"#
      )
      #expect(bless(report) == FinishedRun(status: 2, "", "tool: t: not blessed, \(reason)\n"))
      #expect(folder.read("t") == old)
    }
  }

  @Test func `A crash has no edits, and a report says which it leaves`() throws {
    let path = folder.write("t", text("> add 1", "@ xfail \"why\"", "| 1", "> echo a", "| b"))
    #expect(
      bless(check(path))
        == FinishedRun(
          status: 1, "t: 1 command blessed\n", "tool: t:2: not blessed, XPASS has no edits\n"))
  }

  @Test(arguments: [
    ("{\"version\":1,\n", "report.json:2:1: a name is expected"),
    ("{\"version\":2,\"differences\":[]}", "report.json: not a report of \"check --format json\""),
    ("[]", "report.json: not a report of \"check --format json\""),
    (
      "{\"version\":1,\"differences\":[{\"file\":\"t\"}]}",
      "report.json: difference 1 has no file, hash or edits"
    ),
  ])
  func `What is no report is named with its place`(text: String, words: String) {
    let report = folder.write("report.json", text)
    #expect(bless(report) == FinishedRun(status: 2, "", "tool: \(words)\n"))
  }

  @Test func `Nothing is written where CI is set, and no file is named beside a report`() {
    let path = folder.write("t", text("> echo a", "| b"))
    let report = check(path)
    #expect(
      bless(report, ["CI": "true"])
        == FinishedRun(status: 2, "", "tool: bless writes nothing where CI is set\n"))
    #expect(
      runTool(["bless", "--from", report, path], in: folder).diagnostics
        == "tool: --from names the files and the edits, with no other choice\n")
    #expect(folder.read("t") == text("> echo a", "| b"))
  }

  @Test func `A file that can't be used is an error in the report`() throws {
    let path = folder.write("t", "no transcript\n")
    let differences = try #require(try report(path)["differences"]?.elements)
    #expect(differences.count == 1)
    #expect(differences[0]["error"]?.text?.contains("t:1:1: ") == true)
  }
}
