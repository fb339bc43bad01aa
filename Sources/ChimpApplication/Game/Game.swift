package import Examiner
package import Observing
package import Records
package import Shell

/// The game as far as what may happen next depends on it.
///
/// All that changes a round goes through `handle`: the keyboard, a script, a round that is resumed
/// or played once more, and the demonstration. A copy takes the input; what it answers is kept, and
/// then the copy becomes the game.
package struct Game: Sendable {
  /// The round as it was when it began, or when it was taken up again.
  private var start = RoundStart.none

  /// Judges the presses of the round.
  package private(set) var examiner = ChimpanzeeExaminer(board: .smallest, rule: .standard)

  /// The round that begins next, where its numerals are placed already.
  private var next: RoundStart?

  /// Makes a game before its first round.
  package init() {}

  /// The number of the round; 0 before the first one.
  package var number: Int { start.round.number }

  /// The round as it was when it began, or when it was taken up again.
  package var beginning: KeptRound { start.round }

  /// The round that begins next, where its numerals are placed already.
  package var placed: KeptRound? { next?.round }

  /// Whether a round goes on.
  package var isOpen: Bool { number > 0 && examiner.finish == nil }

  /// Takes an input and says what has happened, or refuses it; then a copy is to be dropped.
  package mutating func handle(
    _ input: GameInput, at time: Int
  ) throws(RoundFault) -> GameFacts {
    switch input {
    case .place(let examiner, let test):
      place(examiner, test)
      return []
    case .unplace:
      next = nil
      return []
    case .begin: return begin(at: time)
    case .start(let examiner, let test):
      place(examiner, test)
      return begin(at: time)
    case .resume(let kept): return try resume(kept, at: time)
    case .press(let cells): return try press(cells)
    case .move(let move): return .one(try make(move))
    case .leave: return leave()
    }
  }

  /// Gives the round the number that it is kept under.
  mutating func number(_ number: Int) {
    guard number != self.number else { return }
    var round = beginning
    round.number = number
    start = .round(round)
  }

  private mutating func place(_ examiner: ChimpanzeeExaminer, _ test: TestTrial?) {
    next = .round(
      KeptRound(number: 0, board: examiner.board, rule: examiner.rule, onset: 0, test: test))
  }

  private mutating func begin(at time: Int) -> GameFacts {
    guard var round = placed else { return [] }
    let left = leave()
    (round.number, round.onset) = (number + 1, time)
    examiner = .startGame(on: round.board, rule: round.rule)
    (start, next) = (.round(round), nil)
    return left.followed(by: .started)
  }

  private mutating func resume(_ kept: KeptRound, at time: Int) throws(RoundFault) -> GameFacts {
    let left = leave()
    examiner = .startGame(on: kept.board, rule: kept.rule)
    for timed in kept.moves {
      do throws(MoveFault) { _ = try examiner.apply(timed.move) } catch {
        throw .damagedRound(kept.number)
      }
    }
    (start, next) = (.round(kept.goingOn(at: time)), nil)
    return left.followed(by: .resumed)
  }

  /// Makes presses up to the one that ends the round; a refused one refuses them all.
  private mutating func press(_ cells: [Cell]) throws(RoundFault) -> GameFacts {
    var facts: [GameFact] = []
    // Comparing one by one is faster for few cells.
    var before = cells.count > 32 ? Set<Cell>(minimumCapacity: cells.count) : nil
    for (index, cell) in cells.enumerated() {
      if index > 0 && examiner.finish != nil { continue }
      let isNew = before?.insert(cell).inserted ?? !cells[..<index].contains(cell)
      // A cell that was wrong may be right later.
      if !isNew && examiner.rule.wrong == .ends { throw .cellTwice(cell) }
      facts.append(try make(.press(cell)))
    }
    return OneOrMany(facts)
  }

  private mutating func make(_ move: Move) throws(RoundFault) -> GameFact {
    guard number > 0 else { throw .noRound }
    if case .press(let cell) = move, !examiner.board.size.contains(cell) {
      throw .move(.offBoard(cell, examiner.board.size))
    }
    do throws(MoveFault) {
      return .moved(try examiner.apply(move))
    } catch {
      throw .move(error)
    }
  }

  /// Gives up a round that goes on.
  private mutating func leave() -> GameFacts {
    guard isOpen, (try? examiner.apply(.giveUp)) != nil else { return [] }
    return .one(.left)
  }
}

/// A round as it begins; it stands behind a pointer, because a game is copied for each input.
private indirect enum RoundStart: Sendable {
  case round(KeptRound)

  static var none: RoundStart {
    .round(KeptRound(number: 0, board: .smallest, rule: .standard, onset: 0))
  }

  var round: KeptRound {
    switch self {
    case .round(let round): round
    }
  }
}

/// What the game is asked to do.
package enum GameInput: Equatable, Sendable {
  /// Numerals are placed for the next round.
  case place(ChimpanzeeExaminer, test: TestTrial?)

  /// There is to be no next round.
  case unplace

  /// The round whose numerals are placed begins; one that goes on is left.
  case begin

  /// Numerals are placed, and the round begins at once.
  case start(ChimpanzeeExaminer, test: TestTrial?)

  /// A round goes on that a killed program left behind; one that goes on is left.
  case resume(KeptRound)

  /// The presses of one command.
  case press([Cell])

  /// Any move.
  case move(Move)

  /// A round that goes on is left.
  case leave
}

/// What one input has brought about, in its order.
package typealias GameFacts = OneOrMany<GameFact>

extension GameFacts {
  /// Whether a round begins or goes on.
  var haveBeginning: Bool { contains { $0 == .started || $0 == .resumed } }

  /// These facts, then another one.
  fileprivate func followed(by fact: GameFact) -> GameFacts {
    isEmpty ? .one(fact) : .many(self + [fact])
  }
}

/// What has happened to a round.
package enum GameFact: Equatable, Sendable, BitwiseCopyable {
  /// It was left before its end.
  case left

  /// The next one began: `Game.beginning`, which has no moves yet.
  case started

  /// One goes on that was left behind: `Game.beginning`, as far as it had come.
  case resumed

  /// A move was made.
  case moved(Outcome)
}

extension ChimpanzeeExaminer {
  /// Starts a game on a board.
  package static func startGame(on board: Board, rule: Rule) -> ChimpanzeeExaminer {
    startGame(.described(board), rule: rule)
  }
}

extension KeptRound {
  /// The round as it goes on at a time: its time has stood still since its last move.
  fileprivate func goingOn(at time: Int) -> KeptRound {
    var round = self
    round.onset = time - (moves.last?.time ?? onset) + onset
    round.moves = moves.map { TimedMove($0.move, at: $0.time - onset + round.onset) }
    round.gaps.append(moves.count)
    return round
  }
}

/// Why a command about the round is refused.
package enum RoundFault: Error, Equatable, Sendable {
  case noRound
  case noCredit
  case board(BoardFault)
  case move(MoveFault)
  case cellTwice(Cell)
  case terminalTooSmall(TerminalSize, needed: TerminalSize)
  case unknownRound(Int)
  case damagedRound(Int)
  case notOver(Int)
  case nothingLeftBehind
  // Indirect, so that the other cases stay small and cheap to copy.
  indirect case record(RecordError)
}
