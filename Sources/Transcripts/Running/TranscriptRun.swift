import ChimpSystem

/// A file with the outcomes of its blocks.
struct TranscriptRun: Sendable {
  let job: FileJob
  let options: ToolOptions
  let transcript: Transcript
  /// The blocks of each session in the order in which they run: those of included files come first.
  var sessions: [[BlockRun]] = []

  /// Reads the file of a job, of which nothing has run.
  ///
  /// Throws if it can't be read or is no transcript, or if the selected line is beyond its end.
  init(_ job: FileJob, _ options: ToolOptions) throws(TranscriptToolFault) {
    self.job = job
    self.options = options
    transcript = try job.transcript(fence: options.fence(of: job.path), options.kinds)
    for testCase in transcript.cases { sessions.append(try blocks(of: testCase)) }
    let count = transcript.lineCount
    if let line = job.line, line > count {
      let words = "nothing is selected, the file has \(counted(count, "line"))"
      throw TranscriptToolFault(path, line: line, words)
    }
  }

  var path: String { job.path }

  /// Returns the blocks of a session that run or are reported.
  private func blocks(of testCase: TranscriptCase) throws(TranscriptToolFault) -> [BlockRun] {
    let inclusion = try Inclusion(of: testCase, in: path, options)
    let own = BlockSource(path, transcript, testCase, isIncluded: false)
    let isSelected = selects(testCase)
    return (inclusion.sources + [own]).flatMap { source in
      source.testCase.blocks.map { index in
        let runs = isSelected && !source.isIncluded && index == selectedBlock ?? index
        return BlockRun(source: source, index: index, outcome: runs ? .notRun : .unselected)
      }
    }
  }

  /// The index of the selected block; `nil` if all blocks are selected.
  var selectedBlock: Int? {
    job.line.map { line in transcript.blocks.lastIndex { $0.inputLine < line } ?? 0 }
  }

  /// Returns whether any block of a session is selected.
  func selects(_ testCase: TranscriptCase) -> Bool {
    if let selectedBlock, !testCase.blocks.contains(selectedBlock) { return false }
    guard let filter = options.filter else { return true }
    let name = testCase.name.map { "\(path) \($0)" } ?? path
    return matches(name, wildcards: "*\(filter)*")
  }

  /// Returns the blocks of a session that run; with a selected block, none after it.
  func runningBlocks(ofSession session: Int) -> ArraySlice<BlockRun> {
    let last = selectedBlock ?? .max
    return sessions[session].prefix { $0.source.isIncluded || $0.index <= last }
  }

  /// Returns the argument of a session's directive, which may be in an included file.
  func argument(_ directive: Directive, ofSession session: Int) -> String? {
    let own = transcript.cases[session].directives[directive]
    let included = sessions[session].lazy.compactMap { $0.source.testCase.directives[directive] }
    return (own ?? included.first)?.argument
  }

  /// Returns the error that a session can't begin, with the line of the cause.
  func fault(_ words: String, ofSession session: Int) -> TranscriptToolFault {
    let testCase = transcript.cases[session]
    let directives = testCase.directives
    let file = directives.all(.file).first { words.contains("\"\($0.argument)\"") }
    if let file { return TranscriptToolFault(path, line: file.line + 1, column: 1, words) }
    let line = directives[.language]?.line ?? directives[.seed]?.line ?? testCase.nameLine ?? 0
    return TranscriptToolFault(path, line: line + 1, column: 1, words)
  }
}

/// The outcomes.
extension TranscriptRun {
  /// The blocks of the transcript itself, in their order.
  var blocks: [BlockRun] { sessions.joined().filter { !$0.source.isIncluded } }

  /// The selected blocks as reports show them: those of included files come first.
  var reportedBlocks: [BlockRun] {
    let all = sessions.joined()
    return (all.filter(\.source.isIncluded) + blocks).filter { $0.outcome != .unselected }
  }

  /// Returns the blocks of the file with an outcome whose replies are kept.
  func replies(_ outcome: TranscriptOutcome) -> [(block: BlockRun, reply: TranscriptReply)] {
    blocks.compactMap { block in
      block.outcome == outcome ? block.reply.map { (block, $0) } : nil
    }
  }

  /// The exit status of the tool for these results.
  var exitStatus: Int32 { sessions.joined().map(\.outcome.exitStatus).max() ?? 0 }

  var isAnySelected: Bool { blocks.contains { $0.outcome != .unselected } }

  var hasAnyRun: Bool { blocks.contains(where: \.mustRun) }

  /// Throws if nothing in the file could fail, or if the file changed during the run.
  func check() throws(TranscriptToolFault) {
    try checkIsAnythingChecked()
    guard exitStatus != 0, job.bytes == nil else { return }
    guard (try? readFile(path)) == transcript.bytes else {
      throw TranscriptToolFault(path, "the file has changed while it ran")
    }
  }

  /// Throws if all blocks pass but none could fail.
  private func checkIsAnythingChecked() throws(TranscriptToolFault) {
    let blocks = blocks.drop { $0.outcome != .pass }
    let isAnythingChecked = blocks.contains { run in
      run.outcome == .pass ? !run.block.acceptsAnything : run.mustRun
    }
    guard let first = blocks.first, !isAnythingChecked else { return }
    let words = "nothing is checked: whatever the commands answer, they pass"
    throw TranscriptToolFault(path, line: first.line, column: 1, words)
  }
}

/// A file to run, or a block of it.
struct FileJob: Sendable {
  var path: String
  /// A line number in the block to run; `nil` for all blocks.
  var line: Int?
  /// The bytes to run instead of the file's contents; `nil` to read the file.
  var bytes: [UInt8]?

  /// Reads and parses the file; `fence` names the code blocks to run in a Markdown file.
  ///
  /// Throws if it can't be read or is no transcript.
  func transcript(
    fence: String? = nil, _ kinds: HoleKinds
  ) throws(TranscriptToolFault) -> Transcript {
    var bytes = bytes ?? []
    if self.bytes == nil { bytes = try TranscriptToolFault.naming(path, try readFile(path)) }
    do throws(TranscriptFault) { return try Transcript(bytes, fence: fence, kinds: kinds) } catch {
      throw TranscriptToolFault(path, line: error.line, column: error.column, error.reason)
    }
  }
}

/// The file of a block, once for each session that includes it.
final class BlockSource: Sendable {
  let path: String
  let transcript: Transcript
  let testCase: TranscriptCase
  let isIncluded: Bool

  init(_ path: String, _ transcript: Transcript, _ testCase: TranscriptCase, isIncluded: Bool) {
    self.path = path
    self.transcript = transcript
    self.testCase = testCase
    self.isIncluded = isIncluded
  }

  var isExpectedToFail: Bool { testCase.directives[.xfail] != nil }

  /// Returns whether a line of the session is compared with the text of a name.
  func uses(_ name: String) -> Bool {
    transcript.blocks[testCase.blocks].flatMap(\.alternatives).flatMap(\.expectations)
      .flatMap { $0.pattern?.holes ?? [] }.contains { $0.name == name && !$0.binds }
  }
}

/// A block with its outcome.
struct BlockRun: Sendable {
  let source: BlockSource
  /// The index of the block in its file.
  let index: Int
  var outcome: TranscriptOutcome
  /// The reply, if the block did not pass or all replies are kept.
  var reply: TranscriptReply?
  /// The texts of the names before the block.
  var bindings = Bindings()
  /// The line of a worker's standard error that explains its end.
  var diagnostics = ""
  /// The time that the reply took.
  var milliseconds = 0

  var block: TranscriptBlock { source.transcript.blocks[index] }

  /// The number of the command's line, from 1.
  var line: Int { block.inputLine + 1 }

  /// The command; its lines are joined by line feeds.
  var input: ArraySlice<UInt8> { source.transcript.input(of: block)[...] }

  /// `true` if the block is selected and not skipped.
  var mustRun: Bool { outcome != .unselected && outcome != .skip }

  /// `true` if the block is selected, and its line was sent.
  var hasRun: Bool { mustRun && outcome != .notRun }

  var isSkipped: Bool { block.directives[.skip] != nil }

  /// The time limit in milliseconds; `nil` if it has none of its own.
  var timeLimit: Int? { block.directives.timeLimit ?? source.testCase.directives.timeLimit }

  /// The alternative of the block that is closest to the reply; `nil` if that is not kept.
  var closestAlternative: ClosestAlternative? {
    reply.map { ClosestAlternative(block, $0.lines, $0.state, bindings) }
  }

  /// `true` if no block of the file follows in the session.
  var isLast: Bool { !source.isIncluded && index + 1 == source.testCase.blocks.upperBound }
}

/// The outcome of a block; the raw value is its word in reports.
///
/// One in capitals needs attention.
enum TranscriptOutcome: String, Sendable, CaseIterable {
  case pass
  case fail = "FAIL"
  case expectedFailure = "xfail"
  case unexpectedPass = "XPASS"
  case skip = "SKIP"
  case notRun = "NOTRUN"
  case crash = "CRASH"
  case timeout = "TIMEOUT"
  case unselected

  /// The exit status of the outcome: 1 for a difference, 3 for a crash or a timeout.
  var exitStatus: Int32 {
    switch self {
    case .pass, .expectedFailure, .skip, .unselected: 0
    case .fail, .unexpectedPass, .notRun: 1
    case .crash, .timeout: 3
    }
  }
}
