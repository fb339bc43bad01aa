package import Examiner

/// The round that is played, or was played last.
///
/// One object serves all rounds of a session in turn, so that whoever shows the round may hold it.
package final class Round {
  package private(set) var kept = KeptRound(number: 0, board: .smallest, rule: .standard, onset: 0)

  package private(set) var game: Game

  package init(usualInput: PressInput = .script) { game = Game(usualInput: usualInput) }

  /// Rounds are numbered from 1; 0 is before the first one.
  package var number: Int { kept.number }
  package var board: Board { kept.board }
  package var isStarted: Bool { number > 0 }
  package var rule: Rule { game.examiner.rule }
  package var pressedCount: Int { game.examiner.pressedCount }
  package var isMasked: Bool { game.examiner.isMasked }
  package var finish: ChimpanzeeExaminer.Finish? { game.examiner.finish }

  /// Whether the numerals can be seen now and will be masked.
  package var isSecret: Bool { !isMasked && finish == nil && rule.masksAtFirstPress }

  /// What may be told of the end of the round.
  package var feedback: TestSettings.Feedback { kept.test?.settings.feedback ?? .full }

  func restore(_ kept: KeptRound, _ game: Game) { (self.kept, self.game) = (kept, game) }

  /// Does what one line asks for, has it kept, and answers what has happened; where it is refused
  /// or can't be kept, the round stays as it was.
  ///
  /// A line came from where they usually do, unless it is said.
  func handle(
    _ input: GameInput, at time: Int, by device: PressInput?, leaving past: inout PastRounds,
    in journal: (any RoundJournal)?
  ) throws(RoundFault) -> GameFacts {
    guard let journal else {
      let facts = try game.handle(input, at: time)
      take(facts, at: time, by: device, leaving: &past)
      return facts
    }
    var next = game
    let facts = try next.handle(input, at: time)
    if !facts.isEmpty {
      next.number(try journal.keep(facts, of: next, at: time, by: device ?? game.usualInput))
    }
    game = consume next
    take(facts, at: time, by: device, leaving: &past)
    return facts
  }

  private func take(
    _ facts: GameFacts, at time: Int, by input: PressInput?, leaving past: inout PastRounds
  ) {
    var (continuesLine, begins) = (false, false)
    facts.forEach { fact in
      switch fact {
      case .moved(let outcome):
        kept.moves.append(
          TimedMove(
            outcome, at: time, by: input, unless: kept.usualInput, continuesLine: continuesLine))
        continuesLine = true
      case .left:
        kept.moves.append(TimedMove(.giveUp, at: time))
        kept.outcome = .gaveUp
      case .started, .resumed: begins = true
      case .stopped: endTest(.stopped)
      case .completed: endTest(.complete)
      }
    }
    // Nothing follows the beginning of a round.
    if begins {
      if isStarted { past.exchange(&kept) }
      kept = game.beginning
      kept.moves.reserveCapacity(min(kept.board.count, 16))
    }
    guard isStarted, let finish else { return }
    kept.outcome = RoundOutcome(finish)
    kept.estimate = game.lastTest?.estimate
  }

  private func endTest(_ end: TestEnd) {
    // The test may have ended before its first round, and the round be one of another test.
    if kept.test != nil { kept.testEnd = kept.testEnd ?? end }
  }
}

/// Plays the moves of a round once more, one after the other.
package struct RoundReplay {
  package enum Step: Equatable, Sendable {
    case done(Outcome)
    case refused(RoundFault)
  }

  /// The round as far as it has been played.
  package let round = Round()
  private let kept: KeptRound

  package init(_ kept: KeptRound) {
    self.kept = kept
    let examiner = ChimpanzeeExaminer.startGame(on: kept.board, rule: kept.rule)
    _ = try? handle(.start(examiner), at: kept.onset)
  }

  package func play(_ tell: (TimedMove, Step) -> Void) {
    for timed in kept.moves {
      do throws(RoundFault) {
        for case .moved(let outcome) in try handle(.move(timed.move), at: timed.time) {
          tell(timed, .done(outcome))
        }
      } catch {
        tell(timed, .refused(error))
      }
    }
  }

  private func handle(_ input: GameInput, at time: Int) throws(RoundFault) -> GameFacts {
    var past = PastRounds()
    return try round.handle(input, at: time, by: nil, leaving: &past, in: nil)
  }

  /// Whether the round, when it is played, has ended as it was kept.
  package var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return round.finish.map(RoundOutcome.init) == outcome
  }
}
