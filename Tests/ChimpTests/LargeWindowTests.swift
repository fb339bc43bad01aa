import Glibc
import TestSupport
import Testing

/// Tests of windows that are larger than any screen.
struct LargeWindowTests {
  @Test(arguments: ["line", "plain", "live"])
  func `A window of 65,535 x 65,535 costs no more than one of 1,000 x 500`(board: String) throws {
    let usual = try peakMemory(columns: 1000, rows: 500, board)
    let large = try peakMemory(columns: 65_535, rows: 65_535, board)
    // NB: the memory of the same program varies by a few pages.
    #expect(large < usual * 5 / 4)
    #expect(usual > 0)
  }

  /// Returns the peak memory of the program in kilobytes, after it has drawn a board in a window of
  /// a size, and again in a changed one.
  private func peakMemory(columns: Int, rows: Int, _ board: String) throws -> Int {
    // The round of a program that was killed would be asked for.
    let folder = TemporaryFolder()
    let terminal = try #require(PseudoTerminal(columns: columns, rows: rows))
    let environment = ["HOME=\(folder.path)", "TERM=xterm-256color", "LANG=C.UTF-8"]
    let words = [programPath, "--seed", "apple", "--clock", "virtual", "--board", board]
    try #require(terminal.start(words, environment: environment))
    defer {
      kill(terminal.processIdentifier, SIGKILL)
      _ = terminal.waitForEnd()
    }
    read("chimp> ", of: terminal)
    terminal.write(Array("start 5 5 5\r".utf8))
    read("5 numerals on 5x5", of: terminal)
    terminal.resize(columns: columns - 1, rows: rows - 1)
    terminal.write(Array("version\r".utf8))
    read("chimp 1.0.0", of: terminal)
    let lines = TemporaryFolder.text(at: "/proc/\(terminal.processIdentifier)/status")
      .split(separator: "\n")
    let line = lines.first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// Reads the output of a program until it contains a text; records a failure if it does not.
  private func read(_ text: String, of terminal: PseudoTerminal) {
    var written: [UInt8] = []
    while let bytes = terminal.read(milliseconds: 60_000), !bytes.isEmpty {
      written += bytes
      if String(decoding: written, as: UTF8.self).contains(text) { return }
    }
    Issue.record("'\(text)' is not to be seen")
  }
}
