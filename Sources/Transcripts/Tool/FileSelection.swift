import Glibc

/// The files that the options ask for, one after the other.
final class FileSelection {
  /// A file to run, or why there is none.
  enum Entry {
    case job(FileJob)
    case fault(ToolFault)

    func get() throws(ToolFault) -> FileJob {
      switch self {
      case .job(let job): return job
      case .fault(let fault): throw fault
      }
    }
  }

  // A class: the first array of a new element type takes longer to set up than a file to read.
  private final class Argument {
    let path: String
    let line: Int?
    let isFolder: Bool

    init(path: String, line: Int?, isFolder: Bool) {
      self.path = path
      self.line = line
      self.isFolder = isFolder
    }
  }

  /// What is asked for of every file.
  private let blocks: BlockSelection
  private let fence: String
  private let isTrusted: Bool
  private let shard: ToolOptions.Shard
  private var arguments: ArraySlice<Argument> = []
  private var listing: FolderListing?
  private var count = 0

  /// Looks at every path that is named.
  init(_ options: ToolOptions, fence: String) throws(ToolFault) {
    blocks = options.blocks
    shard = options.shard
    self.fence = fence
    isTrusted = options.isTrusted
    for argument in options.paths {
      let (path, line) = Self.split(argument)
      do throws(FileFault) {
        let isFolder = try FolderListing.isFolder(path)
        // A folder has no lines, so the whole argument is a path.
        if isFolder && line != nil { throw FileFault(number: ENOENT) }
        arguments.append(Argument(path: path, line: line, isFolder: isFolder))
      } catch {
        throw .cannotUse(path: access(path, F_OK) == 0 ? argument : path, error)
      }
    }
  }

  /// The next file of the shard.
  func next() -> Entry? {
    while let entry = nextOfAll() {
      defer { count += 1 }
      if count % shard.count == shard.number - 1 { return entry }
    }
    return nil
  }

  /// So many files, or as many as there are.
  func next(_ count: Int) -> [Entry] {
    var entries: [Entry] = []
    while entries.count < count, let entry = next() { entries.append(entry) }
    return entries
  }

  private func nextOfAll() -> Entry? {
    while true {
      do throws(FileFault) {
        if let path = try listing?.next() { return .job(job(path)) }
      } catch {
        return .fault(.cannotUse(path: listing?.place ?? "", error))
      }
      listing = nil
      guard let argument = arguments.popFirst() else { return nil }
      guard argument.isFolder else { return .job(job(argument)) }
      listing = FolderListing(argument.path)
    }
  }

  private func job(_ path: String) -> FileJob {
    FileJob(path: path, selection: blocks, isTrusted: isTrusted)
  }

  private func job(_ argument: Argument) -> FileJob {
    let path = argument.path
    let isMarkdown = path.hasSuffix(".md") || path.hasSuffix(".markdown")
    var selection = blocks
    selection.line = argument.line
    return FileJob(
      path: path, selection: selection, fence: isMarkdown ? fence : nil, isTrusted: isTrusted)
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
