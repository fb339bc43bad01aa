import TranscriptSyntax

/// A file with the outcomes of its blocks.
struct TranscriptRun: Sendable {
  let job: FileJob
  let transcript: Transcript
  /// The blocks of each session in the order in which they run: those of included files come first.
  var sessions: [[BlockRun]] = []

  /// Reads the file of a job, of which nothing has run.
  ///
  /// Throws if it can't be read or is no transcript, or if the selected line is beyond its end.
  init(_ job: FileJob) throws(TranscriptToolFault) {
    self.job = job
    transcript = try job.transcript()
    for single in transcript.cases { sessions.append(try blocks(of: single)) }
    let count = transcript.lineCount
    if let line = job.line, line > count {
      let words = "nothing is selected, the file has \(counted(count, "line"))"
      throw TranscriptToolFault(path, line: line, words)
    }
  }

  var path: String { job.path }

  /// Returns the blocks of a session that run or are reported.
  private func blocks(of single: TranscriptCase) throws(TranscriptToolFault) -> [BlockRun] {
    let inclusion = try Inclusion(of: single, in: path, isTrusted: job.isTrusted)
    let included = inclusion.files.flatMap { path, transcript in
      BlockRun.all(BlockSource(path, transcript, transcript.cases[0], isIncluded: true))
    }
    var own = BlockRun.all(BlockSource(path, transcript, single, isIncluded: false))
    let selected = selectedBlock.map { $0..<$0 + 1 } ?? single.blocks
    for index in own.indices where selects(single) && selected.contains(own[index].index) {
      own[index].outcome = .notRun
    }
    return included + own
  }

  /// The index of the selected block; `nil` if all blocks are selected.
  var selectedBlock: Int? {
    job.line.map { line in transcript.blocks.lastIndex { $0.inputLine < line } ?? 0 }
  }

  /// Returns whether any block of a session is selected.
  func selects(_ single: TranscriptCase) -> Bool {
    if let selectedBlock, !single.blocks.contains(selectedBlock) { return false }
    guard let filter = job.filter else { return true }
    let name = single.name.map { "\(path) \($0)" } ?? path
    return matches(name, wildcards: "*\(filter)*")
  }

  /// Returns the indexes of the blocks of a session that run, in groups of one file each.
  ///
  /// With a selected block, no block after it runs.
  func parts(ofSession session: Int) -> [Range<Int>] {
    let blocks = sessions[session]
    let last = selectedBlock ?? .max
    var parts: [Range<Int>] = []
    for (position, block) in blocks.enumerated() {
      if !block.source.isIncluded && block.index > last { break }
      if let part = parts.last, blocks[part.lowerBound].source === block.source {
        parts[parts.count - 1] = part.lowerBound..<position + 1
      } else {
        parts.append(position..<position + 1)
      }
    }
    return parts
  }

  /// Returns the argument of a session's directive, which may be in an included file.
  func argument(_ directive: Directive, ofSession session: Int) -> String? {
    let own = transcript.cases[session].directives[directive]
    let included = sessions[session].lazy.compactMap { $0.source.single.directives[directive] }
    return (own ?? included.first)?.argument
  }

  /// Returns the error that a session can't begin, with the line of the cause.
  func fault(_ words: String, ofSession session: Int) -> TranscriptToolFault {
    let single = transcript.cases[session]
    let directives = single.directives
    let line = directives[.language]?.line ?? directives[.seed]?.line ?? single.nameLine ?? 0
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

  /// Returns the blocks of the file with an outcome, with their stored replies.
  func answers(_ outcome: TranscriptOutcome) -> [(block: BlockRun, answer: Answer)] {
    blocks.compactMap { block in
      block.outcome == outcome ? block.answer.map { (block, $0) } : nil
    }
  }

  /// The exit status of the tool for these results.
  var exitStatus: Int32 { sessions.joined().map(\.outcome.exitStatus).max() ?? 0 }

  var isAnySelected: Bool { blocks.contains { $0.outcome != .unselected } }

  var hasAnyRun: Bool { blocks.contains { $0.outcome != .unselected && $0.outcome != .skip } }

  /// Throws if nothing in the file could fail, or if the file changed during the run.
  func check() throws(TranscriptToolFault) {
    try checkIsAnythingChecked()
    guard exitStatus != 0, job.bytes == nil else { return }
    guard (try? FileReader.read(path)) == transcript.bytes else {
      throw TranscriptToolFault(path, "the file has changed while it ran")
    }
  }

  /// Throws if all blocks pass but none could fail.
  private func checkIsAnythingChecked() throws(TranscriptToolFault) {
    let blocks = blocks.drop { $0.outcome != .pass }
    guard let first = blocks.first else { return }
    let isAnythingChecked = blocks.contains { run in
      switch run.outcome {
      case .skip, .unselected: false
      case .pass: !run.block.acceptsAnything
      default: true
      }
    }
    guard !isAnythingChecked else { return }
    let words = "nothing is checked: whatever the commands answer, they pass"
    throw TranscriptToolFault(path, line: first.line, column: 1, words)
  }
}

/// The file of a block, once for each session that includes it.
final class BlockSource: Sendable {
  let path: String
  let transcript: Transcript
  let single: TranscriptCase
  let isIncluded: Bool

  init(_ path: String, _ transcript: Transcript, _ single: TranscriptCase, isIncluded: Bool) {
    self.path = path
    self.transcript = transcript
    self.single = single
    self.isIncluded = isIncluded
  }

  var isExpectedToFail: Bool { single.directives[.xfail] != nil }
}

/// A block with its outcome.
struct BlockRun: Sendable {
  let source: BlockSource
  /// The index of the block in its file.
  let index: Int
  var outcome = TranscriptOutcome.unselected
  /// The reply and the bindings before it, if the block did not pass or all answers are kept.
  var answer: Answer?
  /// The line of a worker's standard error that explains its end.
  var diagnostics = ""

  /// Returns the blocks of a file or of one of its sessions.
  static func all(_ source: BlockSource) -> [BlockRun] {
    source.single.blocks.map { BlockRun(source: source, index: $0) }
  }

  var block: TranscriptBlock { source.transcript.blocks[index] }

  /// The number of the command's line, from 1.
  var line: Int { block.inputLine + 1 }

  /// The line of the command.
  var input: ArraySlice<UInt8> { source.transcript.text(ofLine: block.inputLine) }

  var isSkipped: Bool { block.directives[.skip] != nil }

  /// The time limit in milliseconds; `nil` if it has none of its own.
  var timeLimit: Int? { block.directives.timeLimit ?? source.single.directives.timeLimit }

  /// `true` if no block of the file follows in the session.
  var isLast: Bool { !source.isIncluded && index + 1 == source.single.blocks.upperBound }
}

/// The reply to a block, and the bindings before it.
struct Answer: Sendable {
  /// The greatest size of the replies that a run keeps.
  private static let largestSize = 1 << 24

  private(set) var reply: TranscriptReply
  let bindings: Bindings

  /// Creates an answer, truncated if it is too large; then it is incomplete and never blessed.
  init(_ reply: TranscriptReply, _ bindings: Bindings) {
    self.reply = reply
    self.bindings = bindings
    guard reply.output.count > Self.largestSize else { return }
    self.reply.output = Array(reply.output.prefix(Self.largestSize))
    self.reply.isIncomplete = true
  }

  /// Returns the alternative of the block that is closest to the reply.
  func closestAlternative(of block: TranscriptBlock) -> ClosestAlternative {
    ClosestAlternative(block, reply.lines, isRefused: reply.isRefused, bindings)
  }
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
