import ChimpApplication
import Examiner
import Shell
import Testing

struct BoardImageTests {
  /// The board drawn anew from what is known of the round, in the plainest way there is.
  private func drawing(of round: Round) -> String {
    let board = round.board
    let width = max(3, String(board.numerals[board.count - 1]).count + 1)
    func aligned(_ text: String) -> String {
      String(repeating: " ", count: width - text.count) + text
    }
    var text = aligned("") + (1...board.size.h).map { aligned("\($0)") }.joined() + "\n"
    for v in 1...board.size.v {
      text += aligned("\(v)")
      for h in 1...board.size.h { text += aligned(sign(at: Cell(h: h, v: v), of: round)) }
      text += "\n"
    }
    return text
  }

  private func sign(at cell: Cell, of round: Round) -> String {
    guard let place = round.board.cells.firstIndex(of: cell) else { return "." }
    if round.finish == .failed || round.finish == .gaveUp {
      return "\(round.board.numerals[place])"
    }
    if place < round.pressedCount { return "." }
    return round.isMasked ? "#" : "\(round.board.numerals[place])"
  }

  /// Compares what the view shows after each report with a drawing.
  private final class Witness: RoundObserver {
    let output = OutputWriter(sink: MemorySink())
    let view: RoundView
    var check: (String, Round) -> Void = { _, _ in }

    init() {
      view = RoundView(output: output)
    }

    func roundStarted(_ round: Round) { view.roundStarted(round) }
    func roundChanged(_ outcome: Outcome, _ round: Round) { view.roundChanged(outcome, round) }
    func roundRefused(_ fault: RoundFault) {}

    func roundReported(_ report: RoundModel.Report, _ round: Round) {
      let reply = output.capture(keeping: false) { view.roundReported(report, round) }
      let lines = String(decoding: reply, as: UTF8.self).drop { $0 != "\n" }.dropFirst()
      check(String(lines), round)
    }
  }

  @Test func `The image that is kept is the one that would be drawn, over 10,000 random games`()
    throws
  {
    var generator = Generator(text: Array("images".utf8))
    let witness = Witness()
    let model = RoundModel(observer: witness)
    var reportCount = 0
    witness.check = { shown, round in
      reportCount += 1
      #expect(shown == self.drawing(of: round))
    }
    for number in 0..<10_000 {
      let size = try BoardSize(h: 1 + generator.next(below: 5), v: 1 + generator.next(below: 5))
      let count = 1 + generator.next(below: min(size.cellCount, 6))
      let low = generator.next(below: 120)
      let range = try NumeralRange(low: low, high: low + count + generator.next(below: 20))
      let identifier = try SeededIdentifier(
        size: size, count: count, range: number.isMultiple(of: 3) ? range : nil,
        seed: try Seed("\(number)"))
      let rule = try Rule(
        mask: number.isMultiple(of: 5) ? .never : .first,
        emptyCell: number.isMultiple(of: 2) ? .ignore : .wrong)
      model.start(try identifier.board(), rule: rule)
      play(model, &generator)
    }
    #expect(reportCount > 30_000)
  }

  private func play(_ model: RoundModel, _ generator: inout Generator) {
    guard let round = model.round else { return }
    for _ in 0..<8 where round.finish == nil {
      switch generator.next(below: 20) {
      case 0: model.apply(.hide)
      case 1: model.apply(.giveUp)
      case 2...5:
        let size = round.board.size
        model.apply(.press(size.cell(at: generator.next(below: size.cellCount))))
      default: model.apply(.press(round.board.cell(atPlace: round.pressedCount)))
      }
    }
  }

  @Test func `An image is as wide as its widest numeral needs, and has no blank at a line's end`()
    throws
  {
    let identifier = try BoardIdentifier("2x2:7@1,1;100@2,2")
    let image = BoardImage(try identifier.board())
    #expect(
      String(decoding: image.text, as: UTF8.self) == """
               1   2
           1   7   .
           2   . 100

        """)
  }

  @Test func `The terminal that a board needs has room for the reply and the prompt`() throws {
    let board = try BoardIdentifier("8x5n9#1/apple").board()
    #expect(BoardImage.terminalSize(for: board) == TerminalSize(columns: 27, rows: 9))
  }
}
