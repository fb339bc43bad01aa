public import Examiner

/// The state machine of a session of play: inputs change the state and return facts.
///
/// The state has the current round and its test, the plan of the next round, the credits, and the
/// earlier rounds. A rejected input throws and changes nothing. A session has no clock, no
/// randomness, no input and no output of its own, so the same inputs at the same times always give
/// the same facts. The keyboard, scripts, `resume`, replays, the validation of imported rounds, the
/// demonstration and simulated participants all play through `handle`:
///
///     var session = GameSession()
///     _ = try session.handle(.start(examiner), at: 0)
///     let facts = try session.handle(.move(.press(cell)), at: 620)
///
/// To undo inputs, keep a copy: `let before = session`.
public struct GameSession: Equatable, Sendable {
  /// The round in progress, or else the last one, with its moves.
  public private(set) var round: KeptRound = .none

  /// The state of the round by the rules, which decides whether a press is right.
  public private(set) var examiner = ChimpanzeeExaminer(board: .smallest, rule: .standard)

  /// The measured values of the round and of its presses so far.
  public private(set) var measures = RoundMeasures()

  /// `true` from the start of writing the mask until the move that masks the numerals.
  ///
  /// The mask is written first and its move stored afterwards, so that the disk does not delay the
  /// mask.
  public private(set) var isCovered = false

  /// The next round with its generated board; `nil` until it is placed.
  public private(set) var placed: KeptRound?

  /// The event that the placed round waits for; `nil` if it waits for none.
  public private(set) var preparation: RoundPreparation?

  /// The test of the round, which may have ended; `nil` for a single round.
  public private(set) var lastTest: TestSeries?

  /// The times at which the round changes without input: at the end of the hold, or of the answer
  /// time.
  public private(set) var deadlines = Deadlines()

  public private(set) var credits = Credits()

  /// The plan that was chosen for the next round; `nil` to repeat that of the last round.
  private(set) var chosenPlan: RoundPlan?

  /// The number of rounds started in this session, in total and by outcome.
  public private(set) var statistics = RoundStatistics()

  /// The same numbers without the rounds whose outcomes must not be told yet.
  public private(set) var toldStatistics = RoundStatistics()

  /// The default input device of presses.
  public let usualInput: PressInput

  /// `true` from the beginning of a round until its numerals are on the screen.
  public private(set) var isUnseen = false

  /// The maximum number of rounds that are remembered, including the current one.
  public static let rememberedCount = 100

  /// `true` if the last round was forgotten, so that only its number is known.
  private var isForgotten = false

  /// The rounds before the current one, the oldest first; more of them than are remembered.
  private var past: [KeptRound] = []

  /// The time at which the fixation mark of the round, or of the next one, was shown; `nil` without
  /// one.
  private var fixationTime: Int?

  /// The number of keys ignored before the numerals of the next round.
  private var pendingEarlyInputs = 0

  /// `true` while the outcome of the last round waits for the answers to the questions after it,
  /// which it would bias.
  public private(set) var isOutcomeDeferred = false

  /// `true` if the next rounds are told by turns, because an agent's requests were noted.
  private var countsTurns = false

  public init(usualInput: PressInput = .script) { self.usualInput = usualInput }
}

// MARK: - Reading a session

extension GameSession {
  /// The round number, counted from 1; 0 before the first round.
  public var number: Int { round.number }

  /// `true` if a round has begun that is not forgotten.
  public var isStarted: Bool { round.number > 0 && !isForgotten }

  public var isOpen: Bool { isStarted && examiner.finish == nil }

  public var board: Board { examiner.board }

  public var rule: Rule { examiner.rule }

  public var finish: RoundOutcome? { examiner.finish }

  /// `true` if the numerals are masked or the mask is being written.
  public var looksMasked: Bool { examiner.isMasked || isCovered }

  /// `true` while the numerals are visible in a round that will mask them.
  public var isSecret: Bool {
    !looksMasked && isOpen && examiner.rule.masksAtFirstPress
  }

  /// `true` while the numerals are shown for a limited time.
  public var isHolding: Bool {
    rule.hold != nil && isOpen && !looksMasked
  }

  /// `true` if the next round is placed.
  ///
  /// A comparison with `nil` would copy the round (row "piped command": 3 % of its instructions).
  public var hasPlaced: Bool { if case .some = placed { true } else { false } }

  /// `true` while a test is in progress.
  public var isInTest: Bool { lastTest?.isOver == false }

  /// The test in progress; `nil` if there is none.
  public var test: TestSeries? { isInTest ? lastTest : nil }

  /// `true` if the next round belongs to a test in progress, and is not its first one.
  var continuesTest: Bool { isInTest && lastTest?.trialCount ?? 0 > 0 }

  /// The plan of the next round.
  public var plan: RoundPlan {
    if let test { return test.plan }
    if let chosenPlan { return chosenPlan }
    return isStarted ? RoundPlan(like: board, rule: rule) : .first
  }

  /// The feedback that the player gets at the end of the round.
  public var feedback: TestSettings.Feedback {
    round.test?.settings.feedback ?? .full
  }

  /// The feedback that later commands may give on the round: full once its test has ended, and none
  /// while its outcome waits for answers.
  public var laterFeedback: TestSettings.Feedback {
    if isOutcomeDeferred { return .none }
    return isInTest ? feedback : .full
  }

  /// Lets the outcome of the last round be told, because the questions after it are answered.
  public mutating func revealOutcome() {
    isOutcomeDeferred = false
    updateToldStatistics()
  }

  /// Copies the statistics, unless they would tell a secret outcome.
  private mutating func updateToldStatistics() {
    if laterFeedback != .none { toldStatistics = statistics }
  }

  /// `true` if the round belongs to a test and was interrupted, other than by pauses.
  ///
  /// Such a trial is replaced by another one if it is given up, and counts neither as passed nor as
  /// failed.
  public var isInterruptedTrial: Bool {
    round.test != nil && round.gaps.count > round.pauseCount
  }

  /// `true` if an interruption changes nothing: the numerals are masked, and no time limit runs.
  public var canPause: Bool { isOpen && examiner.isMasked && rule.limit == nil }

  /// The accuracy of the time for which the numerals were visible; `nil` unless the mask ended a
  /// hold.
  public var holdAccuracy: HoldAccuracy? {
    measures.holdAccuracy(
      requested: rule.hold, tolerance: round.test?.settings.presentation.tolerance)
  }

  /// The latest rounds of the session, including the current one as the last.
  public var rememberedRounds: [KeptRound] {
    isStarted ? past.suffix(Self.rememberedCount - 1) + [round] : []
  }
}

// MARK: - Inputs

extension GameSession {
  /// Handles an input and returns its facts; throws without any change if the input is rejected.
  ///
  /// `device` is the input device of presses, if it is not the default, and `digitDelay` the time
  /// between the two digits of a press by digits.
  public mutating func handle(
    _ input: GameInput, at time: Int, by device: PressInput? = nil, digitDelay: Int? = nil
  ) throws -> [GameFact] {
    switch input {
    case .move(let move):
      return try handle(timed(move, at: time, by: device, digitDelay: digitDelay))
    case .press(let cells): return try press(cells, at: time, by: device)
    case .start(let examiner, let test, let isPaid):
      let before = beginAnew(at: time, isPaid: isPaid)
      lastTest = test
      return before + begin(examiner, test?.nextTrialIfGoingOn, at: time)
    case .prepare(let examiner, let test, let isPaid):
      let before = beginAnew(at: time, isPaid: isPaid)
      lastTest = test
      place(examiner)
      return before
    case .place(let examiner):
      guard hasCredit else { throw Rejection.noCredit }
      place(examiner)
      if !continuesTest { credits.reserve() }
      return []
    case .begin: return begin(at: time)
    case .resume(let kept, let test): return try resume(kept, of: test, at: time)
    case .interrupt: return interrupt(at: time)
    case .pause:
      let facts = interrupt(at: time)
      if !facts.isEmpty { round.pauseCount += 1 }
      return facts
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
      fixationTime = preparation == .fixation ? time : nil
      return []
    case .exposure(let event): return record(event, at: time)
    }
  }

  /// `true` if another round may begin: play is free, there is a credit, or a test is in progress.
  public var hasCredit: Bool { credits.isEnough || continuesTest }

  /// Changes the round number to that in the store.
  ///
  /// Does nothing before the first round.
  public mutating func renumber(to number: Int) { if isStarted { round.number = number } }

  /// Forgets the rounds that have ended and their tests, because their data was erased.
  ///
  /// Does nothing while a round or a test is in progress.
  public mutating func forgetRounds() {
    guard !isOpen, !isInTest else { return }
    var next = GameSession(usualInput: usualInput)
    next.round.number = round.number
    next.isForgotten = true
    next.credits = credits
    // The boards of later rounds follow from the number of rounds so far.
    next.statistics = statistics
    next.toldStatistics = toldStatistics
    next.chosenPlan = chosenPlan
    next.placed = placed
    next.preparation = preparation
    next.countsTurns = countsTurns
    self = next
  }

  /// Abandons the round and the test in progress, and reserves a credit for the next round.
  private mutating func beginAnew(at time: Int, isPaid: Bool) -> [GameFact] {
    let before = stop(at: time)
    chosenPlan = nil
    if !isPaid { credits.reserve() }
    return before
  }

  /// Places the board of the next round, which belongs to the test in progress, if any.
  private mutating func place(_ examiner: ChimpanzeeExaminer) {
    placed = KeptRound(
      number: 0, board: examiner.board, rule: examiner.rule, onset: 0,
      test: isInTest ? lastTest?.nextTrial : nil, usualInput: usualInput)
  }
}

// MARK: - The beginning of a round

extension GameSession {
  /// Begins the placed round.
  ///
  /// Does nothing if there is none.
  private mutating func begin(at time: Int) -> [GameFact] {
    guard let placed else { return [] }
    let left = leave(at: time)
    return left + begin(placed.newGame, placed.test, at: time)
  }

  private mutating func begin(
    _ examiner: ChimpanzeeExaminer, _ trial: TestTrial?, at time: Int
  ) -> [GameFact] {
    let beginning = KeptRound(
      number: number + 1, board: examiner.board, rule: examiner.rule, onset: time, test: trial,
      usualInput: usualInput,
      exposure: Exposure(earlyInputs: pendingEarlyInputs, turns: countsTurns ? 0 : nil))
    measures = RoundMeasures(isInTurns: countsTurns)
    statistics.countStart()
    go(on: beginning, with: examiner, at: time)
    return [.started]
  }

  /// Continues a stored round of another session.
  private mutating func resume(
    _ kept: KeptRound, of test: TestSeries?, at time: Int
  ) throws -> [GameFact] {
    var replay = RoundReplay(kept)
    while let step = replay.next() {
      if case .moved(_, .failure) = step { throw Rejection.damagedRound(kept.number) }
    }
    let before = beginAnew(at: time, isPaid: true)
    lastTest = test
    measures = replay.session.measures
    measures.interrupt()
    var next = kept.shifted(to: time)
    if replay.session.canPause { next.pauseCount += 1 }
    go(on: next, with: replay.session.examiner, at: time)
    return before + [.resumed]
  }

  /// Makes `next` the current round, and adds the previous one to the past rounds.
  private mutating func go(
    on next: KeptRound, with examiner: ChimpanzeeExaminer, at time: Int
  ) {
    if isStarted { past.append(round) }
    // Many at once: each removal moves all the others.
    if past.count > 2 * Self.rememberedCount { past.removeFirst(Self.rememberedCount) }
    if preparation != .fixation { fixationTime = nil }
    round = next
    self.examiner = examiner
    isForgotten = false
    isCovered = false
    isOutcomeDeferred = false
    isUnseen = true
    placed = nil
    preparation = nil
    pendingEarlyInputs = 0
    credits.spend()
    deadlines = Deadlines(of: examiner, from: time)
    updateToldStatistics()
  }

  /// Notes an interruption: the round continues, but its time stood still meanwhile.
  ///
  /// Does nothing unless a round is played.
  private mutating func interrupt(at time: Int) -> [GameFact] {
    guard isOpen else { return [] }
    round = round.shifted(to: time)
    measures.interrupt()
    deadlines = Deadlines(of: examiner, from: time)
    return [.interrupted]
  }
}

// MARK: - Moves

extension GameSession {
  /// Presses cells in order, up to the one that ends the round.
  ///
  /// If one press is rejected, none is made. If the rule allows one press per line, only the first
  /// press of a line that begins before the mask is made. Early presses are all made, because they
  /// have no effect.
  private mutating func press(
    _ cells: [Cell], at time: Int, by device: PressInput?
  ) throws -> [GameFact] {
    let before = self
    do { return try pressEach(of: cells, at: time, by: device) } catch {
      self = before
      throw error
    }
  }

  private mutating func pressEach(
    of cells: [Cell], at time: Int, by device: PressInput?
  ) throws -> [GameFact] {
    var facts: [GameFact] = []
    var earlier: Set<Cell> = []
    let makesOnlyOne =
      !examiner.isMasked && examiner.rule.line == .one && !examiner.ignoresPresses
    for (index, cell) in cells.enumerated() {
      if index > 0 && (makesOnlyOne || examiner.finish != nil) { continue }
      let isNew = earlier.insert(cell).inserted
      // A cell that was wrong may be right later.
      if !isNew && examiner.rule.wrong == .ends { throw Rejection.cellTwice(cell) }
      facts += try handle(timed(.press(cell), at: time, by: device, continuesLine: index > 0))
    }
    return facts
  }

  /// Returns a move with its time; only a press keeps its delay, and its input device if that is
  /// not the default of the round.
  private func timed(
    _ move: Move, at time: Int, by device: PressInput?, continuesLine: Bool = false,
    digitDelay: Int? = nil
  ) -> TimedMove {
    guard case .press = move else { return TimedMove(move, at: time) }
    let input = device ?? usualInput
    return TimedMove(
      move, at: time, by: input == round.usualInput ? nil : input, continuesLine: continuesLine,
      digitDelay: digitDelay.map { max(0, min($0, time - round.onset)) })
  }

  /// Makes a move at its own time, such as one of a stored round.
  mutating func handle(_ timed: TimedMove) throws -> [GameFact] {
    let move = timed.move
    if hasPlaced { throw Rejection.notBegun }
    guard isStarted else { throw Rejection.noRound }
    // A cell outside the board is reported even if the round is over.
    if examiner.finish != nil, case .press(let cell) = move, !examiner.board.size.contains(cell) {
      throw ExaminerError.offBoard(cell, examiner.board.size)
    }
    let outcome = try examiner.apply(move)
    round.moves.append(timed)
    measures.record(timed, outcome, in: round)
    if outcome.masks { deadlines = Deadlines(of: examiner, from: timed.time) }
    noteFirstTurn(outcome)
    guard let finish = outcome.finish else { return [.moved(outcome)] }
    return [.moved(outcome)] + end(finish)
  }

  /// Notes the request of an agent's first press; one before the end of the hold is none.
  private mutating func noteFirstTurn(_ outcome: Outcome) {
    guard case .press = outcome.move, round.exposure.firstTurn == nil else { return }
    if case .early = outcome { return }
    round.exposure.firstTurn = round.exposure.turns
  }

  /// Ends the round, and also its test if this was the last round.
  private mutating func end(_ finish: RoundOutcome) -> [GameFact] {
    defer { updateToldStatistics() }
    statistics.count(finish)
    deadlines = Deadlines()
    let wasReplaced = finish == .gaveUp && isInterruptedTrial
    round.outcome = finish
    let isCounted = round.test?.isPractice == false
    isOutcomeDeferred = lastTest?.asksAfterTrials == true && !wasReplaced && isCounted
    let isLookEnded = measures.lookEnded == 1
    // A test that searches for a hold can't learn from a look that the player ended.
    let endsMeasuredLook =
      isLookEnded && rule.press == .ignored && lastTest?.preset.searchesHold == true
    let isHoldMet = holdAccuracy?.isMet != false && !endsMeasuredLook
    lastTest?.endTrial(
      hasPassed: finish == .passed, isHoldMet: isHoldMet && !wasReplaced, isLookEnded: isLookEnded)
    round.estimate = lastTest?.estimate
    guard lastTest?.isOver == true else { return [] }
    if lastTest?.asksAfterTests == true, isCounted { isOutcomeDeferred = true }
    let cannotKeepTime = lastTest?.cannotKeepTime == true
    endTest(cannotKeepTime ? .stopped : .complete)
    return [cannotKeepTime ? .stopped : .completed]
  }

  private mutating func endTest(_ end: TestEnd) {
    // The test may have ended before its first round; then the round belongs to another test.
    if round.test != nil { round.testEnd = round.testEnd ?? end }
  }

  /// Abandons the round in progress; returns no facts if there is none.
  private mutating func leave(at time: Int) -> [GameFact] {
    guard isOpen, let outcome = try? examiner.apply(.giveUp) else { return [] }
    let move = TimedMove(.giveUp, at: time)
    round.moves.append(move)
    measures.record(move, outcome, in: round)
    round.outcome = .gaveUp
    round.wasLeft = true
    deadlines = Deadlines()
    return [.left]
  }

  /// Abandons the round and the test in progress, and the board placed for the next round.
  private mutating func stop(at time: Int) -> [GameFact] {
    let left = leave(at: time)
    placed = nil
    preparation = nil
    pendingEarlyInputs = 0
    credits.refund()
    guard isInTest else { return left }
    lastTest = nil
    endTest(.stopped)
    updateToldStatistics()
    return left + [.stopped]
  }
}

// MARK: - The screen

extension GameSession {
  /// Stores the time or count of a terminal event in the round.
  private mutating func record(_ event: ExposureEvent, at time: Int) -> [GameFact] {
    switch event {
    case .covered:
      isCovered = true
      return [.covered]
    case .shown:
      guard isOpen, isUnseen else { return [] }
      isUnseen = false
      deadlines = Deadlines(of: examiner, from: time)
      guard round.moves.isEmpty, round.exposure.shown == nil else { return [] }
      round.exposure.shown = time - round.onset
      measurePreparation(until: time)
    case .written:
      // A limited look is measured from the beginning of the write, which is never too short.
      guard isOpen, rule.hold == nil, round.moves.isEmpty, round.exposure.shown != nil else {
        return []
      }
      round.onset = time
      round.exposure.shown = 0
      measurePreparation(until: time)
      deadlines = Deadlines(of: examiner, from: time)
    case .sized(let size):
      guard isOpen else { return [] }
      round.exposure.note(size, at: time - round.onset)
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
    case .asked(let tokens):
      countsTurns = true
      guard isOpen, round.exposure.isInTurns else { return [] }
      round.exposure.countTurn(tokens: tokens)
    }
    return [.exposed]
  }
}

extension GameSession {
  /// The time at which the previous trial of the round's test ended; `nil` if it was not played in
  /// this session, or without one.
  private var previousEnd: Int? {
    guard let trial = round.test, let previous = past.last, previous.outcome != nil,
      let before = previous.test, before.number == trial.number - 1,
      before.name == trial.name, before.settings == trial.settings
    else { return nil }
    return previous.moves.last?.time
  }

  /// Stores the times before the numerals, which are on the screen now.
  private mutating func measurePreparation(until time: Int) {
    guard round.test != nil, round.gaps.isEmpty else { return }
    round.exposure.fixation = fixationTime.map { time - $0 }
    round.exposure.interval = previousEnd.map { (fixationTime ?? time) - $0 }
  }

  /// Returns the time that is left until the interval before the next trial of a test is over;
  /// `nil` if it has none, or does not follow a trial of this session.
  ///
  /// The interval counts from the end of that trial, or from `later` if that came after it.
  public func remainingInterval(at time: Int, since later: Int? = nil) -> Int? {
    guard let test, let placed, let trial = placed.test, let before = round.test,
      before.number == trial.number - 1, before.name == trial.name,
      before.settings == trial.settings, round.outcome != nil,
      let interval = test.settings.interval(beforeTrial: trial.number)
    else { return nil }
    let end = round.moves.last?.time ?? time
    return interval - (time - max(end, later ?? end))
  }
}

extension TestSeries {
  fileprivate var nextTrialIfGoingOn: TestTrial? { isOver ? nil : nextTrial }
}

extension KeptRound {
  fileprivate static let none = KeptRound(
    number: 0, board: .smallest, rule: .standard, onset: 0)

  /// Returns the round with all times shifted by the pause between its last move and now.
  fileprivate func shifted(to time: Int) -> KeptRound {
    var round = self
    round.gaps.append(moves.count)
    let delay = time - (moves.last?.time ?? onset)
    // In a replay the delay is 0: its interruptions must not copy all moves each time.
    guard delay != 0 else { return round }
    round.onset += delay
    round.moves = moves.map {
      $0.shifted(by: delay)
    }
    return round
  }
}
