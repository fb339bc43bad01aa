import Examiner

/// The sentences of the board on a terminal.
enum LiveWords {
  static func noRoom(_ size: BoardSize) -> String {
    "the window is too small for a board of \(size.h)x\(size.v)"
  }

  static var menuTitle: String { "chimp: the chimpanzee memory test" }
  static var menuSentence: String {
    "Numerals appear, then hide: press them in order. Choose a test."
  }
  static var menuKeys: String { "Enter, a digit or a click starts a test; ? help; Esc prompt" }

  static func waiting(isFirst: Bool) -> String {
    isFirst
      ? "Enter, space or a click shows the numerals."
      : "Enter, space or a click shows the next numerals."
  }

  static var fixation: String { "Look at the +" }

  static func looking(masksAtFirstPress: Bool, hasHold: Bool, lowest: Int) -> String {
    hasHold
      ? "Remember the numerals; they hide by themselves."
      : masksAtFirstPress
        ? "Remember the numerals, then press \(lowest): the others hide."
        : "Press the numerals in ascending order."
  }

  static var pressing: String { "Press the hidden numerals in ascending order." }

  static var leaveQuestion: String { "Leave the test? y leaves it, any other key goes on." }

  static var anotherGo: String { "Enter for another go, Esc for the prompt." }

  static var boardKeys: String { "click, arrows and Enter, or two digits; ? help" }

  static var demonstrationKeys: String { "any key goes back" }

  static var help: [String] {
    [
      "A click presses a cell. The arrows move over the board, Enter or space presses there.",
      "Two digits press, the column first: 23 is column 2, row 3. A letter begins a command.",
      "Esc leaves the board for the prompt; \"menu\" comes back. \"set board line\" shows lines.",
    ]
  }

  static func progress(_ pressed: Int, of count: Int) -> String { "\(pressed) of \(count)" }
  static func right(_ pressed: Int, of count: Int) -> String { "right: \(pressed) of \(count)" }
  static func passed(_ count: Int) -> String {
    count == 1 ? "passed: the numeral" : "passed: all \(count) numerals"
  }
  static func failed(_ pressed: Int, of count: Int) -> String {
    "wrong: \(pressed) of \(count) were right"
  }
  static var gaveUp: String { "given up" }

  static var freeRound: String { "a round" }
  static func freeSummary(_ plan: String) -> String { "a single round: \(plan)" }
}
