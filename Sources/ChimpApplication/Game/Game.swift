package import Examiner

/// The game as far as what may happen next depends on it.
///
/// All that changes a round goes through `handle`: the keyboard, a script, a round that is resumed
/// or played once more, and the demonstration. A copy takes the input; what it answers is kept, and
/// then the copy becomes the game.
package struct Game: Sendable {
  /// A round that has its numerals and does not show them yet.
  package struct Placed: Equatable, Sendable {
    /// The numerals on their cells, and the rule.
    package let examiner: ChimpanzeeExaminer

    /// The test of which the round is a part, if it is one.
    package let test: TestTrial?
  }

  /// The number of the round; 0 before the first one.
  package internal(set) var number = 0

  /// Judges the presses of the round.
  package private(set) var examiner = ChimpanzeeExaminer(board: .smallest, rule: .standard)

  /// The round that begins next, where its numerals are placed already.
  package private(set) var placed: Placed?

  /// Makes a game before its first round.
  package init() {}

  /// Whether a round goes on.
  package var isOpen: Bool { number > 0 && examiner.finish == nil }

  /// Takes an input and says what has happened, or refuses it; then a copy is to be dropped.
  package mutating func handle(
    _ input: GameInput, at time: Int
  ) throws(RoundFault) -> [GameFact] {
    switch input {
    case .place(let examiner, let test):
      placed = Placed(examiner: examiner, test: test)
      return []
    case .unplace:
      placed = nil
      return []
    case .begin: return begin(at: time)
    case .start(let examiner, let test):
      placed = Placed(examiner: examiner, test: test)
      return begin(at: time)
    case .resume(let kept): return try resume(kept, at: time)
    case .press(let cells): return try press(cells, at: time)
    case .move(let move): return [try make(move, at: time)]
    case .leave: return leave(at: time)
    }
  }

  private mutating func begin(at time: Int) -> [GameFact] {
    guard let next = placed else { return [] }
    let facts = leave(at: time)
    placed = nil
    number += 1
    examiner = next.examiner
    let round = KeptRound(
      number: number, board: examiner.board, rule: examiner.rule, onset: time, test: next.test)
    return facts + [.started(round)]
  }

  private mutating func resume(_ kept: KeptRound, at time: Int) throws(RoundFault) -> [GameFact] {
    let facts = leave(at: time)
    examiner = .startGame(on: kept.board, rule: kept.rule)
    for timed in kept.moves {
      do throws(MoveFault) { _ = try examiner.apply(timed.move) } catch {
        throw .damagedRound(kept.number)
      }
    }
    placed = nil
    number = kept.number
    return facts + [.resumed(kept.goingOn(at: time))]
  }

  /// Makes presses up to the one that ends the round; a refused one refuses them all.
  private mutating func press(_ cells: [Cell], at time: Int) throws(RoundFault) -> [GameFact] {
    var facts: [GameFact] = []
    facts.reserveCapacity(cells.count)
    // NB: few cells are compared faster one by one.
    var before = cells.count > 32 ? Set<Cell>(minimumCapacity: cells.count) : nil
    for (index, cell) in cells.enumerated() {
      if index > 0 && examiner.finish != nil { continue }
      let isNew = before?.insert(cell).inserted ?? !cells[..<index].contains(cell)
      // NB: a cell that was wrong may be right a little later.
      if !isNew && examiner.rule.wrong == .ends { throw .cellTwice(cell) }
      facts.append(try make(.press(cell), at: time))
    }
    return facts
  }

  private mutating func make(_ move: Move, at time: Int) throws(RoundFault) -> GameFact {
    guard number > 0 else { throw .noRound }
    if case .press(let cell) = move, !examiner.board.size.contains(cell) {
      throw .move(.offBoard(cell, examiner.board.size))
    }
    do throws(MoveFault) {
      return .moved(TimedMove(move, at: time), try examiner.apply(move))
    } catch {
      throw .move(error)
    }
  }

  /// Gives up a round that goes on.
  private mutating func leave(at time: Int) -> [GameFact] {
    guard isOpen, (try? examiner.apply(.giveUp)) != nil else { return [] }
    return [.left(TimedMove(.giveUp, at: time))]
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

/// What has happened to a round.
package enum GameFact: Equatable, Sendable {
  /// It was left before its end.
  case left(TimedMove)

  /// It began; it has no moves yet.
  indirect case started(KeptRound)

  /// It goes on, as far as it had come.
  indirect case resumed(KeptRound)

  /// A move was made.
  case moved(TimedMove, Outcome)
}

extension GameFact {
  /// The round that begins or goes on from here; nil where none does.
  var beginning: KeptRound? {
    switch self {
    case .started(let round), .resumed(let round): round
    case .left, .moved: nil
    }
  }
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
