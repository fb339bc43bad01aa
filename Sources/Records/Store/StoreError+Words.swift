import Characters

extension StoreError: CustomStringConvertible {
  /// The error in words.
  package var description: String {
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
  package var description: String {
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
  package var description: String {
    isThisProcess ? "a job of this session" : "\(shown(program)) (process \(process))"
  }
}

extension StoreWait: CustomStringConvertible {
  /// The wait in words.
  package var description: String {
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
