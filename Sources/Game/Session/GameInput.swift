package import Examiner
package import Observing

/// An input of a session of play: a request or an event.
///
/// A session learns the time only with an input.
///
///     _ = try session.handle(.start(examiner), at: 0)
///     _ = try session.handle(.press([Cell(h: 1, v: 1)]), at: 620)
package enum GameInput: Equatable, Sendable {
  // Large cases are indirect, so that a press is copied quickly.

  /// Places the numerals of the next round; it belongs to the test in progress, if any.
  indirect case place(ChimpanzeeExaminer)

  /// Begins the round whose numerals are placed; the current round is abandoned.
  case begin

  /// Begins or continues a test: places the numerals of its next round. The current round and test
  /// are abandoned.
  indirect case prepare(ChimpanzeeExaminer, of: TestSeries, isPaid: Bool = false)

  /// Begins a round immediately, possibly one of a test. The current round and test are abandoned.
  indirect case start(ChimpanzeeExaminer, of: TestSeries? = nil, isPaid: Bool = false)

  /// Resumes a round that a killed program left. The current round and test are abandoned.
  indirect case resume(KeptRound, of: TestSeries? = nil)

  /// The presses of one command.
  case press([Cell])

  case move(Move)

  /// Abandons the current round.
  case leave

  /// Abandons the current round and test, and what was placed for the next round.
  case stop

  /// Continues the round after the program was suspended.
  case interrupt

  case insertCoin

  /// Chooses the plan of the next round.
  indirect case choose(RoundPlan)

  /// Sets what must happen before the placed round begins.
  case await(RoundPreparation)

  /// Reports an event of the screen.
  case exposure(ExposureEvent)
}

/// The event that a placed round, whose numerals are not visible yet, waits for.
///
///     _ = try session.handle(.await(.counting(3)), at: 0)
package enum RoundPreparation: Equatable, Sendable {
  /// The player must start it.
  case waiting

  /// A countdown is running, with this number of seconds left.
  case counting(Int)

  /// The fixation mark is on the screen.
  case fixation
}

/// An event of the screen.
package enum ExposureEvent: Equatable, Sendable {
  /// The mask is being written over the numerals; its move follows.
  case covered

  /// The numerals were written to a terminal. Only the first such event of a round counts.
  case shown

  /// The terminal has acknowledged the numerals or the mask.
  case acknowledged(ExposurePart)

  /// A number of keys was dropped before the mask; keys dropped before the numerals count for the
  /// next round.
  case droppedInputs(Int)
}

/// The facts that one input caused, in their order.
package typealias GameFacts = OneOrMany<GameFact>

extension GameFacts {
  /// `true` if a round begins or is resumed.
  package var haveBeginning: Bool { contains { $0 == .started || $0 == .resumed } }

  package var moveCount: Int { count { if case .moved = $0 { true } else { false } } }

  /// `true` if a move ended the round.
  package var haveEnd: Bool { contains { $0.outcome?.finish != nil } }

  func followed(by facts: GameFacts) -> GameFacts {
    if isEmpty { return facts }
    if facts.isEmpty { return self }
    return .many(Array(self) + Array(facts))
  }
}

/// An event in a session that an input caused.
///
/// The journal stores the facts of an input and the views show them; neither computes them a second
/// time.
///
///     for fact in try session.handle(.start(examiner), at: 0) {
///       if case .moved(let outcome) = fact { print(outcome.move) }
///     }
package enum GameFact: Equatable, Sendable, BitwiseCopyable {
  /// The round was abandoned before its end.
  case left

  /// The next round began: `GameSession.round`, which has no moves yet.
  case started

  /// A round that a killed program left continues: `GameSession.round`, with its earlier moves.
  case resumed

  /// The program was suspended during the round, which now continues.
  case interrupted

  case moved(Outcome)

  /// The mask is being written over the numerals; its move follows.
  case covered

  /// A time or count of the screen was recorded in `KeptRound.exposure`.
  case exposed

  /// The test was abandoned before its end, or the terminal can't keep its time.
  case stopped

  /// The test was completed.
  case completed

  /// The outcome of a move; `nil` for other facts.
  package var outcome: Outcome? { if case .moved(let outcome) = self { outcome } else { nil } }
}

extension ChimpanzeeExaminer {
  package static func startGame(on board: Board, rule: Rule) -> ChimpanzeeExaminer {
    startGame(.described(board), rule: rule)
  }
}

/// The reason why a session rejects an input, which leaves the session unchanged.
///
///     var session = GameSession()
///     do throws(Rejection) { _ = try session.handle(.move(.hide), at: 0) } catch {
///       print(error == .noRound)
///     }
package enum Rejection: Error, Equatable, Sendable {
  case noRound, noCredit

  /// The examiner refuses the move.
  case move(MoveError)

  /// One command presses a cell twice.
  case cellTwice(Cell)

  /// The moves of the round with this number are invalid, so that it can't be resumed.
  case damagedRound(Int)
}
