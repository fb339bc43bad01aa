import Glibc
import TestSupport
import Testing
@testable import Transcripts

@Suite struct WorkerTests {
  let folder = TemporaryFolder()

  @Test func `A trap is reported at its command, and the run goes on`() {
    folder.write("a.txt", text("> add 1", "| 1", "> add 1", "| 7", "> trap", "> add 1", "| 3"))
    folder.write("b.txt", text("> add 1", "| 1"))
    #expect(
      runTool(["check", folder.path], in: folder, inWorkers: true)
        == FinishedRun(
          status: 3,
          """
          a.txt:4: FAIL: add 1
            1 line differs
            - | 7
            + | 2
          a.txt:6: CRASH: trap
            Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
          a.txt:7: NOTRUN: add 1
          5 commands in 2 files: 2 pass, 1 FAIL, 1 NOTRUN, 1 CRASH

          """))
  }

  @Test func `A session that goes to another folder takes no other file along`() throws {
    let here = try #require(getcwd(nil, 0))
    defer { free(here) }
    let start = String(cString: here)
    folder.write("a.txt", text("> where", "| \(start)", "> go /", "> where", "| /"))
    folder.write("b.txt", text("> where", "| \(start)"))
    #expect(
      runTool(["check", "--jobs", "1", folder.path], in: folder, inWorkers: true).output
        == "4 commands in 2 files: 4 pass\n")
  }

  @Test func `An endless loop is reported at its command, and the run goes on`() {
    folder.write("a.txt", text("> loop", "@ timeout 50ms", "> add 1", "| 1"))
    folder.write("b.txt", text("@ timeout 50ms", "> loop", "> add 1", "| 1"))
    folder.write("c.txt", text("> add 1", "| 1", "@ case b", "> loop"))
    #expect(
      runTool(
        ["check", "--jobs", "2", "--timeout", "500ms", folder.path], in: folder, inWorkers: true)
        == FinishedRun(
          status: 3,
          """
          a.txt:2: TIMEOUT: loop
          a.txt:4: NOTRUN: add 1
          b.txt:3: TIMEOUT: loop
          b.txt:4: NOTRUN: add 1
          c.txt:5: TIMEOUT: loop
          6 commands in 3 files: 1 pass, 2 NOTRUN, 3 TIMEOUT

          """))
  }

  @Test func `A killed worker and one that closes its descriptors end their command only`() {
    folder.write("a.txt", text("> kill", "> add 1", "| 1"))
    folder.write("c.txt", text("> close and loop", "> add 1", "| 1"))
    folder.write("d.txt", text("> add 1", "| 1"))
    let result = runTool(
      ["check", "--jobs", "1", "--timeout", "500ms", folder.path], in: folder, inWorkers: true)
    // NB: it is a race whether the end of the second one is seen immediately or only after its
    // timeout.
    #expect(
      result.output.replacing("TIMEOUT", with: "CRASH").replacing("1 CRASH, 1", with: "2") == """
        a.txt:2: CRASH: kill
        a.txt:3: NOTRUN: add 1
        c.txt:2: CRASH: close and loop
        c.txt:3: NOTRUN: add 1
        5 commands in 3 files: 1 pass, 2 NOTRUN, 2 CRASH

        """)
    #expect(result.status == 3)
  }

  @Test(arguments: [
    // No digits, a word, too few and too many numbers, no size, and a line without an end.
    "ff ff", "78 20 30 0a", "30 20 30 0a", "30 20 30 20 30 20 30 20 30 0a", "30 20 30 20 2d 31 0a",
    String(repeating: "30 ", count: 64) + "30",
  ])
  func `A message of a session in place of its worker ends its command only`(bytes: String) {
    folder.write("a.txt", text("> add 1", "| 1", "> tell \(bytes)", "> add 1", "| 1"))
    folder.write("b.txt", text("> add 1", "| 1"))
    #expect(
      runTool(["check", "--jobs", "1", folder.path], in: folder, inWorkers: true)
        == FinishedRun(
          status: 3,
          """
          a.txt:4: CRASH: tell \(bytes)
          a.txt:5: NOTRUN: add 1
          4 commands in 2 files: 2 pass, 1 NOTRUN, 1 CRASH

          """))
  }

  @Test(arguments: [[], ["--first"]])
  func `No line behind the end of a session is performed, and the next file runs`(
    _ options: [String]
  ) {
    let path = folder.path + "/written"
    folder.write("a.txt", text("> quit", "| bye", "> write \(path)", "> add 1", "| 1"))
    folder.write("b.txt", text("> add 1", "| 1", "> add 1", "| 2"))
    let result = runTool(
      ["check", "--jobs", "1", "--trust", folder.path] + options, in: folder, inWorkers: true)
    #expect(
      result.output.hasSuffix(
        options.isEmpty
          ? "5 commands in 2 files: 3 pass, 2 NOTRUN\n" : "3 commands in 1 file: 1 pass, 2 NOTRUN\n"
      ))
    #expect(access(path, F_OK) != 0)
  }

  @Test func `More lines than are announced at once are performed in their order`() {
    let lines = (1...4_000).flatMap { ["> add 1", "| \($0)"] }
    folder.write("a.txt", text(lines.joined(separator: "\n")))
    #expect(
      runTool(["check", "--jobs", "1", folder.path], in: folder, inWorkers: true).output
        == "4000 commands in 1 file: 4000 pass\n")
  }

  @Test func `A reply that a session has added is not that of the next session`() {
    folder.write("a.txt", text("> add 1", "| 1", "> interject 30 20 30 20 30 0a"))
    folder.write("b.txt", text("> add 1", "| 1"))
    #expect(
      runTool(["check", "--jobs", "1", folder.path], in: folder, inWorkers: true)
        == FinishedRun(
          status: 3,
          """
          a.txt:4: CRASH: interject 30 20 30 20 30 0a
          3 commands in 2 files: 2 pass, 1 CRASH

          """))
  }

  @Test func `Replies are read as they were sent, in whatever pieces, and rubbish is not`() {
    var dice = RandomNumbers(seed: 7)
    for _ in 0..<3_000 {
      let sent = (0..<dice.below(4)).map { _ in reply(&dice) }
      var bytes = sent.flatMap(\.message)
      let isWhole = bytes.isEmpty || dice.once(in: 2)
      if !isWhole {
        for _ in 0...dice.below(3) { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
      }
      var stream: [UInt8] = []
      var received: [TranscriptReply] = []
      var isInvalid = false
      while !bytes.isEmpty, !isInvalid {
        let count = 1 + dice.below(bytes.count)
        stream += bytes.prefix(count)
        bytes.removeFirst(count)
        isInvalid = removeReplies(from: &stream, to: &received)
      }
      if isWhole {
        #expect(!isInvalid)
        #expect(received == sent)
      }
    }
  }

  /// Removes all whole replies of a stream, and returns whether the rest is invalid.
  private func removeReplies(
    from stream: inout [UInt8], to received: inout [TranscriptReply]
  ) -> Bool {
    while true {
      switch TranscriptReply.removeFirst(from: &stream) {
      case .reply(let reply): received.append(reply)
      case .incomplete: return false
      case .invalid: return true
      }
    }
  }

  /// Returns a random reply.
  private func reply(_ dice: inout RandomNumbers) -> TranscriptReply {
    var reply = TranscriptReply(
      output: dice.bytes(below: 200), isRefused: dice.once(in: 2), hasEnded: dice.once(in: 2))
    reply.isIncomplete = dice.once(in: 2)
    reply.isLate = dice.once(in: 2)
    reply.waitStatus = Int32(dice.pick([0, 11, 3 << 8]))
    return reply
  }

  @Test func `A skipped include did not run, even before a crash`() {
    folder.write("part", text("> add 1", "| 1"))
    let path = folder.write(
      "a.txt",
      text(
        "@ case one", "@ include part", "@ skip \"why\"", "> add 1", "| 2", "@ case two",
        "@ include part", "@ requires more", "> add 1", "@ case three", "@ include part",
        "> add 1", "@ skip \"why\"", "| 2", "@ case four", "> trap"))
    #expect(
      runTool(["check", path], in: folder, inWorkers: true).output.hasSuffix(
        "5 commands in 1 file: 1 pass, 3 SKIP, 1 CRASH\n"))
  }

  @Test func `A flood is compared like any other answer`() {
    folder.write("a.txt", text("> flood 900000", "~ {}", ": ...", "> flood 300000", ": 1"))
    #expect(
      runTool(["check", folder.path], in: folder, inWorkers: true).output.hasSuffix(
        "2 commands in 1 file: 1 pass, 1 FAIL\n"))
  }

  @Test func `Any number of workers gives the same bytes as no worker`() {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 13))
    for number in 0..<300 { folder.write("\(number).txt", generator.transcript()) }
    folder.write("bad.txt", text("# nothing"))
    let single = runTool(["check", folder.path], in: folder)
    #expect(single.output.split(separator: "\n").count > 300)
    for count in ["1", "2", "7"] {
      let other = runTool(["check", "--jobs", count, folder.path], in: folder, inWorkers: true)
      #expect(other == single)
    }
    let first = runTool(["check", "--first", folder.path], in: folder)
    let other = runTool(["check", "--first", "--jobs=3", folder.path], in: folder, inWorkers: true)
    #expect(first == other)
  }

  @Test func `A bless leaves what a crash kept from running`() {
    let path = folder.write(
      "a.txt",
      text("> add 1", "| 7", "# here", "> trap", "| 7", "> add 1", "| 7", "@ case b", "> x"))
    let result = runTool(["bless", path], in: folder, inWorkers: true)
    #expect(result.status == 3)
    #expect(
      folder.read("a.txt")
        == text(
          "> add 1", "| 1", "# here", "> trap", "| 7", "> add 1", "| 7", "@ case b", "> x",
          "| error: unknown command \"x\""))
  }

  @Test func `A file that changes while it runs is reported`() {
    let path = "\(folder.path)/a.txt"
    folder.write("a.txt", text("> add 1", "| 7", "> write \(path)"))
    #expect(
      runTool(["bless", path], in: folder, inWorkers: true)
        == FinishedRun(
          status: 2, "0 commands in 0 files: 0 pass, 1 file can't be used\n",
          "tool: a.txt: the file has changed while it ran\n"))
    #expect(folder.read("a.txt") == text("> add 1", "| 7", "> write \(path)", "# more"))
  }

  @Test func `A worker that can't be started is reported`() {
    let path = folder.write("a.txt", text("> add 1", "| 1"))
    // A worker needs more descriptors than this.
    let result = runTool(
      ["check", path], in: folder, variables: ["DESCRIPTORS": "11"], inWorkers: true)
    #expect(result.status == 2)
    #expect(result.diagnostics == "tool: can't start a worker: too many open files\n")
  }

  @Test func `A crash and an endless loop are reported for any number of workers`() {
    folder.write("a.txt", text("> add 1", "| 1", "> trap"))
    folder.write("b.txt", text("@ timeout 50ms", "> loop"))
    folder.write("c.txt", text("> add 1", "| 1"))
    let report = "\(folder.path)/report"
    let arguments = ["check", "--jobs", "3", "--format", "human=\(report)", folder.path]
    #expect(runDouble(arguments, variables: []) == 3 << 8)
    #expect(
      folder.read("report").replacing(folder.path + "/", with: "") == """
        a.txt:4: CRASH: trap
          Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
        b.txt:3: TIMEOUT: loop
        4 commands in 3 files: 2 pass, 1 CRASH, 1 TIMEOUT

        """)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [1, 2])
  func `A running session ends with the tool, even if the tool is killed`(fileCount: Int) {
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    folder.write("a.txt", text("> open \(pipe)", "> loop"))
    if fileCount > 1 { folder.write("b.txt", text("> add 1", "| 1")) }
    let tool = startDouble(["check", "--jobs", "2", folder.path], variables: [])
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    kill(tool, SIGKILL)
    #expect(waitForExit(tool) == SIGKILL)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `A program that is driven ends with the tool, whatever it does`() {
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    let path = folder.write("a", text("> go"))
    let program = """
      sh -c 'printf "ready> "; read -r line; exec 9>\(pipe); while :; do :; done'
      """
    let tool = startDouble(
      ["check", "--command", program, "--prompt", "ready> ", path], variables: [])
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    kill(tool, SIGKILL)
    #expect(waitForExit(tool) == SIGKILL)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }
}
