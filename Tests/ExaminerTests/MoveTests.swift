import Examiner
import Testing

struct MoveTests {
  @Test(arguments: [Move.press(Cell(h: 2, v: 13)), .hide, .holdEnds, .giveUp])
  func `A move survives being written and read`(move: Move) {
    #expect(Move(move.description) == move)
  }

  @Test(arguments: [
    "", "press", "press 1", "press 1 2 3", "press  1 2", "press 01 2", "press +1 2", "Hide",
    "hide ",
  ])
  func `A text that is not a move is not read as one`(text: String) {
    #expect(Move(text) == nil)
  }

  @Test func `The same moves give the same outcomes`() throws {
    var generator = Generator(text: "replay")
    for round in 0..<500 {
      let start = ChimpanzeeExaminer(
        board: try board("3x3n4#1/\(round)"), rule: try Rule(emptyCell: .ignore, hold: 5))
      var examiner = start
      var written: [String] = []
      for _ in 0..<12 {
        let moves: [Move] = [.hide, .holdEnds, .giveUp]
        let cell = Cell(h: 1 + generator.next(below: 3), v: 1 + generator.next(below: 3))
        let pick = generator.next(below: 30)
        let move = pick < 3 ? moves[pick] : .press(cell)
        if (try? examiner.apply(move)) != nil { written.append("\(move)") }
      }
      var replayed = start
      for text in written { _ = try replayed.apply(#require(Move(text))) }
      #expect(replayed == examiner)
    }
  }
}
