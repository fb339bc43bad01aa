import Glibc
import TestSupport
import Testing

/// A simulated user of the program on a pseudoterminal, who types keys and reads the screen.
final class Player {
  /// The longest wait for an expected output, in milliseconds.
  private static var timeout: Int { 10_000 }

  private(set) var screen: ScreenModel
  /// The bytes of all output so far.
  private(set) var written: [UInt8] = []
  let folder: TemporaryFolder
  private let terminal: PseudoTerminal
  private var isOver = false

  /// Starts the program on a new pseudoterminal; the folder is the home of the user.
  ///
  /// Boards are shown line by line unless the test sets another style. Time is virtual by default,
  /// so that it passes only by commands.
  init(
    columns: Int = 60, rows: Int = 14, folder: TemporaryFolder? = nil,
    variables: [String] = ["NO_COLOR=1"],
    through shell: String? = nil, clock: String = "virtual", board: String = "line"
  ) throws {
    self.folder = folder ?? TemporaryFolder()
    screen = ScreenModel(columns: columns, rows: rows)
    terminal = try #require(PseudoTerminal(columns: columns, rows: rows))
    let environment =
      variables + [
        "HOME=\(self.folder.path)", "TERM=xterm-256color", "PATH=/usr/bin:/bin",
        "CHIMP=\(programPath)", "BOARD=\(board)",
      ]
    let arguments =
      shell.map { ["/bin/sh", "-c", $0] } ?? [
        programPath, "--seed", "apple", "--clock", clock, "--board", board,
      ]
    try #require(terminal.start(arguments, environment: environment))
  }

  deinit {
    guard !isOver else { return }
    kill(terminal.processIdentifier, SIGKILL)
    _ = terminal.waitForEnd()
  }

  /// The line that the program prints when it starts.
  static let banner = "chimp 1.0.0: menu for tests, help for commands, quit to leave\n"

  /// Returns a simulated user at the first prompt, on a screen on which the banner has one row.
  static func atPrompt(
    columns: Int = 70, rows: Int = 14, folder: TemporaryFolder? = nil,
    variables: [String] = ["NO_COLOR=1"], clock: String = "virtual"
  ) throws -> Player {
    let player = try Player(
      columns: columns, rows: rows, folder: folder, variables: variables, clock: clock)
    player.see(banner + "chimp> |")
    return player
  }

  /// Types text and control characters, as a keyboard sends them.
  func type(_ keys: String) {
    terminal.write(Array(keys.utf8))
  }

  /// Clicks on a cell of the screen, whose columns and rows count from 1.
  func click(column: Int, row: Int) {
    type("\u{1b}[<0;\(column);\(row)M\u{1b}[<0;\(column);\(row)m")
  }

  /// Sends a signal to the program.
  func send(_ signal: Int32) {
    kill(terminal.processIdentifier, signal)
  }

  /// Sends a signal to the program, if a shell has started it; does nothing otherwise.
  func sendToChild(_ signal: Int32) {
    let path = "/proc/\(terminal.processIdentifier)/task/\(terminal.processIdentifier)/children"
    guard let file = fopen(path, "r") else { return }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 64)
    guard fgets(&text, 64, file) != nil else { return }
    let child = text.prefix { $0 != 0x20 && $0 != 0 }.map { UInt8(bitPattern: $0) }
    if let child = Int32(String(decoding: child, as: UTF8.self)) { kill(child, signal) }
  }

  /// Changes the size of the window.
  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    terminal.resize(columns: columns, rows: rows)
  }

  /// Waits until the screen shows a text exactly; `|` stands for the cursor; records a failure
  /// after the timeout.
  func see(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    watch { $0.text == text }
    #expect(screen.text == text, sourceLocation: sourceLocation)
    #expect(screen.unknown == [], sourceLocation: sourceLocation)
  }

  /// Waits until the screen meets a condition; records a failure after the timeout.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until isSeen: (ScreenModel) -> Bool
  ) {
    watch(until: isSeen)
    #expect(isSeen(screen), "\(screen.text)", sourceLocation: sourceLocation)
    #expect(screen.unknown == [], sourceLocation: sourceLocation)
  }

  /// Waits until the program exits and returns its wait status.
  func awaitEnd() -> Int32 {
    while let bytes = terminal.read(milliseconds: Int32(Self.timeout)), !bytes.isEmpty {
      screen.feed(bytes)
    }
    isOver = true
    return terminal.waitForEnd()
  }

  /// `true` if the terminal echoes, edits lines and sends signals for keys, as it did when the
  /// program started.
  var hasUsualModes: Bool {
    let usual = tcflag_t(ECHO | ICANON | ISIG)
    return terminal.localModes & usual == usual
  }

  /// `true` if Ctrl-S pauses the output.
  var stopsOutput: Bool { terminal.stopsOutput }

  /// Reads output until the screen meets a condition, or until the timeout.
  private func watch(until isSeen: (ScreenModel) -> Bool) {
    var clock = ContinuousClock.now
    let end = clock.advanced(by: .milliseconds(Self.timeout))
    while !isSeen(screen), clock < end {
      guard let bytes = terminal.read(milliseconds: 1000) else { return }
      screen.feed(bytes)
      written += bytes
      clock = .now
    }
  }
}

extension ScreenModel: CustomTestStringConvertible {
  /// The text of the screen, in the message of a failed test.
  public var testDescription: String { text }
}
