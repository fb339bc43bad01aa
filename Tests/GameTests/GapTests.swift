import Examiner
import Game
import TestSupport
import Testing

/// Tests of rounds that were interrupted several times.
struct GapTests {
  @Test func `No time is measured across an interruption, however many there are`() throws {
    var numbers = RandomNumbers(seed: 5)
    for _ in 0..<200 {
      let round = try Self.round(&numbers)
      let report = RoundReport(round)
      for (index, press) in report.presses.enumerated() {
        let before = index == 0 ? 0 : report.presses[index - 1].time
        let isKnown = !round.gaps.contains(index)
        #expect(press.lineLatency == (isKnown ? press.time - before : nil))
      }
      #expect((report.time == nil) == round.gaps.contains { $0 < round.moves.count })
      #expect((report.firstPressFromOnset == nil) == round.gaps.contains(0))
    }
  }

  @Test func `The text of moves keeps the position of each interruption`() throws {
    var numbers = RandomNumbers(seed: 6)
    for _ in 0..<200 {
      let round = try Self.round(&numbers)
      let text = MoveText.text(of: round)
      let read = try #require(MoveText.read(text, onset: round.onset))
      #expect(read.moves == round.moves)
      #expect(read.gaps == round.gaps)
      #expect(text.split(separator: ";").filter { $0 == "resumed" }.count == round.gaps.count)
    }
  }

  /// Returns a round of nine presses that was interrupted after random presses.
  private static func round(_ numbers: inout RandomNumbers) throws -> KeptRound {
    let cells = (1...9).map { Cell(h: $0, v: 1) }
    let board = try Board(size: try BoardSize(h: 9, v: 1), cells: cells)
    var time = 100
    let moves = cells.map { cell in
      time += numbers.below(50)
      return TimedMove(.press(cell), at: time)
    }
    var round = KeptRound(number: 1, board: board, rule: .standard, onset: 100, moves: moves)
    round.gaps = (0..<numbers.below(6)).map { _ in numbers.below(10) }.sorted()
    return round
  }
}
