import Glibc
import TestSupport

/// Measures what a key on the live board costs until the picture is drawn: bytes, and time of the
/// processor in proportion to a key at the prompt of `sqlite3`.
///
/// The limits are twice what was measured at commit 47fc33d5.
func keyToPicture(_ workshop: Workshop) -> [Table] {
  let games = workshop.games(lineCount: 200).split(separator: "\n").split { $0.hasPrefix("start") }
  let home = workshop.folder
  var (work, bytes, peer) = (Sample(), Sample(), Sample())
  if let chimp = TerminalSession([workshop.chimp, "--no-config", "--board", "live"], home: home),
    let other = TerminalSession([workshop.path(of: "sqlite3") ?? ""], home: home),
    chimp.read(until: "chimp> "), other.read(until: "sqlite> ")
  {
    for (number, presses) in games.enumerated() {
      chimp.type("start 9 8 5 seed=s\(number)\r")
      // The last press would end the round.
      let keys = presses.dropLast().joined().filter(\.isNumber)
      let cost = chimp.cost(of: keys)
      work.add(cost.work)
      bytes.add(cost.bytes)
      peer.add(other.cost(of: "select 1 + 1 + 1").work)
      other.type("\u{15}")
    }
  }
  return [
    Table(
      title: "key to picture on the live board, work", unit: "us",
      limits: [.init(other: "sqlite3", most: 2 * 11.9)],
      lines: [.init(name: "chimp", sample: work), .init(name: "sqlite3", sample: peer)]),
    Table(
      title: "key to picture on the live board, output", unit: "bytes",
      limits: [.init(most: 2 * 225)], lines: [.init(name: "chimp", sample: bytes)]),
  ]
}

/// A program at a terminal with 24 rows of 80 columns, which is killed at the end.
final class TerminalSession {
  private let terminal: PseudoTerminal

  /// Starts the program; returns `nil` if that fails.
  init?(_ words: [String], home: String) {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let environment = ["PATH=\(path)", "HOME=\(home)", "TERM=xterm-256color", "LANG=C.UTF-8"]
    guard let terminal = PseudoTerminal(columns: 80, rows: 24),
      terminal.start(words, environment: environment)
    else { return nil }
    self.terminal = terminal
  }

  deinit {
    kill(terminal.processIdentifier, SIGKILL)
    _ = terminal.waitForEnd()
  }

  /// Reads output until it has a text; returns `false` if it pauses for two seconds before.
  func read(until text: String) -> Bool {
    var seen = ""
    while let bytes = terminal.read(milliseconds: 2_000), !bytes.isEmpty {
      seen += String(decoding: bytes, as: UTF8.self)
      if seen.contains(text) { return true }
    }
    return false
  }

  /// Types keys, and reads what they cause.
  func type(_ keys: String) {
    terminal.write(Array(keys.utf8))
    _ = read(forAtLeast: 200)
  }

  /// Types keys one after the other; returns the work and the bytes for each.
  func cost(of keys: String) -> (work: Double, bytes: Double) {
    let start = workTime(of: terminal.processIdentifier)
    var count = 0
    for key in keys.utf8 {
      terminal.write([key])
      count += read(forAtLeast: 10)
    }
    count += read(forAtLeast: 100)
    let work = workTime(of: terminal.processIdentifier) - start
    return (work / Double(keys.utf8.count), Double(count) / Double(keys.utf8.count))
  }

  /// Reads until there is no output for some milliseconds, and returns the number of bytes.
  private func read(forAtLeast milliseconds: Int32) -> Int {
    var count = 0
    while let bytes = terminal.read(milliseconds: milliseconds), !bytes.isEmpty {
      count += bytes.count
    }
    return count
  }
}
