package import Archive
package import Console
import Glibc
package import Records

/// An operation that creates files, or a folder, which get their names when they are complete.
///
/// A killed run leaves none of its targets half written.
///
///     for file in operation.targets { print("writes", file.name) }
package protocol FileMakingOperation: StoreOperation {
  /// The files to create.
  var targets: [NamedFile] { get }
}

/// A file that a killed run has left beside a target, with the names that the user knows.
///
///     print(leftover.name, "was left beside", leftover.target)
package struct NamedLeftover: Equatable, Sendable {
  /// The reason why the file is there: it is unfinished, or was to be replaced.
  package let kind: Leftover.Kind
  package let name: String
  /// The name of the file that it would have replaced, or that it was.
  package let target: String
}

extension NamedFile {
  /// The files that killed runs have left beside this target.
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

  /// The target of a link; `nil` if the name is not a link.
  private var destination: String? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK,
      let resolved = realpath(path, nil)
    else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the part of a path after the last slash.
  private static func lastName(_ path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
