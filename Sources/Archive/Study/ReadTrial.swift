import Examiner
public import Game
public import Records
public import Shell

/// A trial with its presses, as statistics read it.
///
/// Columns of the trial are read as members: `trial.requestedHold`, `trial.test`.
///
///     print(trial.participant, trial.test ?? "round", trial.presses.count)
@dynamicMemberLookup
public struct ReadTrial: Sendable {
  /// The participant's code; empty without one.
  public let participant: String
  /// The permanent identifier of a trial of a study; empty for others.
  public var identifier = ""
  /// The session number of the participant, or in a study that of the study, counted from 1.
  public let session: Int
  /// The reasons to exclude the trial from statistics; empty for none.
  public fileprivate(set) var exclusions: [Exclusions.Reason] = []
  /// The presses in order, including early ones and those on empty cells; none for a round outside
  /// a test, which is in no figures.
  public fileprivate(set) var presses: [RoundMeasures.Press] = []
  @usableFromInline let shared: SharedTrial
  /// `true` if the participant ended the look before the hold did.
  public var isLookEnded = false
  /// The ranks of the pressed numerals, 0 for an empty cell; `nil` if the rule ends rounds at an
  /// error.
  public var ranks: [Int]?
  /// The age of the participant in years; `nil` if it is unknown.
  public var age: Int?
  /// `true` if the trial belongs to a participant's first finished game with predefined steps.
  public var isOfFirstGame = false
  /// The participant's group in the study; `nil` without one.
  public var group: String?
  /// The agent that began or resumed the trial; `nil` for any other player.
  public var agent: AgentName?
  /// The rounds of an adaptive test that its course has counted up to this trial, those included
  /// that figures exclude; empty for other tests.
  public var playedStimuli: [PlayedStimulus] = []
  /// The reason to exclude the trial that follows from its sessions: who played it, or the clock.
  fileprivate var sessionReason: Exclusions.Reason?

  /// All columns of the trial.
  // NB: inlined, so that reading one column copies no other (row "summary").
  @inlinable public var values: Trial { shared.values }

  /// The value of a column, read without copying all columns.
  @inlinable public subscript<Value>(dynamicMember path: KeyPath<Trial, Value>) -> Value {
    shared.values[keyPath: path]
  }

  /// The level by which the test is scored; 0 for training steps.
  public var scoredLevel: Int {
    guard let course = TestPreset.withTraining(named: values.test)?.course else {
      return values.count
    }
    let isTraining = values.isPractice
    return isTraining ? 0 : course.level(count: values.count, hold: values.requestedHold)
  }

  /// `true` if all numerals were pressed without an error, which is what statistics count.
  ///
  /// With `wrong=again` every round can be finished by trial and error.
  public var isPassed: Bool { isCompleted && !presses.contains { $0.judgement == .wrong } }

  /// `true` if all numerals were pressed, even with errors, which is what scores count.
  public var isCompleted: Bool { values.isCompleted }

  /// `true` if the rule lets the round go on after an error.
  public var isContinued: Bool { ranks != nil }

  /// `true` if the first press is made while the numerals are visible.
  public var isFirstSeen: Bool { isLookEnded || values.condition != Trial.Condition.hold.rawValue }

  /// `true` if the numerals stay visible, so that nothing is to be remembered or guessed.
  public var isUnmasked: Bool { values.condition == Trial.Condition.unmasked.rawValue }

  /// The times of right presses before the first error, in milliseconds; `nil` for an unknown time.
  ///
  /// The first one is measured from the mask if the hold ended before it, otherwise from the onset;
  /// each later one from the previous press. A trial that is told by turns has none.
  public var latencies: [Double?] {
    guard !values.exposure.isInTurns else { return [] }
    let measures = values.measures
    let first = isFirstSeen ? measures.firstPressFromOnset : measures.firstPressFromMask
    var latencies: [Double?] = []
    latencies.reserveCapacity(presses.count)
    for press in presses where press.judgement.isAnswer {
      guard press.judgement == .right else { break }
      latencies.append((latencies.isEmpty ? first : press.lineLatency).map(Double.init))
    }
    return latencies
  }
}

extension ReadTrial {
  /// Creates a trial with these columns.
  public init(
    participant: String, session: Int, exclusions: [Exclusions.Reason],
    presses: [RoundMeasures.Press], values: Trial, ranks: [Int]? = nil, age: Int? = nil,
    isOfFirstGame: Bool = false, group: String? = nil
  ) {
    self.init(
      participant: participant, session: session, exclusions: exclusions, presses: presses,
      shared: SharedTrial(values), isLookEnded: values.measures.lookEnded == 1, ranks: ranks,
      age: age, isOfFirstGame: isOfFirstGame, group: group)
  }
}

extension ReadTrial {
  /// Returns the rank of each pressed numeral on the board, 0 for an empty cell; `nil` if the rule
  /// ends rounds at an error.
  fileprivate static func ranks(of report: RoundReport) -> [Int]? {
    guard report.round.rule.wrong == .again else { return nil }
    let board = report.round.board
    return report.presses.filter(\.judgement.isAnswer).map { press in
      press.numeral.flatMap { board.numerals.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    }
  }
}

/// The columns of a trial, which all copies of the trial share.
///
/// Some twenty of them are texts, and copying the columns would retain each of them (row "summary").
@usableFromInline
final class SharedTrial: Sendable {
  @usableFromInline let values: Trial

  init(_ values: consuming Trial) { self.values = values }
}

extension OperationRun {
  /// Calls `handle` with each trial of the store in order, and reports the progress.
  ///
  /// A damaged trial is `nil`. Another thread reads the next rows meanwhile, so `handle` must not
  /// use the store.
  public func forEachReadTrial(
    in context: RecordContext, of source: StoreSource,
    _ handle: (ReadTrial?) throws -> Void
  ) throws {
    let total = try context.store.rowCount(ofTable: RoundRecord.entity)
    let reading = try TrialReading(context)
    var count = 0
    try overlap({ try reading.next() }) { _ in
      1
    } _: { trial in
      try note(count, of: total, source)
      count += 1
      try handle(trial?.replayed())
    }
    report(completed: total, of: total, source.describe(.trials))
  }
}

/// Reads the trials of a store in order, without their presses, which follow from the boards and
/// moves.
private final class TrialReading {
  /// The session in which a trial was begun, or resumed, with its participant.
  private struct Owner {
    /// The participant's code; empty without one.
    let participant: String
    /// The age from the command `age`; `nil` if it is unknown.
    let age: Int?
    /// The number of the session among those of its participant, from 1.
    let number: Int
    let isVirtual: Bool
    let player: Session.Player
    let agent: AgentName?
    /// The error of the participant's row, if that is damaged.
    let error: RecordError?
  }

  /// The owner of a first game: a script's game is not that of the participant.
  private struct GameOwner: Hashable {
    let participant: String
    let player: Session.Player
    let agent: AgentName?

    init(_ owner: Owner) {
      participant = owner.participant
      player = owner.player
      agent = owner.agent
    }
  }

  private struct Enrolments {
    /// The ages from answers, by participant code.
    var ages: [String: Int] = [:]
    /// The groups by text of a study, then by participant code.
    var groups: [StudyText: [String: String]] = [:]
  }

  private let rounds: RowReader<RoundRecord>
  private let context: RecordContext
  /// The sessions by row, without those whose rows are damaged.
  private let owners: [Int: Owner]
  /// The facts about participants from their enrolments in studies; `nil` until they are read.
  private var enrolments: Enrolments?
  /// The identifiers of the participants' first finished games, by test, then by participant.
  private var firstGames: [String: [GameOwner: String]] = [:]
  private var adaptiveTests = AdaptiveTests()

  init(_ context: RecordContext) throws(RecordError) {
    self.context = context
    owners = try Self.owners(in: context)
    rounds = try RowReader(context, "allRounds")
    try rounds.begin()
  }

  /// Reads the next trial, without its presses; returns `nil` at the end, and `.some(nil)` for a
  /// damaged row.
  func next() throws(RecordError) -> ReadTrial?? {
    guard let reading = try rounds.next() else { return nil }
    let round = rounds.record
    guard reading == .asWritten, let owner = owner(ofSession: round.$session) else {
      return .some(nil)
    }
    // Exchanged, not copied: the reader sets all columns again at the next row.
    var values = Trial()
    swap(&values, &round.values)
    let number = values.sessionNumber ?? owner.number
    let shared = SharedTrial(values)
    var trial = ReadTrial(participant: owner.participant, session: number, shared: shared)
    guard shared.values.test != nil else { return .some(trial) }
    let resumption = owners[round.$resumption]
    trial.age = try age(of: owner)
    trial.agent = owner.agent ?? resumption?.agent
    trial.sessionReason = Self.reason(owner, resumedBy: resumption?.player)
    if let text = StudyText(of: shared.values) {
      trial.identifier = round.objectId
      trial.group = try readEnrolments().groups[text]?[trial.participant]
    }
    trial.isOfFirstGame = try isOfFirstGame(shared.values, of: owner)
    trial.playedStimuli = adaptiveTests.rounds(upTo: shared.values)
    return .some(trial)
  }

  /// Returns the reason to exclude what a session's player has played and another one resumed.
  private static func reason(
    _ owner: Owner, resumedBy other: Session.Player?
  ) -> Exclusions.Reason? {
    // Who played is reason enough: the clock of a script or a model is never asked for.
    if owner.player == .simulated || ParticipantCode.isSimulated(owner.participant) {
      return .simulated
    }
    if owner.player == .agent || other == .agent { return .agent }
    if owner.player == .script || other == .script { return .script }
    return owner.isVirtual ? .virtualClock : nil
  }

  /// Returns `true` if the participant has no earlier finished game with predefined steps.
  private func isOfFirstGame(
    _ values: Trial, of owner: Owner
  ) throws(RecordError) -> Bool {
    guard values.testComplete == 1, let game = values.testId,
      let test = TestPreset.withTraining(named: values.test)?.name
    else { return false }
    if firstGames[test] == nil { firstGames[test] = try readFirstGames(of: test) }
    return firstGames[test]?[GameOwner(owner)] == game
  }

  /// Returns the first finished game of each participant in a test.
  ///
  /// The dates decide: a merge may have added an earlier game after a later one.
  private func readFirstGames(of test: String) throws(RecordError) -> [GameOwner: String] {
    var games: [GameOwner: (game: String, date: String)] = [:]
    let rounds = try RowReader<RoundRecord>(context, "roundsNamed")
    try rounds.begin(["test": test as String?])
    while let reading = try rounds.next() {
      let values = rounds.record.values
      guard reading == .asWritten, values.testComplete == 1, let game = values.testId,
        let owner = owner(ofSession: rounds.record.$session)
      else { continue }
      let player = GameOwner(owner)
      if let known = games[player], known.date <= values.onsetDate { continue }
      games[player] = (game, values.onsetDate)
    }
    return games.mapValues(\.game)
  }

  /// Returns the age from the command `age`, or from an answer in a study; `nil` if it is unknown.
  private func age(of owner: Owner) throws(RecordError) -> Int? {
    if owner.participant.isEmpty || owner.age != nil { return owner.age }
    return try readEnrolments().ages[owner.participant]
  }

  /// Returns the facts from enrolments, which are read at the first call.
  private func readEnrolments() throws(RecordError) -> Enrolments {
    if let enrolments { return enrolments }
    var found = Enrolments()
    for enrolment in try context.readable(EnrolmentRecord.self, "allEnrolments") {
      if let age = enrolment.answeredAge { found.ages[enrolment.code] = age }
      guard let group = enrolment.group, let study = enrolment.study else { continue }
      let text = StudyText(study: study.name, hash: study.hash)
      found.groups[text, default: [:]][enrolment.code] = group
    }
    enrolments = found
    return found
  }

  /// Returns who played in a session; `nil` if the session or its participant is damaged.
  ///
  /// The trials of a participant who can't be read must not be taken for those of another.
  private func owner(ofSession row: Int) -> Owner? {
    guard let owner = owners[row] else { return nil }
    guard let error = owner.error else { return owner }
    context.omit(because: error)
    return nil
  }

  /// Reads the participants and sessions of a store, each table once.
  private static func owners(in context: RecordContext) throws(RecordError) -> [Int: Owner] {
    var people: [Int: (code: String, age: Int?, error: RecordError?)] = [0: ("", nil, nil)]
    let participants = try RowReader<Participant>(context, "allParticipants")
    try participants.begin()
    while let reading = try participants.next() {
      let participant = participants.record
      people[participants.rowNumber] =
        switch reading {
        case .asWritten: (participant.code, participant.age, nil)
        case .faulty(let error): ("", nil, error)
        }
    }
    var owners: [Int: Owner] = [:]
    var counts: [Int: Int] = [:]
    let sessions = try RowReader<Session>(context, "allSessions")
    try sessions.begin()
    while let reading = try sessions.next() {
      let row = sessions.target(of: "participant")
      counts[row, default: 0] += 1
      guard reading == .asWritten, let person = people[row] else { continue }
      let values = sessions.record.values
      owners[sessions.rowNumber] = Owner(
        participant: person.code, age: person.age, number: row == 0 ? 1 : counts[row, default: 1],
        isVirtual: values.isVirtual, player: values.player(of: person.code),
        agent: values.agentName, error: person.error)
    }
    return owners
  }
}

extension ReadTrial {
  /// Returns the trial with its presses; `nil` if its moves can't be replayed.
  ///
  /// Nothing is replayed of a round outside a test, which is in no figures.
  fileprivate consuming func replayed() -> ReadTrial? {
    guard shared.values.test != nil else { return self }
    guard let rule = try? shared.values.rule(number: 0),
      case .described(let board)? = try? BoardIdentifier(shared.values.board),
      let read = MoveText.read(shared.values.moves, onset: 0)
    else { return nil }
    let report = RoundReport(
      KeptRound(
        number: 0, board: board, rule: rule, onset: 0, moves: read.moves, gaps: read.gaps,
        pauseCount: read.pauseCount, exposure: shared.values.exposure))
    // Figures index arrays by numeral, so that a wrong count must not reach them.
    guard shared.values.count == board.count,
      shared.values.measures.rightBeforeError == report.measures.trial.rightBeforeError
    else { return nil }
    presses = report.presses
    isLookEnded = report.measures.trial.lookEnded == 1
    ranks = Self.ranks(of: report)
    exclusions = reasons(after: report)
    return self
  }

  /// Returns the reasons for which figures exclude the trial.
  private func reasons(after report: RoundReport) -> [Exclusions.Reason] {
    var reasons: [Exclusions.Reason] = []
    if shared.values.isPractice { reasons.append(.practice) }
    // NB: a simulated trial whose time was over before the first press has no press to tell.
    let isSimulated = report.round.moves.contains { $0.input == .simulated }
    if let reason = isSimulated ? .simulated : sessionReason { reasons.append(reason) }
    if !report.round.gaps.isEmpty { reasons.append(.resumed) }
    if shared.values.testState == TestEnd.stale.rawValue { reasons.append(.stale) }
    if shared.values.hasMissedHold { reasons.append(.holdMissed) }
    // NB: stores before version 3 do not record which presses were on one line.
    let line =
      shared.values.measures.linePresses
      ?? report.presses.count { $0.time == report.presses.first?.time }
    if line > 1 { reasons.append(.severalPresses) }
    return reasons
  }
}
