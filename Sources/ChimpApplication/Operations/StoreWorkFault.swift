package import Records
import Shell

/// Why an operation about the store is refused, or fails.
package enum StoreWorkFault: Error, Equatable, Sendable {
  case restricted(String)
  case notInFile
  /// A path that is empty.
  case noName
  /// A file that belongs to the store.
  case isStore(String)
  case exists(String)
  case store(StoreError)
}

extension StoreWorkFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .restricted(let name): "\(ConsoleFault.restricted(name))"
    case .notInFile: "the records are not in a file"
    case .noName: "a path has at least 1 byte"
    case .isStore(let path): "the store itself is in \"\(path)\""
    case .exists(let path): "there is a file already: \"\(path)\" (--force replaces it)"
    case .store(let error): "\(error)"
    }
  }
}
