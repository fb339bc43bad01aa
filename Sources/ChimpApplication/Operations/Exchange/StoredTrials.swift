import Records

/// A trial of the store as it is exchanged, with all of its presses.
struct StoredTrial {
  let row: TrialRow
  var presses: [PressRow] = []
}

/// Makes rows of the rounds of a store, and proves that they can be imported.
final class StoredTrials {
  private let context: RecordContext
  /// Held, because the next trial usually belongs to it, too.
  private var session: (record: Session, row: SessionRow)?

  init(_ context: RecordContext) {
    self.context = context
  }

  /// The trial that a round is; nil where it, or what belongs to it, is not what was written.
  func trial(_ round: RoundRecord) throws(RecordError) -> StoredTrial? {
    guard let session = try self.session(of: round, \.session) else { return nil }
    let resumption = try self.session(of: round, \.resumption)
    guard let presses = try presses(of: round) else { return nil }
    let trial = StoredTrial(
      row: TrialRow(round, row(of: session), resumption: resumption.map { SessionRow($0) }),
      presses: presses)
    return trial.isImportable ? trial : nil
  }

  /// A session that the round leads to; nil where there is none, or one that is not what was
  /// written.
  private func session(
    of round: RoundRecord, _ relation: KeyPath<RoundRecord, Session?>
  ) throws(RecordError) -> Session? {
    if let session = round[keyPath: relation] { return session }
    if case .store(let error) = context.relationFailure { throw .store(error) }
    return nil
  }

  private func row(of record: Session) -> SessionRow {
    if let session, session.record === record { return session.row }
    let row = SessionRow(record)
    session = (record, row)
    return row
  }

  private func presses(of round: RoundRecord) throws(RecordError) -> [PressRow]? {
    var presses: [PressRow]? = []
    let variables = ["round": RecordReference(round)]
    try context.forEachRow(PressRecord.self, "pressesOfRound", variables) { press, fault in
      if fault != nil { presses = nil }
      presses?.append(PressRow(press, trialId: round.objectId))
      return presses != nil
    }
    return presses
  }
}

extension StoredTrial {
  /// Whether an import would take the trial.
  fileprivate var isImportable: Bool {
    do throws(LineReason) {
      try row.checkBounds()
      let proof = try TrialProof(row)
      for (place, press) in presses.enumerated() {
        guard place < proof.pressCount else { return false }
        try press.checkBounds()
        try proof.check(press, at: place)
      }
      return proof.pressCount == presses.count
    } catch { return false }
  }
}
