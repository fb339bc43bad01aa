import ChimpSystem
import Events
import Examiner
import Game
@testable import Screens
import Shell
import TestSupport
import Testing

struct BoardImageTests {
  /// Returns the text that the image writes.
  private func text(of image: BoardImage) -> String {
    let output = OutputWriter(sink: DiscardingSink())
    let bytes = output.capture(keeping: false) { output.write(image.bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the drawing of a session's board by a second, simple implementation.
  private func drawing(of session: GameSession) -> String {
    let board = session.board
    let width = max(3, String(board.numerals[board.count - 1]).count + 1)
    func aligned(_ text: String) -> String {
      String(repeating: " ", count: width - text.count) + text
    }
    var text = aligned("") + (1...board.size.h).map { aligned("\($0)") }.joined() + "\n"
    for v in 1...board.size.v {
      text += aligned("\(v)")
      for h in 1...board.size.h { text += aligned(sign(at: Cell(h: h, v: v), of: session)) }
      text += "\n"
    }
    return text
  }

  /// Returns the character that the drawing shows in a cell.
  private func sign(at cell: Cell, of session: GameSession) -> String {
    guard let index = session.board.cells.firstIndex(of: cell) else { return "." }
    if session.finish == .failed || session.finish == .gaveUp {
      return "\(session.board.numerals[index])"
    }
    if index < session.examiner.pressedCount { return "." }
    return session.examiner.isMasked ? "#" : "\(session.board.numerals[index])"
  }

  /// A game whose view is compared with the drawing after each command.
  private final class Game {
    let output = OutputWriter(sink: MemorySink())
    let model = GameModel(clock: .virtual())
    private let view: RoundView

    init() { view = RoundView(model, Speaker(output)) }

    /// Returns the board that a command writes, or `nil` if the command is refused.
    func board(after command: () -> Void) -> String? {
      let refusals = output.refusalCount
      let reply = output.capture(keeping: false, command)
      guard output.refusalCount == refusals else { return nil }
      return String(String(decoding: reply, as: UTF8.self).drop { $0 != "\n" }.dropFirst())
    }
  }

  @Test func `A cached image of the board equals a new one, over 10,000 random games`()
    throws
  {
    var hash = TextHash()
    for byte in "images".utf8 { hash.add(byte) }
    var generator = Generator(hash)
    let game = Game()
    var boardCount = 0
    for number in 0..<10_000 {
      let board = try randomBoard(number, &generator)
      let rule = try Rule(
        mask: number.isMultiple(of: 5) ? .never : .first,
        emptyCell: number.isMultiple(of: 2) ? .ignore : .wrong)
      var command: (() -> Void)? = {
        game.model.perform(.start(ChimpanzeeExaminer(board: board, rule: rule)))
      }
      while let next = command {
        if let shown = game.board(after: next) {
          boardCount += 1
          #expect(shown == drawing(of: game.model.session))
          let image = BoardImage(
            game.model.session.examiner, isMasked: game.model.session.looksMasked)
          #expect(text(of: image) == shown)
        }
        command = randomMove(game.model, &generator)
      }
    }
    #expect(boardCount > 30_000)
  }

  /// Returns a random board of at most five by five cells.
  private func randomBoard(_ number: Int, _ generator: inout Generator) throws -> Board {
    let size = try BoardSize(h: 1 + generator.next(below: 5), v: 1 + generator.next(below: 5))
    let count = 1 + generator.next(below: min(size.cellCount, 6))
    let low = generator.next(below: 120)
    let range = try NumeralRange(low: low, high: low + count + generator.next(below: 20))
    let identifier = try SeededIdentifier(
      size: size, count: count, range: number.isMultiple(of: 3) ? range : nil,
      seed: try Seed("\(number)"))
    return identifier.board()
  }

  /// Returns a random move, most often a right press; `nil` if the round is over, or by chance, to
  /// begin a new one.
  private func randomMove(_ model: GameModel, _ generator: inout Generator) -> (() -> Void)? {
    let session = model.session
    guard session.isOpen else { return nil }
    let size = session.board.size
    let cell = size.cell(at: generator.next(below: size.cellCount))
    let expected = session.board.cells[session.examiner.pressedCount]
    switch generator.next(below: 24) {
    case 0: return { model.perform(.move(.hide)) }
    case 1: return { model.perform(.move(.giveUp)) }
    case 2: return nil
    case 3...6: return { model.perform(.press([cell])) }
    case 7: return { model.perform(.press([expected, cell])) }
    default: return { model.perform(.press([expected])) }
    }
  }

  @Test func `An image is as wide as its widest numeral needs, and has no blank at a line's end`()
    throws
  {
    let identifier = try BoardIdentifier("2x2:7@1,1;100@2,2")
    let image = BoardImage(identifier.board())
    #expect(
      text(of: image) == """
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
