import ChimpSystem
import Glibc
import TestSupport
import Testing
@testable import Transcripts

@Suite struct ReportTests {
  let folder = TemporaryFolder()

  private var sample: String {
    folder.write(
      "t",
      text(
        "> add 1", "| 1", "> echo <a> # \\ &", "| <b>", "> add 1", "@ skip \"not # yet\"",
        "> add 1", "@ xfail \"why\"", "| 7", "> add 1", "@ xfail \"why\"", "| 3", "@ case two",
        "> quit", "| bye", "> x"))
  }

  @Test func `Cells of boards are named, the column first`() {
    let path = folder.write(
      "t",
      text(
        "> add 4", "| 4", "> board", "|      1  2  3", "|   1  #  4  .", "|   2  1  .  2"))
    #expect(
      runTool(["check", path], in: folder).output == """
        t:4: FAIL: board
          2 lines differ
            |      1  2  3
          - |   1  #  4  .
          - |   2  1  .  2
          + |   1  .  4  .
          + |   2  1  .  3
          cell 1 1: expected '#', actual '.'
          cell 3 2: expected '2', actual '3'
        2 commands in 1 file: 1 pass, 1 FAIL

        """)
  }

  @Test func `The Test Anything Protocol is told with every sign that it needs`() {
    let bad = folder.write("bad", text("#"))
    #expect(
      runTool(["check", "--format", "tap", sample, bad], in: folder).output == """
        TAP version 14
        ok 1 - t:2: add 1
        not ok 2 - t:4: echo <a> \\# \\\\ &
          ---
          outcome: FAIL
          details:
            - "1 line differs"
            - "- | <b>"
            - "+ | <a> # \\\\ &"
          ...
        ok 3 - t:6: add 1 # SKIP not \\# yet
        not ok 4 - t:8: add 1 # TODO why
          ---
          outcome: xfail
          details:
            - "1 line differs"
            - "- | 7"
            - "+ | 2"
          ...
        not ok 5 - t:11: add 1
          ---
          outcome: XPASS
          ...
        ok 6 - t:15: quit
        not ok 7 - t:17: x
          ---
          outcome: NOTRUN
          ...
        not ok 8 - bad:2:1: the file has no command
        1..8

        """)
  }

  @Test func `JUnit is told with every sign that XML needs`() {
    let report = runTool(["check", "--format=junit", sample], in: folder).output
    let time = #/ time="[0-9]+\.[0-9]{3}"/#
    #expect(report.matches(of: time).count == 5)
    #expect(
      report.replacing(time, with: "") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="t" tests="7" failures="3" errors="0" skipped="2">
            <testcase classname="t" name="2: add 1"/>
            <testcase classname="t" name="4: echo &lt;a&gt; # \\ &amp;">
              <failure message="FAIL">1 line differs
        - | &lt;b&gt;
        + | &lt;a&gt; # \\ &amp;
        </failure>
            </testcase>
            <testcase classname="t" name="6: add 1">
              <skipped message="not # yet"/>
            </testcase>
            <testcase classname="t" name="8: add 1">
              <skipped message="why"/>
            </testcase>
            <testcase classname="t" name="11: add 1">
              <failure message="XPASS"></failure>
            </testcase>
            <testcase classname="t two" name="15: quit"/>
            <testcase classname="t two" name="17: x">
              <failure message="NOTRUN"></failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `JSON Lines are told with an object for each command`() {
    #expect(
      runTool(["check", "--format", "jsonl", sample], in: folder).output == """
        {"file":"t","line":2,"command":"add 1","outcome":"pass"}
        {"file":"t","line":4,"command":"echo <a> # \\\\ &","outcome":"FAIL",\
        "details":["1 line differs","- | <b>","+ | <a> # \\\\ &"]}
        {"file":"t","line":6,"command":"add 1","outcome":"SKIP","reason":"not # yet"}
        {"file":"t","line":8,"command":"add 1","outcome":"xfail","reason":"why"}
        {"file":"t","line":11,"command":"add 1","outcome":"XPASS","reason":"why"}
        {"file":"t","line":15,"command":"quit","outcome":"pass","case":"two"}
        {"file":"t","line":17,"command":"x","outcome":"NOTRUN","case":"two"}
        {"files":1,"unusable":0,"pass":2,"FAIL":1,"xfail":1,"XPASS":1,"SKIP":1,"NOTRUN":1,\
        "CRASH":0,"TIMEOUT":0}

        """)
  }

  @Test func `JSON Lines hold nothing that drives a terminal`() {
    #expect(
      JSONValue.text("\t\u{1b}\u{85}\u{202e}\u{feff}\u{e0041}é").line
        == #""\u0009\u001b\u0085\u202e\ufeff\udb40\udc41é""#)
  }

  @Test func `Several formats go to their files`() {
    let result = runTool(
      [
        "check", "--format", "human", "--format", "tap=\(folder.path)/a.tap",
        "--format=jsonl=\(folder.path)/b.jsonl", sample,
      ], in: folder)
    #expect(
      result.output.hasSuffix(
        "7 commands in 1 file: 2 pass, 1 FAIL, 1 xfail, 1 XPASS, 1 SKIP, 1 NOTRUN\n"))
    #expect(folder.read("a.tap").hasSuffix("1..7\n"))
    #expect(folder.read("b.jsonl").split(separator: "\n").count == 8)
    #expect(names(in: folder.path) == ["a.tap", "b.jsonl", "t"])
    let words = "of several formats only one can go to the output (as in tap=FILE)"
    #expect(
      runTool(["check", "--format", "tap", "--format", "junit", sample], in: folder)
        == FinishedRun(
          status: 2, "TAP version 14\nnot ok 1 - \(words)\n1..1\n",
          "tool: \(words)\n"))
  }

  @Test func `A report follows a link, and keeps the mode of what it replaces`() {
    let path = folder.write("t", text("> add 1", "| 1"))
    folder.write("real", "old")
    chmod("\(folder.path)/real", 0o600)
    symlink("real", "\(folder.path)/link")
    symlink("later", "\(folder.path)/dangling")
    for (name, target) in [("link", "real"), ("dangling", "later")] {
      #expect(
        runTool(["check", "--format", "tap=\(folder.path)/\(name)", path], in: folder).status == 0)
      #expect(folder.read(target) == "TAP version 14\nok 1 - \(path):2: add 1\n1..1\n")
      var status = stat()
      #expect(lstat("\(folder.path)/\(name)", &status) == 0)
      #expect(status.st_mode & S_IFMT == S_IFLNK)
      #expect(stat("\(folder.path)/\(name)", &status) == 0)
      #expect(status.st_mode & 0o777 == (name == "link" ? 0o600 : 0o644))
    }
    #expect(names(in: folder.path) == ["dangling", "later", "link", "real", "t"])
  }

  @Test func `A report is written into a pipe that has a name`() {
    let path = folder.write("t", text("> add 1", "| 1"))
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(runTool(["check", "--format", "tap=\(pipe)", path], in: folder).status == 0)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(reader, &bytes, bytes.count)
    #expect(
      String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        == "TAP version 14\nok 1 - \(path):2: add 1\n1..1\n")
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(names(in: folder.path) == ["pipe", "t"])
  }

  @Test func `A report goes behind what was written to an open file`() {
    let path = folder.write("t", text("> add 1", "| 1"))
    let log = open(folder.write("log", "old\n"), O_RDWR | O_APPEND | O_CLOEXEC)
    defer { close(log) }
    #expect(runTool(["check", "--format", "tap=/dev/fd/\(log)", path], in: folder).status == 0)
    #expect(folder.read("log") == "old\nTAP version 14\nok 1 - \(path):2: add 1\n1..1\n")
  }

  @Test(arguments: ["check", "bless"])
  func `Reports say why nothing ran, and no older report stays`(verb: String) {
    let path = folder.write("t", text("> add 1", "| 1"))
    for (arguments, words) in [
      ([path, "\(folder.path)/nothing"], "nothing: no such file or directory"),
      (["--filter", "nothing", path], "nothing is selected"),
    ] {
      for name in ["xml", "words", "jsonl"] { folder.write(name, "old") }
      let result = runTool(
        [
          verb, "--format", "tap", "--format", "junit=\(folder.path)/xml", "--format",
          "human=\(folder.path)/words", "--format", "jsonl=\(folder.path)/jsonl",
        ] + arguments, in: folder)
      #expect(
        result
          == FinishedRun(
            status: 2, "TAP version 14\nnot ok 1 - \(words)\n1..1\n",
            "tool: \(words)\n"))
      let message = words.replacing("nothing:", with: "\(folder.path)/nothing:")
      #expect(
        folder.read("xml") == """
          <?xml version="1.0" encoding="UTF-8"?>
          <testsuites>
            <testsuite name="\(message)" tests="1" failures="0" errors="1" skipped="0">
              <testcase classname="\(message)" name="file">
                <error message="\(message)"/>
              </testcase>
            </testsuite>
          </testsuites>

          """)
      #expect(folder.read("words") == message + "\n")
      #expect(folder.read("jsonl").hasPrefix("{\"error\":\"\(message)\"}\n{\"files\":0,"))
    }
  }

  @Test(arguments: [
    (["check", "--unknown", "value"], [], "unknown option \"--unknown\""),
    (["check", "--jobs=no"], [], "--jobs can't be \"no\""),
    (["check", "-i"], ["--jobs=no"], "unknown option \"-i\""),
    (["check"], ["--shard"], "--shard needs a value"),
    (["check", "--prompt", "x"], [], "--command is missing"),
    (["diff"], [], "diff makes no reports"),
    (["shrink"], ["a", "b"], "shrink makes no reports"),
    (
      ["chekc"], [],
      "unknown verb \"chekc\" (known: check, diff, bless, record, replay, audit, shrink, cover)"
    ),
    (
      [], ["check"],
      "unknown verb \"--format\" (known: check, diff, bless, record, replay, audit, shrink, cover)"
    ),
    (
      ["check", "--format", "tap=/nonexistent/tap"], [],
      "/nonexistent/tap: no such file or directory"
    ),
  ])
  func `Reports say what is wrong with the arguments, and no older report stays`(
    first: [String], last: [String], words: String
  ) {
    folder.write("report", "old")
    let report = ["--format", "jsonl=\(folder.path)/report"]
    #expect(
      runTool(first + report + last, in: folder)
        == FinishedRun(status: 2, "", "tool: \(words)\n"))
    let counts = folder.read("report").split(separator: "\n").last.map(String.init) ?? ""
    #expect(
      folder.read("report") == "{\"error\":\(JSONValue.text(words).line)}\n\(counts)\n")
    #expect(counts.hasPrefix("{\"files\":0,\"unusable\":1,"))
    #expect(names(in: folder.path) == ["report"])
  }

  @Test func `Reports say that nothing is blessed where CI is set`() {
    let path = folder.write("t", text("> add 1", "| 2"))
    let report = folder.write("report", "old")
    #expect(
      runTool(["bless", "--format", "tap=\(report)", path], in: folder, variables: ["CI": "1"])
        .status == 2)
    #expect(
      folder.read("report")
        == "TAP version 14\nnot ok 1 - bless writes nothing where CI is set\n1..1\n")
  }

  @Test func `Two reports do not go to one file`() {
    let path = folder.write("t", text("> add 1", "| 1"))
    symlink("new", "\(folder.path)/link")
    for other in ["new", "./new", "link"] {
      #expect(
        runTool(
          [
            "check", "--format", "tap=\(folder.path)/new", "--format",
            "junit=\(folder.path)/\(other)", path,
          ], in: folder)
          == FinishedRun(
            status: 2, "", "tool: new: two reports can't go to one file\n"))
      #expect(
        folder.read("new") == """
          TAP version 14
          not ok 1 - \(folder.path)/new: two reports can't go to one file
          1..1

          """)
      #expect(names(in: folder.path) == ["link", "new", "t"])
    }
  }

  @Test func `Two thousand answers of any bytes make well-formed reports`() {
    var dice = RandomNumbers(seed: 14)
    var lines: [String] = []
    for _ in 0..<2_000 {
      let bytes = dice.bytes(below: 12) + (dice.once(in: 9) ? [0xef, 0xbf, 0xbe] : [])
      lines += ["> bytes " + bytes.map { String($0, radix: 16) }.joined(separator: " "), "| <no>"]
    }
    let path = folder.write("t", (["@ chimp-transcript 1"] + lines).joined(separator: "\n"))
    let xml = runTool(["check", "--format", "junit", path], in: folder).output
    #expect(isWellFormed(xml))
    #expect(!isWellFormed(xml.dropLast(2) + "x>"))
    let tap = runTool(["check", "--format", "tap", path], in: folder).output
    #expect(
      tap.split(separator: "\n").count { $0.hasPrefix("ok") || $0.hasPrefix("not ok") } == 2_000)
    #expect(tap.hasSuffix("\n1..2000\n"))
  }

  @Test func `Shards are disjoint and cover everything`() {
    for number in 0..<20 { folder.write("\(number).txt", text("> add 1", "| 2")) }
    let whole = failures(["check", folder.path])
    for count in 1...20 {
      let parts = (1...count).flatMap {
        failures(["check", "--shard", "\($0)/\(count)", folder.path])
      }
      #expect(parts.sorted() == whole.sorted())
    }
    #expect(whole.count == 20)
    #expect(
      runTool(["check", "--shard", "3/2", folder.path], in: folder).diagnostics
        == "tool: --shard can't be \"3/2\"\n")
  }

  @Test(arguments: [
    ("", "", true), ("a", "", false), ("", "*", true), ("abc", "a?c", true), ("ac", "a?c", false),
    ("abcbd", "*b?", true), ("abcb", "a*b*b", true), ("abc", "a*b*b", false),
    ("axbxc", "*x*x*", true), ("abab", "*ab", true), ("aba", "*ab", false),
  ])
  func `Wildcards match what they stand for`(text: String, pattern: String, isMatch: Bool) {
    #expect(matches(text, wildcards: pattern) == isMatch)
  }

  @Test(.timeLimit(.minutes(1)))
  func `Many wildcards cost no more than the text and the pattern are long`() {
    let pattern = String(repeating: "*a", count: 100) + "b"
    #expect(!matches(String(repeating: "a", count: 1_000), wildcards: pattern))
  }

  @Test func `A filter chooses cases, and one that chooses nothing is an error`() {
    folder.write("a.txt", text("> add 1", "| 2", "@ case masking", "> add 1", "| 3"))
    folder.write("b.txt", text("@ case other", "> add 1", "| 4"))
    #expect(failures(["check", "--filter", "mask", folder.path]) == ["a.txt:5: FAIL: add 1"])
    #expect(failures(["check", "--filter", "b.t?t o*r", folder.path]) == ["b.txt:3: FAIL: add 1"])
    #expect(
      runTool(["check", "--filter", "nothing", folder.path], in: folder)
        == FinishedRun(status: 2, "", "tool: nothing is selected\n"))
    #expect(
      runTool(["bless", "--filter", "nothing", folder.path], in: folder)
        == FinishedRun(status: 2, "", "tool: nothing is selected\n"))
    _ = runTool(["bless", "--filter", "mask", folder.path], in: folder)
    #expect(
      folder.read("a.txt") == text("> add 1", "| 2", "@ case masking", "> add 1", "| 1"))
    #expect(folder.read("b.txt") == text("@ case other", "> add 1", "| 4"))
  }

  /// Runs the tool and returns the lines of its report that are about failures.
  private func failures(_ arguments: [String]) -> [String] {
    runTool(arguments, in: folder).output.split(separator: "\n").map(String.init)
      .filter { $0.contains(": FAIL: ") }
  }

  /// Returns `true` if a text is well-formed XML: elements are closed in order, and no character is
  /// forbidden.
  private func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    var rest = text[...]
    guard
      text.unicodeScalars.allSatisfy({
        $0.value >= 0x20 && $0.value != 0xfffe && $0.value != 0xffff || $0 == "\n"
      })
    else { return false }
    while let start = rest.firstIndex(of: "<") {
      guard isText(rest[..<start]), let end = rest[start...].firstIndex(of: ">") else {
        return false
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
        continue
      }
      guard tag.wholeMatch(of: /[a-z]+( [a-z]+="[^"<]*")*\/?/) != nil, isText(tag) else {
        return false
      }
      if !tag.hasSuffix("/") { open.append(tag.prefix { $0 != " " }) }
    }
    return open.isEmpty && isText(rest)
  }

  /// Returns `true` if each `&` in a text begins an entity.
  private func isText(_ text: Substring) -> Bool {
    text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().allSatisfy {
      $0.prefixMatch(of: /(amp|lt|gt|quot|#9);/) != nil
    }
  }
}
