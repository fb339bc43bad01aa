import Glibc
import TestSupport

/// One way in which a session displays its board, with the options that select it.
struct ProbeStyle {
  let name: String
  let arguments: [String]
  var terminal = "xterm-256color"
  /// `true` if a participant of a study plays, in a closed session.
  var isClosed = false

  static var all: [ProbeStyle] {
    [
      ProbeStyle(name: "live", arguments: ["--board", "live"]),
      ProbeStyle(name: "plain", arguments: ["--board", "plain"]),
      ProbeStyle(name: "line", arguments: ["--board", "line"]),
      ProbeStyle(name: "plain restricted", arguments: ["--board", "plain", "--restricted"]),
      ProbeStyle(name: "one screen", arguments: ["--board", "line"], terminal: "vt220"),
      ProbeStyle(name: "closed", arguments: ["--closed", "P1"], isClosed: true),
    ]
  }
}

/// The moment of the input, relative to the appearance of the numerals.
enum ProbeMoment: String, CaseIterable {
  case fixation
  case early = "20 ms"
  case late = "150 ms"
}

/// A program on a pseudoterminal, with a model of its screen.
final class ProbeSession {
  private static var columns: Int { 100 }
  private static var rows: Int { 28 }
  /// The longest duration of a wait, in milliseconds.
  private static var timeout: Double { 10_000 }
  private static var sampleInterval: Double { 2 }

  private(set) var screen = ScreenModel(columns: columns, rows: rows)
  private let terminal: PseudoTerminal
  private(set) var hasEnded = false

  /// The time at which the numerals appeared; `nil` if they have not yet.
  private(set) var appeared: Double?
  /// The time at which the numerals disappeared again; `nil` if they have not yet.
  private(set) var disappeared: Double?
  /// The largest possible error of `appeared` and `disappeared`, in milliseconds.
  private(set) var delay = 0.0
  /// The time at which the input was made; `nil` before.
  private(set) var inputTime: Double?
  /// `true` if the numerals are being measured, by reading the screen every 2 ms.
  private var isMeasuring = false
  /// The last time at which all output of the program had been read.
  private var sampleTime = now

  init?(_ style: ProbeStyle, program: String, folder: String, store: String) {
    guard let terminal = PseudoTerminal(columns: Self.columns, rows: Self.rows) else { return nil }
    self.terminal = terminal
    let arguments = [program, "--store", store] + style.arguments
    let environment = [
      "HOME=\(folder)", "TERM=\(style.terminal)", "PATH=/usr/bin:/bin", "NO_COLOR=1",
      "LANG=C.UTF-8",
    ]
    guard terminal.start(arguments, environment: environment) else { return nil }
  }

  deinit {
    kill(terminal.processIdentifier, SIGKILL)
    _ = terminal.waitForEnd()
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Writes bytes to the terminal, as its keyboard does.
  func type(_ bytes: [UInt8]) { terminal.write(bytes) }

  /// Writes the bytes of typed keys to the terminal.
  func type(_ keys: String) { type(Array(keys.utf8)) }

  /// Reads output and updates the screen until a condition holds, or until the time is over;
  /// returns `true` if the condition holds.
  @discardableResult
  func watch(
    _ milliseconds: Double = timeout, until isSeen: (ProbeSession) -> Bool = { _ in false }
  )
    -> Bool
  {
    let end = Self.now + milliseconds
    while !isSeen(self) {
      let rest = end - Self.now
      guard rest > 0, !hasEnded else { return false }
      let isOften = isMeasuring && (appeared == nil || disappeared == nil)
      let pause = isOften ? min(rest, Self.sampleInterval) : rest
      guard let bytes = terminal.read(milliseconds: Int32(max(1, pause.rounded()))) else {
        hasEnded = true
        return isSeen(self)
      }
      let time = Self.now
      let earlierSample = sampleTime
      sampleTime = time
      guard !bytes.isEmpty else { continue }
      screen.feed(bytes)
      recordChange(at: time, after: earlierSample)
    }
    return true
  }

  /// Begins to measure the time for which numerals are visible.
  func measure() {
    appeared = nil
    disappeared = nil
    delay = 0
    isMeasuring = true
  }

  /// Records that numerals appeared or disappeared between the earlier sample and this time.
  private func recordChange(at time: Double, after earlierSample: Double) {
    let areShown = !numerals.isEmpty
    let isNew = areShown ? appeared == nil : appeared != nil && disappeared == nil
    if isNew { delay = max(delay, time - earlierSample) }
    if areShown, appeared == nil { appeared = time }
    if appeared != nil { disappeared = areShown ? nil : disappeared ?? time }
  }

  /// The rows of the screen that show a row of the board, as words: its number, then eight cells.
  private var boardRows: [(row: Int, words: [(text: String, column: Int)])] {
    screen.grid.rows.enumerated().compactMap { row, content in
      let words = Self.words(content.cells)
      guard words.count == 9, words[0].text.allSatisfy(\.isNumber),
        words.dropFirst().contains(where: { Int($0.text) == nil })
      else { return nil }
      return (row, words)
    }
  }

  /// Returns the words of a screen row, each with its first column.
  private static func words(_ cells: [String]) -> [(text: String, column: Int)] {
    var words: [(text: String, column: Int)] = []
    var last = " "
    for (column, cell) in cells.enumerated() {
      if cell != " ", last == " " { words.append(("", column)) }
      if cell != " " { words[words.count - 1].text += cell }
      last = cell
    }
    return words
  }

  /// The numerals on the screen, each with its row and column.
  var numerals: [(value: Int, row: Int, column: Int)] {
    boardRows.flatMap { row, words in
      words.dropFirst().compactMap { word in Int(word.text).map { ($0, row, word.column) } }
    }
  }

  var hasMask: Bool {
    boardRows.contains { $0.words.contains { $0.text.contains { "#\u{2588}".contains($0) } } }
  }

  var hasFixation: Bool {
    screen.text.split(separator: "\n").contains { $0.contains("+") && !$0.contains("chimp>") }
  }

  /// The text behind the last prompt on the screen, or `nil` if there is no prompt.
  var typed: String? {
    screen.grid.rows.map { $0.cells.joined() }.last { $0.hasPrefix("chimp>") }.map {
      String($0.dropFirst("chimp>".count)).trimmingBlanks
    }
  }

  /// Makes an input and records its time.
  func perform(_ action: ProbeInput.Action) {
    inputTime = Self.now
    switch action {
    case .keys(let bytes):
      type(bytes)
      inputTime = Self.now
    case .signal(let number): kill(terminal.processIdentifier, number)
    case .resizes(let count):
      for number in 1...count {
        let columns = number == count ? Self.columns : Self.columns - number % 2
        terminal.resize(columns: columns, rows: Self.rows)
      }
    case .click(let target): click(target)
    case .digits(let target): typeDigits(of: target)
    case .stoppedOutput(let line):
      terminal.stopOutput(true)
      watch(2_000)
      type(line)
      watch(100)
      terminal.stopOutput(false)
    case .suspension(let kind):
      switch kind {
      case .key: type("\u{1a}")
      case .terminalStop: kill(terminal.processIdentifier, SIGTSTP)
      case .stop: kill(terminal.processIdentifier, SIGSTOP)
      }
      watch(1_000)
      kill(terminal.processIdentifier, SIGCONT)
    }
  }

  /// Sends the mouse reports of a click on a cell of the board.
  private func click(_ target: ProbeInput.TargetCell) {
    guard let cell = cell(target) else { return }
    let report = "\u{1b}[<0;\(cell.screenColumn + 1);\(cell.screenRow + 1)"
    type(report + "M" + report + "m")
  }

  /// Types the column and the row of a cell of the board.
  private func typeDigits(of target: ProbeInput.TargetCell) {
    if let cell = cell(target) { type("\(cell.h)\(cell.v)") }
  }

  /// Returns a cell of the board, with its position on the screen; `nil` without numerals.
  private func cell(
    _ target: ProbeInput.TargetCell
  ) -> (h: Int, v: Int, screenRow: Int, screenColumn: Int)? {
    guard !numerals.isEmpty else { return nil }
    let cells = boardRows.flatMap { row, words in
      words.enumerated().dropFirst().map { index, word in
        (
          value: Int(word.text), h: index, v: Int(words[0].text) ?? 0, screenRow: row,
          screenColumn: word.column
        )
      }
    }
    let cell =
      switch target {
      case .lowest: cells.filter { $0.value != nil }.min { $0.value ?? 0 < $1.value ?? 0 }
      case .empty: cells.first { $0.value == nil }
      }
    return cell.map { ($0.h, $0.v, $0.screenRow, $0.screenColumn) }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
