import Glibc

/// Finds the transcripts below a folder, one after the other.
struct FolderListing {
  private struct Entry {
    let path: String
    let isFolder: Bool
  }

  /// What is still to be looked at, the next one last.
  private var entries: [Entry]

  /// Begins with a folder.
  init(_ folder: String) {
    entries = [Entry(path: folder, isFolder: true)]
  }

  /// The next `*.txt`, in the order of the names; what begins with a full stop is passed over.
  mutating func next() throws(FileFault) -> String? {
    while let entry = entries.popLast() {
      guard entry.isFolder else { return entry.path }
      entries += try Self.entries(in: entry.path).reversed()
    }
    return nil
  }

  /// Whether there is a folder at the path.
  static func isFolder(_ path: String) throws(FileFault) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileFault(number: errno) }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private static func entries(in folder: String) throws(FileFault) -> [Entry] {
    guard let directory = opendir(folder) else { throw FileFault(number: errno) }
    defer { _ = closedir(directory) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var entries: [Entry] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let isFolder = isFolder(Int(entry.pointee.d_type), prefix + name)
      if isFolder || name.hasSuffix(".txt") {
        entries.append(Entry(path: prefix + name, isFolder: isFolder))
      }
    }
    return entries.sorted { $0.path < $1.path }
  }

  /// NB: a link to a folder is not followed, so that no circle can be walked.
  private static func isFolder(_ kind: Int, _ path: String) -> Bool {
    guard kind == Int(DT_UNKNOWN) else { return kind == Int(DT_DIR) }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
