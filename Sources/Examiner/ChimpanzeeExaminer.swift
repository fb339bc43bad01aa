/// Sets a board before the player and judges the presses.
///
/// It has no clock, no randomness of its own, no input and no output: a board and a rule go in,
/// then moves, and outcomes come out. The same moves give the same outcomes for ever.
package struct ChimpanzeeExaminer: Equatable, Sendable {
  /// How a round ended.
  package enum Finish: String, Sendable {
    case passed, failed, gaveUp = "gave-up", timedOut = "timed-out"
  }

  package let board: Board
  package let rule: Rule
  /// How many numerals have been pressed rightly; the next one is due.
  package private(set) var pressedCount = 0
  package private(set) var isMasked = false
  package private(set) var finish: Finish?

  /// Starts a game on numerals that are placed by the identifier.
  package static func startGame(_ identifier: BoardIdentifier, rule: Rule) -> ChimpanzeeExaminer {
    ChimpanzeeExaminer(board: identifier.board(), rule: rule)
  }

  /// Starts a game on a board.
  package init(board: Board, rule: Rule) { (self.board, self.rule) = (board, rule) }

  /// Whether the cell is the one that is due; if it is, the next one is due from now on.
  @inline(__always)
  package mutating func judge(_ cell: Cell) -> Bool {
    guard finish == nil, board.cell(atPlace: pressedCount) == cell else { return false }
    pressedCount += 1
    if pressedCount == board.count { finish = .passed }
    return true
  }

  /// Applies a move and says what it did, or refuses it and stays as it was.
  package mutating func apply(_ move: Move) throws(MoveFault) -> Outcome {
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

  private mutating func mask(byHold: Bool) throws(MoveFault) -> Outcome {
    guard !isMasked else { throw .alreadyMasked }
    isMasked = true
    return .masked(byHold: byHold)
  }

  @inline(__always)
  private mutating func press(_ cell: Cell) throws(MoveFault) -> Outcome {
    guard board.size.contains(cell) else { throw .offBoard(cell, board.size) }
    if judge(cell) {
      if finish == .passed { return .passed(cell) }
      let masksOthers = !isMasked && rule.masksAtFirstPress
      if masksOthers { isMasked = true }
      return .right(cell, masksOthers: masksOthers)
    }
    guard let place = board.place(at: cell) else {
      return rule.emptyCell == .ignore ? .ignored(cell) : fail(cell, held: nil)
    }
    guard place >= pressedCount else { throw .alreadyPressed(cell) }
    return fail(cell, held: Int32(board.numeral(atPlace: place)))
  }

  private mutating func fail(_ cell: Cell, held: Int32?) -> Outcome {
    if rule.wrong == .again {
      return .mistaken(cell, held: held, due: Int32(board.numeral(atPlace: pressedCount)))
    }
    finish = .failed
    return .wrong(cell, held: held, due: Int32(board.numeral(atPlace: pressedCount)))
  }
}
