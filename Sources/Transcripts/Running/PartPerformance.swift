/// Sends the lines of one part of a plan to a session, and judges the replies.
struct PartPerformance {
  private let part: TranscriptPlan.Part
  private let session: any TranscriptSession
  /// The blocks that are judged; the ones before them run all the same.
  private let selected: Range<Int>?
  private var bindings = Bindings()
  // One reply for all blocks, so that they share its memory.
  private var reply = TranscriptReply(output: [])
  /// Whether the session takes no further line.
  private(set) var hasEnded = false

  init(_ part: TranscriptPlan.Part, _ session: any TranscriptSession, selected: Range<Int>?) {
    self.part = part
    self.session = session
    self.selected = part.isIncluded ? nil : selected
  }

  private var isExpectedToFail: Bool { part.single.directives.line(.xfail) != nil }

  mutating func perform(by runner: TranscriptRunner, into run: inout TranscriptRun) {
    var lastSlot: Int?
    var hasMismatched = false
    var hasFailed = false
    for block in part.single.blocks {
      if let selected, block >= selected.upperBound { break }
      let slot = block + part.offset
      let isSelected = selected?.contains(block) ?? true
      if hasEnded || runner.stopsAtFirstFailure && hasFailed {
        if isSelected { runner.note(.notRun, slot, &run) }
      } else if part.transcript.blocks[block].directives.line(.skip) != nil {
        if isSelected { runner.note(.skip, slot, &run) }
      } else {
        let outcome = perform(block, slot, by: runner, into: &run)
        guard isSelected else {
          run.answers[slot] = nil
          continue
        }
        lastSlot = slot
        hasMismatched = hasMismatched || outcome != .pass
        hasFailed = hasFailed || outcome.exitStatus != 0
        if outcome != .pass || runner.keepsAnswers {
          runner.note(outcome, slot, &run)
        } else {
          run.slots[slot] = .pass
        }
      }
    }
    // A session that is expected to fail has to fail somewhere.
    if isExpectedToFail, !hasMismatched, let lastSlot {
      runner.note(.unexpectedPass, lastSlot, &run)
    }
  }

  private mutating func perform(
    _ index: Int, _ slot: Int, by runner: TranscriptRunner, into run: inout TranscriptRun
  ) -> TranscriptOutcome {
    let block = part.transcript.blocks[index]
    let limit = part.timeLimit(index)
    runner.progress?.begin(slot, timeLimit: limit)
    let start = limit == nil ? 0 : monotonicMilliseconds()
    session.perform(part.transcript.text(ofLine: block.inputLine), into: &reply)
    hasEnded = reply.hasEnded
    if reply.isLate || limit.map({ monotonicMilliseconds() - start > $0 }) ?? false {
      hasEnded = true
      return .timeout
    }
    if isCrash(index) {
      hasEnded = true
      run.answers[slot] = .init(reply: reply, bindings: bindings)
      return .crash
    }
    let isMatched = judge(index, slot, keepsAnswer: runner.keepsAnswers, into: &run)
    if block.directives.line(.xfail) != nil {
      return isMatched ? .unexpectedPass : .expectedFailure
    }
    if isMatched { return .pass }
    return isExpectedToFail ? .expectedFailure : .fail
  }

  /// Whether a program ended as it should not; after its last line it may end with any status.
  private func isCrash(_ block: Int) -> Bool {
    switch reply.breakdown {
    case nil: false
    case .signal: true
    case .status: reply.isIncomplete || part.isIncluded || block + 1 < part.single.blocks.upperBound
    }
  }

  /// Whether the reply is what the block says; one that is not is kept in any case.
  private mutating func judge(
    _ block: Int, _ slot: Int, keepsAnswer: Bool, into run: inout TranscriptRun
  ) -> Bool {
    if keepsAnswer { run.answers[slot] = .init(reply: reply, bindings: bindings) }
    let isMatched = part.transcript.isMatched(block, by: reply, &bindings)
    // A reply that does not match binds nothing.
    if !isMatched { run.answers[slot] = .init(reply: reply, bindings: bindings) }
    // A reply that is kept gives up the shared memory, or each would hold as much as the longest.
    if keepsAnswer || !isMatched { reply.output = [] }
    return isMatched
  }
}
