public import Game
import Records

extension StoredRounds {
  /// Stores rounds that were played before the store was opened.
  ///
  /// `earlier` returns the participant and the seed of a round by its number if they differ from
  /// the current ones.
  public func adopt(
    _ rounds: [KeptRound], earlier: (Int) -> (participant: String, seed: String)?
  ) throws {
    guard let first = rounds.first else { return }
    try programStore.perform { context throws(RecordError) in
      try context.store.skipRows(before: first.number, in: "Round")
      for round in rounds { try adopt(round, earlier(round.number), in: context) }
      try context.save()
    }
  }

  /// Stores a finished round of a session without a store, with its presses.
  private func adopt(
    _ round: KeptRound, _ earlier: (participant: String, seed: String)?, in context: RecordContext
  ) throws(RecordError) {
    let (participant, seed) = earlier ?? (facts.participant(), facts.seed())
    let date = programStore.date(at: round.onset)
    let session = try session(of: participant, seed: seed, since: date, in: context)
    let record = try insert(round, of: session, at: date, in: context)
    let report = RoundReport(round)
    record.change { $0.exposure = round.exposure }
    record.update(from: report)
    if report.outcome != nil { record.change { $0.finished = round.wasLeft ? 0 : 1 } }
    for press in report.presses {
      let date = programStore.date(at: round.onset + press.time)
      try insert(press, of: record, at: date, in: context)
    }
    if let end = round.testEnd { try endTest(of: record, end, in: context) }
    self.session = session
    open = OpenRound(record, round)
  }
}
