import Glibc

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
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the text of a file; an empty one if it can't be read.
  static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
