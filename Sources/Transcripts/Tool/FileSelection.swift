import Glibc

/// The files that the arguments of the tool select.
struct FileSelection {
  private(set) var entries: [FileEntry] = []

  private let options: ToolOptions
  private let fence: String

  /// Lists the files of the shard.
  ///
  /// Throws if an argument can't be used.
  init(_ options: ToolOptions, fence: String) throws(TranscriptToolFault) {
    self.options = options
    self.fence = fence
    for argument in options.paths {
      let (path, line) = Self.split(argument)
      guard let isFolder = FolderListing.isFolder(path) else {
        let problem = TranscriptToolFault.FileProblem.system(errno)
        throw .cannotUse(access(path, F_OK) == 0 ? argument : path, problem)
      }
      // A folder has no lines, so the whole argument is a path.
      if isFolder && line != nil { throw .cannotUse(argument, .system(ENOENT)) }
      if isFolder {
        entries += FolderListing(path).paths.map { path in path.map { job($0) } }
      } else {
        entries.append(.success(job(path, line)))
      }
    }
    let shard = options.shard
    entries = entries.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
      .map(\.element)
  }

  /// Returns the job of a file; fences are used in Markdown files only.
  private func job(_ path: String, _ line: Int? = nil) -> FileJob {
    let isMarkdown = path.hasSuffix(".md") || path.hasSuffix(".markdown")
    return FileJob(
      path: path, line: line, filter: options.filter, fence: isMarkdown ? fence : nil,
      isTrusted: options.isTrusted)
  }

  /// Splits `FILE:LINE`, unless there is a file of that name.
  private static func split(_ argument: String) -> (path: String, line: Int?) {
    guard let colon = argument.lastIndex(of: ":"), colon != argument.startIndex,
      let line = Int(argument[argument.index(after: colon)...]), line > 0,
      access(argument, F_OK) != 0
    else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }
}
