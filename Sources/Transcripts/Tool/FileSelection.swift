import Glibc

/// Turns paths into the files to run.
struct FileSelection {
  /// Every file that the options ask for, in order.
  static func jobs(_ options: ToolOptions, fence: String) throws(ToolFault) -> [FileJob] {
    var jobs: [FileJob] = []
    for argument in options.paths {
      let (path, line) = try split(argument)
      let selection = BlockSelection(line: line, filter: options.filter)
      do throws(FileFault) {
        let paths =
          try FolderListing.isFolder(path) ? FolderListing.transcripts(below: path) : [path]
        jobs += paths.map { path in
          let isMarkdown = path.hasSuffix(".md") || path.hasSuffix(".markdown")
          return FileJob(
            path: path, file: path, selection: selection, fence: isMarkdown ? fence : nil)
        }
      } catch {
        throw .cannotUse(path: path, error)
      }
    }
    let shard = options.shard
    jobs = jobs.indices.filter { $0 % shard.count == shard.number - 1 }.map { jobs[$0] }
    guard !jobs.isEmpty else { throw .nothingSelected }
    return jobs
  }

  /// Takes the line off a path, unless there is a file of that very name.
  private static func split(_ argument: String) throws(ToolFault) -> (path: String, line: Int?) {
    guard let colon = argument.lastIndex(of: ":"), colon != argument.startIndex,
      let line = Int(argument[argument.index(after: colon)...]), line > 0,
      access(argument, F_OK) != 0
    else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }
}
