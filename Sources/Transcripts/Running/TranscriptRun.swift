import TranscriptSyntax

/// The outcomes of one file.
struct TranscriptRun: Sendable {
  /// The reply to a block, and the bindings before it.
  struct Answer: Sendable {
    var reply: TranscriptReply
    var bindings: Bindings

    /// The greatest size of the replies that a run keeps.
    private static let largestSize = 1 << 24

    /// The answer, truncated if it is too large; then it is incomplete and never blessed.
    var limited: Self {
      guard reply.output.count > Self.largestSize else { return self }
      var limited = self
      limited.reply.output = Array(reply.output.prefix(Self.largestSize))
      limited.reply.isIncomplete = true
      return limited
    }

    /// Returns the alternative of the block that is closest to the reply.
    func closestAlternative(of block: TranscriptBlock) -> ClosestAlternative {
      ClosestAlternative(block, reply.lines, isRefused: reply.isRefused, bindings)
    }
  }

  let plan: TranscriptPlan
  /// One outcome for each slot of the plan: the blocks of the transcript, then the included ones.
  var slots: [TranscriptOutcome]
  /// The answers of blocks that did not pass, by their slot; all answers if they are kept.
  var answers: [Int: Answer] = [:]
  /// The last diagnostics of a process that ended during the run.
  var lastWords = ""

  /// Creates the state before the run: the selected blocks have not run, and included ones don't
  /// count.
  init(_ plan: TranscriptPlan) {
    self.plan = plan
    slots = Array(repeating: .unselected, count: plan.slotCount)
    for single in plan.transcript.cases where plan.selects(single) {
      for block in single.blocks where block == plan.selectedBlock ?? block {
        slots[block] = .notRun
      }
    }
  }

  /// One outcome for each block of the transcript itself.
  var outcomes: ArraySlice<TranscriptOutcome> { slots[..<plan.transcript.blocks.count] }

  /// Returns the blocks of the transcript itself that have an outcome, with their kept answers.
  func answers(_ outcome: TranscriptOutcome) -> [(block: Int, answer: Answer)] {
    outcomes.indices.filter { outcomes[$0] == outcome }
      .compactMap { block in answers[block].map { (block, $0) } }
  }

  /// The exit status: the worst one of all blocks.
  var exitStatus: Int32 { slots.reduce(0) { max($0, $1.exitStatus) } }

  var isAnySelected: Bool { outcomes.contains { $0 != .unselected } }

  var hasAnyRun: Bool { outcomes.contains { $0 != .unselected && $0 != .skip } }

  /// Throws if blocks pass in a file in which nothing could fail.
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
    let words = "nothing is checked: whatever the commands answer, they pass"
    throw TranscriptToolFault(plan.path, line: line + 1, column: 1, words)
  }
}

typealias FileEntry = Result<FileJob, TranscriptToolFault>
typealias FileResult = Result<TranscriptRun, TranscriptToolFault>

/// The outcome of a block; outcomes with an exit status other than 0 are failures.
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
