import Records

extension StoredRounds {
  /// Takes rounds that were played before anything was kept; `earlier` tells who played one, and
  /// what its board was drawn from, where that is not what is true now.
  func adopt(
    _ rounds: [KeptRound], earlier: (Int) -> (participant: String, seed: String)?
  ) throws(RecordError) {
    guard let first = rounds.first else { return }
    try delegate.perform { context throws(RecordError) in
      do throws(StoreError) {
        try context.store.skipRows(before: first.number, in: "Round")
      } catch {
        throw .store(error)
      }
      for round in rounds { try adopt(round, earlier(round.number), in: context) }
      try context.save()
    }
  }

  private func adopt(
    _ round: KeptRound, _ earlier: (participant: String, seed: String)?, in context: RecordContext
  ) throws(RecordError) {
    let (participant, seed) = earlier ?? (facts.participant(), facts.seed())
    let date = delegate.date(at: round.onset)
    let session = try session(of: participant, seed: seed, since: date, in: context)
    let record = RoundRecord()
    record.session = session
    (record.block, record.trial) = place(of: round, in: session)
    record.describe(round, at: date)
    let report = RoundReport(round)
    record.take(report)
    try context.insert(record, objectId: makeName?(), dateCreated: date)
    describeTest(of: record, round)
    for press in report.presses {
      let kept = PressRecord()
      kept.describe(press, of: record)
      try context.insert(
        kept, objectId: makeName?(), dateCreated: delegate.date(at: round.onset + press.time))
    }
    if let end = round.testEnd { try endTest(of: record, end, in: context) }
    (self.session, open) = (session, OpenRound(record, round))
  }
}
