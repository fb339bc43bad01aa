import Characters
import Glibc

/// An error of a store, with the file or table that it concerns.
///
///     do { try context.save() } catch .store(.full(let path)) { print("no room for \(path)") }
public enum StoreError: Error, Hashable {
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
  indirect case migration(name: String, cause: StoreError)

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
}

extension StoreError {
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
    case .missingColumn, .migration, .constraint, .interrupted, .unexpected: nil
    }
  }
}

extension StoreError {
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

/// A process that holds a lock on a store; it may be this one.
///
///     for holder in LockHolder.otherProcesses(at: "notes.db") {
///       print(holder.program, holder.process)
///     }
public struct LockHolder: Hashable, Sendable {
  /// The process identifier.
  public let process: Int
  /// The name of its program.
  public let program: String

  /// Creates the value.
  public init(process: Int, program: String) {
    self.process = process
    self.program = program
  }
}

extension StoreError: CustomStringConvertible {
  /// The error message; control characters are escaped.
  public var description: String { shown(message) }

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
    case .migration(let name, let cause): "can't migrate to '\(name)': \(cause)"
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
    }
  }
}

extension Store.Rescue: CustomStringConvertible {
  /// The result as a sentence; control characters are escaped.
  public var description: String {
    switch self {
    case .whole(let path): "what it held is in '\(shown(path))'"
    case .rows(1, let path): "1 row that could still be read is in '\(shown(path))'"
    case .rows(let count, let path):
      "\(count) rows that could still be read are in '\(shown(path))'"
    case .nothing(let error): "what it held could not be rescued: \(error)"
    }
  }
}

extension LockHolder: CustomStringConvertible {
  /// The process as a part of a sentence.
  public var description: String {
    isThisProcess ? "a job of this session" : "\(shown(program)) (process \(process))"
  }
}

extension StoreWait: CustomStringConvertible {
  /// The wait as a sentence; control characters are escaped.
  public var description: String {
    "waiting for \(holder.map { "\($0)" } ?? "another process") to end its work on '\(shown(path))'"
  }
}

/// Returns external text with control characters escaped.
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
