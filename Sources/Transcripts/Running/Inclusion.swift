import ChimpSystem

/// The files that a session includes, which run before its own blocks.
struct Inclusion {
  /// The maximum depth of files that include one another.
  private static let depthLimit = 32
  /// The maximum number of files that a session includes.
  private static let countLimit = 1000

  /// The files in the order in which they run: those that one includes itself come before it.
  private(set) var sources: [BlockSource] = []

  /// The folder that must contain all included files.
  private let root: TranscriptRoot
  private let kinds: HoleKinds
  private var count = 0

  /// Finds the included files; throws if one can't be included.
  init(
    of testCase: TranscriptCase, in path: String, _ options: ToolOptions
  ) throws(TranscriptToolFault) {
    kinds = options.kinds
    root = TranscriptRoot(of: path, isTrusted: options.isTrusted)
    guard testCase.directives[.include] != nil else { return }
    try add(testCase, path, above: [resolvedPath(path) ?? path])
  }

  /// Adds the files that a session names; `above` are the including files.
  private mutating func add(
    _ testCase: TranscriptCase, _ path: String, above: [String]
  ) throws(TranscriptToolFault) {
    for entry in testCase.directives.all(.include) {
      do throws(TranscriptToolFault) {
        try add(entry.argument, from: path, above: above)
      } catch { throw TranscriptToolFault(path, line: entry.line + 1, column: 1, error.cause) }
    }
  }

  /// Adds a file after the files that it includes.
  private mutating func add(
    _ name: String, from path: String, above: [String]
  ) throws(TranscriptToolFault) {
    func refusal(_ reason: String) -> TranscriptToolFault {
      TranscriptToolFault("can't include \"\(name)\": \(reason)")
    }
    let other = siblingPath(name, of: path)
    if root.isLeft(by: name, other) {
      throw refusal("it is not in the folder of the transcript (see --trust)")
    }
    let resolved = resolvedPath(other) ?? other
    if above.contains(resolved) { throw TranscriptToolFault("\"\(name)\" includes itself") }
    if above.count > Self.depthLimit {
      throw refusal("more than \(Self.depthLimit) files include one another")
    }
    count += 1
    if count > Self.countLimit {
      throw refusal("a session includes more than \(Self.countLimit) files")
    }
    do throws(TranscriptToolFault) {
      let transcript = try FileJob(path: other).transcript(kinds)
      let testCase = transcript.cases[0]
      if transcript.cases.count == 1 && testCase.nameLine == nil {
        try add(testCase, other, above: above + [resolved])
        return sources.append(BlockSource(other, transcript, testCase, isIncluded: true))
      }
    } catch { throw refusal(error.cause) }
    throw TranscriptToolFault("\"\(name)\" can't be included: it has cases")
  }
}
