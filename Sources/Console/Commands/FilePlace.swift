import Glibc

/// A file that a command names: what the user calls it, and where it is.
package struct FilePlace: Equatable, Sendable {
  /// What the user calls it.
  package let name: String
  /// The folder that the name must not lead out of; nil where every name is good.
  private let folder: String?

  /// The file that a name leads to from where the program was started, or from a folder.
  package init(_ name: String, in folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// Where it is.
  package var path: String {
    // An empty name stays empty.
    guard let folder, !name.isEmpty else { return name }
    return "\(folder)/\(name)"
  }

  /// Whether the session has a folder of its own, which the name is relative to.
  package var isInFolder: Bool { folder != nil }

  /// The file of another name, by the same rule.
  package func renamed(_ name: String) -> FilePlace { FilePlace(name, in: folder) }

  /// Whether the name leads out of the folder by itself, whatever is there.
  static func leadsOut(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "/")
      || name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// Whether the name leads out of the folder, also by way of a link.
  package var leadsOut: Bool {
    guard let folder else { return false }
    guard !Self.leadsOut(name) else { return true }
    guard let root = Self.resolved(folder) else { return true }
    var place = path
    while place.utf8.count > folder.utf8.count {
      if let resolved = Self.resolved(place) {
        return resolved != root && !resolved.utf8.starts(with: "\(root)/".utf8)
      }
      // To create a file at a dangling link creates it where the link leads.
      if Self.isLink(place) { return true }
      place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
    }
    return false
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }
}

/// A folder of a session's own, which the files that its commands name are in.
package protocol SessionFolder: AnyObject {
  /// Where the folder is, which is there from then on.
  func location() throws(ArgumentFault) -> String
}

extension Invocation {
  /// Resolves the file that a word names; the only way from a name to a path.
  mutating func resolveFile(word index: Int) throws(ArgumentFault) {
    let name = value(ofWord: index)
    var file = FilePlace(name)
    if let folder {
      // No folder is made for a name that leads out of it.
      if !FilePlace.leadsOut(name) { file = FilePlace(name, in: try folder.location()) }
      guard file.isInFolder, !file.leadsOut else {
        let fault = ConsoleFault.outside(name, column: column(ofWord: index))
        throw .invalid(fault.description, column: nil)
      }
    }
    files.append((index, file))
  }

  /// The file that an argument names.
  package func file(_ place: Int) -> FilePlace {
    guard let file = files.first(where: { $0.word == places[place] })?.file else {
      preconditionFailure("the argument is no file")
    }
    return file
  }

  /// The file behind `NAME=`.
  package func file(key name: StaticString) -> FilePlace? {
    word(key: name).flatMap { word in files.first { $0.word == word }?.file }
  }
}
