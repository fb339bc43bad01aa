import Examiner
import Game
import Testing

struct RoundReportTests {
  /// Returns the report of a round whose moves are made at the given times.
  private func kept(
    _ identifier: String, _ rule: Rule, _ moves: [(Move, Int)]
  ) throws -> RoundReport {
    RoundReport(
      KeptRound(
        number: 1, board: try BoardIdentifier(identifier).board(), rule: rule, onset: 1_000,
        moves: moves.map { TimedMove($0.0, at: $0.1) }))
  }

  @Test func `Study time ends with the mask, and recall time with the last press`() throws {
    let report = try kept(
      "3x1:1,1;2,1;3,1", Rule(hold: 650),
      [
        (.holdEnds, 1_656), (.press(Cell(h: 1, v: 1)), 2_000), (.press(Cell(h: 2, v: 1)), 2_300),
        (.press(Cell(h: 3, v: 1)), 2_350),
      ])
    #expect(report.studyTime == 656)
    #expect(report.measuredHold == 656)
    #expect(report.recallTime == 694)
    #expect(report.firstPressFromOnset == 1_000)
    #expect(report.firstPressFromMask == 344)
    #expect(report.presses.map(\.lineLatency) == [1_000, 300, 50])
    #expect(report.presses.map(\.judgement) == [.right, .right, .right])
    #expect(report.finish == .passed)
  }

  @Test func `Where nothing is masked, there is neither study time nor recall time`() throws {
    let report = try kept(
      "2x1:1,1;2,1", Rule(mask: .never), [(.press(Cell(h: 2, v: 1)), 1_100)])
    #expect(report.studyTime == nil)
    #expect(report.recallTime == nil)
    #expect(report.firstPressFromMask == nil)
    #expect(report.pressedCount == 0)
    #expect(report.presses.first?.numeral == 2)
    #expect(report.presses.first?.expected == 1)
    #expect(report.presses.first?.judgement == .wrong)
  }

  @Test func `A report leaves out moves that the examiner refuses`() throws {
    let report = try kept(
      "2x1:1,1;2,1", .standard,
      [(.press(Cell(h: 1, v: 1)), 1_100), (.press(Cell(h: 1, v: 1)), 1_200), (.hide, 1_300)])
    #expect(report.presses.count == 1)
    #expect(report.finish == nil)
  }

  @Test func `A report of what is kept says what the round was, over 2,000 random rounds`() throws {
    var generator = Generator(text: "reports")
    var session = GameSession()
    for number in 1...2_000 {
      let plan = RoundPlan(
        count: 1 + generator.next(below: 6), size: try BoardSize(h: 3, v: 2), range: nil,
        rule: try Rule(
          mask: number.isMultiple(of: 4) ? .never : .first,
          emptyCell: number.isMultiple(of: 3) ? .ignore : .wrong))
      let game = ChimpanzeeExaminer.startGame(
        try plan.identifier(try Seed("\(number)")), rule: plan.rule)
      #expect(try session.handle(.start(game), at: 0) != [])
      var pressCount = 0
      for _ in 0..<12 where session.finish == nil {
        let cell = plan.size.cell(at: generator.next(below: 6))
        let isHiding = generator.next(below: 8) == 0
        let facts = try? session.handle(isHiding ? .move(.hide) : .press([cell]), at: 0)
        if facts != nil, !isHiding { pressCount += 1 }
      }
      let report = RoundReport(session.round)
      #expect(report.finish == session.finish)
      #expect(report.pressedCount == session.examiner.pressedCount)
      #expect(report.presses.count == pressCount)
    }
  }
}
