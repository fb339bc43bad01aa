import Glibc
import TestSupport
import Testing
@testable import Transcripts

/// Tests of the folder in which a session writes its files, which is removed at the end of the
/// session.
@Suite struct SessionFolderTests {
  let folder = TemporaryFolder()
  /// The folder in which the folders of sessions are created.
  let parent = TemporaryFolder()

  private var variables: [String] { ["TMPDIR=\(parent.path)"] }

  /// Runs the tool with the parent folder as `TMPDIR`.
  private func run(_ arguments: [String], inWorkers: Bool = false) -> FinishedRun {
    runTool(arguments, in: folder, variables: ["TMPDIR": parent.path], inWorkers: inWorkers)
  }

  /// The names of session folders that still exist.
  private var leftovers: [String] { parent.files }

  @Test(arguments: ["check", "bless", "diff", "audit", "cover"], [false, true])
  func `The files of a session are gone before the next one begins`(
    verb: String, inWorkers: Bool
  ) {
    let path = folder.write(
      "t",
      text(
        "> keep a", "= ok", "| a", "> keep b/c", "= ok", "| a b", "@ case two", "> keep c", "= ok",
        "| c"))
    let result = run([verb, path], inWorkers: inWorkers)
    #expect(result.diagnostics == "")
    #expect(folder.read("t").contains("| a b"))
    #expect(verb == "cover" || result.status == 0, "\(result.output)")
    #expect(leftovers == [])
  }

  @Test func `A session that is replayed or recorded has its folder, too`() {
    let path = folder.write("t", text("> keep a", "| a"))
    var lines = ["keep b"]
    let replayed = runTool(
      ["replay", path], in: folder, variables: ["TMPDIR": parent.path],
      answer: { lines.popLast() })
    #expect(replayed.output == "> keep a\na\na b\n")
    lines = ["keep b"]
    let recorded = runTool(
      ["record", "\(folder.path)/new"], in: folder, variables: ["TMPDIR": parent.path],
      answer: { lines.popLast() })
    #expect(recorded == FinishedRun(status: 0, "b\n"))
    #expect(leftovers == [])
  }

  @Test func `No folder is made for a session without files`() {
    let nowhere = ["TMPDIR": "\(parent.path)/nowhere"]
    let path = folder.write("t", text("> add 1", "| 1"))
    #expect(
      runTool(["check", path], in: folder, variables: nowhere).output
        == "1 command in 1 file: 1 pass\n")
    let other = folder.write("u", text("> keep a", "= refused", "| a"))
    #expect(
      runTool(["check", other], in: parent, variables: nowhere).output
        .replacing(folder.path + "/", with: "") == """
          u:2: FAIL: keep a
            1 line differs
              = refused
            - | a
            + | error: can't make a folder in "nowhere": no such file or directory
          1 command in 1 file: 0 pass, 1 FAIL

          """)
  }

  @Test(arguments: [false, true])
  func `A trusted transcript gets no folder`(inWorkers: Bool) {
    let path = folder.write("t", text("> keep a", "= refused", "| error: no folder"))
    #expect(run(["check", "--trust", path], inWorkers: inWorkers).status == 0)
    #expect(run(["check", path], inWorkers: inWorkers).status == 1)
  }

  @Test(arguments: ["trap", "kill", "exit", "loop"])
  func `Whatever ends a session, its folder is gone when that is told`(command: String) {
    let session = text("> keep a", "| a", "> \(command)", "@ timeout 100ms")
    folder.write("a.txt", session)
    folder.write("b.txt", session)
    #expect(run(["check", folder.path], inWorkers: true).status == 3)
    #expect(leftovers == [])
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: [1, 2],
    [SIGHUP, SIGINT, SIGTERM, SIGKILL])
  func `A folder is gone soon after the tool, whatever ends that`(fileCount: Int, signal: Int32) {
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    folder.write("a.txt", text("> open \(pipe)", "> keep a", "> open \(pipe)2", "> loop"))
    if fileCount > 1 { folder.write("b.txt", text("> add 1", "| 1")) }
    mkfifo(pipe + "2", 0o600)
    let tool = startDouble(["check", "--jobs", "2", folder.path], variables: variables)
    let readers = [open(pipe, O_RDONLY), open("\(pipe)2", O_RDONLY)]
    defer { for reader in readers { close(reader) } }
    #expect(leftovers.count == 1)
    kill(tool, signal)
    #expect(waitForExit(tool) & 0x7f == signal)
    // NB: the process that removes the folder has inherited the pipe from the session.
    var byte: UInt8 = 0
    #expect(read(readers[0], &byte, 1) == 0)
    #expect(leftovers == [])
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["trap", "kill", "exit", "loop"])
  func `A folder is gone soon after a session that ran alone, whatever ended that`(
    command: String
  ) {
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    let path = folder.write(
      "a.txt", text("> open \(pipe)", "> keep a", "> \(command)", "@ timeout 100ms"))
    let tool = startDouble(["check", path], variables: variables)
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    #expect(waitForExit(tool) == 3 << 8)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
    #expect(leftovers == [])
  }

  @Test func `The contents of a folder are removed, and no link in it is followed`() throws {
    let files = TranscriptFolder(in: parent.path)
    let path = try files.path()
    #expect(try files.path() == path)
    let kept = folder.write("kept", "kept")
    symlink(kept, "\(path)/file")
    symlink(folder.path, "\(path)/folder")
    mkdir("\(path)/inner", 0o700)
    symlink(folder.path, "\(path)/inner/folder")
    files.remove()
    #expect(leftovers == [])
    #expect(folder.read("kept") == "kept")
  }

  @Test func `The folder of a session is private`() throws {
    let files = TranscriptFolder(in: parent.path)
    var facts = stat()
    #expect(stat(try files.path(), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o700)
  }
}

/// Tests of the files that a transcript includes; they must be in its folder.
@Suite struct InclusionTests {
  let folder = TemporaryFolder()

  /// Checks the transcript with a name in the folder.
  private func check(_ name: String, _ options: String..., inWorkers: Bool = false) -> FinishedRun {
    runTool(["check"] + options + ["\(folder.path)/\(name)"], in: folder, inWorkers: inWorkers)
  }

  @Test(arguments: [false, true])
  func `Nothing is included from outside of the folder, unless that is trusted`(inWorkers: Bool) {
    folder.write("outside.txt", text("> add 5", "| 5"))
    mkdir("\(folder.path)/inner", 0o755)
    symlink("../outside.txt", "\(folder.path)/inner/link.txt")
    symlink("..", "\(folder.path)/inner/up")
    let names = [
      "\(folder.path)/outside.txt", "../outside.txt", "./../inner/../outside.txt", "link.txt",
      "up/outside.txt",
    ]
    for name in names {
      folder.write("inner/t", text("@ include \(name)", "> add 1", "| 6"))
      let shown = name.replacing(folder.path + "/", with: "")
      #expect(
        check("inner/t", inWorkers: inWorkers).diagnostics == """
          tool: inner/t:2:1: can't include "\(shown)": \
          it is not in the folder of the transcript (see --trust)

          """)
      #expect(
        check("inner/t", "--trust", inWorkers: inWorkers).output
          == "2 commands in 1 file: 2 pass\n")
    }
  }

  @Test func `An included file includes from the same folder`() {
    folder.write("a.txt", text("> add 1", "| 1"))
    folder.write("inner/b.txt", text("@ include c.txt", "> add 1", "| 3"))
    folder.write("inner/c.txt", text("> add 2", "| 2"))
    folder.write("inner/d.txt", text("@ include ../a.txt", "> add 2", "| 3"))
    symlink("../a.txt", "\(folder.path)/inner/link.txt")
    folder.write("inner/e.txt", text("@ include link.txt", "> add 2", "| 3"))
    folder.write("t", text("@ include inner/b.txt", "> add 1", "| 4"))
    #expect(check("t").output == "3 commands in 1 file: 3 pass\n")
    folder.write("t", text("@ include inner/d.txt", "> add 1", "| 4"))
    #expect(
      check("t").diagnostics == """
        tool: t:2:1: can't include "inner/d.txt": 2:1: can't include "../a.txt": \
        it is not in the folder of the transcript (see --trust)

        """)
    folder.write("t", text("@ include inner/e.txt", "> add 1", "| 4"))
    #expect(check("t").output == "3 commands in 1 file: 3 pass\n")
  }
}
