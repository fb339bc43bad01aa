/// The state of a round by its rules, which decides the outcome of each move.
///
/// It has no clock, no randomness, no input and no output. The same moves always have the same
/// outcomes, so that a stored round can be replayed.
///
///     var examiner = ChimpanzeeExaminer(board: board, rule: .standard)
///     try examiner.apply(.press(Cell(h: 3, v: 3)))  // .right(…, pressed: 1, masksOthers: true)
public struct ChimpanzeeExaminer: Equatable, Sendable {
  public let board: Board
  public let rule: Rule
  /// The number of correctly pressed numerals, which is the index of the next one.
  public private(set) var pressedCount = 0
  public private(set) var isMasked = false

  /// `true` while a press is early: the numerals are shown for a limited time, and the rule ignores
  /// presses until its end.
  public var ignoresPresses: Bool {
    !isMasked && finish == nil && rule.hold != nil && rule.press == .ignored
  }

  /// The outcome; `nil` while the round is in progress.
  public private(set) var finish: RoundOutcome?

  /// Starts a round on the board with an identifier.
  public static func startGame(_ identifier: BoardIdentifier, rule: Rule) -> ChimpanzeeExaminer {
    ChimpanzeeExaminer(board: identifier.board(), rule: rule)
  }

  /// Starts a round on a board that is known already.
  public init(board: Board, rule: Rule) {
    self.board = board
    self.rule = rule
  }

  /// Returns `true` and advances to the next numeral if the cell has the expected one.
  ///
  /// Otherwise, and after the end of the round, returns `false` and changes nothing.
  public mutating func judge(_ cell: Cell) -> Bool {
    guard finish == nil, board.cells[pressedCount] == cell else { return false }
    pressedCount += 1
    if pressedCount == board.count { finish = .passed }
    return true
  }

  /// Applies a move and returns its outcome; a move that throws leaves the round unchanged.
  public mutating func apply(_ move: Move) throws(ExaminerError) -> Outcome {
    guard finish == nil else { throw .roundOver }
    switch move {
    case .press(let cell): return try press(cell)
    case .hide: return try mask(byHold: false)
    case .holdEnds:
      guard rule.hold != nil else { throw .noHold }
      return try mask(byHold: true)
    case .giveUp:
      finish = .gaveUp
      return .gaveUp
    case .timeOut:
      guard rule.limit != nil, isMasked || !rule.masksAtFirstPress else { throw .noLimit }
      finish = .timedOut
      return .timedOut
    }
  }

  /// Masks the numerals; throws if they are masked already.
  private mutating func mask(byHold: Bool) throws(ExaminerError) -> Outcome {
    guard !isMasked else { throw .alreadyMasked }
    isMasked = true
    return .masked(byHold: byHold)
  }

  /// Applies a press on any cell of the board.
  private mutating func press(_ cell: Cell) throws(ExaminerError) -> Outcome {
    guard board.size.contains(cell) else { throw .offBoard(cell, board.size) }
    if ignoresPresses { return .early(cell) }
    if judge(cell) {
      if finish == .passed { return .passed(cell) }
      let masksOthers = !isMasked && rule.masksAtFirstPress
      if masksOthers { isMasked = true }
      return .right(cell, pressed: pressedCount, masksOthers: masksOthers)
    }
    guard let index = board.index(at: cell) else {
      return rule.emptyCell == .ignore ? .ignored(cell) : fail(cell, held: nil)
    }
    guard index >= pressedCount else { throw .alreadyPressed(cell) }
    return fail(cell, held: board.numerals[index])
  }

  /// Applies the rule's consequence of a wrong press.
  private mutating func fail(_ cell: Cell, held: Int?) -> Outcome {
    let expected = board.numerals[pressedCount]
    if rule.wrong == .again { return .mistaken(cell, held: held, expected: expected) }
    finish = .failed
    return .wrong(cell, held: held, expected: expected)
  }
}
