import Examiner
import Testing

/// Tests of the rules under which a wrong press does not end the round.
struct WrongAgainTests {
  @Test func `The same numeral is expected after a wrong press, and the round can still be passed`()
    throws
  {
    var game = ChimpanzeeExaminer.startGame(
      try BoardIdentifier("3x1:1,1;2,1"), rule: try Rule(wrong: .again))
    let outcomes: [(Cell, Outcome)] = [
      (Cell(h: 2, v: 1), .mistaken(Cell(h: 2, v: 1), held: 2, expected: 1)),
      (Cell(h: 3, v: 1), .mistaken(Cell(h: 3, v: 1), held: nil, expected: 1)),
      (Cell(h: 1, v: 1), .right(Cell(h: 1, v: 1), pressed: 1, masksOthers: true)),
      (Cell(h: 3, v: 1), .mistaken(Cell(h: 3, v: 1), held: nil, expected: 2)),
      (Cell(h: 2, v: 1), .passed(Cell(h: 2, v: 1))),
    ]
    for (cell, outcome) in outcomes { #expect(try game.apply(.press(cell)) == outcome) }
    #expect(game.finish == .passed)
  }

  @Test func `An empty cell that is ignored is no wrong press`() throws {
    var game = ChimpanzeeExaminer.startGame(
      try BoardIdentifier("2x1:1,1"), rule: try Rule(emptyCell: .ignore, wrong: .again))
    #expect(try game.apply(.press(Cell(h: 2, v: 1))) == .ignored(Cell(h: 2, v: 1)))
  }

  @Test func `The consequences of mistakes are written as a text that parses back`() throws {
    let texts: [(Rule.EmptyCell, Rule.Wrong, String)] = [
      (.wrong, .ends, "wrong"), (.ignore, .ends, "ignore"), (.wrong, .again, "wrong again"),
      (.ignore, .again, "ignore again"),
    ]
    for (emptyCell, wrong, text) in texts {
      #expect(try Rule(emptyCell: emptyCell, wrong: wrong).mistakes == text)
      let parts = try #require(Rule.parts(ofMistakes: text))
      #expect(parts.emptyCell == emptyCell && parts.wrong == wrong)
    }
    for text in ["", " again", "again", "wrong again again", "wrong  again", "Wrong"] {
      #expect(Rule.parts(ofMistakes: text) == nil, "\(text)")
    }
    #expect(
      "\(try Rule(wrong: .again, hold: 5))"
        == "mask=first empty=wrong wrong=again hold=5 press=ends-look")
  }
}
