import CSystem
import Glibc

/// The transcripts in a folder and its subfolders, sorted by name.
///
/// A folder that can't be listed, or a name that is not UTF-8, is an entry with an error.
struct FolderListing {
  private(set) var paths: [Result<String, TranscriptToolFault>] = []

  /// Lists every `*.txt`; names that begin with a full stop are skipped.
  init(_ folder: String) { addPaths(of: folder) }

  /// Returns whether a path is a folder; `nil` if it doesn't exist.
  static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Adds the transcripts of a folder and of the folders in it, sorted by name.
  private mutating func addPaths(of folder: String) {
    guard let directory = opendir(folder) else {
      paths.append(.failure(.cannotUse(folder, .system(errno))))
      return
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var inner: [(name: String, isFolder: Bool, isUnicode: Bool)] = []
    while let entry = readdir(directory) {
      let bytes = chimp_entry_name(entry)
      let text = String(validatingCString: bytes)
      let name = text ?? String(cString: bytes)
      let kind = Int(entry.pointee.d_type)
      guard !name.hasPrefix("."), let isFolder = Self.isFolder(kind, name, prefix) else { continue }
      inner.append((name, isFolder, text != nil))
    }
    closedir(directory)
    for (name, isFolder, isUnicode) in inner.sorted(by: { $0.name < $1.name }) {
      if !isUnicode {
        paths.append(.failure(.cannotUse(prefix + name, .notUnicode)))
      } else if isFolder {
        addPaths(of: prefix + name)
      } else {
        paths.append(.success(prefix + name))
      }
    }
  }

  /// Returns whether an entry is a folder; `nil` if it is neither a folder nor a transcript.
  ///
  /// Links to folders are not followed, so that there are no cycles.
  private static func isFolder(_ kind: Int, _ name: String, _ prefix: String) -> Bool? {
    if kind == Int(DT_DIR) { return true }
    let isTranscript = name.utf8.suffix(4).elementsEqual(".txt".utf8)
    guard kind == Int(DT_UNKNOWN) else { return isTranscript ? false : nil }
    var status = stat()
    let isFolder = lstat(prefix + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    return isFolder || isTranscript ? isFolder : nil
  }
}
