import Examiner
public import Game
import Records
import Shell

/// The storage of tests: each round has the identifier and the outcome of its test.
extension StoredRounds {
  /// Sets the columns of a new round about its test, which it continues or begins.
  func describeTest(of record: RoundRecord, _ round: KeptRound) {
    guard let test = round.test else { return }
    let before = open?.record
    let isNext =
      test.number != 1 && before?.test == record.test && before?.trial == record.trial - 1
    let last = isNext ? before?.values : nil
    record.change { $0.beginTest(after: last, named: record.objectId) }
  }

  /// Sets the outcome of an unfinished test in all of its rounds.
  func endTest(
    of record: RoundRecord?, _ end: TestEnd, in context: RecordContext
  ) throws(RecordError) {
    guard let record, record.isOfOpenTest, let test = record.testId else { return }
    record.change { $0.endTest(end) }
    for round in try context.readable(RoundRecord.self, "roundsOfTest", ["test": test])
    where round.isOfOpenTest { round.change { $0.endTest(end) } }
  }

  /// Marks the interrupted tests of a study's block as stale, so that the block begins again.
  ///
  /// Also ends an unfinished round. Returns `false` and changes nothing if another program is
  /// playing one of the tests.
  public func endStaleTests(
    of participant: String, at position: StudyPosition
  ) throws -> Bool {
    try programStore.perform { context throws(RecordError) in
      let found = try openTestRounds(of: participant, at: position, in: context)
      if found.contains(where: isPlayedElsewhere) { return false }
      for round in found {
        round.change { trial in
          if trial.outcome == nil { trial.end(.quit) }
          trial.endTest(.stale)
        }
      }
      try context.save()
      return true
    }
  }

  /// Returns the text of the running program that plays a test of a study's block; `nil` if none
  /// does.
  public func program(
    playing position: StudyPosition, of participant: String
  ) throws -> String? {
    try programStore.perform { context throws(RecordError) in
      let rounds = try openTestRounds(of: participant, at: position, in: context)
      guard let round = rounds.first(where: isPlayedElsewhere) else { return nil }
      return (round.resumption ?? round.session)?.process
    }
  }

  /// Returns the rounds of a participant's unfinished tests of a study's block.
  private func openTestRounds(
    of participant: String, at position: StudyPosition, in context: RecordContext
  ) throws(RecordError) -> [RoundRecord] {
    try context.readable(RoundRecord.self, "roundsOfStudy", ["study": position.study]).filter {
      $0.isOfOpenTest && $0.values.studyPosition?.block == position.block
        && $0.session?.participant?.code == participant
    }
  }

  /// Returns whether a running program of this machine plays a round.
  private func isPlayedElsewhere(_ round: RoundRecord) -> Bool {
    guard let session = round.resumption ?? round.session, session.dateEnded == nil else {
      return false
    }
    return !session.process.isEmpty && programStore.environment.isRunning(session.process)
  }

  /// Returns the code of the participant who began a round; `nil` if the round is not in the store.
  public func participant(of round: KeptRound) throws -> String? {
    try programStore.perform { context throws(RecordError) in
      try context.fetch(RoundRecord.self, "numbered", ["number": round.number])
        .first?.session?.participant?.code
    }
  }

  /// Returns the agent that began a round; `nil` if another player did.
  public func agent(of round: KeptRound) throws -> AgentName? {
    try programStore.perform { context throws(RecordError) in
      try context.fetch(RoundRecord.self, "numbered", ["number": round.number])
        .first?.session?.values.agentName
    }
  }

  /// Continues a test that was interrupted after the given finished round.
  public func resume(_ round: KeptRound) throws {
    do {
      (session, open) = try performForParticipant { context throws(RecordError) in
        let (found, session) = try interruptedRound(round, in: context)
        found.resumption = session
        try save(session, in: context)
        return (session, OpenRound(found, round))
      }
    } catch { throw isRace(error) ? Refusal.nothingInterrupted : error }
  }

  /// Returns the record of an interrupted round, and the session in which it is resumed.
  ///
  /// Throws if another program has resumed it before.
  func interruptedRound(
    _ round: KeptRound, in context: RecordContext
  ) throws(RecordError) -> (RoundRecord, Session) {
    let found = try context.fetch(RoundRecord.self, "numbered", ["number": round.number]).first
    guard let found, wasInterrupted(found), found.kept?.moves.count == round.moves.count else {
      throw .changedElsewhere(entity: RoundRecord.entity, objectId: "\(round.number)")
    }
    return (found, try currentSession(in: context))
  }

  /// Returns the numbers of all rounds in progress, in any program, and of those that `resume`
  /// would continue.
  public func played() throws -> Set<Int> {
    try programStore.perform { context throws(RecordError) in
      var numbers = Set<Int>()
      var foundInterrupted = false
      try context.forEachRow(RoundRecord.self, "openRounds") { record, fault in
        let session = fault == nil ? record.resumption ?? record.session : nil
        guard let session, session.dateEnded == nil, !session.process.isEmpty else { return true }
        let isRunning = programStore.environment.isRunning(session.process)
        // The newest round comes first; older abandoned ones are reported as abandoned.
        if isRunning || !foundInterrupted { numbers.insert(record.row) }
        foundInterrupted = foundInterrupted || !isRunning
        return true
      }
      return numbers
    }
  }

  /// Returns the scores of the participant's finished tests, by `BestScores.key`, without those
  /// that a script played for a person, or the reverse.
  ///
  /// A test in progress is not finished; the one that ended just before is. `test` is the name of
  /// the only test; `nil` for all.
  public func scores(ofTest test: String?) throws -> [String: EarlierScores] {
    var scores: [String: EarlierScores] = [:]
    for game in try games(ofTest: test) {
      guard let byLevel = game.preset.isScoredByLevel,
        let key = BestScores.key(of: game.preset, count: game.count, trials: game.trials)
      else { continue }
      if game.isComplete {
        scores[key, default: EarlierScores(byLevel: byLevel)].add(game.score, on: game.seed)
      } else if let seed = game.seed {
        scores[key, default: EarlierScores(byLevel: byLevel)].addLeft(on: seed)
      }
    }
    return scores
  }

  /// Returns the scores of the participant's attempts on the boards of a seed, in order, also of
  /// those that were left.
  public func attempts(atTest test: String, on seed: SessionSeed) throws -> [TestScore] {
    try games(ofTest: test).filter { $0.seed == seed }.map(\.score)
  }

  /// Returns the participant's tests in the order of their dates, because a merge may have added an
  /// earlier test after a later one.
  private func games(ofTest test: String?) throws -> [PlayedTest] {
    var games: [PlayedTest] = []
    var indexes: [String: Int] = [:]
    try programStore.perform { context throws(RecordError) in
      let rounds = try RowReader<RoundRecord>(context, test == nil ? "allRounds" : "roundsNamed")
      try rounds.begin(test.map { ["test": $0 as String?] } ?? [:])
      let code = facts.participant()
      while let reading = try rounds.next() {
        let round = rounds.record
        guard reading == .asWritten, let test = round.testId,
          isScored(round, participant: code)
        else { continue }
        if indexes[test] == nil, let preset = round.values.test.flatMap(TestPreset.named) {
          var settings = round.testSettings.flatMap { TestSettings($0) }
          settings?.studyPosition = round.values.studyPosition
          indexes[test] = games.count
          games.append(
            PlayedTest(
              preset: preset, count: round.count, date: round.onsetDate, trials: settings?.trials,
              seed: settings?.repeatableSeed, isComplete: round.testComplete == 1))
        }
        if let index = indexes[test] { games[index].add(round) }
      }
    }
    return games.indices.sorted { (games[$0].date, $0) < (games[$1].date, $1) }.map { games[$0] }
  }

  /// Returns whether a round counts for the score of a participant's test.
  private func isScored(_ round: RoundRecord, participant: String) -> Bool {
    guard round.values.isOfTest, !round.values.hasMissedHold,
      !round.values.wasReplaced, let session = round.session
    else { return false }
    return session.participant?.code == participant && session.player == facts.player
      && session.values.agentName == facts.declared().agentName
  }

  /// A test while its rounds are read.
  private struct PlayedTest {
    let preset: TestPreset
    /// The number of numerals of its first round.
    let count: Int
    let date: String
    /// The setting for the number of trials; `nil` for the usual one.
    let trials: Int?
    /// The seed of its boards; `nil` for new ones.
    let seed: SessionSeed?
    let isComplete: Bool

    private(set) var score = TestScore()

    mutating func add(_ round: RoundRecord) {
      let level = preset.course.level(count: round.count, hold: round.requestedHold)
      score.add(isPassed: round.outcome == .passed, level: level)
    }
  }

  /// Returns the interrupted test of a round with its progress; `nil` outside of tests, or if a
  /// round is missing.
  ///
  /// The stored results must lead to exactly this round; otherwise a new version of the program
  /// would continue an adaptive test by other rules.
  public func interruptedTest(with round: KeptRound) throws -> TestSeries? {
    guard let trial = round.test, let preset = TestPreset.named(trial.name) else { return nil }
    return try programStore.perform { context throws(RecordError) in
      let last = try context.fetch(RoundRecord.self, "numbered", ["number": round.number]).first
      guard let last, let test = last.testId else { return nil }
      var series = TestSeries(preset, trial.settings)
      var count = 0
      try context.forEachRow(RoundRecord.self, "roundsOfTest", ["test": test]) { record, fault in
        guard record.row < last.row else { return false }
        guard fault == nil, record.outcome != nil, record.trial == count + 1 else { return true }
        count += 1
        if !series.isOver { series.count(record) }
        return true
      }
      guard count == last.trial - 1, !series.isOver, series.nextTrial == trial else { return nil }
      if round.outcome != nil { series.count(last) }
      return series
    }
  }
}

extension TestSeries {
  /// Adds the result of a stored round to the progress of the test.
  fileprivate mutating func count(_ record: RoundRecord) {
    endTrial(
      hasPassed: record.outcome == .passed, isHoldMet: record.values.countsForTest,
      isLookEnded: record.values.measures.lookEnded == 1)
  }
}

extension RoundRecord { var isOfOpenTest: Bool { self.testState == TestEnd.notYet } }
