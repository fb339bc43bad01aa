import Glibc
import TestSupport
import Testing
@testable import Transcripts

/// Tests of checking a single file, which is as safe as checking several.
@Suite struct LoneFileTests {
  let folder = TemporaryFolder()

  /// Checks a file by `transcript-double`, and returns its exit status and report.
  private func check(_ text: String, _ options: String...) -> (status: Int32, output: String) {
    let path = folder.write("a.txt", text)
    let status = runDouble(["check"] + options + [path], output: "\(folder.path)/said")
    return (status >> 8, folder.read("said").replacing(folder.path + "/", with: ""))
  }

  @Test(arguments: ["trap", "kill", "exit", "recurse", "grow", "close and loop", "loop"])
  func `Whatever ends a session is reported at its command`(command: String) {
    let outcome = command.hasSuffix("loop") ? "TIMEOUT" : "CRASH"
    let words = [
      "trap": "  Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range\n",
      "grow": "  Fatal error: failed to allocate 1099511627776 bytes of memory with alignment 0\n",
    ]
    let result = check(
      text(
        "> add 1", "| 1", "> add 1", "| 7", "> \(command)",
        outcome == "CRASH" ? "# no limit" : "@ timeout 100ms", "> add 1", "| 3"))
    #expect(
      result.output == """
        a.txt:4: FAIL: add 1
          1 line differs
          - | 7
          + | 2
        a.txt:6: \(outcome): \(command)
        \(words[command] ?? "")a.txt:8: NOTRUN: add 1
        4 commands in 1 file: 1 pass, 1 FAIL, 1 NOTRUN, 1 \(outcome)

        """)
    #expect(result.status == 3)
  }

  @Test func `A session that ends in an included file is reported there`() {
    folder.write("other.txt", text("> add 1", "| 2", "> trap"))
    let result = check(text("@ include other.txt", "> add 1", "| 2"))
    #expect(
      result.output == """
        other.txt:2: FAIL: add 1
          1 line differs
          - | 2
          + | 1
        other.txt:4: CRASH: trap
          Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
        a.txt:3: NOTRUN: add 1
        3 commands in 1 file: 0 pass, 1 FAIL, 1 NOTRUN, 1 CRASH

        """)
    #expect(result.status == 3)
  }

  @Test func `Commands before the end of a session are not run again`() {
    let path = "\(folder.path)/written"
    let result = check(text("> write \(path)", "> trap"))
    #expect(result.status == 3)
    #expect(folder.read("written") == "# more\n")
  }

  @Test func `A lone file that passes, fails or can't be read is reported as usual`() {
    #expect(check(text("> add 1", "| 1")) == (0, "1 command in 1 file: 1 pass\n"))
    #expect(
      check(text("> add 1", "| 2"))
        == (
          1,
          """
          a.txt:2: FAIL: add 1
            1 line differs
            - | 2
            + | 1
          1 command in 1 file: 0 pass, 1 FAIL

          """
        ))
    #expect(check(text()) == (2, "0 commands in 0 files: 0 pass, 1 file can't be used\n"))
  }

  @Test func `An answer that is too long is cut, and matches nothing`() {
    for (size, isIncomplete) in [(1 << 24, false), ((1 << 24) + 1, true)] {
      let reply = TranscriptReply(output: Array(repeating: 0x78, count: size))
      #expect(reply.limited.isIncomplete == isIncomplete)
      #expect(reply.limited.output.count == min(size, 1 << 24))
    }
  }
}
