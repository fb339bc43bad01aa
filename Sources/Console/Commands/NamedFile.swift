import Glibc

/// A file that a command names: the user's name for it, and its path.
///
/// The two differ if the session has its own folder: `export data.csv` then writes to a path
/// in that folder, and the reply still says `data.csv`.
///
///     let file = invocation.file(0)
///     throw .cannotRead(file.name, error)  // the name for people, `file.path` for system calls
package struct NamedFile: Equatable, Sendable {
  /// The name as the user wrote it, for replies.
  package let name: String
  /// The folder that the name must not lead out of; `nil` if every name is allowed.
  private let folder: String?

  /// Creates the file of a name, relative to a folder or to the folder in which the program was
  /// started.
  package init(_ name: String, in folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// The path for system calls.
  package var path: String {
    // An empty name stays empty.
    guard let folder, !name.isEmpty else { return name }
    return "\(folder)/\(name)"
  }

  /// `true` if the name is relative to a folder of the session's own.
  package var isInFolder: Bool { folder != nil }

  /// Returns the file of another name in the same folder.
  package func renamed(_ name: String) -> NamedFile { NamedFile(name, in: folder) }

  /// Returns whether a name leads out of its folder by itself: it is absolute, or contains `..`.
  static func leadsOut(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "/")
      || name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// `true` if the path leads out of the folder, by the name or by a symbolic link.
  ///
  /// The file need not exist: then the nearest ancestor that exists decides. If the folder itself
  /// can't be resolved, the path counts as leading out.
  package var leadsOut: Bool {
    guard let folder else { return false }
    guard !Self.leadsOut(name) else { return true }
    guard let root = Self.resolved(folder) else { return true }
    var ancestor = path
    while ancestor.utf8.count > folder.utf8.count {
      if let resolved = Self.resolved(ancestor) {
        return resolved != root && !resolved.utf8.starts(with: "\(root)/".utf8)
      }
      // To create a file at a dangling link creates it where the link leads.
      if Self.isLink(ancestor) { return true }
      ancestor = ancestor.lastIndex(of: "/").map { String(ancestor[..<$0]) } ?? ""
    }
    return false
  }

  /// Returns the path without links; `nil` if nothing is there.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns whether the path is itself a symbolic link, even a dangling one.
  private static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }
}

/// The private folder of a session; the file names of its commands can't lead out of it.
///
/// Transcripts have one, so that a golden file can't write to the disk of the person who checks it.
/// `location` is called when a command names a file; it may create the folder, or throw:
///
///     final class Scratch: SessionFolder {
///       func location() throws(ArgumentFault) -> String { "/tmp/scratch" }
///     }
package protocol SessionFolder: AnyObject {
  /// Returns the path of the folder, which exists from then on.
  ///
  /// The first call may create it. Throws if that fails; the command is refused then.
  func location() throws(ArgumentFault) -> String
}

extension Invocation {
  /// Resolves the file that a word names, and keeps it for `file(_:)`.
  ///
  /// No other code makes a path from an argument, which is what keeps a confined session in its
  /// folder.
  ///
  /// - Throws: `outside` if the name leads out of the session's folder.
  mutating func resolveFile(_ name: String, word index: Int) throws(ArgumentFault) {
    var file = NamedFile(name)
    if let folder {
      // No folder is made for a name that leads out of it.
      if !NamedFile.leadsOut(name) { file = NamedFile(name, in: try folder.location()) }
      guard file.isInFolder, !file.leadsOut else {
        let fault = ConsoleFault.outside(name, column: column(ofWord: index))
        throw .invalid(fault.description, column: nil)
      }
    }
    files.append((index, file))
  }

  /// Returns the file that the argument at a position names.
  ///
  /// The parameter must be of the kind `file`: anything else is a programming error.
  package func file(_ index: Int) -> NamedFile {
    guard let file = files.first(where: { $0.word == arguments[index].word })?.file else {
      preconditionFailure("the argument is no file")
    }
    return file
  }

  /// Returns the file given by `NAME=`; `nil` if the key isn't given.
  package func file(key name: StaticString) -> NamedFile? {
    argument(key: name).flatMap { argument in files.first { $0.word == argument.word }?.file }
  }
}
