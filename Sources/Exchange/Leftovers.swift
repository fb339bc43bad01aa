import Archive
package import ChimpSystem
import Records
package import Shell

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
    let endings = Leftover.databaseEndings
    let own = Leftover.all(beside: path, endings: endings).map { leftover in
      let end = fileName(of: leftover.path).utf8.dropFirst(fileName(of: path).utf8.count)
      return NamedLeftover(
        kind: leftover.kind, name: name + String(decoding: end, as: UTF8.self), target: name)
    }
    // If the name is a link, the replaced file is its target, or the link itself.
    guard let destination else { return own }
    return own
      + Leftover.all(beside: destination, endings: endings).map { leftover in
        let shown = isInFolder ? String(fileName(of: leftover.path)) : leftover.path
        return NamedLeftover(kind: leftover.kind, name: shown, target: name)
      }
  }

  /// The target of a symbolic link; `nil` for any other file.
  private var destination: String? { linkTarget(path) == nil ? nil : resolvedPath(path) }
}
