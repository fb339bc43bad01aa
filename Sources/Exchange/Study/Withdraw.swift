package import Archive
import ChimpSystem
import Records
package import Shell

/// The operation of `withdraw`: erases all data of a participant from a store and its files.
///
///     let withdrawal = Withdraw(source: source, code: "anna", programStore.environment)
///
/// The rows are deleted in one transaction, then their bytes are overwritten in the files. If the
/// program is killed in between, the next program that opens the store overwrites them. A keyed
/// hash of the code remains, so that no import restores the trials.
package struct Withdraw: StoreOperation {
  /// The result of the operation: the numbers of erased rows, and the files not overwritten yet.
  ///
  ///     print(report.erased.trialCount, "trials of", report.code)
  ///     if report.isPending { print("the next start cleans", report.unclean) }
  package struct Report: Sendable {
    package let code: String
    /// The numbers of the erased rows.
    package let erased: Withdrawals.Erased
    /// The files or tables that still contain bytes of the participant.
    package let unclean: [Withdrawals.UncleanPart]
    /// `true` if the file will be overwritten later, because another program is reading the store.
    package let isPending: Bool
  }

  package let source: StoreSource
  package let code: String
  private let environment: Guarded<RecordsEnvironment>

  package init(source: StoreSource, code: String, _ environment: RecordsEnvironment) {
    self.source = source
    self.code = code
    self.environment = Guarded(environment)
  }

  /// Erases the participant's rows and overwrites the files.
  ///
  /// - Throws: An error for an unknown code, if another program is playing with that code,
  ///   or if the store can't be written.
  package func perform(_ run: OperationRun) throws -> Report {
    try run.withStore(of: source) { store in
      try store.overwriteDeleted()
      let context = try RecordContext(store, StoreLayout.schema)
      try check(context)
      let erased = try store.write { () throws(RecordError) in try erase(in: context) }
      return try clean(store, erased)
    }
  }

  /// Deletes the rows and stores the hash of the code, within the transaction of the caller.
  private func erase(in context: RecordContext) throws(RecordError) -> Withdrawals.Erased {
    var withdrawals = try Withdrawals(context)
    // A merge has brought the note of whoever has withdrawn at another station.
    if !withdrawals.contains(code) { try StudyNote.addWithdrawal(of: code, in: context) }
    let erased = try Withdrawals.erase(code, in: context)
    try withdrawals.insert(code, in: context)
    try Withdrawals.markCleaningPending(in: context)
    try context.save()
    return erased
  }

  /// Throws if the store doesn't know the code, or if another program is playing with it.
  private func check(_ context: RecordContext) throws {
    let people = try context.readable(Participant.self, "withCode", ["code": code])
    var processes: [String] = []
    for person in people {
      let own = ["participant": RecordReference(person)]
      processes += try context.readable(Session.self, "sessionsOf", own)
        .filter { $0.dateEnded == nil }.map(\.process)
    }
    guard try Withdrawals.knows(code, in: context) else {
      throw Refusal.noParticipant(code)
    }
    let isPlaying = environment.use { environment in
      processes.contains {
        !$0.isEmpty && $0 != environment.ownProcess() && environment.isRunning($0)
      }
    }
    if isPlaying { throw Refusal.isPlaying(code) }
  }

  /// Overwrites the deleted rows in the files, or postpones that while other programs read the
  /// store.
  private func clean(
    _ store: Store, _ erased: Withdrawals.Erased
  ) throws -> Report {
    let result = environment.use { environment in
      Result { () throws(RecordError) in
        let settings = StoreLayout.settings(.file(source.path, mustExist: true))
        return try Withdrawals.clean(
          store, path: source.path.isEmpty ? nil : source.path, like: settings,
          environment.eraseHistory)
      }
    }
    switch result {
    case .success(let files):
      return Report(code: code, erased: erased, unclean: files, isPending: false)
    case .failure(.locked):
      return Report(code: code, erased: erased, unclean: [], isPending: true)
    // The rows are erased: even if the operation is cancelled, the user is told.
    case .failure(let fault): throw fault
    }
  }
}
