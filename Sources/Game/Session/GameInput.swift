public import Examiner

/// An input of `GameSession.handle`: a request of the user, or an event such as the end of a hold.
///
/// The session has no clock: the time comes with each input. Inputs with a round or a test are
/// indirect, because a press would otherwise be as large as they are (row "piped command": 1,200
/// of 25,000 instructions a press).
///
///     _ = try session.handle(.start(examiner), at: 0)
///     _ = try session.handle(.press([Cell(h: 1, v: 1)]), at: 620)
public enum GameInput: Equatable, Sendable {
  /// Places the board of the next round, without showing it; the round may belong to a test.
  indirect case place(ChimpanzeeExaminer)

  /// Begins the round whose board was placed; a round in progress is abandoned.
  case begin

  /// Begins or continues a test and places the board of its next round.
  ///
  /// A round or test in progress is abandoned.
  indirect case prepare(ChimpanzeeExaminer, of: TestSeries, isPaid: Bool = false)

  /// Places and begins a round at once, which may belong to a test.
  ///
  /// A round or test in progress is abandoned.
  indirect case start(ChimpanzeeExaminer, of: TestSeries? = nil, isPaid: Bool = false)

  /// Continues a stored round whose program was killed.
  ///
  /// A round or test in progress is abandoned.
  indirect case resume(KeptRound, of: TestSeries? = nil)

  /// Presses the cells of one command such as `press 2 3 4 1`.
  case press([Cell])

  case move(Move)

  /// Abandons the round in progress.
  case leave

  /// Abandons the round and the test in progress, and the board that was placed for the next round.
  case stop

  /// Notes that the program was suspended: the round continues, but its time stood still.
  case interrupt

  /// Notes a suspension after the mask, after which the round goes on with the same board.
  case pause

  case insertCoin

  /// Sets the plan of the next round.
  case choose(RoundPlan)

  /// Sets the event that the placed round waits for, such as the end of a countdown.
  case await(RoundPreparation)

  /// Reports an event of the terminal, such as that the numerals were written.
  case exposure(ExposureEvent)
}

/// The event that a placed round waits for before its numerals are shown.
///
///     _ = try session.handle(.await(.counting(3)), at: 0)
public enum RoundPreparation: Equatable, Sendable {
  /// The player's key or command that starts the round.
  case waiting

  /// The end of a countdown, with the number of seconds left.
  case counting(Int)

  /// The end of the fixation mark, which is on the screen.
  case fixation
}

/// An event of the terminal that shows the board, or of the program that an agent drives.
///
///     _ = try session.handle(.exposure(.shown), at: 1_000)
public enum ExposureEvent: Equatable, Sendable {
  /// The mask is about to be written; the move that masks the round comes next.
  case covered

  /// The numerals were written. Only the first such event of a round counts.
  case shown

  /// The write of the numerals has returned: without a hold, the onset is now.
  case written

  /// The size of the window, at the onset and at each change, such as `80x24`.
  case sized(String)

  /// The terminal has acknowledged the output of the numerals or the mask.
  case acknowledged(ExposurePart)

  /// Some keys were ignored before the mask; those before the numerals count for the next round.
  case droppedInputs(Int)

  /// An agent has sent a request, with the tokens that its driver declares for it; from now on,
  /// rounds are told by turns.
  case asked(tokens: Int?)
}

/// The facts that one input caused, in order.
///
///     let facts = try session.handle(.move(.press(Cell(h: 2, v: 3))), at: 1_500)
///     if facts.haveEnd { print("the round is over after", facts.moveCount, "move") }
extension [GameFact] {
  /// `true` if a round began or was resumed.
  public var haveBeginning: Bool { contains { $0 == .started || $0 == .resumed } }

  public var moveCount: Int { count { if case .moved = $0 { true } else { false } } }

  /// `true` if the round was decided by a move.
  public var haveEnd: Bool { contains { $0.outcome?.finish != nil } }
}

/// A change in a session that an input caused.
///
/// The journal stores the facts of an input and the views show them; neither computes them a second
/// time.
///
///     for fact in try session.handle(.start(examiner), at: 0) {
///       if case .moved(let outcome) = fact { print(outcome.move) }
///     }
public enum GameFact: Equatable, Sendable {
  /// The round was abandoned.
  case left

  /// The next round began; it is now `GameSession.round`.
  case started

  /// A stored round continues with its earlier moves; it is now `GameSession.round`.
  case resumed

  /// The round continues after the program was suspended.
  case interrupted

  case moved(Outcome)

  /// The mask is about to be written; the move that masks the round comes next.
  case covered

  /// A time or count from the terminal was stored in `KeptRound.exposure`.
  case exposed

  /// The test ended early, by the user or because the terminal could not keep its time.
  case stopped

  /// The test ended with its last round.
  case completed

  /// The outcome of a move; `nil` for any other fact.
  public var outcome: Outcome? {
    if case .moved(let outcome) = self { outcome } else { nil }
  }
}

/// The reason why a session rejected an input, unless the rules of the round do not allow the move.
///
/// The session is then unchanged.
///
///     var session = GameSession()
///     do { _ = try session.handle(.move(.hide), at: 0) } catch {
///       print(error as? Rejection == .noRound)
///     }
public enum Rejection: Error, Equatable, Sendable {
  case noRound, noCredit
  /// The numerals of the next round are not shown yet.
  case notBegun

  /// The same cell occurs twice in one command.
  case cellTwice(Cell)

  /// The stored moves of the round with this number are invalid, so it can't be resumed.
  case damagedRound(Int)
}
