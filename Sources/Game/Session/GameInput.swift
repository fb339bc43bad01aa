package import Examiner
package import Observing

/// An input of a session of play: a request or an event.
///
/// Time passes for a session only with an input, whose time is given beside it.
///
///     _ = try session.handle(.start(examiner), at: 0)
///     _ = try session.handle(.press([Cell(h: 1, v: 1)]), at: 620)
package enum GameInput: Equatable, Sendable {
  // Large cases are indirect, so that a press is copied at once.

  /// Places the numerals of the next round; it belongs to the test in progress, if any.
  indirect case place(ChimpanzeeExaminer)

  /// Begins the round whose numerals are placed; a round that is played is left.
  case begin

  /// Begins or continues a test: places the numerals of its next round. The current round and test
  /// are left.
  indirect case prepare(ChimpanzeeExaminer, of: TestSeries, isPaid: Bool = false)

  /// Begins a round at once, possibly one of a test. The present round and test are left.
  indirect case start(ChimpanzeeExaminer, of: TestSeries? = nil, isPaid: Bool = false)

  /// Resumes a round that a killed program left behind. The present round and test are left.
  indirect case resume(KeptRound, of: TestSeries? = nil)

  /// The presses of one command.
  case press([Cell])

  case move(Move)

  /// Leaves the round that is played.
  case leave

  /// Leaves the round that is played, its test, and what was placed for the next round.
  case stop

  /// Continues the round after the program was suspended.
  case interrupt

  case insertCoin

  /// Chooses the plan of the next round.
  indirect case choose(RoundPlan)

  /// Awaits something before the round begins whose numerals are placed.
  case await(RoundPreparation)

  /// Reports something about what is on the screen.
  case exposure(ExposureEvent)
}

/// The event for which a round waits while its numerals are placed and not visible yet.
///
///     _ = try session.handle(.await(.counting(3)), at: 0)
package enum RoundPreparation: Equatable, Sendable {
  /// The player decides when it begins.
  case waiting

  /// A countdown, with the seconds that are left.
  case counting(Int)

  /// The fixation mark is on the screen.
  case fixation
}

/// An event of the screen.
package enum ExposureEvent: Equatable, Sendable {
  /// The mask is being written over the numerals; its move follows.
  case covered

  /// The numerals are written to a terminal. Only the first time of a round counts.
  case shown

  /// The terminal has answered the question behind the numerals or the mask.
  case acknowledged(ExposurePart)

  /// Keys were dropped before the mask; those before the numerals count for the next round.
  case droppedInputs(Int)
}

/// The facts that one input brought about, in their order.
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

/// Something that happened in a session.
///
/// The journal stores the facts of an input and the views show them; neither computes them again.
///
///     for fact in try session.handle(.start(examiner), at: 0) {
///       if case .moved(let outcome) = fact { print(outcome.move) }
///     }
package enum GameFact: Equatable, Sendable, BitwiseCopyable {
  /// The round was left before its end.
  case left

  /// The next round began: `GameSession.round`, which has no moves yet.
  case started

  /// A round that was left behind goes on: `GameSession.round`, as far as it had come.
  case resumed

  /// The program was suspended during the round, which now continues.
  case interrupted

  case moved(Outcome)

  /// The mask is being written over the numerals; its move follows.
  case covered

  /// More is known about what was on the screen: `KeptRound.exposure`.
  case exposed

  /// The test was left before its end, or the terminal can't keep its time.
  case stopped

  /// The test has come to its end.
  case completed

  /// The outcome of a move; `nil` for other facts.
  package var outcome: Outcome? { if case .moved(let outcome) = self { outcome } else { nil } }
}

extension ChimpanzeeExaminer {
  package static func startGame(on board: Board, rule: Rule) -> ChimpanzeeExaminer {
    startGame(.described(board), rule: rule)
  }
}

/// The reason for which a session rejects an input; the session is then unchanged.
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

  /// The moves of the round with this number can't be made, so that it can't be resumed.
  case damagedRound(Int)
}
