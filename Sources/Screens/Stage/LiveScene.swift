import Examiner
import Game
import Shell

/// The contents of the interactive screen: title, instruction, board or menu, result and keys.
///
/// It contains no layout: ``ScenePicture`` draws the same scene for terminals of all sizes, and for
/// picture files. A terminal draws only if the scene has changed.
///
/// ```swift
/// let scene = LiveScene(title: "5 numerals on 8x5", sentence: "", body: .board(board))
/// ```
struct LiveScene: Equatable, Sendable {
  /// The main part of the screen, between the title and the keys.
  ///
  ///     let body = LiveScene.Body.lines(["No round has been played."])
  enum Body: Equatable, Sendable {
    /// The menu of tests, or of answers; the index is that of the highlighted item, `nil` for none.
    case menu([MenuItem], selected: Int?)
    case board(LiveBoard)
    /// The score of a finished test, above the board of its last trial.
    case end(EndOfGame, LiveBoard)
    /// Lines of text, wrapped to the width of the screen.
    case lines([String])
    /// The list screen.
    case list(ListScreen.Page)
  }

  /// An item of the menu, which enters a command line such as `start inoue-210`.
  ///
  ///     let item = LiveScene.MenuItem(name: "span", summary: "a span", line: "start span")
  struct MenuItem: Equatable, Sendable {
    /// The key that chooses the item; `nil` if there are more items than keys.
    let key: Unicode.Scalar?
    /// The name of the test, or of the single round.
    let name: String
    /// A one-line description for the player.
    let summary: String
    /// The command line that the item enters, such as `start inoue-210`.
    let line: String

    init(key: Unicode.Scalar? = nil, name: String, summary: String, line: String) {
      self.key = key
      self.name = name
      self.summary = summary
      self.line = line
    }
  }

  /// The first line: the test and its progress, or the round.
  var title: String
  /// The instruction below the title, such as the next numeral to press.
  var sentence: String
  var body: Body
  /// The line below the board with the state of the round and the test.
  var state = ""
  /// The lines with the result of a finished test; empty during the test.
  var result: [String] = []
  /// The rating of the line `state`, shown as a sign and a colour; `nil` for neutral.
  var verdict: Verdict?
  /// The last line, with the keys that can be pressed now.
  var keys = ""
  /// `true` if the instruction is a question, which is highlighted and has the cursor.
  var isQuestion = false

  /// Creates a scene; all parts below the main part are empty by default.
  init(
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

/// The rating of the last press or of the round, shown as a colour and a word.
///
///     let verdict = Verdict.right
enum Verdict: Equatable, Sendable { case right, wrong }

/// The visible state of a board: numerals, masks, marks and the cursor.
///
///     var board = LiveBoard(examiner, isCovered: false, lastPress: Cell(h: 2, v: 3))
///     board.cursor = Cell(h: 1, v: 1)
struct LiveBoard: Equatable, Sendable {
  /// The visible contents of a cell.
  enum Sign: Equatable, Sendable {
    /// A numeral that is visible.
    case numeral(Int)
    /// A mask that hides a numeral.
    case masked
    /// A numeral of a passed round, shown in another colour.
    case solved(Int)
    /// A wrong press, with the numeral of the cell, if any.
    case mistake(Int?)
  }

  let size: BoardSize
  /// The contents of the cells, row by row; `nil` for an empty cell.
  private(set) var signs: [Sign?]
  /// The cell that Enter presses; `nil` until an arrow key was used.
  var cursor: Cell?
  /// `true` to draw the fixation mark at the centre, to which the player looks before the numerals
  /// appear.
  var hasFixation = false
  /// The size of the numerals; `nil` for large digits where there is room for them.
  var numeralSize: PresentationSettings.NumeralSize?
  /// The largest numeral for which all cells must have room in large digits; `nil` if none needs it.
  var largeNumeral: Int?

  /// Creates a board without numerals.
  init(_ size: BoardSize) {
    self.size = size
    signs = Array(repeating: nil, count: size.cellCount)
  }

  /// Creates the visible state of a round; numerals that the player must not see are masked.
  init(_ examiner: ChimpanzeeExaminer, isCovered: Bool = false, lastPress: Cell?) {
    self.init(examiner.board.size)
    let isOver = examiner.finish != nil
    for index in (isOver ? 0 : examiner.pressedCount)..<examiner.board.count {
      let numeral = examiner.board.numerals[index]
      let isHidden = (examiner.isMasked || isCovered) && !isOver
      self[examiner.board.cells[index]] =
        examiner.finish == .passed ? .solved(numeral) : isHidden ? .masked : .numeral(numeral)
    }
    guard examiner.finish == .failed, let lastPress else { return }
    let index = examiner.board.index(at: lastPress)
    self[lastPress] = .mistake(index.map { examiner.board.numerals[$0] })
  }

  /// The contents of a cell; `nil` if it is empty.
  subscript(cell: Cell) -> Sign? {
    get { signs[size.offset(of: cell)] }
    set { signs[size.offset(of: cell)] = newValue }
  }

  /// The number of digits for which cells are wide enough; at least 2, so that all boards look
  /// alike.
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

extension ChimpanzeeExaminer {
  /// The rating of the round so far; `nil` for neutral.
  var verdict: Verdict? {
    switch finish {
    case .passed: .right
    case .failed, .timedOut: .wrong
    case .gaveUp, .quit: nil
    case nil: pressedCount > 0 ? .right : nil
    }
  }

  /// Returns the instruction during the round; it names the lowest numeral only if the round begins
  /// by pressing it.
  func instruction(isMasked: Bool, in language: Language) -> String {
    if isMasked {
      return language.pick("Press the hidden numerals in ascending order.", "隠れた数字を小さい順に押してください。")
    }
    let lowest = board.numerals[pressedCount]
    if rule.hold != nil {
      return rule.press == .ignored
        ? language.pick(
          "Remember where they are; they vanish after a moment.", "数字の場所を覚えてください。しばらくすると消えます。")
        : language.pick(
          "Remember where they are; they vanish after a moment, or when you press \(lowest).",
          "数字の場所を覚えてください。しばらくするか、\(lowest)を押すと消えます。")
    }
    guard rule.masksAtFirstPress else {
      return language.pick("Press the numerals in ascending order.", "数字を小さい順に押してください。")
    }
    return language.pick(
      "Remember where they are. When you press \(lowest), the rest vanish.",
      "数字の場所を覚えて、\(lowest)を押してください。残りは消えます。")
  }

  /// Returns the outcome of the round, or its progress, for the line below its board.
  ///
  /// `cell` is that of the press that ended it; `nil` if the player may not know the mistake.
  func state(mistakeAt cell: Cell?, in language: Language) -> String {
    let count = board.count
    switch finish {
    case .passed:
      return language.pick(
        count == 1 ? "passed: 1 numeral" : "passed: all \(count) numerals", "成功: \(count)個すべて")
    case .failed:
      let told =
        cell.map { mistake(at: $0, in: language) + language.pick("; ", "。") } ?? ""
      return language.pick(
        "wrong: \(told)\(pressedCount) of \(count) correct",
        "まちがい: \(told)正解は\(pressedCount)/\(count)")
    case .gaveUp, .quit: return language.pick("you gave up", "降参")
    case .timedOut:
      return language.pick(
        "timed out: \(pressedCount) of \(count) correct", "時間切れ: 正解は\(pressedCount)/\(count)")
    case nil: return language.pick("\(pressedCount) of \(count)", "\(pressedCount)/\(count)")
    }
  }
}

extension RoundPlan {
  /// The command line that starts a round with this plan, such as `start 5 8 5`.
  var line: String {
    let numerals = range.map { " numerals=\($0.low)..\($0.high)" } ?? ""
    let usual = "\(Rule.standard) press=\(Rule.Press.ignored.rawValue)".split(separator: " ")
    var line = "start \(count) \(size.h) \(size.v)" + numerals
    for word in "\(rule)".split(separator: " ") where !usual.contains(word) { line += " \(word)" }
    return line
  }
}
