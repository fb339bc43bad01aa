import TranscriptSyntax

/// The results of running one file.
struct TranscriptRun: Sendable {
  /// The reply to a block, and the names that were defined before it.
  struct Answer: Sendable {
    var reply: TranscriptReply
    var bindings: Bindings

    /// The maximum size of a stored reply in bytes.
    private static let largestSize = 1 << 24

    /// The reply, shortened if it is too long; then it is marked as incomplete.
    var limited: Self {
      guard reply.output.count > Self.largestSize else { return self }
      var limited = self
      limited.reply.output = Array(reply.output.prefix(Self.largestSize))
      limited.reply.isIncomplete = true
      return limited
    }

    /// Returns the accepted reply of the block that is most similar to this one.
    func closestAlternative(of block: TranscriptBlock) -> ClosestAlternative {
      ClosestAlternative(block, reply.lines, isRefused: reply.isRefused, bindings)
    }
  }

  let plan: TranscriptPlan
  /// The outcomes of all blocks: those of the file, then those of included files.
  var slots: [TranscriptOutcome]
  /// The replies of blocks that did not pass, or of all blocks, by index of the outcome.
  var answers: [Int: Answer] = [:]
  /// The last line on the standard error of a process that ended during the run.
  var lastDiagnostics = ""

  /// Creates the results before the run.
  init(_ plan: TranscriptPlan) {
    self.plan = plan
    slots = Array(repeating: .unselected, count: plan.slotCount)
    for single in plan.transcript.cases where plan.selects(single) {
      for block in single.blocks where block == plan.selectedBlock ?? block {
        slots[block] = .notRun
      }
    }
  }

  /// The outcomes of the blocks in the file itself.
  var outcomes: ArraySlice<TranscriptOutcome> { slots[..<plan.transcript.blocks.count] }

  /// Returns the blocks of the file with an outcome, with their stored replies.
  func answers(_ outcome: TranscriptOutcome) -> [(block: Int, answer: Answer)] {
    outcomes.indices.filter { outcomes[$0] == outcome }
      .compactMap { block in answers[block].map { (block, $0) } }
  }

  /// The exit status of the tool for these results.
  var exitStatus: Int32 { slots.reduce(0) { max($0, $1.exitStatus) } }

  var isAnySelected: Bool { outcomes.contains { $0 != .unselected } }

  var hasAnyRun: Bool { outcomes.contains { $0 != .unselected && $0 != .skip } }

  /// Throws if all blocks pass but none could fail.
  func checkIsAnythingChecked() throws(TranscriptToolFault) {
    guard let first = outcomes.firstIndex(of: .pass) else { return }
    let transcript = plan.transcript
    for (index, outcome) in outcomes.enumerated().dropFirst(first) {
      switch outcome {
      case .skip, .unselected: continue
      case .pass where transcript.blocks[index].acceptsAnything: continue
      default: return
      }
    }
    let line = transcript.blocks[first].inputLine
    throw .nothingChecked(plan.path, line: line + 1)
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
