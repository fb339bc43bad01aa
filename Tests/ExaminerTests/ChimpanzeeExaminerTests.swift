import Examiner
import Testing

struct ChimpanzeeExaminerTests {
  private let board = Result { try Examiner.Board(size: BoardSize(h: 3, v: 2), cells: cells) }
  private static let cells = [Cell(h: 2, v: 2), Cell(h: 1, v: 2), Cell(h: 2, v: 1)]
  private static let empty = Cell(h: 3, v: 1)

  /// Returns a new examiner on the board of these tests.
  private func examiner(_ rule: Rule? = nil) throws -> ChimpanzeeExaminer {
    ChimpanzeeExaminer(board: try board.get(), rule: try rule ?? Rule())
  }

  /// Applies a move and expects its outcome.
  private func expect(
    _ move: Move, in examiner: inout ChimpanzeeExaminer, gives expected: Outcome
  ) throws {
    let outcome = try examiner.apply(move)
    #expect(outcome == expected)
  }

  /// Applies a move and expects that it throws an error and changes nothing.
  private func expect(
    _ move: Move, in examiner: inout ChimpanzeeExaminer, isRefused: ExaminerError
  ) {
    let before = examiner
    do throws(ExaminerError) {
      let outcome = try examiner.apply(move)
      Issue.record("\(move) gave \(outcome)")
    } catch {
      #expect(error == isRefused)
      #expect(examiner == before, "a refused move changes nothing")
    }
  }

  /// Judges a press and expects it to be right or wrong.
  private func expect(judging cell: Cell, in examiner: inout ChimpanzeeExaminer, is right: Bool) {
    let isRight = examiner.judge(cell)
    #expect(isRight == right)
  }

  @Test func `startGame places the numerals of an identifier`() throws {
    let examiner = try ChimpanzeeExaminer.startGame(
      BoardIdentifier("3x2:2,2;1,2;2,1"), rule: Rule())
    #expect(examiner.board.cells == Self.cells)
  }

  @Test func `judge expects the lowest numeral first, then the next, and so on`() throws {
    var examiner = try examiner()
    expect(judging: Self.cells[1], in: &examiner, is: false)
    expect(judging: Self.cells[0], in: &examiner, is: true)
    expect(judging: Self.cells[0], in: &examiner, is: false)
    expect(judging: Self.cells[1], in: &examiner, is: true)
    expect(judging: Self.cells[2], in: &examiner, is: true)
    #expect(examiner.finish == .passed)
    expect(judging: Self.cells[2], in: &examiner, is: false)
  }

  @Test func `The first right press masks the others, the last one passes`() throws {
    var examiner = try examiner()
    try expect(
      .press(Self.cells[0]), in: &examiner,
      gives: .right(Self.cells[0], pressed: 1, masksOthers: true))
    try expect(
      .press(Self.cells[1]), in: &examiner,
      gives: .right(Self.cells[1], pressed: 2, masksOthers: false))
    try expect(
      .press(Self.cells[2]), in: &examiner,
      gives: .passed(Self.cells[2]))
  }

  @Test func `With mask=never nothing is masked by a press`() throws {
    var examiner = try examiner(Rule(mask: .never))
    try expect(
      .press(Self.cells[0]), in: &examiner,
      gives: .right(Self.cells[0], pressed: 1, masksOthers: false))
    #expect(!examiner.isMasked)
    try expect(.hide, in: &examiner, gives: .masked(byHold: false))
  }

  @Test func `A wrong press fails with the held and the expected numeral`() throws {
    var examiner = try examiner()
    try expect(
      .press(Self.cells[2]), in: &examiner, gives: .wrong(Self.cells[2], held: 3, expected: 1))
    #expect(examiner.finish == .failed)
    var other = try self.examiner()
    try expect(
      .press(Self.empty), in: &other, gives: .wrong(Self.empty, held: nil, expected: 1))
  }

  @Test func `With empty=ignore an empty cell does nothing`() throws {
    var examiner = try examiner(Rule(emptyCell: .ignore))
    let before = examiner
    try expect(.press(Self.empty), in: &examiner, gives: .ignored(Self.empty))
    #expect(examiner == before)
  }

  @Test func `The end of the hold masks, once, and only where there is a hold`() throws {
    var examiner = try examiner(Rule(hold: 210))
    try expect(.holdEnds, in: &examiner, gives: .masked(byHold: true))
    expect(.holdEnds, in: &examiner, isRefused: .alreadyMasked)
    try expect(
      .press(Self.cells[0]), in: &examiner,
      gives: .right(Self.cells[0], pressed: 1, masksOthers: false))
    var other = try self.examiner()
    expect(.holdEnds, in: &other, isRefused: .noHold)
  }

  @Test func `A move that can't be made is refused and changes nothing`() throws {
    var examiner = try examiner()
    let size = try BoardSize(h: 3, v: 2)
    expect(.press(Cell(h: 9, v: 1)), in: &examiner, isRefused: .offBoard(Cell(h: 9, v: 1), size))
    expect(.press(Cell(h: 0, v: 1)), in: &examiner, isRefused: .offBoard(Cell(h: 0, v: 1), size))
    _ = try examiner.apply(.press(Self.cells[0]))
    expect(.press(Self.cells[0]), in: &examiner, isRefused: .alreadyPressed(Self.cells[0]))
    expect(.hide, in: &examiner, isRefused: .alreadyMasked)
    _ = try examiner.apply(.giveUp)
    #expect(examiner.finish == .gaveUp)
    for move in [Move.press(Self.cells[1]), .hide, .holdEnds, .giveUp] {
      expect(move, in: &examiner, isRefused: .roundOver)
    }
  }

  @Test func `Every error of the examiner has its description`() throws {
    let size = try BoardSize(h: 3, v: 2)
    let cell = Cell(h: 9, v: 1)
    #expect(
      "\(ExaminerError.offBoard(cell, size))" == "column 9 is not on the board (columns 1 to 3)")
    #expect("\(ExaminerError.alreadyPressed(cell))" == "square 9 1 has been pressed already")
    #expect("\(ExaminerError.alreadyMasked)" == "the numerals are already hidden")
    #expect("\(ExaminerError.noHold)" == "the round has no hold")
    #expect("\(ExaminerError.roundOver)" == "the round is over")
    #expect("\(ExaminerError.hold(0))" == "a hold of 0 ms is not from 1 to 3600000")
    #expect("\(ExaminerError.holdWithoutMask)" == "hold= masks the numerals, mask=never does not")
  }

  @Test func `A rule that contradicts itself is refused`() {
    #expect(throws: ExaminerError.hold(0)) { try Rule(hold: 0) }
    #expect(throws: ExaminerError.hold(3_600_001)) { try Rule(hold: 3_600_001) }
    #expect(throws: ExaminerError.holdWithoutMask) { try Rule(mask: .never, hold: 10) }
  }
}
