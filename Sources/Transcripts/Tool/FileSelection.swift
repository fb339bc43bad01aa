import Glibc

extension ToolOptions {
  /// Returns the files that the arguments name, in order.
  ///
  /// With `--shard`, these are only a part of them. `fence` names the code blocks of Markdown
  /// files. Throws if an argument can't be used.
  func selectedFiles(fence: String) throws(TranscriptToolFault) -> [FileEntry] {
    var entries: [FileEntry] = []
    for argument in paths {
      let (path, line) = Self.split(argument)
      guard let isFolder = FolderListing.isFolder(path) else {
        let problem = TranscriptToolFault.FileProblem.system(errno)
        throw .cannotUse(access(path, F_OK) == 0 ? argument : path, problem)
      }
      // A folder has no lines, so the whole argument is a path.
      if isFolder && line != nil { throw .cannotUse(argument, .system(ENOENT)) }
      if isFolder {
        entries += FolderListing(path).paths.map { path in path.map { job($0, nil, fence) } }
      } else {
        entries.append(.success(job(path, line, fence)))
      }
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
}
