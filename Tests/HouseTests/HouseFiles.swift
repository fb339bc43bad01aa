import TestSupport

/// The files of this repository, for the tests that read them.
enum HouseFiles {
  /// The folder that contains `Package.swift`.
  static var root: String {
    var folder = #filePath.split(separator: "/")
    folder.removeLast(3)
    return "/" + folder.joined(separator: "/")
  }

  /// Returns the paths of all Swift files in a folder and in the folders below it.
  static func swift(below folder: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      let path = folder + "/" + name
      if name.hasSuffix(".swift") { return [path] }
      return name.hasPrefix(".") ? [] : swift(below: path)
    }
  }

  /// Returns the sorted names in a folder; an empty list if it is not a folder.
  static func names(in folder: String) -> [String] { TemporaryFolder.names(in: folder) ?? [] }

  /// Returns the text of a file; an empty one if it can't be read.
  static func text(of path: String) -> String { TemporaryFolder.text(at: path) }
}
