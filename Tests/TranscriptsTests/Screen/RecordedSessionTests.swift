import ChimpSystem
import Testing
import Transcripts

/// The output of a program that `.ci/screens record` wrote, with the last screen in a second file.
struct RecordedSession: CustomTestStringConvertible, Sendable {
  /// The name with the size, such as `less.80x24`.
  let name: String
  let output: [UInt8]
  let expected: String

  var testDescription: String { name }
  var columns: Int { size.first ?? 0 }
  var rows: Int { size.last ?? 0 }

  private var size: [Int] {
    let numbers = name.split(separator: ".").last ?? ""
    return numbers.split(separator: "x").compactMap { Int($0) }
  }

  static let all: [RecordedSession] = [
    "board-small.40x15", "board.80x24", "dialog-small.40x15", "dialog.80x24", "htop.80x24",
    "less-small.40x15", "less.80x24", "mc-small.40x15", "mc.80x24", "nano-small.40x15",
    "nano.80x24", "tmux.80x24", "top.80x24", "tput-small.40x15", "tput.80x24",
    "vim-small.40x15", "vim.80x24",
  ].map { name in
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let path = "\(folder)/Sessions/\(name)"
    let output = try? readFile(path)
    return RecordedSession(
      name: name, output: output ?? [], expected: fileText(path + ".rows"))
  }
}

@Suite struct RecordedSessionTests {
  @Test(arguments: RecordedSession.all)
  func `A recorded session ends with the screen that other emulators show`(
    session: RecordedSession
  ) {
    #expect(!session.output.isEmpty)
    var screen = TerminalScreen(columns: session.columns, rows: session.rows)
    screen.receive(session.output)
    let lines = screen.styledRows.flatMap(\.lines)
    #expect(lines.joined(separator: "\n") + "\n" == session.expected)
  }

  @Test(arguments: RecordedSession.all)
  func `A recorded session is shown alike when it comes byte by byte`(session: RecordedSession) {
    var whole = TerminalScreen(columns: session.columns, rows: session.rows)
    whole.receive(session.output)
    var parts = TerminalScreen(columns: session.columns, rows: session.rows)
    for byte in session.output { parts.receive([byte]) }
    #expect(parts.grid == whole.grid)
    #expect(parts.cursor == whole.cursor)
  }
}
