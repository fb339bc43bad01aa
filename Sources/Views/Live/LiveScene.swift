package import Console
package import Examiner
import Game
import Words

/// The contents of the interactive screen, as a value that ``ScenePicture`` draws.
///
/// It says what is shown and not where: the same scene is drawn on terminals of all sizes, and as a
/// frame of a picture. Equal scenes have equal pictures, so a stage compares scenes to find out
/// whether to draw.
///
/// ```swift
/// let scene = LiveScene(
///   title: words.menuTitle, sentence: words.menuSentence, body: .menu(items, selected: 0),
///   keys: words.menuKeys)
/// ```
package struct LiveScene: Equatable, Sendable {
  /// The main part, between the head and the foot.
  package enum Body: Equatable, Sendable {
    /// The menu of tests, with the index of the selected item.
    case menu([MenuItem], selected: Int)
    case board(LiveBoard)
    /// Text, wrapped to the width of the screen.
    case lines([String])
    /// The list screen.
    case list(ListScreen.Page)
  }

  /// An item of the menu, with the command line that it stands for.
  ///
  ///     let item = LiveScene.MenuItem(name: "span", summary: "a span", line: "start span")
  package struct MenuItem: Equatable, Sendable {
    /// The key that chooses the item; `nil` for one that only the arrows reach.
    package let key: Unicode.Scalar?
    /// The name of the test, or of the single round.
    let name: String
    /// The reason to choose it, in a line.
    package let summary: String
    /// The command line that the item enters.
    package let line: String

    package init(key: Unicode.Scalar? = nil, name: String, summary: String, line: String) {
      self.key = key
      self.name = name
      self.summary = summary
      self.line = line
    }
  }

  /// The title: the test and its progress, or the round.
  package var title: String
  /// The instruction below the title, such as the numeral that is due.
  package var sentence: String
  package var body: Body
  /// The state of the round and the test, below the body.
  package var state = ""
  /// The result of a finished test, line by line; empty before its end.
  package var result: [String] = []
  /// The verdict on the state, shown as a mark and a colour; `nil` for a neutral state.
  package var verdict: Verdict?
  /// The keys that can be pressed now, in the last row.
  package var keys = ""

  /// Creates a scene; the parts below the body are empty by default.
  package init(
    title: String, sentence: String, body: Body, state: String = "", result: [String] = [],
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

/// The verdict on the last press or the round, which the scene shows by a colour and a word.
///
///     let verdict = Verdict.right
package enum Verdict: Equatable, Sendable { case right, wrong }

/// The visible state of a board on a terminal.
///
///     var board = LiveBoard(examiner, isCovered: false, lastPress: Cell(h: 2, v: 3))
///     board.cursor = Cell(h: 1, v: 1)
package struct LiveBoard: Equatable, Sendable {
  /// The sign in a cell that is not empty.
  enum Sign: Equatable, Sendable {
    /// A numeral that is visible.
    case numeral(Int)
    /// A numeral behind its mask.
    case masked
    /// A numeral of a round that was passed.
    case solved(Int)
    /// The mark of a wrong press, with the numeral of the cell if it has one.
    case mistake(Int?)
  }

  let size: BoardSize
  /// The signs of the cells, row by row; `nil` for an empty cell.
  private(set) var signs: [Sign?]
  /// The cell that Enter presses; `nil` until an arrow has chosen one.
  package var cursor: Cell?
  /// `true` to draw a fixation mark at the centre, before the numerals appear.
  package var hasFixation = false

  /// Creates a board without numerals.
  package init(_ size: BoardSize) {
    self.size = size
    signs = Array(repeating: nil, count: size.cellCount)
  }

  /// Creates the visible state of a round; numerals that must not be seen yet are masked.
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
    let index = examiner.board.index(at: lastPress)
    self[lastPress] = .mistake(index.map(examiner.board.numeral(atIndex:)))
  }

  /// The sign of a cell; `nil` if it is empty.
  subscript(cell: Cell) -> Sign? {
    get { signs[(cell.v - 1) * size.h + cell.h - 1] }
    set { signs[(cell.v - 1) * size.h + cell.h - 1] = newValue }
  }

  /// The number of digits to leave room for: at least 2, so that all boards of a test have one
  /// layout.
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
  /// Returns the items of the menu: the tests, then a single round.
  ///
  /// Their keys are those of the upper row of a keyboard: the digits, then the hyphen.
  /// Adaptive procedures and plain rounds are left out: they need their keys.
  package static func menuItems(in language: Language) -> [MenuItem] {
    let words = LiveWords(language)
    let first = ["human-benchmark", "zoo", "monkey-ladder", "span"]
    let known = TestPreset.all.filter { preset in
      if case .procedure = preset.course { return false }
      return !preset.isPlain
    }
    let presets =
      known.filter { first.contains($0.name) } + known.filter { !first.contains($0.name) }
    let round = RoundPlan.first
    let keys = Array("1234567890-".unicodeScalars)
    return presets.enumerated().map { index, preset in
      MenuItem(
        key: index < keys.count ? keys[index] : nil, name: preset.name,
        summary: words.reason(for: preset), line: "start \(preset.name)")
    } + [
      MenuItem(
        key: presets.count < keys.count ? keys[presets.count] : nil, name: words.freeRound,
        summary: words.freeSummary(round), line: round.line)
    ]
  }
}

extension RoundPlan {
  /// The line that starts a round of the plan, without the parts of the rule that are standard.
  package var line: String {
    let numerals = range.map { " numerals=\($0.low)..\($0.high)" } ?? ""
    let usual = "\(Rule.standard)".split(separator: " ")
    var line = "start \(count) \(size.h) \(size.v)" + numerals
    for word in "\(rule)".split(separator: " ") where !usual.contains(word) { line += " \(word)" }
    return line
  }
}
