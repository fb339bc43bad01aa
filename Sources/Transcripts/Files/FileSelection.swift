import CChimpSystem
import ChimpSystem
import Glibc

/// The files that the arguments of the tool name.
///
/// A folder that can't be listed, or a name that is not UTF-8, is an entry with an error.
extension ToolOptions {
  /// Returns the files of the shard, in the order of the arguments.
  ///
  /// Throws if an argument can't be used.
  func selectedFiles() throws(TranscriptToolFault) -> [FileEntry] {
    var entries: [FileEntry] = []
    var emptyFolders: [String] = []
    for argument in paths.isEmpty ? [Self.defaultFolder] : paths {
      let (path, line) = Self.split(argument)
      guard let facts = FileFacts(path) else {
        let words = "\(SystemError.last)"
        throw TranscriptToolFault(access(path, F_OK) == 0 ? argument : path, words)
      }
      if !facts.isDirectory {
        entries.append(.success(FileJob(path: path, line: line)))
      } else if line == nil {
        let count = entries.count
        Self.addTranscripts(in: path, to: &entries)
        if entries.count == count { emptyFolders.append(path) }
      } else {
        // A folder has no lines, so the whole argument is a path.
        throw TranscriptToolFault(argument, "\(SystemError(number: ENOENT))")
      }
    }
    // Without any file, nothing is selected.
    if !entries.isEmpty {
      entries += emptyFolders.map { path in
        .failure(
          TranscriptToolFault(path, "no transcript in the folder, which are its files *.txt"))
      }
    }
    guard shard.count > 1 else { return entries }
    return stride(from: shard.number - 1, to: entries.count, by: shard.count).map { entries[$0] }
  }

  /// Splits an argument `FILE:LINE`, unless a file has this name.
  private static func split(_ argument: String) -> (path: String, line: Int?) {
    guard let colon = argument.lastIndex(of: ":"), colon != argument.startIndex,
      let line = Int(argument[argument.index(after: colon)...]), line > 0,
      access(argument, F_OK) != 0
    else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }

  /// Adds every `*.txt` in a folder and in the folders inside it, in the order of their names.
  ///
  /// Names that begin with a full stop are skipped. Links to folders are not followed, so that
  /// there are no cycles.
  static func addTranscripts(in folder: String, to entries: inout [FileEntry]) {
    guard let directory = opendir(folder) else {
      return entries.append(.failure(TranscriptToolFault(folder, "\(SystemError.last)")))
    }
    var inner: [(name: String, isFolder: Bool, isUnicode: Bool)] = []
    while let entry = readdir(directory) {
      let name = chimp_entry_name(entry)
      var status = stat()
      fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      inner.append((String(cString: name), isFolder, String(validatingCString: name) != nil))
    }
    closedir(directory)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    inner.sort { $0.name < $1.name }
    for (name, isFolder, isUnicode) in inner where !name.hasPrefix(".") {
      let path = prefix + name
      guard isFolder || name.utf8.suffix(4).elementsEqual(".txt".utf8) else { continue }
      if !isUnicode {
        entries.append(.failure(TranscriptToolFault(path, "the name is not UTF-8")))
      } else if isFolder {
        addTranscripts(in: path, to: &entries)
      } else {
        entries.append(.success(FileJob(path: path)))
      }
    }
  }
}
