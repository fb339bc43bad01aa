import Examiner
public import Game
import Observing
import Records
import Shell

/// The journal: stores each beginning of a round and each command's moves before the views show
/// them.
///
/// ```swift
/// let stored = StoredRounds(programStore, facts)
/// let number = try stored.keep(facts, of: session, at: time)
/// ```
///
/// So everything that the user has seen is on the disk, even if power is lost. Another program may
/// resume a round whose process seems to be dead. Before each move, this program checks for that,
/// and then throws a refusal.
public final class StoredRounds {
  /// The round in progress with its record.
  public struct OpenRound {
    var record: RoundRecord
    /// The time at which its numerals were shown, in milliseconds since the session began.
    var onset: Int
    /// The length of the stored moves, by which a change by another program is detected.
    var moveSize: Int
  }

  /// The owner of the store.
  let programStore: ProgramStore
  /// The properties of the session that are stored with it.
  private(set) var facts: SessionFacts
  /// The record of the session; `nil` before its first round.
  var session: Session?
  /// The round in progress; `nil` if there is none, or if another program has resumed it.
  var open: OpenRound?
  /// The session number among those of its participant, cached.
  private var numbered: (session: String, number: Int)?
  /// The participant who had not withdrawn in this version of the store.
  var checked: (code: String, version: UInt32)?
  /// The participant of the last save who had withdrawn; `nil` if the save had no such error.
  public var withdrawn: String?
  /// The version of the store at the last check for changes by other programs.
  private var seenVersion: UInt32?
  /// The number of facts that were kept.
  private var keptCount = 0
  /// Creates record identifiers; `nil` if the store creates them.
  public var makeName: (() -> String)?

  /// Creates a journal; nothing is stored before the first round begins.
  public init(_ programStore: ProgramStore, _ facts: SessionFacts) {
    self.programStore = programStore
    self.facts = facts
  }

  /// Stores the facts of an input in one transaction, and returns the number of the round.
  ///
  /// After an error nothing was stored.
  public func keep(
    _ facts: [GameFact], of played: GameSession, at time: Int
  ) throws -> Int {
    if facts == [.exposed] || facts == [.covered] {
      record(played.round)
      return played.number
    }
    try requireOpenRound(toKeep: facts)
    let isResuming = facts.last == .resumed
    let kept: (session: Session?, open: OpenRound?)
    do {
      kept = try performForParticipant { context throws(RecordError) in
        var next = (session: session, open: open)
        let outcomes = facts.compactMap(\.outcome)
        if !outcomes.isEmpty { try keepMoves(outcomes, of: played, &next.open, in: context) }
        for fact in facts { try keep(fact, of: played, at: time, &next, in: context) }
        // Batched facts are saved together later, but a new round needs its number now.
        if !programStore.isBatching || facts.haveBeginning {
          try save(next.session, in: context)
        } else if let participant = next.session?.participant {
          try refuseWithdrawn(participant, in: context)
        }
        return next
      }
    } catch { throw isResuming && isRace(error) ? Refusal.nothingInterrupted : error }
    (session, open) = kept
    keptCount += facts.count
    if facts.haveBeginning { record(played.round) }
    return open?.record.row ?? played.number
  }

  /// Throws if the session may store no more facts, or if another program has continued the round
  /// in which the player has moved.
  private func requireOpenRound(toKeep facts: [GameFact]) throws {
    if let limit = programStore.environment.keptLimit, keptCount + facts.count > limit {
      throw Refusal(
        "kept-too-much", "a restricted session keeps at most \(limit) rounds and presses",
        "制限されたセッションで残せるのは、ラウンドと押下を合わせて\(limit)件までです")
    }
    if !programStore.isBatching { try findOpen() }
    guard open == nil, facts.moveCount > 0 else { return }
    try checkWithdrawal(of: self.facts.participant())
    throw Refusal(
      "played-elsewhere",
      "another program has continued this round (\"start\" begins another one)",
      "このラウンドは、ほかのプログラムで続けられました（start で別のラウンドを始めます）")
  }

  /// Makes the next round begin a new session, because the rows of this one may have been deleted.
  public func forgetSession() {
    session = nil
    open = nil
    numbered = nil
    checked = nil
    withdrawn = nil
  }

  /// Makes the number of the session be looked up again.
  func forgetNumber() { numbered = nil }

  /// Drops the round in progress if another program has continued it.
  ///
  /// Throws only if the round can't be read.
  public func findOpen() throws {
    guard let open else { return }
    let isOurs = try programStore.perform { context throws(RecordError) in
      let version = try? context.store.dataVersion()
      if version == seenVersion { return true }
      seenVersion = version
      let found = try context.record(RoundRecord.self, objectId: open.record.objectId)
      return found?.moves.utf8.count == open.moveSize
    }
    if !isOurs { self.open = nil }
  }

  /// A copy of the journal's state, to restore it if a batch can't be committed.
  ///
  ///     let snapshot = rounds.snapshot
  ///     rounds.restore(snapshot)
  public struct Snapshot {
    fileprivate let sessionId: String?
    fileprivate let open: OpenRound?

    public init(sessionId: String?, open: OpenRound?) {
      self.sessionId = sessionId
      self.open = open
    }
  }

  /// A copy of the current state.
  public var snapshot: Snapshot { Snapshot(sessionId: session?.objectId, open: open) }

  /// Restores an earlier state, because later changes could not be stored.
  public func restore(_ snapshot: Snapshot) {
    session = nil
    open = nil
    try? programStore.perform { context throws(RecordError) in
      if let sessionId = snapshot.sessionId {
        session = try context.record(Session.self, objectId: sessionId)
      }
      guard var round = snapshot.open,
        let found = try context.record(RoundRecord.self, objectId: round.record.objectId),
        found.moves.utf8.count == round.moveSize
      else { return }
      round.record = found
      open = round
    }
  }

  /// Stores the moves that had these outcomes, which are the last ones of the round, and their
  /// presses.
  private func keepMoves(
    _ outcomes: [Outcome], of played: GameSession, _ open: inout OpenRound?,
    in context: RecordContext
  ) throws(RecordError) {
    let end = outcomes.last?.finish
    let best = end == .passed ? try best(in: context) : nil
    // A round can't continue without its record.
    guard let record = open?.record, let moves = open?.append(played.round.moves, outcomes.count)
    else { throw .vanished(entity: RoundRecord.entity, objectId: "") }
    // The first press sets the turn that the round has for it.
    if played.round.exposure.isInTurns {
      record.change { $0.exposure = played.round.exposure }
    }
    record.update(played.measures, end, moves: moves)
    if end != nil { record.change { $0.finished = 1 } }
    if end != nil, let estimate = played.lastTest?.estimate {
      record.change { $0.setEstimate(estimate) }
    }
    if end == .passed { try addBestNews(played, of: record, best, in: context) }
    let pressCount = outcomes.count { if case .press = $0.move { true } else { false } }
    for press in played.measures.presses.suffix(pressCount) {
      try insert(press, of: record, in: context)
    }
  }

  /// Stores one fact other than a move, and updates the current session and round.
  private func keep(
    _ fact: GameFact, of played: GameSession, at time: Int,
    _ next: inout (session: Session?, open: OpenRound?),
    in context: RecordContext
  ) throws(RecordError) {
    switch fact {
    case .started:
      let round = played.round
      let session = try currentSession(in: context)
      next = (session, OpenRound(try insert(round, of: session, in: context), round))
    case .resumed: next = try resume(played, in: context)
    case .interrupted:
      guard let record = next.open?.record else { break }
      record.resumption = next.session
      record.update(played)
      next.open = OpenRound(record, played.round)
    case .covered, .exposed, .moved: break
    case .stopped: try endTest(of: next.open?.record, .stopped, in: context)
    case .completed: try endTest(of: next.open?.record, .complete, in: context)
    case .left where next.open?.record.outcome != nil: break
    case .left: next.open?.leave(at: time)
    }
  }

  /// Inserts the record of a new round.
  func insert(
    _ round: KeptRound, of session: Session, at date: Int? = nil, in context: RecordContext
  ) throws(RecordError) -> RoundRecord {
    let record = RoundRecord()
    record.session = session
    (record.block, record.trial) = blockAndTrial(of: round, in: session)
    let number = try number(of: session, in: context)
    record.describe(round, at: programStore.date(at: round.onset), inSession: number)
    try context.insert(record, objectId: makeName?(), dateCreated: date)
    describeTest(of: record, round)
    return record
  }

  /// Inserts the record of a press.
  func insert(
    _ press: RoundMeasures.Press, of round: RoundRecord, at date: Int? = nil,
    in context: RecordContext
  ) throws(RecordError) {
    let record = PressRecord()
    record.values = press
    record.round = round
    try context.insert(record, objectId: makeName?(), dateCreated: date)
  }

  /// Continues the record of a round whose program was killed.
  ///
  /// - Throws: `RecordError` if another program has done so first.
  private func resume(
    _ played: GameSession, in context: RecordContext
  ) throws(RecordError) -> (Session, OpenRound) {
    let (found, session) = try interruptedRound(played.round, in: context)
    found.resumption = session
    found.update(played)
    return (session, OpenRound(found, played.round))
  }

  /// Stores the end of the session: its round was abandoned, its test stopped.
  ///
  /// Does nothing if the session has no round.
  public func close() throws {
    guard let session else { return }
    try findOpen()
    try programStore.perform { context throws(RecordError) in
      if let record = open?.record {
        if record.outcome == nil { record.outcome = .quit }
        try endTest(of: record, .stopped, in: context)
      }
      end(session, at: nil)
      try context.save()
    }
  }

  /// Sets the end date of a session, which is never before its start, even if the clock went
  /// backwards.
  private func end(_ session: Session, at date: Int?) {
    session.dateEnded = max(date ?? programStore.date(at: nil), session.dateCreated)
  }

  /// Returns whether this session may read a round; a restricted one may only read its own.
  func isOpen(_ record: RoundRecord) -> Bool {
    !programStore.environment.isRestricted
      || record.session?.participant?.code == facts.participant()
  }

  /// Returns whether the program that played a round was killed.
  func wasInterrupted(_ record: RoundRecord) -> Bool {
    guard isOpen(record), record.outcome == nil || record.isOfOpenTest,
      let session = record.resumption ?? record.session
    else { return false }
    // A session without a process was imported; its program may still be running elsewhere.
    return session.dateEnded == nil && !session.process.isEmpty
      && !programStore.environment.isRunning(session.process)
  }

  /// Stores the seed of the session, which was not known at its start.
  public func recordSeed(_ seed: String) { session?.seed = seed }

  /// Returns the record of the session for the current participant.
  func currentSession(in context: RecordContext) throws(RecordError) -> Session {
    try session(of: facts.participant(), seed: facts.seed(), since: nil, in: context)
  }

  /// Returns the record of the session for a participant, and begins a session if necessary.
  ///
  /// A change of the participant ends the previous session.
  func session(
    of code: String, seed: String, since date: Int?, in context: RecordContext
  ) throws(RecordError) -> Session {
    if let session, session.participant?.code == code { return session }
    if let session { end(session, at: date) }
    var participant = try context.readable(Participant.self, "withCode", ["code": code]).first
    if participant == nil {
      let owner = Participant()
      owner.code = code
      participant = try context.insert(owner, objectId: makeName?(), dateCreated: date)
    }
    let session = Session()
    session.process = programStore.environment.ownProcess()
    session.programVersion = facts.programVersion
    session.inputMode = facts.inputMode
    session.declare(facts.declared())
    session.clockKind = facts.clockKind
    session.clockResolution = facts.clockResolution
    session.seed = seed
    session.machine = facts.machine
    session.terminal = facts.terminal()
    session.timing = facts.timing
    try context.insert(session, objectId: makeName?(), dateCreated: date)
    session.participant = participant
    return session
  }

  /// Returns the number of a session among those of its participant.
  func number(of session: Session, in context: RecordContext) throws(RecordError) -> Int {
    if let numbered, numbered.session == session.objectId { return numbered.number }
    let number = try SessionNumbers(context).number(of: session)
    numbered = (session.objectId, number)
    return number
  }

  /// Stores the measured timing of the terminal, in this session and in later ones.
  public func keep(timing: String) throws {
    facts.timing = timing
    try performForParticipant { context throws(RecordError) in
      let session = try currentSession(in: context)
      session.timing = timing
      try save(session, in: context)
      self.session = session
    }
  }

  /// Sets the terminal's times and the onset in the record of the current round.
  ///
  /// They are saved with the next move. Does nothing after the end of the round.
  public func record(_ round: KeptRound) {
    guard let record = open?.record, record.outcome == nil else { return }
    let exposure = round.exposure
    if record.values.exposure != exposure {
      record.change { $0.exposure = exposure }
    }
    if round.moves.isEmpty, record.values.onset != round.onset {
      let date = InstantText(milliseconds: programStore.date(at: round.onset)).description
      record.change {
        $0.onset = round.onset
        $0.onsetDate = date
      }
      open?.onset = round.onset
    }
  }

  /// Returns the block number and trial number of the next round of a session.
  func blockAndTrial(of round: KeptRound, in session: Session) -> (block: Int, trial: Int) {
    let trial = round.test?.number ?? 1
    guard let record = open?.record, record.session === session || record.resumption === session
    else { return (1, trial) }
    guard record.test == round.test?.name, round.test == nil || record.trial + 1 == trial else {
      return (record.block + 1, trial)
    }
    return (record.block, record.trial + 1)
  }

  /// Returns the best stored result; `nil` without one.
  private func best(in context: RecordContext) throws(RecordError) -> BestResult? {
    guard programStore.environment.keepsForAll else { return nil }
    return try RoundRecord.best(1, of: facts.player, in: context).first
  }

  /// Adds a news item about a new best result; practice rounds don't count, and no outcome that
  /// waits for the answer to a question.
  private func addBestNews(
    _ played: GameSession, of record: RoundRecord, _ best: BestResult?, in context: RecordContext
  ) throws(RecordError) {
    guard programStore.environment.keepsForAll, !record.isPractice, !played.isOutcomeDeferred,
      !record.values.hasMissedHold,
      let result = BestResult(played.measures, on: played.board, played.rule.wrong),
      best.map({ result.isBetter(than: $0) }) ?? true
    else { return }
    let last = try News.lastOrder(in: context)
    try context.insert(News.self) {
      $0.title = facts.newsTitle(result)
      $0.roundId = record.objectId
      $0.sortOrder = News.order(after: last)
    }
  }
}

extension StoredRounds.OpenRound {
  /// Creates the state of a round in progress from its record.
  init(_ record: RoundRecord, _ round: KeptRound) {
    self.record = record
    onset = round.onset
    moveSize = record.moves.utf8.count
  }

  /// Returns the stored moves with the last ones of the round, and notes their length.
  mutating func append(_ moves: [TimedMove], _ count: Int) -> String {
    var text = record.moves
    for move in moves.suffix(count) { MoveText.append(move, onset: onset, to: &text) }
    moveSize = text.utf8.count
    return text
  }

  /// Stores that the round was abandoned.
  mutating func leave(at time: Int) {
    let moves = append([TimedMove(.giveUp, at: time)], 1)
    record.change {
      $0.moves = moves
      $0.end(.gaveUp)
    }
  }
}

extension StoredRounds {
  /// Returns whether an error says that another program has changed the same record first.
  func isRace(_ error: any Error) -> Bool {
    if case RecordError.changedElsewhere = error { true } else { false }
  }
}
