@testable import Archive
import Examiner
@testable import Game
import Glibc
import Records
import TestSupport
import Testing

/// Tests that kill the program at random moments of its rounds.
struct KillTests {
  private static var rows: Int { 6 }

  // NB: the output of a killed program is kept even without a disk.
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Returns the lines that play a board, each with the expected beginning of its reply.
  private func moves(_ board: Board) -> [(line: String, answer: String)] {
    (0..<board.count).map { index in
      let cell = board.cells[index]
      let isLast = index == board.count - 1
      return (
        "\(cell.h) \(cell.v)", "\(isLast ? "passed" : "right"): \(index + 1) of \(board.count)"
      )
    }
  }

  /// Returns the number that a query of the store returns; 0 if it returns none.
  private func number(_ text: String) -> Int { Database.value(text, path).flatMap { Int($0) } ?? 0 }

  @Test func `A program that is killed 200 times keeps all that it acknowledged`() throws {
    let seed = UInt64(getpid())
    var generator = RandomNumbers(seed: seed)
    let board = try BoardIdentifier("5x6n9#1/fig").board()
    let moves = moves(board)
    /// The number of presses in the interrupted round, or `nil` if no round was interrupted.
    var interruptedCount: Int?
    var (roundCount, passCount) = (0, 0)
    for _ in 0..<200 {
      let program = try LiveProgram(["--store", path])
      var pressedCount = 0
      if let interruptedCount {
        let answer = program.ask("resume", boardLines: Self.rows + 1).first ?? ""
        #expect(answer == "resumed: round \(roundCount): \(interruptedCount) of 9 pressed")
        pressedCount = interruptedCount
      } else {
        roundCount += 1
        let answer = program.ask("start 5x6n9#1/fig", boardLines: Self.rows + 1).first ?? ""
        #expect(answer == "round \(roundCount): 9 numerals on 5x6, board 5x6n9#1/fig")
      }
      for _ in 0..<generator.below(6) where pressedCount < moves.count {
        let answer = program.ask(moves[pressedCount].line, boardLines: Self.rows + 1).first
        #expect(answer == moves[pressedCount].answer)
        pressedCount += 1
      }
      if pressedCount < moves.count { program.send(moves[pressedCount].line) }
      // NB: work of random length, so that the program is killed at any moment.
      var busy = generator.below(3_000_000)
      while busy > 0 { busy &-= 1 }
      program.kill()
      #expect(Database.value("PRAGMA integrity_check", path) == "ok")
      let kept = number("SELECT pressedCount FROM Round ORDER BY row DESC LIMIT 1")
      #expect(number("SELECT count(*) FROM Round") == roundCount)
      #expect(number("SELECT count(*) FROM Press") == passCount * 9 + kept)
      #expect((pressedCount...min(pressedCount + 1, 9)).contains(kept), "seed \(seed)")
      if kept == 9 { passCount += 1 }
      interruptedCount = kept == 9 ? nil : kept
    }
    #expect(passCount > 10)
    let session = StoredSession(path)
    #expect(try session.programStore.open().checkRows(of: StoreLayout.schema) == [])
    for archived in try session.list() {
      let round = try #require(archived.round)
      var replay = RoundReplay(round)
      while let step = replay.next() {
        if case .moved(_, .failure) = step { Issue.record("a refused move is kept") }
      }
      #expect(replay.endsTheSame)
    }
  }

  /// Programs get the lines of several rounds at once, on the same store, and are killed.
  @Test func `A program that is killed amid a batch keeps all that it acknowledged`()
    throws
  {
    var generator = RandomNumbers(seed: 13)
    let board = try BoardIdentifier("5x6n9#1/fig").board()
    let round = "start 5x6n9#1/fig\n" + moves(board).map { "press \($0.line)\n" }.joined()
    var begun = 0
    for _ in 0..<40 {
      let program = try LiveProgram(["--machine", "--store", path])
      program.send(String(repeating: round, count: 3))
      var acknowledged: [[String]] = []
      // The first program runs until the store exists.
      for _ in 0..<(begun == 0 ? 3 : generator.below(31)) {
        guard let answer = program.answer()?.first else { break }
        if answer.hasPrefix("= round") {
          acknowledged.append([])
        } else {
          acknowledged[acknowledged.count - 1].append(answer)
        }
      }
      program.kill()
      #expect(Database.value("PRAGMA integrity_check", path) == "ok")
      let kept = number("SELECT count(*) FROM Round")
      #expect((acknowledged.count...3).contains(kept - begun))
      for (index, presses) in acknowledged.enumerated() {
        let row = begun + index + 1
        #expect(number("SELECT count(*) FROM Press WHERE round = \(row)") >= presses.count)
      }
      begun = kept
    }
    #expect(begun > 20)
    #expect(try StoredSession(path).programStore.open().checkRows(of: StoreLayout.schema) == [])
  }

  @Test func `Two programs play rounds on one file at once`() throws {
    let programs = try (0..<2).map { _ in try LiveProgram(["--store", path]) }
    let moves = moves(try BoardIdentifier("5x6n9#1/fig").board())
    var numbers: [[String]] = [[], []]
    for _ in 0..<5 {
      for (index, program) in programs.enumerated() {
        let answer = program.ask("start 5x6n9#1/fig", boardLines: Self.rows + 1).first ?? ""
        numbers[index].append(answer.split(separator: ":").first.map { String($0) } ?? "")
      }
      for move in moves {
        for program in programs { program.send(move.line) }
        for program in programs {
          let answer = (0...Self.rows + 1).compactMap { _ in program.line() }
          #expect(answer.first == move.answer)
        }
      }
    }
    #expect(numbers[0] == stride(from: 1, to: 10, by: 2).map { "round \($0)" })
    #expect(numbers[1] == stride(from: 2, to: 11, by: 2).map { "round \($0)" })
    #expect(number("SELECT count(*) FROM Round WHERE outcome = 'passed'") == 10)
    #expect(number("SELECT count(*) FROM Press") == 90)
    #expect(Database.value("PRAGMA integrity_check", path) == "ok")
    #expect(try StoredSession(path).programStore.open().checkRows(of: StoreLayout.schema) == [])
  }
}
