import Glibc

/// Finds the transcripts below a folder.
struct FolderListing {
  /// Every `*.txt` below the folder, sorted; names that begin with a full stop are passed over.
  static func transcripts(below folder: String) throws(FileFault) -> [String] {
    var found: [String] = []
    for name in try names(in: folder) where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      // NB: a link to a folder is not followed, so that no circle can be walked.
      if kind(of: path) == S_IFDIR {
        found += try transcripts(below: path)
      } else if name.hasSuffix(".txt") {
        found.append(path)
      }
    }
    return found
  }

  /// Whether there is a folder at the path.
  static func isFolder(_ path: String) throws(FileFault) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileFault(number: errno) }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private static func kind(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private static func names(in folder: String) throws(FileFault) -> [String] {
    guard let directory = opendir(folder) else { throw FileFault(number: errno) }
    defer { _ = closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
