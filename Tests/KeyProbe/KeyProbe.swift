import Glibc
import TestSupport

/// Sends keys that nothing knows, and answers of terminals, to each screen of the program.
///
/// `key-probe [--count N] [--seed N] [--program PATH] [--cuts all]`
///
/// With `--cuts all` each of some sequences is also cut off behind each of its bytes, at each
/// screen; that takes minutes, since the rest must be waited for. Whole sequences, slow ones and
/// ones that are cut off are sent in turn. Nothing may be typed, opened or lost: the screen stays
/// as it is, and the next key acts as usual. The screens are tried at the same time. Exits with
/// status 1 after a failure.
@main
struct KeyProbe {
  static func main() async {
    var count = 1_000
    var seed: UInt64 = 1
    var program = programPath
    var cutsAll = false
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst(), let value = words.popFirst() {
      switch word {
      case "--count": count = Int(value) ?? count
      case "--seed": seed = UInt64(value) ?? seed
      case "--program": program = value
      case "--cuts": cutsAll = value == "all"
      default: exitProgram("unknown option: \(word)", status: 2)
      }
    }
    let screenCount = ProbedScreen.all.count
    let (part, chimp, firstSeed) = (count / screenCount + 1, program, seed * 100)
    let cuts = cutsAll ? ProbedScreen.cuts : []
    let failureCount = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<screenCount {
        group.addTask {
          let random = RandomNumbers(seed: firstSeed + UInt64(index))
          return ScreenProbe(ProbedScreen.all[index], chimp, random).run(part, cuts: cuts)
        }
      }
      var failureCount = 0
      for await isDropped in group where !isDropped { failureCount += 1 }
      return failureCount
    }
    let hasFailed = failureCount > 0
    exitProgram(hasFailed ? "failed" : "no key was typed", status: hasFailed ? 1 : 0)
  }
}

/// A screen of the program, and how it is reached.
struct ProbedScreen {
  let name: String
  var board = "live"
  var rows = 24
  /// Keys that lead to the screen, each with a text that the screen shows afterwards.
  var steps: [(keys: String, text: String)] = []
  /// Letters that the screen shows when they are typed, and the keys that remove them again; empty
  /// on a screen that shows none.
  var letters = "zz"
  let removal = "\u{7f}\u{7f}"
  /// The mark of the cursor, before which the letters are shown.
  var cursor = "|"
  /// `true` if each sequence is a part of a pasted text, which is typed without it.
  var isPasted = false
  /// `true` for a participant in a closed session of a study.
  var isClosed = false
  /// Keys that leave the screen, and a text that the screen shows afterwards.
  let leaving: (keys: String, text: String)

  static var all: [ProbedScreen] { boards + pages + prompts + closedPages }

  /// Sequences without their last bytes, cut off behind each byte.
  ///
  /// Escape as the last byte would be that key.
  static var cuts: [[UInt8]] {
    [
      "\u{1b}[15;2~", "\u{1b}[57399;5:3u", "\u{1b}[27;5;9~", "\u{1b}O5P", "\u{1b}[?62;4c",
      "\u{1b}]11;rgb:1e1e/2a2a/3b3b\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\", "\u{1b}_Gi=1;OK\u{1b}\\",
      "\u{1b}[12;40R", "\u{1b}[<64;3;4M", "\u{1b}[M !!", "\u{1b}[[A", "\u{1b}\u{1b}[1;5A",
      "\u{9b}15~", "\u{9d}11;rgb:1e1e\u{9c}",
    ].flatMap { text in
      let bytes = Array(text.utf8)
      return (2..<bytes.count).map { Array(bytes.prefix($0)) }.filter { $0.last != 0x1b }
    }
  }

  private static let menu = (keys: "", text: "human-benchmark")

  private static let oneTrial = "start plain count=1 size=1x1 trials=1 begin=now\r"

  private static var boards: [ProbedScreen] {
    [
      ProbedScreen(
        name: "menu", steps: [menu], leaving: ("version\r", "chimp> version\nchimp 1.")),
      ProbedScreen(
        name: "masked board", steps: [menu, ("start 5 8 5\r", "0 of 5"), ("25", "1 of 5")],
        leaving: ("43", "2 of 5")),
      ProbedScreen(
        name: "board whose hold is over",
        steps: [menu, ("start 5 8 5 hold=100\r", "Press the hidden")],
        leaving: ("25", "1 of 5")),
      ProbedScreen(
        name: "look during a hold", steps: [menu, ("start 5 8 5 hold=3600000\r", "Remember")],
        letters: "", leaving: ("\u{3}", "Press the hidden")),
      ProbedScreen(
        name: "score", steps: [menu, (oneTrial, "0 of 1"), ("11", "score 1 of 1")],
        leaving: ("\r", "0 of 1 trial")),
      ProbedScreen(
        name: "list", steps: [menu, ("list\r", "[ Add ]")],
        leaving: ("add pear\r", "7  pear")),
    ]
  }

  private static var pages: [ProbedScreen] {
    [
      ProbedScreen(
        name: "help of the menu", steps: [menu, ("?", "any key goes back")], letters: "",
        leaving: ("q", "a zoo's exhibit")),
      ProbedScreen(
        name: "page", board: "line", rows: 12,
        steps: [("help\r", "-- Enter shows more, q ends --")], letters: "",
        leaving: ("qversion\r", "chimp> version\nchimp 1.")),
      ProbedScreen(
        name: "reply above the board", rows: 22,
        steps: [menu, ("start 5 8 5\r", "0 of 5"), ("help share\r", "any key goes back")],
        letters: "", leaving: ("q25", "1 of 5")),
      ProbedScreen(
        name: "page of results", rows: 20,
        steps: [
          menu, (oneTrial, "0 of 1"), ("11", "score 1 of 1"), ("summary\r", "any key goes back"),
        ], letters: "", leaving: ("q", "score 1 of 1")),
    ]
  }

  private static var prompts: [ProbedScreen] {
    [
      ProbedScreen(
        name: "prompt", board: "line", steps: [("set se", "chimp> set se")],
        leaving: ("ed apple\r", "seed = apple")),
      ProbedScreen(
        name: "paste at the prompt", board: "line", steps: [("set se", "chimp> set se")],
        isPasted: true, leaving: ("ed apple\r", "seed = apple")),
      ProbedScreen(
        name: "question", board: "line",
        steps: [
          ("start plain count=3 size=3x2\r", "ready"), ("quit\r", "(y/n)"),
        ], letters: "", leaving: ("n\r", "(y/n) no")),
      ProbedScreen(
        name: "question above the board",
        steps: [
          menu, ("start plain count=3 size=3x2\r", "0 of 50 trials"), ("\u{1b}", "(y/n)"),
        ], letters: "", leaving: ("n", "Enter, space or a click")),
    ]
  }

  private static var closedPages: [ProbedScreen] {
    let question = (keys: "", text: "Type your answer")
    return [
      ProbedScreen(
        name: "answer", steps: [question], cursor: "_", isClosed: true,
        leaving: ("30\r", "Look at the numerals.")),
      ProbedScreen(
        name: "page of rules", steps: [question, ("30\r", "Press Enter to go on.")], letters: "",
        isClosed: true, leaving: ("\r", "trial 1 of 1")),
    ]
  }

  /// The study of a closed session.
  static let study = """
    @ chimp-study 1
    name keys
    participants 2
    page start
    | Look at the numerals.
    question age integer 18..99 "How old are you?"
    condition pair count=2 size=2x1 numerals=1..2 trials=1
    """
}

/// A program whose terminal sends sequences to one screen.
final class ScreenProbe {
  private static var columns: Int { 80 }
  /// The longest wait for a text, in milliseconds.
  private static var timeout: Int32 { 5_000 }
  /// The pause after which the rest of a sequence is lost, with time for a busy machine.
  private static var pause: Int32 { 1_500 }

  private let probed: ProbedScreen
  private let folder = TemporaryFolder()
  private let terminal: PseudoTerminal?
  private var screen: ScreenModel
  private var random: RandomNumbers

  init(_ probed: ProbedScreen, _ program: String, _ random: RandomNumbers) {
    self.probed = probed
    self.random = random
    screen = ScreenModel(columns: Self.columns, rows: probed.rows)
    terminal = PseudoTerminal(columns: Self.columns, rows: probed.rows)
    let options = ["--seed", "apple", "--board", probed.board]
    var arguments = [program, "--store", ":memory:"] + options
    if probed.isClosed {
      let store = folder.path + "/store"
      let study = folder.file("keys.study", ProbedScreen.study)
      let enrolment = "'\(program)' --store \(store) -c 'study check \(study)' -c 'enrol P1'"
      arguments =
        [
          "/bin/sh", "-c", "\(enrolment) > \(folder.path)/reply && exec \"$@\"", "sh", program,
          "--store", store, "--closed", "P1",
        ] + options
    }
    let environment = ["HOME=", "TERM=xterm-256color", "NO_COLOR=1", "LANG=C.UTF-8"]
    _ = terminal?.start(arguments, environment: environment)
  }

  deinit {
    guard let terminal, terminal.processIdentifier > 0 else { return }
    kill(terminal.processIdentifier, SIGKILL)
    _ = terminal.waitForEnd()
  }

  /// Sends `count` sequences, then parts of sequences; returns whether all were dropped.
  func run(_ count: Int, cuts: [[UInt8]]) -> Bool {
    guard probed.isClosed || see("chimp> ") else { return fail("no prompt", "") }
    for step in probed.steps {
      terminal?.write(Array(step.keys.utf8))
      guard see(step.text) else { return fail("no \(probed.name)", step.keys) }
    }
    read(for: 200)
    let before = screen.text
    for _ in 0..<count {
      let sequence = random.sequence()
      if probed.isPasted {
        // A paste has the character of Alt and a character.
        if sequence.count < 6, !"[O]P_^X\u{1b}".utf8.contains(sequence[1]) { continue }
        guard paste(sequence, before) else { return false }
        continue
      }
      send(sequence)
      guard isDropped(sequence, before) else { return false }
    }
    for part in cuts {
      terminal?.write(part)
      read(for: Self.pause)
      guard isDropped(part, before) else { return false }
    }
    terminal?.write(Array(probed.leaving.keys.utf8))
    guard see(probed.leaving.text) else { return fail("no answer", probed.leaving.keys) }
    let parts = cuts.isEmpty ? "" : " and \(cuts.count) parts of some"
    printLine("\(count) sequences\(parts) at the \(probed.name): dropped")
    return true
  }

  /// Returns whether the screen is as before a sequence, and shows the next letters.
  private func isDropped(_ sequence: [UInt8], _ before: String) -> Bool {
    if probed.letters.isEmpty {
      read(for: 20)
    } else {
      terminal?.write(Array(probed.letters.utf8))
      let typed = before.replacing(probed.cursor, with: probed.letters + probed.cursor)
      guard see({ $0.text == typed }) else { return fail("typed", escapes(sequence)) }
      terminal?.write(Array(probed.removal.utf8))
    }
    return see { $0.text == before } || fail("changed", escapes(sequence))
  }

  /// Pastes a sequence between two letters; returns whether only these are typed.
  private func paste(_ sequence: [UInt8], _ before: String) -> Bool {
    let mark = "\u{1b}[20"
    terminal?.write(Array("\(mark)0~z".utf8) + sequence + Array("z\(mark)1~".utf8))
    let typed = before.replacing(probed.cursor, with: probed.letters + probed.cursor)
    guard see({ $0.text == typed }) else { return fail("pasted", escapes(sequence)) }
    terminal?.write(Array(probed.removal.utf8))
    return see { $0.text == before } || fail("changed", escapes(sequence))
  }

  /// Sends a sequence at once, byte by byte, or cut off and followed by a pause.
  private func send(_ sequence: [UInt8]) {
    let escape: UInt8 = 0x1b
    switch random.below(40) {
    case 0 where sequence.count > 2:
      // A last Escape would be that key.
      var part = sequence.prefix(2 + random.below(sequence.count - 2))
      while part.last == escape { part.removeLast() }
      terminal?.write(Array(part))
      read(for: Self.pause)
    case 1...6:
      // An Escape is sent with the next byte: behind a long pause it would be that key.
      var piece: [UInt8] = []
      for byte in sequence {
        piece.append(byte)
        guard byte != escape else { continue }
        terminal?.write(piece)
        piece = []
        read(for: 2 + Int32(random.below(20)))
      }
    default: terminal?.write(sequence)
    }
  }

  /// Writes what went wrong, with the screen; returns `false`.
  private func fail(_ what: String, _ sequence: String) -> Bool {
    printLine("FAULT at the \(probed.name): \(what): \(sequence)\n\(screen.text)\n")
    return false
  }

  private func escapes(_ bytes: [UInt8]) -> String {
    bytes.map {
      (0x20...0x7e).contains($0) ? String(Unicode.Scalar($0)) : "\\x\(String($0, radix: 16))"
    }
    .joined()
  }

  /// Reads output for some milliseconds.
  private func read(for milliseconds: Int32) { _ = see(within: milliseconds) { _ in false } }

  private func see(_ text: String) -> Bool { see { $0.text.contains(text) } }

  /// Reads output until the screen meets a condition; returns `false` after the time.
  private func see(
    within milliseconds: Int32 = timeout, _ isSeen: (ScreenModel) -> Bool
  ) -> Bool {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while !isSeen(screen) {
      let rest = (end - .now) / .milliseconds(1)
      guard rest > 0, let bytes = terminal?.read(milliseconds: Int32(max(1, rest))) else {
        return false
      }
      screen.feed(bytes)
    }
    return true
  }
}

extension RandomNumbers {
  /// Returns an answer of a terminal, or a key that neither the program nor its line editor knows.
  mutating func sequence() -> [UInt8] {
    let text =
      switch below(12) {
      case 0: "\u{1b}[\(below(30) + 9);\(below(15) + 2)~"
      case 1: "\u{1b}[\(below(60_000) + 1);\(below(64) + 2):\(below(3) + 1)u"
      case 2: "\u{1b}[27;\(below(8) + 2);\(below(200) + 1)~"
      case 3: "\u{1b}O" + pick(["P", "Q", "R", "S", "5P", "2A", "M", "j", "y"])
      case 4:
        "\u{1b}]\(below(60));" + text(below(40)) + pick(["\u{7}", "\u{1b}\\", "\u{c2}\u{9c}"])
      case 5:
        "\u{1b}" + pick(["P", "_", "^", "X"]) + text(below(60)) + pick(["\u{7}", "\u{1b}\\"])
      case 6: "\u{1b}]11;rgb:1e1e/2a2a/\(below(9_000) + 1_000)\u{1b}\\"
      case 7: "\u{1b}[?\(below(3_000));\(below(5))$y\u{1b}[?62;\(below(40))c"
      case 8: "\u{1b}[\(below(40) + 3);\(below(90) + 2)R\u{1b}[8;\(below(90));\(below(90))t"
      case 9:
        "\u{1b}[1;\(pick(["2", "4", "6", "7", "8"]))" + pick(["A", "B", "C", "D", "H", "F", "P"])
      case 10: "\u{1b}" + pick(["x", "q", "\u{e4}", "\u{6570}", "\r", "\u{1b}[A", "\u{1b}OB"])
      default:
        "\u{1b}["
          + pick(["[A", "[E", "15~", "24~", "2~", "5~", "6~", "I", "O", "M !!", "<64;3;4M"])
      }
    return Array(text.utf8)
  }

  /// Returns one of several texts.
  private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

  /// Returns a text of random printable characters.
  private mutating func text(_ length: Int) -> String {
    String(
      String.UnicodeScalarView((0..<length).map { _ in Unicode.Scalar(UInt8(0x20 + below(95))) }))
  }
}
