import CSystem
import Glibc

struct FolderListing {
  // Names only, because every entry of a large folder is held.
  private struct Entry {
    let prefix: String
    let name: String
    let isFolder: Bool
    /// Whether the name is what the folder says.
    let isWhole: Bool
  }

  private(set) var place: String
  /// What is still to be looked at, the next one last; nil before the beginning.
  private var entries: [Entry]?

  init(_ folder: String) { place = folder }

  /// The next `*.txt`, in the order of the names; what begins with a full stop is passed over.
  mutating func next() throws(FileFault) -> String? {
    if entries == nil {
      // A folder that can't be listed is told once.
      entries = []
      entries = try Self.listed(place)
    }
    while let entry = entries?.popLast() {
      place = entry.prefix + entry.name
      guard entry.isWhole else { throw .notUnicode }
      guard entry.isFolder else { return place }
      entries? += try Self.listed(place)
    }
    return nil
  }

  static func isFolder(_ path: String) throws(FileFault) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileFault(number: errno) }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private static func listed(_ folder: String) throws(FileFault) -> [Entry] {
    guard let directory = opendir(folder) else { throw FileFault(number: errno) }
    defer { _ = closedir(directory) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var entries: [Entry] = []
    while let entry = readdir(directory) {
      let kind = Int(entry.pointee.d_type)
      let bytes = chimp_entry_name(entry)
      let text = String(validatingCString: bytes)
      let name = text ?? String(cString: bytes)
      guard !name.hasPrefix("."), let isFolder = isFolder(kind, name, prefix) else { continue }
      entries.append(Entry(prefix: prefix, name: name, isFolder: isFolder, isWhole: text != nil))
    }
    entries.sort { $0.name > $1.name }
    return entries
  }

  /// Whether there is a folder; nil where there is neither that nor a transcript.
  ///
  /// A link to a folder is not followed, so that there are no circles.
  private static func isFolder(_ kind: Int, _ name: String, _ prefix: String) -> Bool? {
    if kind == Int(DT_DIR) { return true }
    let isTranscript = name.utf8.suffix(4).elementsEqual(".txt".utf8)
    guard kind == Int(DT_UNKNOWN) else { return isTranscript ? false : nil }
    var status = stat()
    let isFolder = lstat(prefix + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    return isFolder || isTranscript ? isFolder : nil
  }
}
