import TranscriptSyntax

/// The blocks of a file and of its included files, with their outcomes.
struct TranscriptRun: Sendable {
  /// A block with its outcome.
  struct BlockRun: Sendable {
    let block: TranscriptBlock
    var outcome = TranscriptOutcome.unselected
    /// The reply and the bindings before it, if the block did not pass or all answers are kept.
    var answer: Answer?

    var isSkipped: Bool { block.directives[.skip] != nil }
  }

  /// The blocks of a session, or those of a file that it includes.
  struct Part: Sendable {
    let path: String
    let transcript: Transcript
    let single: TranscriptCase
    let isIncluded: Bool
    var blocks: [BlockRun]

    init(_ path: String, _ transcript: Transcript, _ single: TranscriptCase, isIncluded: Bool) {
      self.path = path
      self.transcript = transcript
      self.single = single
      self.isIncluded = isIncluded
      blocks = transcript.blocks[single.blocks].map { BlockRun(block: $0) }
    }

    var isExpectedToFail: Bool { single.directives[.xfail] != nil }

    /// Returns the time limit of a block in milliseconds; `nil` if it has none of its own.
    func timeLimit(of block: TranscriptBlock) -> Int? {
      block.directives.timeLimit ?? single.directives.timeLimit
    }

    /// Returns the line of a block's command.
    func input(of block: TranscriptBlock) -> ArraySlice<UInt8> {
      transcript.text(ofLine: block.inputLine)
    }
  }

  let job: FileJob
  let transcript: Transcript
  /// The parts of each session in the order in which they run: included files, then its own blocks.
  var parts: [[Part]] = []
  /// The index of the selected block; `nil` if all blocks are selected.
  let selectedBlock: Int?
  /// The last line on the standard error of a process that ended during the run.
  var lastDiagnostics = ""

  /// Reads the file of a job, of which nothing has run.
  ///
  /// Throws if it can't be read or is no transcript, or if the selected line is beyond its end.
  init(_ job: FileJob) throws(TranscriptToolFault) {
    self.job = job
    transcript = try job.transcript()
    selectedBlock = job.line.map { [transcript] line in
      transcript.blocks.lastIndex { $0.inputLine < line } ?? 0
    }
    for single in transcript.cases {
      let included = try Inclusion.included(by: single, job.path, job.isTrusted)
      var own = Part(job.path, transcript, single, isIncluded: false)
      for (index, block) in single.blocks.enumerated()
      where selects(single) && block == selectedBlock ?? block {
        own.blocks[index].outcome = .notRun
      }
      parts.append(
        included.map { Part($0.path, $0.transcript, $0.transcript.cases[0], isIncluded: true) }
          + [own])
    }
    let count = transcript.lineCount
    if let line = job.line, line > count {
      let words = "nothing is selected, the file has \(counted(count, "line"))"
      throw TranscriptToolFault(path, line: line, words)
    }
  }

  var path: String { job.path }

  /// Returns whether any block of a session is selected.
  func selects(_ single: TranscriptCase) -> Bool {
    if let selectedBlock, !single.blocks.contains(selectedBlock) { return false }
    guard let filter = job.filter else { return true }
    let name = single.name.map { "\(path) \($0)" } ?? path
    return matches(name, wildcards: "*\(filter)*")
  }

  /// Returns the number of blocks of a part that run: all, or those up to the selected one.
  func count(of part: Part) -> Int {
    guard let selectedBlock, !part.isIncluded else { return part.blocks.count }
    return selectedBlock + 1 - part.single.blocks.lowerBound
  }

  /// Returns the argument of a session's directive, which may be in an included file.
  func argument(_ directive: Directive, ofCase index: Int) -> String? {
    let own = transcript.cases[index].directives[directive]
    let included = parts[index].lazy.compactMap { $0.single.directives[directive] }.first
    return (own ?? included)?.argument
  }

  /// Returns the error that a session can't begin, with the line of the cause.
  func fault(_ words: String, ofSession index: Int) -> TranscriptToolFault {
    let single = transcript.cases[index]
    let directives = single.directives
    let line = directives[.language]?.line ?? directives[.seed]?.line ?? single.nameLine ?? 0
    return TranscriptToolFault(path, line: line + 1, column: 1, words)
  }
}

/// The outcomes.
extension TranscriptRun {
  /// The parts of included files, then those of the file itself.
  var partsInOrder: [Part] {
    let all = parts.joined()
    return all.filter(\.isIncluded) + all.filter { !$0.isIncluded }
  }

  /// The blocks of the transcript itself, in their order.
  var blocks: [BlockRun] { parts.flatMap { $0[$0.count - 1].blocks } }

  /// Returns the blocks of the file with an outcome, with their stored replies.
  func answers(_ outcome: TranscriptOutcome) -> [(index: Int, answer: Answer)] {
    blocks.enumerated().compactMap { index, run in
      run.outcome == outcome ? run.answer.map { (index, $0) } : nil
    }
  }

  /// The exit status of the tool for these results.
  var exitStatus: Int32 { partsInOrder.flatMap(\.blocks).map(\.outcome.exitStatus).max() ?? 0 }

  var isAnySelected: Bool { blocks.contains { $0.outcome != .unselected } }

  var hasAnyRun: Bool { blocks.contains { $0.outcome != .unselected && $0.outcome != .skip } }

  /// Throws if all blocks pass but none could fail.
  func checkIsAnythingChecked() throws(TranscriptToolFault) {
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
    throw TranscriptToolFault(path, line: first.block.inputLine + 1, column: 1, words)
  }
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

typealias FileEntry = Result<FileJob, TranscriptToolFault>
typealias FileResult = Result<TranscriptRun, TranscriptToolFault>

/// The outcome of a block; the raw value is its word in reports.
///
/// The raw value is its word in reports; one in capitals needs attention.
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
