/// The outcomes of the blocks of one transcript.
struct TranscriptRun: Sendable {
  /// The answer of a block, and what was bound before it.
  struct Answer: Sendable {
    var reply: TranscriptReply
    var bindings: Bindings

    private static let largestSize = 1 << 24

    /// An answer of more bytes than the tool should hold is cut, and so is never blessed.
    var limited: Self {
      guard reply.output.count > Self.largestSize else { return self }
      var limited = self
      limited.reply.output = Array(reply.output.prefix(Self.largestSize))
      limited.reply.isIncomplete = true
      return limited
    }
  }

  /// One outcome for each slot of the plan: the blocks of the transcript, then those it includes.
  var slots: [TranscriptOutcome]
  /// How many of the slots are blocks of the transcript itself.
  let ownCount: Int
  /// The answers of blocks that did not pass, by their slot; all answers if they are kept.
  var answers: [Int: Answer] = [:]
  /// The fingerprint of the file that ran; `nil` if it ran in this process.
  var fingerprint: Int?
  /// The last diagnostics of a worker that ended in the middle.
  var lastWords = ""

  init(slots: [TranscriptOutcome], ownCount: Int) {
    self.slots = slots
    self.ownCount = ownCount
  }

  /// The state before the run: selected blocks have not run, and nothing that is included counts.
  init(_ plan: TranscriptPlan, _ selection: BlockSelection) {
    ownCount = plan.transcript.blocks.count
    slots = Array(repeating: .unselected, count: plan.slotCount)
    let selected = selection.blocks(of: plan.transcript)
    for single in plan.transcript.cases
    where selection.includes(single, of: plan.transcript, path: plan.path) {
      for block in single.blocks where selected?.contains(block) ?? true { slots[block] = .notRun }
    }
  }

  /// One outcome for each block of the transcript itself.
  var outcomes: ArraySlice<TranscriptOutcome> { slots[..<ownCount] }

  var exitStatus: Int32 { slots.reduce(0) { max($0, $1.exitStatus) } }

  var isAnySelected: Bool { outcomes.contains { $0 != .unselected } }

  var hasAnyRun: Bool { outcomes.contains { $0 != .unselected && $0 != .skip } }

  /// Throws if something passes in a file of which nothing could fail.
  func checkIsAnythingChecked(by transcript: Transcript) throws(TranscriptFault) {
    guard let first = outcomes.firstIndex(of: .pass) else { return }
    for index in first..<ownCount {
      switch outcomes[index] {
      case .skip, .unselected: continue
      case .pass where transcript.acceptsAnything(transcript.blocks[index]): continue
      default: return
      }
    }
    let line = transcript.blocks[first].inputLine
    throw TranscriptFault(.nothingChecked, line: line + 1, column: 1)
  }
}

/// The blocks of a file that are asked for.
struct BlockSelection: Equatable, Sendable {
  /// A line of the only block that is asked for.
  var line: Int?
  /// A pattern for any part of the path and the name of a case.
  var filter: String?

  func blocks(of transcript: Transcript) -> Range<Int>? {
    guard let line else { return nil }
    let index = transcript.blocks.lastIndex { $0.inputLine < line } ?? 0
    return index..<index + 1
  }

  func includes(_ single: TranscriptCase, of transcript: Transcript, path: String) -> Bool {
    guard blocks(of: transcript)?.overlaps(single.blocks) ?? true else { return false }
    guard let filter else { return true }
    let name = single.name.map { "\(path) \($0)" } ?? path
    return matches(name, wildcards: "*\(filter)*")
  }
}

/// The outcome of a block.
enum TranscriptOutcome: UInt8, Sendable, CaseIterable {
  case pass, fail, expectedFailure, unexpectedPass, skip, notRun, crash, timeout, unselected

  var word: String {
    switch self {
    case .pass: "pass"
    case .fail: "FAIL"
    case .expectedFailure: "xfail"
    case .unexpectedPass: "XPASS"
    case .skip: "SKIP"
    case .notRun: "NOTRUN"
    case .crash: "CRASH"
    case .timeout: "TIMEOUT"
    case .unselected: "unselected"
    }
  }

  var exitStatus: Int32 {
    switch self {
    case .pass, .expectedFailure, .skip, .unselected: 0
    case .fail, .unexpectedPass, .notRun: 1
    case .crash, .timeout: 3
    }
  }
}
