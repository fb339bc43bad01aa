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
  case exists(String)
  case notPlain(String)
  case noFormat(String)
  case cannotRead(String, SystemFault)
  case cannotWrite(String, SystemFault)
  /// A line of a file, counted from 1.
  case badLine(String, Int, LineReason)
  case store(StoreError)
  case record(RecordError)
}

extension StoreWorkFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .restricted(let name): "\(ConsoleFault.restricted(name))"
    case .notInFile: "the records are not in a file"
    case .noName: "a path has at least 1 byte"
    case .isStore(let path): "the store itself is in \"\(path)\""
    case .exists(let path): "there is a file already: \"\(path)\" (--force replaces it)"
    case .notPlain(let path): "no plain file: \"\(path)\""
    case .noFormat(let path): "no known ending: \"\(path)\" (.csv, .jsonl; or name the format=)"
    case .cannotRead(let path, let fault): "\(ConsoleFault.cannotRead(path, fault))"
    case .cannotWrite(let path, let fault): "\(ConsoleFault.cannotWrite(path, fault))"
    case .badLine(let path, let number, let reason): "\(path):\(number): \(reason)"
    case .store(let error): "\(error)"
    case .record(let error): "\(error)"
    }
  }
}
