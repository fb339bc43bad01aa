import Records
import Shell

/// The participant of a save, who may have withdrawn or may have been added by another program.
extension StoredRounds {
  /// Throws if a participant's data was erased, or is to be erased: nothing may be stored any more.
  public func checkWithdrawal(of code: String) throws {
    let isErased = try programStore.perform { context throws(RecordError) in
      try hasWithdrawn(code, in: context)
    }
    if isErased { throw Refusal.hasWithdrawn(code) }
  }

  /// Saves the changes of a session, unless its participant has withdrawn.
  ///
  /// Throws `changedElsewhere` if another program has added the same participant, or a session of
  /// the participant, since they were looked up: the caller looks them up again.
  func save(_ session: Session?, in context: RecordContext) throws(RecordError) {
    guard let session, let participant = session.participant else { return try context.save() }
    let number = session.phase == .inserted ? try number(of: session, in: context) : nil
    try context.save { () throws(RecordError) in
      try refuseWithdrawn(participant, in: context)
      guard let number else { return }
      let known = try context.readable(Participant.self, "withCode", ["code": participant.code])
      let isOther = participant.phase == .inserted && !known.isEmpty
      let presentNumber = try SessionNumbers(context).number(of: session)
      if isOther || presentNumber != number {
        throw .changedElsewhere(entity: Participant.entity, objectId: participant.objectId)
      }
    }
  }

  /// Throws if the participant of a save has withdrawn; called within its transaction.
  func refuseWithdrawn(
    _ participant: Participant, in context: RecordContext
  ) throws(RecordError) {
    guard try hasWithdrawn(participant.code, in: context) else { return }
    withdrawn = participant.code
    throw .vanished(entity: Participant.entity, objectId: participant.objectId)
  }

  /// Returns whether a participant's data was erased; the result is valid within a transaction.
  private func hasWithdrawn(
    _ code: String, in context: RecordContext
  ) throws(RecordError) -> Bool {
    let version = try context.store.dataVersion()
    if let checked, checked == (code, version) { return false }
    if try Withdrawals(context).contains(code) { return true }
    checked = (code, version)
    return false
  }

  /// Runs a closure with the records, again if another program has added the same participant.
  func performForParticipant<Result>(
    _ work: (RecordContext) throws(RecordError) -> Result
  ) throws -> Result {
    var attemptCount = 0
    while true {
      withdrawn = nil
      do { return try programStore.perform(work) } catch {
        if let withdrawn { throw Refusal.hasWithdrawn(withdrawn) }
        attemptCount += 1
        let isOther =
          if case RecordError.changedElsewhere(Participant.entity, _) = error { true } else {
            false
          }
        guard isOther, !programStore.isBatching, attemptCount < 100 else { throw error }
        forgetNumber()
      }
    }
  }
}
