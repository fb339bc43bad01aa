import Glibc

/// An error of a store or of its records, with the file, the table or the row that it concerns.
///
/// The first cases are errors of the whole store, those from `unknownEntity` on of records in it.
/// Indirect, so that a typed throw passes one pointer.
///
///     do { try context.save() } catch .full(let path) { print("no room for \(path)") }
public indirect enum RecordError: Error, Hashable, Sendable {
  case notADatabase(path: String)
  /// The file is a database of another program.
  case foreign(path: String, application: Int)
  /// The file is empty instead of a database.
  case empty(path: String)
  case missing(path: String)
  /// The file to create already exists.
  case exists(path: String)
  case cannotOpen(path: String, reason: String)

  case newer(path: String, version: Int, ours: Int)
  /// The file has other migrations than those of the program.
  case otherHistory(path: String, migration: String)
  case missingColumn(entity: String, column: String)
  /// A property with `@Column` or `@Relation` that `declareColumns` does not declare.
  case undeclaredColumn(entity: String, property: String)
  /// A migration would change rows, whose checksums would then be wrong.
  case changesRows(statement: String)

  case damaged(path: String, detail: String)
  /// Another process held the lock until the timeout.
  case locked(path: String, holder: LockHolder?)
  /// The user stopped the wait for another process.
  case waitStopped(path: String)
  case readOnly(path: String)
  /// The disk is full.
  case full(path: String)
  /// The file was removed or replaced while it was open.
  case moved(path: String)
  /// The file has a second name (a hard link), under which it would have another write-ahead log.
  case linked(path: String)
  /// The file itself is a mount point, so that other processes would have another write-ahead log.
  case mounted(path: String)
  /// The limit of open files of the process or the system is reached.
  case tooManyFiles(path: String)
  /// The write-ahead log beside the file belongs to another file.
  case foreignLog(path: String)
  /// Nothing in the damaged file can be read.
  case nothingLeft(path: String)

  /// The disk has an error.
  case inputOutput(path: String, code: Int)
  case noWriteAheadLog(path: String, answer: String)
  /// A constraint of a table was violated.
  case constraint(detail: String)
  case interrupted
  case unexpected(code: Int, detail: String)

  /// The schema has no such record type.
  case unknownEntity(String)
  case unknownTemplate(entity: String, name: String)

  /// A variable of the template has no value.
  case missingVariable(template: String, variable: String)
  /// The template has no such variable.
  case surplusVariable(template: String, variable: String)
  /// The value of a variable has another type than its column.
  case wrongVariable(template: String, variable: String, kind: String)

  case saveInsideSave
  /// The `willSave` hooks change records again and again.
  case endlessChanges(entity: String)
  /// The record itself refuses to be saved, with this reason.
  case invalid(RecordAction, entity: String, objectId: String, reason: String)
  /// The record is not in this context, or was deleted from it.
  case notInContext(entity: String)
  case alreadyInserted(entity: String)
  /// The record can't be deleted, because a relation of another record leads to it.
  case denied(entity: String, objectId: String, by: String)
  /// A relation leads to a record that does not exist.
  case danglingRelation(entity: String, objectId: String, column: String)

  /// Another process has deleted the row of the record.
  case vanished(entity: String, objectId: String)
  /// Another process has changed the row, and the record type does not merge changes.
  case changedElsewhere(entity: String, objectId: String)

  /// A row has a value of the wrong type.
  case unreadable(entity: String, row: Int, column: String)
  /// The checksum of a row is wrong.
  case notAsWritten(entity: String, objectId: String)
  /// A template with a limit can't be used for a list.
  case limitedList(template: String)
}

extension RecordError {
  /// The file that the error concerns; `nil` if it concerns none.
  public var path: String? {
    switch self {
    case .notADatabase(let path), .foreign(let path, _), .empty(let path), .missing(let path),
      .exists(let path), .cannotOpen(let path, _), .newer(let path, _, _),
      .otherHistory(let path, _), .damaged(let path, _), .locked(let path, _),
      .waitStopped(let path), .readOnly(let path), .full(let path), .moved(let path),
      .foreignLog(let path), .nothingLeft(let path),
      .inputOutput(let path, _), .linked(let path), .mounted(let path), .tooManyFiles(let path),
      .noWriteAheadLog(let path, _):
      path
    case .missingColumn, .undeclaredColumn, .changesRows, .constraint, .interrupted,
      .unexpected, .unknownEntity, .unknownTemplate, .missingVariable, .surplusVariable,
      .wrongVariable,
      .saveInsideSave, .endlessChanges, .invalid, .notInContext, .alreadyInserted, .denied,
      .danglingRelation, .vanished, .changedElsewhere, .unreadable, .notAsWritten, .limitedList:
      nil
    }
  }
}

extension RecordError {
  /// `true` if the error is about a single row, so that others may still be read.
  var concernsOneRow: Bool {
    switch self {
    case .unreadable, .notAsWritten: true
    default: false
    }
  }

  /// `true` if the store itself has failed, `false` if the error concerns records in it.
  public var concernsStore: Bool {
    switch self {
    case .unknownEntity, .unknownTemplate, .missingVariable, .surplusVariable, .wrongVariable,
      .saveInsideSave, .endlessChanges, .invalid, .notInContext, .alreadyInserted, .denied,
      .danglingRelation, .vanished, .changedElsewhere, .unreadable, .notAsWritten, .limitedList:
      false
    case .notADatabase, .foreign, .empty, .missing, .exists, .cannotOpen, .newer, .otherHistory,
      .missingColumn, .undeclaredColumn, .changesRows, .damaged, .locked, .waitStopped,
      .readOnly, .full, .moved,
      .linked, .mounted, .tooManyFiles, .foreignLog, .nothingLeft, .inputOutput,
      .noWriteAheadLog, .constraint, .interrupted, .unexpected:
      true
    }
  }
}

extension RecordError {
  /// The description of the damage; `nil` for other errors.
  var damage: String? {
    switch self {
    case .damaged(_, let detail): detail
    case .notADatabase: "file is not a database"
    default: nil
    }
  }

  /// Returns `true` if an error number of the system means too many open files.
  static func isTooManyFiles(_ number: Int32) -> Bool { number == EMFILE || number == ENFILE }

  /// Returns the error for an error number of the system.
  static func failed(_ path: String, _ number: Int32) -> Self {
    if isTooManyFiles(number) { return .tooManyFiles(path: path) }
    return [ENOSPC, EDQUOT, EFBIG].contains(number)
      ? .full(path: path) : .inputOutput(path: path, code: Int(number))
  }
}

extension RecordError: CustomStringConvertible {
  /// The error message; control characters are escaped.
  public var description: String { shown(message) }

  /// The message of an error of the store; `recordMessage` for one of a record in it.
  private var message: String {
    switch self {
    case .notADatabase(let path): "not a database: '\(path)'"
    case .foreign(let path, let application):
      "a database of another program: '\(path)' (application \(application))"
    case .empty(let path): "an empty file, not a database: '\(path)'"
    case .missing(let path): "no such file: '\(path)'"
    case .exists(let path): "the file already exists: '\(path)'"
    case .cannotOpen(let path, let reason): "can't open '\(path)': \(reason)"
    case .newer(let path, let version, let ours):
      "written by a newer version: '\(path)' has version \(version), ours is \(ours)"
    case .otherHistory(let path, let name): "another history: '\(path)' has the migration '\(name)'"
    case .missingColumn(let entity, let column): "the table '\(entity)' has no column '\(column)'"
    case .undeclaredColumn(let entity, let property):
      "'\(property)' of \(entity) would never be stored: declareColumns does not declare it"
    case .changesRows(let statement):
      "a migration can't change rows, whose checksums would be wrong: change the records after "
        + "opening the store, instead of '\(statement)'"
    case .damaged(let path, let detail): "damaged: '\(path)': \(detail)"
    case .locked(let path, let holder): "locked\(holder.map { " by \($0)" } ?? ""): '\(path)'"
    case .waitStopped(let path): "stopped waiting for '\(path)'"
    case .readOnly(let path): "can't save: '\(path)' is read-only"
    case .full(let path): "can't save: the disk of '\(path)' is full"
    case .moved(let path): "'\(path)' was removed or replaced while it was open"
    case .linked(let path):
      "'\(path)' has more than one name (a hard link), and each would have a log of its own"
    case .mounted(let path):
      "'\(path)' is a file that is mounted by itself: mount the folder of the store instead"
    case .tooManyFiles(let path): "can't open '\(path)': too many open files"
    case .foreignLog(let path):
      "'\(path)' is the log of another file that was there before: move it away first"
    case .nothingLeft(let path): "nothing can be read from '\(path)': no copy is made"
    case .inputOutput(let path, let code):
      "can't read or write '\(path)': the disk failed with number \(code)"
    case .noWriteAheadLog(let path, let mode):
      "can't keep a write-ahead log for '\(path)': the mode stays '\(mode)'"
    case .constraint(let detail): "can't save: \(detail)"
    case .interrupted: "interrupted"
    case .unexpected(let code, let detail): "the store failed with number \(code): \(detail)"
    case .unknownEntity, .unknownTemplate, .missingVariable, .surplusVariable, .wrongVariable,
      .saveInsideSave, .endlessChanges, .invalid, .notInContext, .alreadyInserted, .denied,
      .danglingRelation, .vanished, .changedElsewhere, .unreadable, .notAsWritten, .limitedList:
      recordMessage
    }
  }

  private var recordMessage: String {
    switch self {
    case .unknownEntity(let name): "unknown kind of record: '\(name)'"
    case .unknownTemplate(let entity, let name): "unknown template: '\(name)' of \(entity)"
    case .missingVariable(let template, let name): "missing variable: '\(template)' needs '\(name)'"
    case .surplusVariable(let template, let name):
      "surplus variable: '\(template)' has no '\(name)'"
    case .wrongVariable(let template, let variable, let kind):
      "wrong variable: '\(template)' needs \(kind) for '\(variable)'"
    case .saveInsideSave: "can't save: a save is in progress"
    case .endlessChanges(let entity):
      "can't save: '\(entity)' changes again and again before it is saved"
    case .invalid(let action, let entity, let objectId, let reason):
      "can't \(action.rawValue) \(entity) '\(objectId)': \(reason)"
    case .notInContext(let entity): "not in this context: a record of '\(entity)'"
    case .alreadyInserted(let entity): "in a context already: a record of '\(entity)'"
    case .denied(let entity, let objectId, let other):
      "can't delete \(entity) '\(objectId)': \(other) leads to it"
    case .danglingRelation(let entity, let objectId, let column):
      "can't save \(entity) '\(objectId)': its '\(column)' is not there"
    case .vanished(let entity, let objectId):
      "can't save \(entity) '\(objectId)': somebody else deleted it"
    case .changedElsewhere(let entity, let objectId):
      "can't save \(entity) '\(objectId)': somebody else changed it"
    case .unreadable(let entity, let row, let column):
      "can't read row \(row) of '\(entity)': its '\(column)' is of another kind"
    case .notAsWritten(let entity, let objectId): "not what was written: \(entity) '\(objectId)'"
    case .limitedList(let template): "can't keep a list of '\(template)': it has a limit"
    default: preconditionFailure("an error of the store")
    }
  }
}

/// An action that a record may refuse: saving or deleting it.
///
///     func reasonAgainst(_ action: RecordAction) -> String? {
///       action == .delete ? "plants are kept for ever" : nil
///     }
public enum RecordAction: String, Hashable, Sendable {
  case insert, update, delete
}
