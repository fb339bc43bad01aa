import Glibc
import Shell

/// Where the records of a run are kept.
extension Program {
  /// What the records are given from outside.
  func recordSurroundings(
    _ options: ProgramOptions, isPerson: Bool, _ terminal: (any TerminalProvider)?,
    _ output: OutputWriter
  ) -> RecordSurroundings {
    let isRestricted = options.console.isRestricted
    let countLimit = isRestricted ? Self.restrictedCount : nil
    let path =
      options.storesInMemory
      ? nil : options.storePath ?? (isPerson && !isRestricted ? usualStorePath() : nil)
    guard let terminal else {
      return RecordSurroundings(
        path: path, configure: environment.configureStore, isPerson: isPerson,
        isRestricted: isRestricted, countLimit: countLimit, tell: tell)
    }
    return RecordSurroundings(
      path: path, configure: environment.configureStore, isPerson: isPerson,
      isRestricted: isRestricted, countLimit: countLimit,
      tell: { words in
        output.flush()
        if !terminal.tell(line(words)) { tell(words) }
      }, confirm: terminal.confirm, isInterrupted: { terminal.isInterrupted },
      makeExecutor: { ThreadExecutor() })
  }

  /// How many rows, and how many news, a restricted session has at the most.
  private static var restrictedCount: Int { 1_000 }

  /// The user's own file, in folders that nobody else may look into; nil without a home.
  private func usualStorePath() -> String? {
    guard let data = dataFolder else { return nil }
    let path = data + "/chimp/chimp.sqlite"
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
    return path
  }

  private var dataFolder: String? {
    if let folder = environment.variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder }
    return environment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
  }
}

/// The lines of another source, before each of which there may be something to tell.
final class AnnouncedLines: LineSource {
  private let source: any LineSource
  private let announce: () -> Void

  init(_ source: any LineSource, announce: @escaping () -> Void) {
    self.source = source
    self.announce = announce
  }

  func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent {
    announce()
    return source.nextLine(into: &line)
  }
}
