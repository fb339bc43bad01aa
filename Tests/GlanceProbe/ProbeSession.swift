import Glibc
import TestSupport

/// How a session shows its boards.
struct ProbeStyle {
  let name: String
  let arguments: [String]
  var terminal = "xterm-256color"

  static var all: [ProbeStyle] {
    [
      ProbeStyle(name: "live", arguments: ["--board", "live"]),
      ProbeStyle(name: "plain", arguments: ["--board", "plain"]),
      ProbeStyle(name: "line", arguments: ["--board", "line"]),
      ProbeStyle(name: "plain restricted", arguments: ["--board", "plain", "--restricted"]),
      ProbeStyle(name: "one screen", arguments: ["--board", "line"], terminal: "vt220"),
    ]
  }
}

/// When an input comes.
enum ProbeMoment: String, CaseIterable {
  case fixation, early = "20 ms", late = "150 ms"
}

/// A program on a terminal whose screen is watched.
final class ProbeSession {
  private static var columns: Int { 100 }
  private static var rows: Int { 28 }
  /// How long anything may take before it counts as missing, in milliseconds.
  private static var timeout: Double { 10_000 }
  private static var lookInterval: Double { 2 }

  private(set) var screen = ScreenModel(columns: columns, rows: rows)
  private let terminal: PseudoTerminal
  private(set) var hasEnded = false
  /// When numerals came to the screen and when they had gone from it.
  private(set) var appeared: Double?
  private(set) var disappeared: Double?
  /// How much later than that the two may have been noticed, at most, in milliseconds.
  private(set) var delay = 0.0
  /// When the input was typed or sent.
  private(set) var inputTime: Double?
  /// Whether the times of the numerals are measured, which takes a look every 2 ms.
  private var isMeasuring = false
  /// When all that the program had written was known to be read.
  private var lookTime = now

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

  func type(_ bytes: [UInt8]) { terminal.write(bytes) }
  func type(_ keys: String) { type(Array(keys.utf8)) }

  /// Watches the screen for so many milliseconds, or until it is as it is wanted; returns whether
  /// it was.
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
      let pause = isOften ? min(rest, Self.lookInterval) : rest
      guard let bytes = terminal.read(milliseconds: Int32(max(1, pause.rounded()))) else {
        hasEnded = true
        return isSeen(self)
      }
      let (time, earlierLook) = (Self.now, lookTime)
      lookTime = time
      guard !bytes.isEmpty else { continue }
      screen.feed(bytes)
      note(at: time, after: earlierLook)
    }
    return true
  }

  /// Begins to measure when numerals come and go.
  func measure() {
    (appeared, disappeared, delay, isMeasuring) = (nil, nil, 0, true)
  }

  /// Notes when numerals came or went, which was between the earlier look and this time.
  private func note(at time: Double, after earlierLook: Double) {
    let areShown = !numerals.isEmpty
    let isNew = areShown ? appeared == nil : appeared != nil && disappeared == nil
    if isNew { delay = max(delay, time - earlierLook) }
    if areShown, appeared == nil { appeared = time }
    if appeared != nil { disappeared = areShown ? nil : disappeared ?? time }
  }

  /// The words of each row of the screen in which a row of the board stands: its number, then its
  /// eight cells.
  private var boardRows: [(row: Int, words: [(text: String, column: Int)])] {
    screen.grid.rows.enumerated().compactMap { row, content in
      let words = Self.words(content.cells)
      guard words.count == 9, words[0].text.allSatisfy(\.isNumber),
        words.dropFirst().contains(where: { Int($0.text) == nil })
      else { return nil }
      return (row, words)
    }
  }

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

  /// The numerals on the screen, and where they stand.
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

  /// What stands behind the prompt.
  var typed: String? {
    screen.grid.rows.map { $0.cells.joined() }.last { $0.hasPrefix("chimp>") }.map {
      String($0.dropFirst("chimp>".count)).trimmingBlanks
    }
  }

  func perform(_ deed: ProbeInput.Deed) {
    inputTime = Self.now
    switch deed {
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

  private func click(_ target: ProbeInput.OnCell) {
    var place = (row: 0, column: 0)
    switch target {
    case .lowest:
      guard let lowest = numerals.min(by: { $0.value < $1.value }) else { return }
      place = (lowest.row, lowest.column)
    case .empty:
      let word = boardRows.first.flatMap { row in
        row.words.dropFirst().first { Int($0.text) == nil }.map { (row.row, $0.column) }
      }
      guard let word else { return }
      place = word
    }
    let report = "\u{1b}[<0;\(place.column + 1);\(place.row + 1)"
    type(report + "M" + report + "m")
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
