package import Console
package import Examiner
import Game
import Words

/// All that a terminal shows of the game, as values.
package struct LiveScene: Equatable, Sendable {
  package enum Body: Equatable, Sendable {
    case menu([MenuItem], selected: Int)
    case board(LiveBoard)
    case lines([String])
    case list(ListScreen.Page)
  }

  package struct MenuItem: Equatable, Sendable {
    let name: String
    package let summary: String
    package let line: String
  }

  package var title: String
  package var sentence: String
  package var body: Body
  package var state = ""
  /// What the test came to, where it is over.
  package var result = ""
  /// Whether that is good or bad news, which a mark tells besides the colour.
  package var verdict: Verdict?
  package var keys = ""

  package init(
    title: String, sentence: String, body: Body, state: String = "", result: String = "",
    verdict: Verdict? = nil, keys: String = ""
  ) {
    self.title = title
    self.sentence = sentence
    self.body = body
    self.state = state
    self.result = result
    self.verdict = verdict
    self.keys = keys
  }
}

package enum Verdict: Equatable, Sendable { case right, wrong }

/// A board as it stands on a terminal.
package struct LiveBoard: Equatable, Sendable {
  enum Sign: Equatable, Sendable {
    case numeral(Int)
    case masked
    /// A numeral of a round that was passed.
    case solved(Int)
    /// The press on it was wrong; it held a numeral, or none.
    case mistake(Int?)
  }

  let size: BoardSize
  /// What there is to be seen, by the places of the cells; nothing where a cell is empty.
  private(set) var signs: [Sign?]
  /// The cell that Enter presses, once an arrow has chosen one.
  package var cursor: Cell?
  /// Whether a mark shows where to look, before the numerals come.
  package var hasFixation = false

  package init(_ size: BoardSize) {
    self.size = size
    signs = Array(repeating: nil, count: size.cellCount)
  }

  /// Shows a round as it stands; a solution that nobody may see yet is not in it.
  package init(_ examiner: ChimpanzeeExaminer, isCovered: Bool = false, lastPress: Cell?) {
    self.init(examiner.board.size)
    let isOver = examiner.finish != nil
    for index in (isOver ? 0 : examiner.pressedCount)..<examiner.board.count {
      let numeral = examiner.board.numeral(atIndex: index)
      let isHidden = (examiner.isMasked || isCovered) && !isOver
      self[examiner.board.cell(atIndex: index)] =
        examiner.finish == .passed ? .solved(numeral) : isHidden ? .masked : .numeral(numeral)
    }
    guard examiner.finish == .failed, let lastPress else { return }
    let place = examiner.board.index(at: lastPress)
    self[lastPress] = .mistake(place.map(examiner.board.numeral(atIndex:)))
  }

  subscript(cell: Cell) -> Sign? {
    get { signs[(cell.v - 1) * size.h + cell.h - 1] }
    set { signs[(cell.v - 1) * size.h + cell.h - 1] = newValue }
  }

  /// How many digits the widest numeral may have, so that a test's boards stand in one place.
  var digitCount: Int {
    let highest = signs.reduce(0) { highest, sign in
      switch sign {
      case .numeral(let numeral), .solved(let numeral), .mistake(let numeral?):
        max(highest, numeral)
      case .masked, .mistake(nil), nil: highest
      }
    }
    return highest > 99 ? String(highest).utf8.count : 2
  }
}

extension LiveScene {
  /// The tests, then a single round; a procedure is for whoever knows what it finds.
  package static func menuItems(in language: Language) -> [MenuItem] {
    let words = LiveWords(language)
    let first = ["human-benchmark", "monkey-ladder", "span"]
    let known = TestPreset.all.filter { if case .procedure = $0.course { false } else { true } }
    let presets =
      known.filter { first.contains($0.name) } + known.filter { !first.contains($0.name) }
    let round = RoundPlan.first
    return presets.map {
      MenuItem(name: $0.name, summary: words.reason(for: $0), line: "start \($0.name)")
    } + [
      MenuItem(name: words.freeRound, summary: words.freeSummary(round), line: round.line)
    ]
  }
}

extension RoundPlan {
  package var line: String {
    let numerals = range.map { " numerals=\($0.low)..\($0.high)" } ?? ""
    let usual = "\(Rule.standard)".split(separator: " ")
    var line = "start \(count) \(size.h) \(size.v)" + numerals
    for word in "\(rule)".split(separator: " ") where !usual.contains(word) { line += " \(word)" }
    return line
  }
}
