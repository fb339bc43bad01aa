import Glibc
import TestSupport

/// An input with which a user could try to keep numerals on the screen.
struct ProbeInput {
  enum Action {
    case keys([UInt8])
    case signal(Int32)
    /// Suspends the program by a signal, and continues it one second later.
    case suspension(Suspension)
    /// Stops the output of the terminal for two seconds, and types a line before it goes on.
    case stoppedOutput(line: String)
    case resizes(Int)
    /// A click on a cell of the board.
    case click(TargetCell)
    /// The two digits of a cell of the board.
    case digits(TargetCell)
  }

  enum Suspension {
    case key
    case terminalStop
    case stop
  }

  enum TargetCell {
    case lowest
    case empty
  }

  let name: String
  let action: Action

  init(_ name: String, _ action: Action) {
    self.name = name
    self.action = action
  }

  init(_ name: String, _ keys: String) { self.init(name, .keys(Array(keys.utf8))) }

  /// The keys that may end the trial early: Ctrl-C, Ctrl-D and Escape.
  private static let endingKeys: [[UInt8]] = [[0x03], [0x04], [0x1b]]

  /// `true` if the input may end the trial or remove its board.
  var mayEndTrial: Bool {
    switch action {
    case .suspension, .signal: true
    case .keys(let bytes):
      Self.endingKeys.contains(bytes) || bytes == Array("11".utf8) || bytes.first == 0x1a
    case .click, .digits, .resizes, .stoppedOutput: false
    }
  }
}

extension ProbeInput {
  /// `true` for a press on the board, which must not end the look.
  var isPress: Bool {
    switch action {
    case .click, .digits: true
    default: name == "two digits"
    }
  }

  /// `true` if the keys count as input during the hold; reports of the terminal itself do not.
  var isCounted: Bool {
    guard case .keys(let bytes) = action, !mayEndTrial else { return false }
    let uncounted = [
      "begun sequence", "begun title", "wheel", "right button", "old mouse report",
      "device answer", "cursor answer",
    ]
    return !uncounted.contains(name) && !bytes.isEmpty
  }

  /// Returns all inputs; `folder` has the files that the commands among them read or write.
  static func all(folder: String) -> [ProbeInput] {
    commands(folder: folder) + floods + keys + sequences + signals
  }

  /// Returns the inputs that are a command and Return.
  private static func commands(folder: String) -> [ProbeInput] {
    let lines = [
      "wait 3000", "source \(folder)/waits.txt", "again", "start 5 8 5", "start inoue-210",
      "mode start", "mode attract", "adapt span", "timing", "timing 20", "stop", "quit", "hide",
      "tree", "help", "help start", "disable hold", "disable game", "enable hold", "board",
      "identifier", "round", "rounds", "best", "news add Held", "list", "observe", "coin", "begin",
      "press 1 1", "1 1 2 2", "set board line", "set acknowledge on", "set begin now",
      "record \(folder)/record.txt", "export \(folder)/data.csv", "stats", "history", "jobs",
      "send hold timer", "send play update 3000", "simulate 200 &", "reachability", "resume",
    ]
    return lines.map { ProbeInput($0.replacing(folder, with: "FOLDER"), $0 + "\r") }
  }

  private static var floods: [ProbeInput] {
    func flood(_ name: String, _ text: String, _ count: Int) -> ProbeInput {
      ProbeInput("\(count) x \(name)", .keys(Array(String(repeating: text, count: count).utf8)))
    }
    return [
      ProbeInput("3000 letters and Enter", String(repeating: "a", count: 3_000) + "\r"),
      flood("letter", "a", 3_900), flood("Enter", "\r", 3_900), flood("digit", "9", 3_900),
      flood("Tab", "\t", 500), flood("wait", "wait 3000\r", 300), flood("again", "again\r", 300),
    ]
  }

  private static var keys: [ProbeInput] {
    [
      ("Ctrl-S", "\u{13}"), ("Ctrl-Q", "\u{11}"), ("Ctrl-S Ctrl-Q", "\u{13}\u{11}"),
      ("Enter", "\r"), ("line feed", "\n"), ("blank", " "), ("Escape", "\u{1b}"), ("?", "?"),
      ("y", "y"), ("n", "n"), ("Tab", "\t"), ("Ctrl-L", "\u{c}"), ("Ctrl-R", "\u{12}a"),
      ("Ctrl-V", "\u{16}"), ("Ctrl-O", "\u{f}"), ("Ctrl-D", "\u{4}"), ("Ctrl-U", "\u{15}"),
      ("Ctrl-C", "\u{3}"), ("Ctrl-backslash", "\u{1c}"), ("NUL", "\0"), ("digit", "1"),
      ("two digits", "11"), ("Backspace", "\u{7f}"), ("umlaut", "\u{e4}"), ("kanji", "\u{6570}"),
    ].map { ProbeInput($0.0, $0.1) } + [ProbeInput("not UTF-8", .keys([0xff, 0xfe, 0xc3]))]
  }

  private static var sequences: [ProbeInput] {
    [
      ("arrows", "\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D"), ("arrow and Enter", "\u{1b}[C\r"),
      ("Home End", "\u{1b}[H\u{1b}[F"), ("begun sequence", "\u{1b}["),
      ("begun title", "\u{1b}]0;title"), ("paste", "\u{1b}[200~wait 3000\r\u{1b}[201~"),
      ("begun paste", "\u{1b}[200~wait 3000\r"), ("end of a paste", "\u{1b}[201~again\r"),
      ("wheel", "\u{1b}[<64;10;10M"), ("right button", "\u{1b}[<2;10;10M"),
      ("click beside", "\u{1b}[<0;1;1M\u{1b}[<0;1;1m"), ("old mouse report", "\u{1b}[M !!"),
      ("device answer", "\u{1b}[?1;2c"), ("cursor answer", "\u{1b}[2;1R"),
      ("Alt-X", "\u{1b}x"), ("F1", "\u{1b}OP"),
    ].map { ProbeInput($0.0, $0.1) }
  }

  private static var signals: [ProbeInput] {
    [
      ProbeInput("SIGINT", .signal(SIGINT)), ProbeInput("SIGTERM", .signal(SIGTERM)),
      ProbeInput("SIGHUP", .signal(SIGHUP)), ProbeInput("SIGCONT", .signal(SIGCONT)),
      ProbeInput("SIGUSR1", .signal(SIGUSR1)),
      ProbeInput("Ctrl-Z", .suspension(.key)), ProbeInput("SIGTSTP", .suspension(.terminalStop)),
      ProbeInput("SIGSTOP", .suspension(.stop)),
      ProbeInput("stopped output", .stoppedOutput(line: "again\r")),
      ProbeInput("20 resizes", .resizes(20)),
      ProbeInput("click on the lowest numeral", .click(.lowest)),
      ProbeInput("click on an empty cell", .click(.empty)),
      ProbeInput("digits of the lowest numeral", .digits(.lowest)),
      ProbeInput("digits of an empty cell", .digits(.empty)),
    ]
  }
}
