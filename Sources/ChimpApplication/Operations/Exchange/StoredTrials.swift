import Records

/// A trial of the store as it is exchanged, with all of its presses.
struct StoredTrial {
  let row: TrialRow
  var presses: [PressRow] = []
}

/// Makes rows of the rounds of a store, and proves that they can be imported.
final class StoredTrials {
  private let context: RecordContext
  /// Held, because the next trial usually belongs to it, too; without a row where it is damaged.
  private var session: (record: Session, row: SessionRow?)?

  init(_ context: RecordContext) {
    self.context = context
  }

  /// The trial that a round is; nil where it, or what belongs to it, is not what was written.
  func trial(_ round: RoundRecord) throws(RecordError) -> StoredTrial? {
    guard let session = try self.session(of: round, \.session),
      let row = try row(of: session)
    else { return nil }
    var resumption: SessionRow?
    if let other = try self.session(of: round, \.resumption) {
      guard let row = try self.row(of: other) else { return nil }
      resumption = row
    }
    guard let presses = try presses(of: round) else { return nil }
    let trial = StoredTrial(
      row: TrialRow(round, row, resumption: resumption), presses: presses)
    return trial.isImportable ? trial : nil
  }

  /// A session that the round leads to; nil where there is none, or one that can't be read.
  private func session(
    of round: RoundRecord, _ relation: KeyPath<RoundRecord, Session?>
  ) throws(RecordError) -> Session? {
    if let session = round[keyPath: relation] { return session }
    if case .store(let error) = context.relationFailure { throw .store(error) }
    return nil
  }

  private func row(of record: Session) throws(RecordError) -> SessionRow? {
    if let session, session.record === record { return session.row }
    var isAsWritten = try context.fault(of: record) == nil
    if let owner = record.participant {
      isAsWritten = try context.fault(of: owner) == nil && isAsWritten
    }
    let row = isAsWritten ? SessionRow(record) : nil
    session = (record, row)
    return row
  }

  private func presses(of round: RoundRecord) throws(RecordError) -> [PressRow]? {
    var presses: [PressRow]? = []
    let variables = ["round": RecordReference(round)]
    try context.forEachRow(
      PressRecord.self, "pressesOfRound", variables, provingEach: true
    ) { press, fault in
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
