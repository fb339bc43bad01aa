import Characters

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
