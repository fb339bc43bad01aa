import Glibc

final class FileSelection {
  private let options: ToolOptions
  private let fence: String
  private var arguments: ArraySlice<(path: String, line: Int?, isFolder: Bool)> = []
  private var listing: FolderListing?
  private var count = 0

  init(_ options: ToolOptions, fence: String) throws(ToolFault) {
    (self.options, self.fence) = (options, fence)
    for argument in options.paths {
      let (path, line) = Self.split(argument)
      do throws(FileFault) {
        let isFolder = try FolderListing.isFolder(path)
        // A folder has no lines, so the whole argument is a path.
        if isFolder && line != nil { throw FileFault(number: ENOENT) }
        arguments.append((path, line, isFolder))
      } catch { throw .cannotUse(access(path, F_OK) == 0 ? argument : path, error) }
    }
  }

  func next() -> FileEntry? {
    while let entry = nextOfAll() {
      defer { count += 1 }
      if count % options.shard.count == options.shard.number - 1 { return entry }
    }
    return nil
  }

  func next(_ count: Int) -> [FileEntry] {
    var entries: [FileEntry] = []
    while entries.count < count, let entry = next() { entries.append(entry) }
    return entries
  }

  private func nextOfAll() -> FileEntry? {
    while true {
      do throws(FileFault) {
        if let path = try listing?.next() { return .success(job(path)) }
      } catch { return .failure(.cannotUse(listing?.place ?? "", error)) }
      listing = nil
      guard let argument = arguments.popFirst() else { return nil }
      guard argument.isFolder else { return .success(job(argument.path, argument.line)) }
      listing = FolderListing(argument.path)
    }
  }

  private func job(_ path: String, _ line: Int? = nil) -> FileJob {
    let isMarkdown = path.hasSuffix(".md") || path.hasSuffix(".markdown")
    return FileJob(
      path: path, file: path, selection: BlockSelection(line: line, filter: options.filter),
      fence: isMarkdown ? fence : nil, isTrusted: options.isTrusted)
  }

  /// Takes the line off a path, unless there is a file of that very name.
  private static func split(_ argument: String) -> (path: String, line: Int?) {
    guard let colon = argument.lastIndex(of: ":"), colon != argument.startIndex,
      let line = Int(argument[argument.index(after: colon)...]), line > 0,
      access(argument, F_OK) != 0
    else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }
}
