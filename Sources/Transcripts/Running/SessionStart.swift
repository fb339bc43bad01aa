import ChimpSystem
import Glibc

/// What a session needs at its beginning.
struct SessionStart: Sendable {
  var seed: String?
  var language: String?
  /// `true` if the standard error of a program is a part of the replies of its own.
  var keepsErrors = false
  /// The screen of the session's terminal, as in `80x24 styled`; `nil` without one.
  var screen: String?
  /// The longest time limit of a command of its own, in milliseconds; 0 for none.
  var longestLimit = 0
  /// The files that the session gets, by their paths and by their names in its folder.
  var files: [(path: String, name: String)] = []

  /// Puts the files into the folder of a session; throws if one can't be read or written.
  func putFiles(into folder: TranscriptFolder?) throws(TranscriptToolFault) {
    for (path, name) in files {
      guard let folder else {
        throw TranscriptToolFault("with --trust, a session has no folder for \"\(name)\"")
      }
      let root = try folder.path()
      do throws(SystemError) {
        for index in name.indices where name[index] == "/" {
          mkdir("\(root)/\(name[..<index])", 0o700)
        }
        try writeCopy(of: path, to: "\(root)/\(name)")
      } catch { throw TranscriptToolFault("can't copy \"\(name)\": \(error)") }
    }
  }

  /// Copies a file with its permissions.
  private func writeCopy(of path: String, to target: String) throws(SystemError) {
    let bytes = try readFile(path)
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    let file = try Descriptor(open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode | 0o600))
    try writeAll(bytes.span, to: file.number)
  }
}

/// The message with which a session begins in a worker: a line for each value.
extension SessionStart {
  var message: [UInt8] {
    // The argument of a directive is not empty, and no more than a line.
    let names = files.flatMap { [$0.path, $0.name] }
    let lines =
      [seed ?? "", language ?? "", keepsErrors ? "1" : "", screen ?? "", "\(longestLimit)"]
      + ["\(files.count)"] + names
    return lines.flatMap { Array($0.utf8) + [0x0a] }
  }

  /// Reads the lines of a message; returns `nil` if they are not complete.
  init?(_ nextLine: () -> ArraySlice<UInt8>?) {
    func next() -> String? { nextLine().map { String(decoding: $0, as: UTF8.self) } }
    guard let seed = next(), let language = next(), let errors = next(), let screen = next(),
      let limit = next().flatMap({ Int($0) }), let count = next().flatMap({ Int($0) })
    else { return nil }
    longestLimit = limit
    self.seed = seed.isEmpty ? nil : seed
    self.language = language.isEmpty ? nil : language
    keepsErrors = !errors.isEmpty
    self.screen = screen.isEmpty ? nil : screen
    for _ in 0..<count {
      guard let path = next(), let name = next() else { return nil }
      files.append((path, name))
    }
  }
}

extension TranscriptRun {
  /// Returns what a session needs at its beginning; throws for a file outside of the folder of the
  /// transcript.
  func start(ofSession session: Int) throws(TranscriptToolFault) -> SessionStart {
    var start = SessionStart(
      seed: argument(.seed, ofSession: session),
      language: argument(.language, ofSession: session),
      keepsErrors: argument(.stderr, ofSession: session) != nil,
      screen: argument(.screen, ofSession: session),
      longestLimit: sessions[session].compactMap(\.timeLimit).max() ?? 0)
    var sources: [BlockSource] = []
    for block in sessions[session] where sources.last !== block.source {
      sources.append(block.source)
    }
    for source in sources {
      for entry in source.testCase.directives.all(.file) {
        let path = siblingPath(entry.argument, of: source.path)
        let root = TranscriptRoot(of: self.path, isTrusted: options.isTrusted)
        guard !pointsOutside(entry.argument), !root.isLeft(by: entry.argument, path) else {
          throw TranscriptToolFault(
            source.path, line: entry.line + 1, column: 1,
            "\"\(entry.argument)\" is not in the folder of the transcript")
        }
        // A worker may have another working folder.
        start.files.append((resolvedPath(path) ?? path, entry.argument))
      }
    }
    return start
  }
}

/// The folder that must contain the files which a transcript names.
struct TranscriptRoot {
  /// The resolved path of the folder; `nil` to allow any file.
  private let folder: String?

  init(of path: String, isTrusted: Bool) {
    let folder = folderPath(of: path)
    self.folder = isTrusted ? nil : resolvedPath(folder) ?? folder
  }

  /// Returns whether a path is outside of the folder, through its name or a symbolic link.
  func isLeft(by name: String, _ path: String) -> Bool {
    guard let folder else { return false }
    if pointsOutside(name) { return true }
    guard let resolved = resolvedPath(path) else { return false }
    return !isPath(resolved, below: folder)
  }
}
