import CSystem
import Glibc
import SystemCalls

/// The files that the arguments of the tool name.
///
/// A folder that can't be listed, or a name that is not UTF-8, is an entry with an error.
extension ToolOptions {
  /// Returns the files of the shard, in the order of the arguments.
  ///
  /// With `--shard`, these are only a part of them. `fence` names the code blocks of Markdown
  /// files. Throws if an argument can't be used.
  func selectedFiles(fence: String) throws(TranscriptToolFault) -> [FileEntry] {
    var entries: [FileEntry] = []
    for argument in paths {
      let (path, line) = Self.split(argument)
      var status = stat()
      guard stat(path, &status) == 0 else {
        let words = TranscriptToolFault.systemWords
        throw TranscriptToolFault(access(path, F_OK) == 0 ? argument : path, words)
      }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        entries.append(.success(job(path, line, fence)))
        continue
      }
      // A folder has no lines, so the whole argument is a path.
      if line != nil { throw TranscriptToolFault(argument, "\(SystemError(number: ENOENT))") }
      entries += Self.transcripts(in: path).map { path in path.map { job($0, nil, fence) } }
    }
    return entries.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
      .map(\.element)
  }

  /// Returns the job for a file.
  private func job(_ path: String, _ line: Int?, _ fence: String) -> FileJob {
    let isMarkdown = path.hasSuffix(".md") || path.hasSuffix(".markdown")
    return FileJob(
      path: path, line: line, filter: filter, fence: isMarkdown ? fence : nil, isTrusted: isTrusted)
  }

  /// Splits an argument `FILE:LINE`, unless a file has this name.
  private static func split(_ argument: String) -> (path: String, line: Int?) {
    guard let colon = argument.lastIndex(of: ":"), colon != argument.startIndex,
      let line = Int(argument[argument.index(after: colon)...]), line > 0,
      access(argument, F_OK) != 0
    else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }

  /// Returns every `*.txt` in a folder and in the folders inside it, in the order of their names.
  ///
  /// Names that begin with a full stop are skipped. Links to folders are not followed, so that
  /// there are no cycles.
  static func transcripts(in folder: String) -> [Result<String, TranscriptToolFault>] {
    guard let directory = opendir(folder) else { return [.failure(.system(folder))] }
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
    return inner.sorted { $0.name < $1.name }.flatMap { entry in
      let path = prefix + entry.name
      let isTranscript = entry.name.utf8.suffix(4).elementsEqual(".txt".utf8)
      guard !entry.name.hasPrefix("."), entry.isFolder || isTranscript else {
        return [Result<String, TranscriptToolFault>]()
      }
      guard entry.isUnicode else {
        return [.failure(TranscriptToolFault(path, "the name is not UTF-8"))]
      }
      return entry.isFolder ? transcripts(in: path) : [.success(path)]
    }
  }
}
