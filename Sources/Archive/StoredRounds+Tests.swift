package import Game
package import Records

/// Tests are stored with their rounds: each round has the name and the state of its test.
extension StoredRounds {
  /// Sets the columns about the test of a new round: either it continues the test of the open
  /// round, or it begins a new one.
  func describeTest(of record: RoundRecord, _ round: KeptRound) {
    guard let test = round.test else { return }
    let before = open?.record
    let isNext =
      test.number != 1 && before?.test == record.test && before?.trial == record.trial - 1
    let last = isNext ? before?.values : nil
    record.change { $0.beginTest(after: last, named: record.objectId) }
  }

  /// Marks all rounds of an unfinished test as ended.
  func endTest(
    of record: RoundRecord?, _ end: TestEnd, in context: RecordContext
  ) throws(RecordError) {
    guard let record, record.isOfOpenTest, let test = record.testId else { return }
    record.change { $0.endTest(end) }
    for round in try context.readable(RoundRecord.self, "roundsOfTest", ["test": test])
    where round.isOfOpenTest { round.change { $0.endTest(end) } }
  }

  /// Marks the interrupted tests of a block as stale, so that the block is restarted; an unfinished
  /// round ends with them.
  ///
  /// Returns `false`, and marks nothing, if another program plays one of them.
  package func endStaleTests(
    of participant: String, at position: StudyPosition
  ) throws(RecordError) -> Bool {
    try delegate.perform { context throws(RecordError) in
      var found: [RoundRecord] = []
      for round in try context.readable(
        RoundRecord.self, "roundsOfStudy", ["study": position.study])
      where round.isOfOpenTest && round.values.studyPosition?.block == position.block
        && round.session?.participant?.code == participant
      {
        let session = round.resumption ?? round.session
        if let session, session.dateEnded == nil, !session.process.isEmpty,
          delegate.environment.isRunning(session.process)
        {
          return false
        }
        found.append(round)
      }
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

  /// Resumes a test that was interrupted after the given round, which is over; the next round
  /// follows it.
  package func resume(_ round: KeptRound) throws(RoundFault) {
    do throws(RecordError) {
      (session, open) = try delegate.perform { context throws(RecordError) in
        let (found, session) = try leftBehind(round, in: context)
        found.resumption = session
        try context.save()
        return (session, OpenRound(found, round))
      }
    } catch { throw error.isRace ? .nothingLeftBehind : .record(error) }
  }

  /// Returns the record of a round that was interrupted, and the session that resumes it.
  ///
  /// Throws if another program has resumed it before.
  func leftBehind(
    _ round: KeptRound, in context: RecordContext
  ) throws(RecordError) -> (RoundRecord, Session) {
    let found = try context.fetch(RoundRecord.self, "numbered", ["number": round.number]).first
    guard let found, isLeftBehind(found), found.kept?.moves.count == round.moves.count else {
      throw .changedElsewhere(entity: RoundRecord.entity, objectId: "\(round.number)")
    }
    return (found, try currentSession(in: context))
  }

  /// Returns the numbers of the rounds that are in progress, in this program or in another one, or
  /// that `resume` continues.
  package func played() throws(RecordError) -> Set<Int> {
    try delegate.perform { context throws(RecordError) in
      var numbers = Set<Int>()
      var hasLeftBehind = false
      try context.forEachRow(RoundRecord.self, "openRounds") { record, fault in
        let session = fault == nil ? record.resumption ?? record.session : nil
        guard let session, session.dateEnded == nil, !session.process.isEmpty else { return true }
        let isRunning = delegate.environment.isRunning(session.process)
        // The newest round comes first; older abandoned ones are reported as abandoned.
        if isRunning || !hasLeftBehind { numbers.insert(record.row) }
        hasLeftBehind = hasLeftBehind || !isRunning
        return true
      }
      return numbers
    }
  }

  /// Returns the scores of the other complete tests of the same kind.
  ///
  /// The test that is played, or was played last, is among them only if `includesOwn`.
  package func scores(like series: TestSeries, includesOwn: Bool = false) -> EarlierScores {
    var scores: [(test: String, score: TestScore)] = []
    var indexes: [String: Int] = [:]
    let byLevel = series.preset.isScoredByLevel ?? true
    try? delegate.perform { context throws(RecordError) in
      let rounds = try RowReader<RoundRecord>(context, "roundsNamed")
      try rounds.begin(["test": series.preset.name as String?])
      let own = includesOwn ? nil : open?.record.testId
      let code = facts.participant()
      while let reading = try rounds.next() {
        let round = rounds.record
        guard reading == .asWritten, round.testComplete == 1, let test = round.testId, test != own,
          round.values.phase == Trial.Phase.test.rawValue, !round.values.hasMissedHold,
          byLevel || round.count == series.plan.count,
          round.session?.participant?.code == code
        else { continue }
        let index = indexes[test] ?? scores.count
        if index == scores.count { scores.append((test, TestScore())) }
        indexes[test] = index
        scores[index].score.add(
          isPassed: round.outcome == .passed,
          level: series.preset.course.level(count: round.count, hold: round.requestedHold))
      }
    }
    return scores.reduce(into: EarlierScores()) { $0.add($1.score, byLevel: byLevel) }
  }

  /// Returns the test of a round that was interrupted, with the results so far; `nil` if the round
  /// belongs to none, or if not all rounds before it are found.
  ///
  /// Counting the stored results again must lead to exactly this trial; otherwise a newer version
  /// would continue an adaptive procedure that has changed since.
  package func testLeftBehind(with round: KeptRound) throws(RoundFault) -> TestSeries? {
    guard let trial = round.test, let preset = TestPreset.named(trial.name) else { return nil }
    return try perform { context throws(RecordError) in
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
  /// Counts a stored round that is over.
  fileprivate mutating func count(_ record: RoundRecord) {
    count(hasPassed: record.outcome == .passed, isHoldMet: record.values.holdMet != 0)
  }
}

extension RoundRecord { var isOfOpenTest: Bool { self.testState == TestEnd.notYet } }
