package import ChimpSystem
package import Records
package import Shell

/// An error of the store, of a round or a study in it, or of a command about all of them.
///
/// Indirect, so that a typed throw passes one pointer.
///
///     do throws(ArchiveError) {
///       _ = try archive.round(99)
///     } catch { print(error == .round(.unknownRound(99))) }
package indirect enum ArchiveError: Error, Equatable, Sendable {
  /// The store or a record has an error.
  case record(RecordError)
  /// A command about the round is refused.
  case round(RoundRefusal)
  /// A command about a study is refused.
  case study(StudyRefusal)
  /// A participant is not enrolled in a study, or not found in it.
  case enrolment(EnrolmentRefusal)
  /// A block of a study does not begin, or an answer in it is invalid.
  case block(BlockRefusal)
  /// The data of a participant is not erased.
  case withdrawal(WithdrawalRefusal)
  /// Nothing is simulated.
  case simulation(SimulationRefusal)
  /// The text is not a valid address of a server.
  case server(ServerAddress.Refusal)
  /// The command is not available in a restricted session.
  case restricted(String)
  /// The session has no store file.
  case notInFile
  /// The path is empty.
  case noName
  /// The file belongs to the store.
  case isStore(String)
  /// The file is outside of the session's private folder.
  case outside(String)
  /// The file exists, and the user has not allowed to replace it.
  case exists(String)
  /// Only some files of an export exist: the first path is missing, the others exist.
  case exportIsIncomplete(String, [String])
  /// The file is not a regular one, such as a folder or a pipe.
  case notPlain(String)
  /// The format can't be derived from the file's extension.
  case noFormat(String)
  /// The file can't be opened or read.
  case cannotRead(String, SystemError)
  /// The file can't be created or written.
  case cannotWrite(String, SystemError)
  /// A line of the file is invalid; lines count from 1.
  case badLine(String, Int, RowReason)
  /// A row of another store, the file with this name, is invalid.
  case badRow(String, RefusedRow)
  /// A file in the folder of a restricted session has an error.
  case file(NamedFile, RecordError)
  /// The trials to compare belong to several studies; the values are words for `study=`.
  case severalStudies([String])
  /// The program `chimp-lab` is not installed.
  case noLab
  /// The store to merge has no studies, or none with this name.
  case noStudies(String)
  /// The store to merge, at the path, has a study of this name with another text.
  case otherStudy(String, String)
  /// The program that sends the store failed with this message; `nil` if it wrote none.
  case lab(String?)
}

extension ArchiveError {
  /// Creates the error for one that was thrown by work on the store, whose errors are those of the
  /// archive and of its records.
  ///
  /// Called where the result of such work is passed on. An error of another type is a mistake of
  /// the program, which ends it.
  package init(_ error: any Error) {
    switch error {
    case let error as ArchiveError: self = error
    case let error as RecordError: self = .record(error)
    default: fatalError("work on the store has thrown \(error)")
    }
  }
}

/// The reason why nothing is simulated.
///
///     throw ArchiveError.simulation(.singleCondition("memory"))
package enum SimulationRefusal: Equatable, Sendable {
  /// The store already has the results of a simulation with this seed.
  case simulatedAlready(String)
  /// All participants of a simulation with this seed were withdrawn.
  case simulatedWithdrawn(String)
  /// The test or condition has no fixed number of trials, so that its power can't be computed.
  case noFixedTrials(String)
  /// The study has a single condition, which can't be compared.
  case singleCondition(String)
}

extension RecordContext {
  /// Runs a closure in one transaction, so that no other process can save between its reads and its
  /// save.
  ///
  /// Only an error of the records undoes the transaction; a refusal must come before the first
  /// change.
  package func inTransaction<Result>(
    _ work: () throws -> Result
  ) throws(RecordError) -> Swift.Result<Result, ArchiveError> {
    try store.write { () throws(RecordError) in
      do { return .success(try work()) } catch {
        let error = ArchiveError(error)
        if case .record(let cause) = error { throw cause }
        return .failure(error)
      }
    }
  }
}
