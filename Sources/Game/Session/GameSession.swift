package import Examiner
import Observing

/// A session of play as a value: the round that is played, the test that it belongs to, what comes
/// next, the credits, and the rounds before.
///
/// Inputs go in; facts or a rejection come out, and a rejected input changes nothing. A session has
/// no clock, no randomness, no input and no output of its own, so the same inputs at the same times
/// always give the same facts. The keyboard, scripts, `resume`, replays, the validation of imported
/// rounds, the demonstration and simulated participants all play through `handle`:
///
///     var session = GameSession()
///     _ = try session.handle(.start(examiner), at: 0)
///     let facts = try session.handle(.move(.press(cell)), at: 620)
///
/// To go back to an earlier moment, keep a copy: `let before = session`.
package struct GameSession: Equatable, Sendable {
  /// The round that is played, or was played last, with its moves.
  package private(set) var round: KeptRound = .none

  /// The judge of the round's presses.
  package private(set) var examiner = ChimpanzeeExaminer(board: .smallest, rule: .standard)

  /// `true` while the mask is drawn over numerals that the examiner has not masked yet.
  ///
  /// The mask is written before its move is committed, so that no disk delays it.
  package private(set) var isCovered = false

  /// The next round with its board; `nil` until its numerals are placed.
  package private(set) var placed: KeptRound?

  /// The progress of the next round towards its beginning; `nil` if nothing is awaited.
  package private(set) var preparation: RoundPreparation?

  /// The test that the round belongs to, over or not; `nil` for a round by itself.
  package private(set) var lastTest: TestSeries?

  /// The times at which something happens by itself.
  package private(set) var deadlines = Deadlines()

  package private(set) var credits = Credits()

  /// The plan chosen for the next round; `nil` if it is to be like the last one.
  package private(set) var chosenPlan: RoundPlan?

  /// The number of rounds started in this session, and their numbers by outcome.
  package private(set) var statistics = RoundStatistics()

  /// The input device of presses for which no other one is given.
  package let usualInput: PressInput

  /// `true` until the numerals are on the screen after the round began or was resumed.
  package private(set) var isUnseen = false

  private var past = PastRounds()

  /// The time from the write of the numerals to the end of the hold; `nil` unless the hold ended,
  /// and across an interruption.
  private var measuredHold: Int?

  /// Keys that were dropped during the fixation mark of the next round.
  private var pendingEarlyInputs = 0

  package init(usualInput: PressInput = .script) { self.usualInput = usualInput }
}

// MARK: - Reading a session

// What views and controllers ask at each press is inlined, so that they read the session where it
// stands instead of copying it.

extension GameSession {
  /// The number of the round, counted from 1; 0 before the first round.
  @inlinable package var number: Int { round.number }

  @inlinable package var isStarted: Bool { round.number > 0 }

  @inlinable package var isOpen: Bool { isStarted && examiner.finish == nil }

  @inlinable package var board: Board { examiner.board }

  @inlinable package var rule: Rule { examiner.rule }

  @inlinable package var finish: ChimpanzeeExaminer.Finish? { examiner.finish }

  /// `true` if no numeral can be seen any more.
  @inlinable package var looksMasked: Bool { examiner.isMasked || isCovered }

  /// `true` while the numerals can be seen and will be masked.
  @inlinable package var isSecret: Bool { !looksMasked && isOpen && rule.masksAtFirstPress }

  /// `true` during a hold: its numerals are visible until its end.
  @inlinable package var isHolding: Bool { rule.hold != nil && isOpen && !looksMasked }

  @inlinable package var hasPlaced: Bool { if case .some = placed { true } else { false } }

  /// `true` during a test.
  @inlinable package var isInTest: Bool { lastTest?.isOver == false }

  /// The test in progress; `nil` if there is none.
  @inlinable package var test: TestSeries? { isInTest ? lastTest : nil }

  /// `true` if the next round continues a test that has had a round already.
  @inlinable package var continuesTest: Bool { isInTest && lastTest?.trialCount ?? 0 > 0 }

  /// The plan of the next round.
  package var plan: RoundPlan {
    if let test { return test.plan }
    if let chosenPlan { return chosenPlan }
    return isStarted ? RoundPlan(like: board, rule: rule) : .first
  }

  /// The detail of the feedback at the end of the round.
  @inlinable package var feedback: TestSettings.Feedback { round.test?.settings.feedback ?? .full }

  /// The detail of later feedback on the round: full, once its test is over.
  @inlinable package var laterFeedback: TestSettings.Feedback { isInTest ? feedback : .full }

  /// The precision of the round's hold; `nil` if the mask did not end a hold.
  package var holdAccuracy: HoldAccuracy? {
    guard let requested = rule.hold, let measuredHold else { return nil }
    return HoldAccuracy(requested: requested, measured: measuredHold)
  }

  /// The mode that follows once the round is over.
  @inlinable package var modeAfterRound: ModeName { isInTest ? .start : .attract }

  /// The latest rounds of the session, the current one last.
  package var rememberedRounds: [KeptRound] { isStarted ? past.rounds + [round] : [] }
}

// MARK: - Inputs

extension GameSession {
  /// Handles an input and returns what happened; throws, and changes nothing, if it is rejected.
  ///
  /// Presses come from the usual input device unless `device` names another one.
  package mutating func handle(
    _ input: GameInput, at time: Int, by device: PressInput? = nil
  ) throws(Rejection) -> GameFacts {
    switch input {
    case .move(let move): return try make(move, at: time, by: device)
    case .press(let cells): return try press(cells, at: time, by: device)
    case .start(let examiner, let test, let isPaid):
      let before = beginAnew(at: time, isPaid: isPaid)
      return before.followed(by: begin(examiner, test?.nextTrialIfGoingOn, of: test, at: time))
    case .prepare(let examiner, let test, let isPaid):
      let before = beginAnew(at: time, isPaid: isPaid)
      lastTest = test
      place(examiner)
      return before
    case .place(let examiner):
      guard hasCredit else { throw .noCredit }
      place(examiner)
      if !continuesTest { credits.reserve() }
      return []
    case .begin: return begin(at: time)
    case .resume(let kept, let test): return try resume(kept, of: test, at: time)
    case .interrupt: return interrupt(at: time)
    case .leave: return leave(at: time)
    case .stop: return stop(at: time)
    case .insertCoin:
      credits.insert()
      return []
    case .choose(let plan):
      chosenPlan = plan
      return []
    case .await(let preparation):
      self.preparation = preparation
      return []
    case .exposure(let event): return record(event, at: time)
    }
  }

  /// `true` if another round may begin: play is free, a credit is left, or a test goes on.
  package var hasCredit: Bool { credits.isEnough || continuesTest }

  /// Sets the number of the round in the journal.
  ///
  /// Does nothing before the first round.
  package mutating func number(_ number: Int) { if isStarted { round.number = number } }

  /// Leaves the current round and test before a command begins others, and reserves a credit.
  private mutating func beginAnew(at time: Int, isPaid: Bool) -> GameFacts {
    let before = stop(at: time)
    chosenPlan = nil
    if !isPaid { credits.reserve() }
    return before
  }

  /// Places the numerals of the next round, which belongs to the test in progress, if any.
  private mutating func place(_ examiner: ChimpanzeeExaminer) {
    placed = KeptRound(
      number: 0, board: examiner.board, rule: examiner.rule, onset: 0, test: test?.nextTrial,
      usualInput: usualInput)
  }
}

// MARK: - The beginning of a round

extension GameSession {
  /// Begins the round whose numerals are placed.
  ///
  /// Does nothing if there is none.
  private mutating func begin(at time: Int) -> GameFacts {
    guard let placed else { return [] }
    return begin(placed.newGame, placed.test, of: lastTest, at: time)
  }

  private mutating func begin(
    _ examiner: ChimpanzeeExaminer, _ trial: TestTrial?, of test: TestSeries?, at time: Int
  ) -> GameFacts {
    let before = leave(at: time)
    let beginning = KeptRound(
      number: number + 1, board: examiner.board, rule: examiner.rule, onset: time, test: trial,
      usualInput: usualInput, exposure: Exposure(earlyInputs: pendingEarlyInputs))
    lastTest = test
    measuredHold = nil
    statistics.countStart()
    go(on: beginning, with: examiner, at: time)
    return before.followed(by: .one(.started))
  }

  /// Resumes a round that another session left behind.
  private mutating func resume(
    _ kept: KeptRound, of test: TestSeries?, at time: Int
  ) throws(Rejection) -> GameFacts {
    var replay = RoundReplay(kept)
    while let step = replay.next() {
      if case .moved(_, .failure) = step { throw .damagedRound(kept.number) }
    }
    let before = beginAnew(at: time, isPaid: true)
    lastTest = test
    measuredHold = replay.session.measuredHold
    go(on: kept.shifted(to: time), with: replay.session.examiner, at: time)
    return before.followed(by: .one(.resumed))
  }

  /// Makes a round the current one, and the current one the latest of the past.
  private mutating func go(
    on next: consuming KeptRound, with examiner: ChimpanzeeExaminer, at time: Int
  ) {
    if isStarted { past.exchange(&round) }
    next.reuseMoves(of: &round)
    round = next
    self.examiner = examiner
    isCovered = false
    isUnseen = true
    placed = nil
    preparation = nil
    pendingEarlyInputs = 0
    credits.spend()
    deadlines = Deadlines(of: examiner, from: time)
  }

  /// Continues the round after the program was suspended: the round's time stood still meanwhile.
  ///
  /// Does nothing unless a round is played.
  private mutating func interrupt(at time: Int) -> GameFacts {
    guard isOpen else { return [] }
    round = round.shifted(to: time)
    deadlines = Deadlines(of: examiner, from: time)
    return .one(.interrupted)
  }
}

// MARK: - Moves

extension GameSession {
  /// Makes presses up to the one that ends the round; a rejected one rejects them all.
  ///
  /// If the rule wants one press a line, only the first one is made of a line that begins before
  /// the mask.
  private mutating func press(
    _ cells: [Cell], at time: Int, by device: PressInput?
  ) throws(Rejection) -> GameFacts {
    if cells.count == 1 { return try make(.press(cells[0]), at: time, by: device) }
    let before = self
    do throws(Rejection) { return try pressEach(of: cells, at: time, by: device) } catch {
      self = before
      throw error
    }
  }

  private mutating func pressEach(
    of cells: [Cell], at time: Int, by device: PressInput?
  ) throws(Rejection) -> GameFacts {
    var facts: [GameFact] = []
    // Comparing one by one is faster for few cells.
    var earlier = cells.count > 32 ? Set<Cell>(minimumCapacity: cells.count) : nil
    let makesOnlyOne = !examiner.isMasked && examiner.rule.line == .one
    for (index, cell) in cells.enumerated() {
      if index > 0 && (makesOnlyOne || examiner.finish != nil) { continue }
      let isNew = earlier?.insert(cell).inserted ?? !cells[..<index].contains(cell)
      // A cell that was wrong may be right later.
      if !isNew && examiner.rule.wrong == .ends { throw .cellTwice(cell) }
      facts += try make(.press(cell), at: time, by: device, continuesLine: index > 0)
    }
    return GameFacts(facts)
  }

  private mutating func make(
    _ move: Move, at time: Int, by device: PressInput?, continuesLine: Bool = false
  ) throws(Rejection) -> GameFacts {
    guard isStarted else { throw .noRound }
    // A cell that does not exist is reported even if the round is over.
    if examiner.finish != nil, case .press(let cell) = move, !examiner.board.size.contains(cell) {
      throw .move(.offBoard(cell, examiner.board.size))
    }
    let outcome: Outcome
    do throws(MoveError) { outcome = try examiner.apply(move) } catch { throw .move(error) }
    round.moves.append(
      TimedMove(
        outcome, at: time, by: device, unless: round.usualInput, continuesLine: continuesLine))
    if move == .holdEnds, round.gaps.isEmpty {
      measuredHold = time - round.onset - (round.exposure.measuredShown ?? 0)
    }
    if outcome.masks { deadlines = Deadlines(of: examiner, from: time) }
    guard let finish = outcome.finish else { return .one(.moved(outcome)) }
    return GameFacts.one(.moved(outcome)).followed(by: end(finish))
  }

  /// Ends the round, and with its last round the test.
  private mutating func end(_ finish: ChimpanzeeExaminer.Finish) -> GameFacts {
    statistics.count(finish)
    deadlines = Deadlines()
    let isHoldMet = holdAccuracy?.isMet != false
    lastTest?.count(hasPassed: finish == .passed, isHoldMet: isHoldMet)
    round.outcome = RoundOutcome(finish)
    round.estimate = lastTest?.estimate
    guard let lastTest, lastTest.isOver else { return [] }
    endTest(lastTest.cannotKeepTime ? .stopped : .complete)
    return .one(lastTest.cannotKeepTime ? .stopped : .completed)
  }

  private mutating func endTest(_ end: TestEnd) {
    // The test may have ended before its first round, and the round be one of another test.
    if round.test != nil { round.testEnd = round.testEnd ?? end }
  }

  /// Gives up a round that is played.
  private mutating func leave(at time: Int) -> GameFacts {
    guard isOpen, (try? examiner.apply(.giveUp)) != nil else { return [] }
    round.moves.append(TimedMove(.giveUp, at: time))
    round.outcome = .gaveUp
    statistics.count(.gaveUp)
    deadlines = Deadlines()
    return .one(.left)
  }

  /// Leaves the round that is played, its test, and what was placed for the next round.
  private mutating func stop(at time: Int) -> GameFacts {
    let left = leave(at: time)
    placed = nil
    preparation = nil
    pendingEarlyInputs = 0
    credits.giveBack()
    guard isInTest else { return left }
    lastTest = nil
    endTest(.stopped)
    return left.followed(by: .one(.stopped))
  }
}

// MARK: - The screen

extension GameSession {
  /// Records an event of the screen and its time.
  private mutating func record(_ event: ExposureEvent, at time: Int) -> GameFacts {
    switch event {
    case .covered:
      isCovered = true
      return .one(.covered)
    case .shown:
      guard isOpen, isUnseen else { return [] }
      isUnseen = false
      deadlines = Deadlines(of: examiner, from: time)
      guard round.moves.isEmpty, round.exposure.shown == nil else { return [] }
      round.exposure.shown = time - round.onset
    case .acknowledged(.numerals):
      guard isOpen, round.exposure.shown != nil else { return [] }
      round.exposure.acknowledged = time - round.onset
    case .acknowledged(.mask):
      guard isOpen, round.exposure.shown != nil, let start = round.exposure.acknowledged
      else { return [] }
      round.exposure.acknowledgedHold = time - round.onset - start
    case .droppedInputs(let count) where preparation != nil:
      pendingEarlyInputs += count
      return []
    case .droppedInputs(let count):
      round.exposure.earlyInputs = (round.exposure.earlyInputs ?? 0) + count
    }
    return .one(.exposed)
  }
}

/// The times at which something happens in a round by itself, in milliseconds of the session.
///
///     if let deadline = session.deadlines.next { print("the next event is at", deadline) }
package struct Deadlines: Equatable, Sendable {
  /// The end of the hold.
  package private(set) var hold: Int?

  /// The end of the time to answer.
  package private(set) var answer: Int?

  /// The earliest deadline; `nil` if there is none.
  package var next: Int? { [hold, answer].compactMap(\.self).min() }

  /// No deadlines.
  package init() {}

  /// The deadlines of a game that begins, goes on or is masked at a time.
  init(of examiner: ChimpanzeeExaminer, from time: Int) {
    let rule = examiner.rule
    guard examiner.finish == nil else { return }
    if !examiner.isMasked { hold = rule.hold.map { time + $0 } }
    if examiner.isMasked || !rule.masksAtFirstPress { answer = rule.limit.map { time + $0 } }
  }
}

extension GameSession {
  /// The next time at which something happens by itself; `nil` if nothing does.
  package var deadline: Int? { deadlines.next }
}

extension TestSeries {
  fileprivate var nextTrialIfGoingOn: TestTrial? { isOver ? nil : nextTrial }
}

extension KeptRound {
  fileprivate static var none: KeptRound {
    KeptRound(number: 0, board: .smallest, rule: .standard, onset: 0)
  }

  /// Returns the round as it goes on at a time: its time has stood still since its last move.
  fileprivate func shifted(to time: Int) -> KeptRound {
    var round = self
    round.gaps.append(moves.count)
    let delay = time - (moves.last?.time ?? onset)
    // A replay stands still: thousands of interruptions must not copy thousands of moves each.
    guard delay != 0 else { return round }
    round.onset += delay
    round.moves = moves.map {
      TimedMove($0.move, at: $0.time + delay, by: $0.input, continuesLine: $0.continuesLine)
    }
    return round
  }

  /// Adopts the memory of an older round's moves, if there are no moves yet.
  fileprivate mutating func reuseMoves(of other: inout KeptRound) {
    guard moves.isEmpty else { return }
    swap(&moves, &other.moves)
    moves.removeAll(keepingCapacity: true)
    moves.reserveCapacity(min(board.count, 16))
  }
}
