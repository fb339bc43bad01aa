package import Archive
package import Console
import Glibc
package import Records
import SystemCalls

/// An operation that creates files or a folder, which appear only when they are complete.
///
/// If the program is killed, none of them is left half written.
///
///     for file in operation.targets { print("writes", file.name) }
package protocol FileMakingOperation: StoreOperation {
  /// The files that the operation creates.
  var targets: [NamedFile] { get }
}

/// A temporary file that a killed program left beside a file of the user.
///
///     print(leftover.name, "was left beside", leftover.target)
package struct NamedLeftover: Equatable, Sendable {
  /// The purpose of the temporary file: incomplete new contents, or a file that was being replaced.
  package let kind: Leftover.Kind
  package let name: String
  /// The user's name of the file to which the temporary file belongs.
  package let target: String
}

extension NamedFile {
  /// The temporary files that killed programs left beside this file.
  package var leftovers: [NamedLeftover] {
    guard !name.isEmpty, !leadsOut else { return [] }
    let own = Leftover.all(beside: path).map { leftover in
      let end = Self.lastName(leftover.path).utf8.dropFirst(Self.lastName(path).utf8.count)
      return NamedLeftover(
        kind: leftover.kind, name: name + String(decoding: end, as: UTF8.self), target: name)
    }
    // If the name is a link, the replaced file is its target, or the link itself.
    guard let destination else { return own }
    return own
      + Leftover.all(beside: destination).map { leftover in
        let shown = isInFolder ? String(Self.lastName(leftover.path)) : leftover.path
        return NamedLeftover(kind: leftover.kind, name: shown, target: name)
      }
  }

  /// The target of a symbolic link; `nil` for any other file.
  private var destination: String? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return nil }
    return resolvedPath(path)
  }

  /// Returns the part of a path after its last slash.
  private static func lastName(_ path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
