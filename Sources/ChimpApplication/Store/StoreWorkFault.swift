package import Records
package import Shell

/// Why an operation about the store is refused, or fails.
package enum StoreWorkFault: Error, Equatable, Sendable {
  case restricted(String)
  case notInFile
  /// A path that is empty.
  case noName
  /// A file that belongs to the store.
  case isStore(String)
  /// A file that is not in the folder of the session's own.
  case outside(String)
  case exists(String)
  case notPlain(String)
  case noFormat(String)
  case cannotRead(String, SystemFault)
  case cannotWrite(String, SystemFault)
  /// A line of a file, counted from 1.
  case badLine(String, Int, LineReason)
  case store(StoreError)
  /// What went wrong with a file in the folder of the session's own.
  case file(FilePlace, StoreError)
  case record(RecordError)
}

extension StoreWorkFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .restricted(let name): "\(ConsoleFault.restricted(name))"
    case .notInFile: "the records are not in a file"
    case .noName: "a path has at least 1 byte"
    case .isStore(let path): "the store itself is in \"\(path)\""
    case .outside(let name): "\(ConsoleFault.outside(name, column: nil))"
    case .exists(let path): "there is a file already: \"\(path)\" (--force replaces it)"
    case .notPlain(let path): "\(ConsoleFault.notPlain(path))"
    case .noFormat(let path): "no known ending: \"\(path)\" (.csv, .jsonl; or name the format=)"
    case .cannotRead(let path, let fault): "\(ConsoleFault.cannotRead(path, fault))"
    case .cannotWrite(let path, let fault): "\(ConsoleFault.cannotWrite(path, fault))"
    case .badLine(let path, let number, let reason): "\(path):\(number): \(reason)"
    case .store(let error): "\(error)"
    case .file(let file, let error): "\(error)".replacing(file.path, with: file.name)
    case .record(let error): "\(error)"
    }
  }
}

extension String {
  /// The text with another one in each place of a part.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    var (result, rest) = ([UInt8](), Array(utf8)[...])
    while let first = rest.first {
      if rest.starts(with: part.utf8) {
        result += other.utf8
        rest = rest.dropFirst(part.utf8.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
