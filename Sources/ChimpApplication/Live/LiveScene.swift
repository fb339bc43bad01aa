package import Examiner

/// All that a terminal shows of the game, as values.
package struct LiveScene: Equatable, Sendable {
  /// What stands in the middle.
  package enum Body: Equatable, Sendable {
    case menu([MenuItem], selected: Int)
    case board(LiveBoard)
    case lines([String])
  }

  /// A test that can be chosen.
  package struct MenuItem: Equatable, Sendable {
    package let name: String
    package let summary: String
    /// The line that begins it.
    package let line: String

    /// Makes an item.
    package init(name: String, summary: String, line: String) {
      (self.name, self.summary, self.line) = (name, summary, line)
    }
  }

  package var title: String
  /// What to do now, in one sentence.
  package var sentence: String
  package var body: Body
  /// How the test and the round stand.
  package var state: String
  /// Whether that is good or bad news, which a mark tells besides the colour.
  package var verdict: Verdict?
  /// Which keys there are.
  package var keys: String

  /// Makes a scene.
  package init(
    title: String, sentence: String, body: Body, state: String = "", verdict: Verdict? = nil,
    keys: String = ""
  ) {
    (self.title, self.sentence, self.body) = (title, sentence, body)
    (self.state, self.verdict, self.keys) = (state, verdict, keys)
  }
}

/// What came of a press or of a round.
package enum Verdict: Equatable, Sendable {
  case right
  case wrong
}

/// A board as it stands on a terminal.
package struct LiveBoard: Equatable, Sendable {
  /// What a cell shows.
  package enum Sign: Equatable, Sendable {
    case numeral(Int)
    case masked
    /// The press on it was wrong; it held a numeral, or none.
    case mistake(Int?)
  }

  package let size: BoardSize
  /// What there is to be seen, by the places of the cells; nothing where a cell is empty.
  package private(set) var signs: [Sign?]
  /// The cell that Enter presses, once an arrow has chosen one.
  package var cursor: Cell?
  /// Whether a mark shows where to look, before the numerals come.
  package var hasFixation = false

  /// Makes a board without numerals.
  package init(_ size: BoardSize) {
    self.size = size
    signs = Array(repeating: nil, count: size.cellCount)
  }

  /// Shows a round as it stands; a solution that nobody may see yet is not in it.
  package init(_ examiner: ChimpanzeeExaminer, lastPress: Cell?) {
    self.init(examiner.board.size)
    let isSolved = examiner.finish != nil && examiner.finish != .passed
    for place in (isSolved ? 0 : examiner.pressedCount)..<examiner.board.count {
      let isHidden = examiner.isMasked && !isSolved
      self[examiner.board.cell(atPlace: place)] =
        isHidden ? .masked : .numeral(examiner.board.numeral(atPlace: place))
    }
    guard examiner.finish == .failed, let lastPress else { return }
    let place = examiner.board.place(at: lastPress)
    self[lastPress] = .mistake(place.map(examiner.board.numeral(atPlace:)))
  }

  /// What a cell shows.
  package subscript(cell: Cell) -> Sign? {
    get { signs[(cell.v - 1) * size.h + cell.h - 1] }
    set { signs[(cell.v - 1) * size.h + cell.h - 1] = newValue }
  }

  /// How many digits the widest numeral may have, so that a test's boards stand in one place.
  package var digitCount: Int {
    let highest = signs.reduce(0) { highest, sign in
      switch sign {
      case .numeral(let numeral), .mistake(let numeral?): max(highest, numeral)
      case .masked, .mistake(nil), nil: highest
      }
    }
    return highest > 99 ? String(highest).utf8.count : 2
  }
}

extension LiveScene {
  /// The tests, then a single round; a procedure is for whoever knows what it finds.
  static func menuItems(in language: Language) -> [MenuItem] {
    let words = LiveWords(language)
    let first = ["human-benchmark", "monkey-ladder", "span"]
    let known = TestPreset.all.filter { if case .procedure = $0.course { false } else { true } }
    let presets =
      known.filter { first.contains($0.name) } + known.filter { !first.contains($0.name) }
    let round = RoundPlan.first
    return presets.map {
      MenuItem(name: $0.name, summary: language.summary($0), line: $0.line)
    } + [
      MenuItem(name: words.freeRound, summary: words.freeSummary(round), line: round.line)
    ]
  }
}

extension TestPreset {
  /// The line that starts the test; where it needs a count, with the largest one.
  fileprivate var line: String {
    "start \(name)" + (needsCount ? counts?.last.map { " count=\($0)" } ?? "" : "")
  }
}

extension RoundPlan {
  /// The line that starts a round like this one.
  var line: String {
    var words = ["start", "\(count)", "\(size.h)", "\(size.v)"]
    if let hold = rule.hold { words.append("hold=\(hold)") }
    if rule.mask != .first { words.append("mask=\(rule.mask.rawValue)") }
    if let range { words.append("numerals=\(range.low)..\(range.high)") }
    if rule.emptyCell != .wrong { words.append("empty=\(rule.emptyCell.rawValue)") }
    if rule.wrong != .ends { words.append("wrong=\(rule.wrong.rawValue)") }
    if let limit = rule.limit { words.append("limit=\(limit)") }
    if rule.line != .any { words.append("line=\(rule.line.rawValue)") }
    return words.joined(separator: " ")
  }
}
