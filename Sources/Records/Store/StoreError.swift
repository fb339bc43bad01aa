import Glibc

/// What can be wrong with a store; `StoreError+Words.swift` has the words.
package enum StoreError: Error, Hashable {
  /// The file is not a database.
  case notADatabase(path: String)

  /// The file is a database of another program.
  case foreign(path: String, application: Int)

  /// The file is empty where data was expected.
  case empty(path: String)

  /// There is no file.
  case missing(path: String)

  /// There is a file where there must be none.
  case exists(path: String)

  /// The file can't be opened.
  case cannotOpen(path: String, reason: String)

  /// The file was written by a newer version.
  case newer(path: String, version: Int, ours: Int)

  /// The file has gone through other migrations than ours.
  case otherHistory(path: String, migration: String)

  /// The table has no such column.
  case missingColumn(entity: String, column: String)

  /// A migration could not be made.
  indirect case migration(name: String, cause: StoreError)

  /// The file is damaged.
  case damaged(path: String, detail: String)

  /// Somebody else writes to the file and did not end in time.
  case locked(path: String, holder: LockHolder?)

  /// The user did not want to wait for another process.
  case waitStopped(path: String)

  /// The file or its folder can't be written.
  case readOnly(path: String)

  /// The disk is full.
  case full(path: String)

  /// A file was unlinked or replaced while it was open.
  case moved(path: String)

  /// A file was cut while it was open.
  case cut(path: String)

  /// Something else was written into the file while it was open.
  case overwritten(path: String)

  /// The log beside the file belongs to another one.
  case foreignLog(path: String)

  /// Nothing could be read of a damaged file.
  case nothingLeft(path: String)

  /// The disk failed.
  case inputOutput(path: String, code: Int)

  /// The file can't be kept with a write-ahead log.
  case noWriteAheadLog(path: String, answer: String)

  /// A rule of a table was broken.
  case constraint(detail: String)

  /// The work was interrupted.
  case interrupted

  /// The store answered something else.
  case unexpected(code: Int, detail: String)
}

extension StoreError {
  /// The file that the error speaks of, if it speaks of one.
  package var path: String? {
    switch self {
    case .notADatabase(let path), .foreign(let path, _), .empty(let path), .missing(let path),
      .exists(let path), .cannotOpen(let path, _), .newer(let path, _, _),
      .otherHistory(let path, _), .damaged(let path, _), .locked(let path, _),
      .waitStopped(let path), .readOnly(let path), .full(let path), .moved(let path),
      .cut(let path), .overwritten(let path), .foreignLog(let path), .nothingLeft(let path),
      .inputOutput(let path, _),
      .noWriteAheadLog(let path, _):
      path
    case .missingColumn, .migration, .constraint, .interrupted, .unexpected: nil
    }
  }
}

extension StoreError {
  /// What is damaged in the file, if that is the error.
  var damage: String? {
    switch self {
    case .damaged(_, let detail): detail
    case .notADatabase: "file is not a database"
    default: nil
    }
  }

  /// What the system's number of a fault means for a file.
  static func failed(_ path: String, _ number: Int32) -> Self {
    [ENOSPC, EDQUOT].contains(number)
      ? .full(path: path) : .inputOutput(path: path, code: Int(number))
  }
}

/// A process that keeps others from writing; it may be this one.
package struct LockHolder: Hashable, Sendable {
  /// The process.
  package let process: Int

  /// The name of its program.
  package let program: String

  /// Makes a holder.
  package init(process: Int, program: String) {
    self.process = process
    self.program = program
  }
}
