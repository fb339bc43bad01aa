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

  /// Returns the scores of all finished tests of the same kind by the participant, without those
  /// that a script played for a person, or the reverse.
  ///
  /// A test in progress is not finished; the one that ended just before is. With `seed`, they are
  /// the scores of all tests on these boards, also of those that were left.
  public func scores(like series: TestSeries, seed: SessionSeed? = nil) -> EarlierScores {
    var scores: [(date: String, score: TestScore)] = []
    var indexes: [String: Int] = [:]
    let byLevel = series.preset.isScoredByLevel ?? true
    try? programStore.perform { context throws(RecordError) in
      let rounds = try RowReader<RoundRecord>(context, "roundsNamed")
      try rounds.begin(["test": series.preset.name as String?])
      let code = facts.participant()
      while let reading = try rounds.next() {
        let round = rounds.record
        let isMeant =
          seed == nil
          ? round.testComplete == 1
          : round.testSettings.flatMap { TestSettings($0) }?.seed == seed
        guard reading == .asWritten, isMeant, let test = round.testId,
          round.values.phase == Trial.Phase.test.rawValue, !round.values.hasMissedHold,
          !round.values.wasReplaced, byLevel || round.count == series.plan.count,
          let session = round.session, session.participant?.code == code,
          session.player == facts.player
        else { continue }
        let index = indexes[test] ?? scores.count
        if index == scores.count { scores.append((round.onsetDate, TestScore())) }
        indexes[test] = index
        scores[index].score.add(
          isPassed: round.outcome == .passed,
          level: series.preset.course.level(count: round.count, hold: round.requestedHold))
      }
    }
    // A merge may have added an earlier test after a later one.
    let byDate = scores.indices.sorted { (scores[$0].date, $0) < (scores[$1].date, $1) }
    return byDate.reduce(into: EarlierScores()) { $0.add(scores[$1].score, byLevel: byLevel) }
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
