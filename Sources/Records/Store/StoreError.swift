import Characters
import Glibc

/// What can be wrong with a store.
public enum StoreError: Error, Hashable {
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
  public var path: String? {
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
public struct LockHolder: Hashable, Sendable {
  /// The process.
  public let process: Int

  /// The name of its program.
  public let program: String

  /// Makes a holder.
  public init(process: Int, program: String) {
    self.process = process
    self.program = program
  }
}

extension StoreError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .notADatabase, .foreign, .empty, .missing, .exists, .cannotOpen, .newer, .otherHistory,
      .noWriteAheadLog:
      wordsOfOpening
    case .missingColumn(let entity, let column):
      "the table '\(shown(entity))' has no column '\(shown(column))'"
    case .migration(let name, let cause): "can't migrate to '\(shown(name))': \(cause)"
    case .constraint(let detail): "can't save: \(shown(detail))"
    case .interrupted: "interrupted"
    case .unexpected(let code, let detail):
      "the store failed with number \(code): \(shown(detail))"
    default: wordsOfUse
    }
  }

  private var wordsOfOpening: String {
    switch self {
    case .notADatabase(let path): "not a database: '\(shown(path))'"
    case .foreign(let path, let application):
      "a database of another program: '\(shown(path))' (application \(application))"
    case .empty(let path): "an empty file, not a database: '\(shown(path))'"
    case .missing(let path): "no such file: '\(shown(path))'"
    case .exists(let path): "there is a file already: '\(shown(path))'"
    case .cannotOpen(let path, let reason): "can't open '\(shown(path))': \(shown(reason))"
    case .newer(let path, let version, let ours):
      "written by a newer version: '\(shown(path))' has version \(version), ours is \(ours)"
    case .otherHistory(let path, let migration):
      "another history: '\(shown(path))' has the migration '\(shown(migration))'"
    case .noWriteAheadLog(let path, let answer):
      "can't keep a write-ahead log for '\(shown(path))': the mode stays '\(shown(answer))'"
    default: ""
    }
  }

  private var wordsOfUse: String {
    switch self {
    case .damaged(let path, let detail): "damaged: '\(shown(path))': \(shown(detail))"
    case .locked(let path, let holder?): "locked by \(holder): '\(shown(path))'"
    case .locked(let path, nil): "locked: '\(shown(path))'"
    case .waitStopped(let path): "stopped waiting for '\(shown(path))'"
    case .readOnly(let path): "can't save: '\(shown(path))' is open for reading only"
    case .full(let path): "can't save: the disk of '\(shown(path))' is full"
    case .moved(let path): "'\(shown(path))' was removed or replaced while it was open"
    case .cut(let path): "'\(shown(path))' was cut while it was open"
    case .overwritten(let path): "'\(shown(path))' was overwritten while it was open"
    case .foreignLog(let path):
      "'\(shown(path))' is the log of another file that was there before: move it away first"
    case .nothingLeft(let path): "nothing can be read of '\(shown(path))': there is no copy of it"
    case .inputOutput(let path, let code):
      "can't read or write '\(shown(path))': the disk failed with number \(code)"
    default: ""
    }
  }
}

extension Store.Rescue: CustomStringConvertible {
  /// What was rescued, in words.
  public var description: String {
    switch self {
    case .whole(let path): "what it held is in '\(shown(path))'"
    case .mixed(let path):
      "what can be read of it, and of what was written over it, is in '\(shown(path))'"
    case .rows(1, let path): "1 row that could still be read is in '\(shown(path))'"
    case .rows(let count, let path):
      "\(count) rows that could still be read are in '\(shown(path))'"
    case .nothing(let error): "what it held could not be rescued: \(error)"
    }
  }
}

extension LockHolder: CustomStringConvertible {
  /// The holder in words.
  public var description: String {
    isThisProcess ? "a job of this session" : "\(shown(program)) (process \(process))"
  }
}

extension StoreWait: CustomStringConvertible {
  /// The wait in words.
  public var description: String {
    "waiting for \(holder.map { "\($0)" } ?? "another process") to end its work on '\(shown(path))'"
  }
}

/// A text that came from outside, with its hidden characters escaped.
func shown(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isHidden {
      result += scalar.escaped(asASCII: true)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
