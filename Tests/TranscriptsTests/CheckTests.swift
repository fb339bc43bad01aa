import Glibc
import TestSupport
import Testing
@testable import Transcripts

@Suite struct CheckTests {
  let folder = TemporaryFolder()

  @Test func `A stop at the first failure goes on over cases that pass`() {
    let path = folder.write(
      "t",
      text(
        "> add 1", "| 1", "@ case b", "> add 1", "| 1", "@ case c", "> add 1", "| 2", "@ case d",
        "> add 1"))
    #expect(
      runTool(["check", "--first", path], in: folder).output.hasSuffix(
        "4 commands in 1 file: 2 pass, 1 FAIL, 1 NOTRUN\n"))
  }

  @Test func `A folder without transcripts is an error beside files, too`() {
    let path = folder.write("t", text("> add 1", "| 1"))
    folder.write("empty/page.md", "# Page\n")
    let result = runTool(["check", path, "\(folder.path)/empty"], in: folder)
    #expect(result.status == 2)
    #expect(result.output.hasSuffix("1 command in 1 file: 1 pass, 1 file can't be used\n"))
  }

  @Test func `A folder that can't be listed is reported once`() throws {
    let path = "\(folder.path)/none"
    var entries: [FileEntry] = []
    ToolOptions.addTranscripts(in: path, to: &entries)
    #expect(entries.count == 1)
    #expect(throws: TranscriptToolFault(path, "no such file or directory")) {
      try entries[0].get()
    }
  }

  @Test func `A transcript that holds passes`() {
    let path = folder.write(
      "good.txt",
      text(
        "@ seed 7", "> seed", "| seed 7", "> add 2", "= ok", "| 2", "> add x", "= refused",
        "| error: no number", "> bytes 61 20 0a 00", "\\ a\\s", "\\ \\x00\\c", "@ case other",
        "> add 1", "| 1", "> seed", "| seed 7"))
    #expect(
      runTool(["check", path], in: folder)
        == FinishedRun(status: 0, "6 commands in 1 file: 6 pass\n"))
  }

  @Test func `A mismatch is reported with file, line, command and lines`() {
    folder.write("sub/bad.txt", text("> lines a b c", "| a", "| x", "| c", "> add 1", "= refused"))
    folder.write("good.txt", text("> add 1", "| 1"))
    folder.write("not-a-transcript.md", "# nothing\n")
    let result = runTool(["check", folder.path], in: folder)
    #expect(
      result.output == """
        sub/bad.txt:2: FAIL: lines a b c
          1 line differs
            | a
          - | x
          + | b
            | c
        sub/bad.txt:6: FAIL: add 1
          2 lines differ
          - = refused
          + = ok
          + | 1
        3 commands in 2 files: 1 pass, 2 FAIL

        """)
    #expect(result.status == 1)
  }

  @Test func `What has a name that is not UTF-8 is named as far as it goes, and the rest runs`() {
    folder.write("sub/good.txt", text("> add 1", "| 1"))
    let names = ["sub/f\u{fffd}.txt", "sub/g\u{fffd}"]
    let paths = names.map { name in
      Array("\(folder.path)/\(name)".utf8).split(separator: 0xef).map { part in
        part.starts(with: [0xbf, 0xbd]) ? [0xff] + part.dropFirst(2) : Array(part)
      }.joined().map { CChar(bitPattern: $0) } + [0]
    }
    close(open(paths[0], O_CREAT | O_WRONLY, 0o600))
    mkdir(paths[1], 0o700)
    defer { for path in paths { remove(path) } }
    #expect(
      runTool(["check", folder.path], in: folder)
        == FinishedRun(
          status: 2, "1 command in 1 file: 1 pass, 2 files can't be used\n",
          names.map { "tool: \($0): the name is not UTF-8\n" }.joined()))
  }

  @Test func `Commands behind the end of a session did not run`() {
    let path = folder.write("end.txt", text("> quit", "| bye", "> add 1", "| 1"))
    let result = runTool(["check", path], in: folder)
    #expect(
      result.output == """
        end.txt:4: NOTRUN: add 1
        2 commands in 1 file: 1 pass, 1 NOTRUN

        """)
    #expect(result.status == 1)
  }

  @Test func `A byte order mark and CRLF lose no command`() {
    let path = folder.write("mark.txt", "\u{feff}@ chimp-transcript 1\r\n> add 1\r\n| 2\r\n")
    #expect(
      runTool(["check", path], in: folder).output == """
        mark.txt:2: FAIL: add 1
          1 line differs
          - | 2
          + | 1
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test func `A file that can't be used is reported, and the rest still runs`() {
    folder.write("a.txt", text("# nothing"))
    folder.write("b.txt", text("> add 1", "| 1"))
    folder.write("c.txt", text("@ seed bad", "> add 1", "| 1"))
    folder.write("d.txt", text("@ seed 7", "@ language xx", "> add 1", "| 1"))
    #expect(
      runTool(["check", folder.path], in: folder)
        == FinishedRun(
          status: 2, "1 command in 1 file: 1 pass, 3 files can't be used\n",
          """
          tool: a.txt:2:1: the file has no command
          tool: c.txt:2:1: the seed is bad
          tool: d.txt:3:1: the session does not speak "xx"

          """))
  }

  @Test func `The help names every verb and every option`() {
    let help = runTool(["help"], in: folder)
    #expect(help.status == 0)
    for arguments in [["--help"], ["-h"], ["check", "--help"], ["bless", "-i", "-h", "nothing"]] {
      #expect(runTool(arguments, in: folder) == help)
    }
    #expect(runTool(["check", "--", "--help"], in: folder).status == 2)
    for verb in TranscriptVerb.allCases {
      #expect(help.output.contains("\n  \(verb.rawValue) "))
    }
    for option in ToolOption.all where option.summary != nil {
      #expect(help.output.contains("\n  \(option.name) "))
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
  }

  @Test func `Only a bless changes files`() {
    let old = text("> add 1", "| 2", "> trap x", "| 3")
    folder.write("t", old)
    for verb in ["check", "diff", "audit", "cover", "shrink"] {
      _ = runTool([verb, "\(folder.path)/t"], in: folder, inWorkers: true)
      #expect(folder.read("t") == old)
      #expect(names(in: folder.path) == ["t"])
    }
  }

  @Test func `A pipe is no transcript, and nothing waits for it`() {
    mkfifo("\(folder.path)/pipe.txt", 0o644)
    #expect(
      runTool(["check", "\(folder.path)/pipe.txt"], in: folder).diagnostics
        == "tool: pipe.txt: not a regular file\n")
  }

  @Test func `Differences are coloured on request`() {
    let path = folder.write("t", text("> add 1", "| 2"))
    #expect(
      runTool(["check", path], in: folder, hasColor: true).output == """
        t:2: FAIL: add 1
          1 line differs
        \u{1b}[31m  - | 2\u{1b}[0m
        \u{1b}[32m  + | 1\u{1b}[0m
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test func `A reply can't drive the terminal`() {
    let path = folder.write("t", text("> echo \u{1b}[2J", "| \u{1b}[3J"))
    #expect(
      runTool(["check", path], in: folder).output == """
        t:2: FAIL: echo \\e[2J
          1 line differs
          - | \\e[3J
          + \\ \\e[2J
        1 command in 1 file: 0 pass, 1 FAIL

        """)
  }

  @Test(arguments: [
    ([], "a verb is missing (known: check, diff, bless, record, replay, audit, shrink, cover)"),
    (
      ["chekc"],
      "unknown verb \"chekc\" (known: check, diff, bless, record, replay, audit, shrink, cover)"
    ),
    (["check", "--fast"], "unknown option \"--fast\""),
    (["check", "missing"], "missing: no such file or directory"),
    (
      ["check", "empty"], "nothing is selected, a folder's transcripts are its files *.txt"
    ),
  ])
  func `A wrong call has a reason and the status 2`(arguments: [String], words: String) {
    folder.write("empty/readme", "")
    let paths = arguments.map { ["missing", "empty"].contains($0) ? "\(folder.path)/\($0)" : $0 }
    #expect(
      runTool(paths, in: folder)
        == FinishedRun(status: 2, "", "tool: \(words)\n"))
  }
}
