/// One session, from its first block to its last.
struct CasePerformance {
  let transcript: Transcript
  let session: any TranscriptSession
  let caseIndex: Int
  let included: Int?
  /// The blocks that are judged; the ones before them run all the same.
  let wanted: Range<Int>?
  private let blocks: Range<Int>
  private let timeLimit: TimeLimit?
  private let isExpectedToFail: Bool
  private var bindings = Bindings()
  // One reply for all blocks, so that they share its memory.
  private var reply = TranscriptReply(output: [])
  private(set) var hasEnded = false

  init(
    transcript: Transcript, single: TranscriptCase, session: any TranscriptSession,
    caseIndex: Int, included: Int?, wanted: Range<Int>?
  ) {
    self.transcript = transcript
    self.session = session
    self.caseIndex = caseIndex
    self.included = included
    self.wanted = wanted
    blocks = single.blocks
    timeLimit = single.settings.marks.timeLimit
    isExpectedToFail = single.settings.marks.expectedFailureLine != nil
  }

  /// Runs the blocks in order.
  mutating func perform(by runner: TranscriptRunner, into run: inout TranscriptRun) {
    var lastRun: Int?
    var hasMismatched = false
    var hasFailed = false
    for block in blocks {
      let place = TranscriptRunner.Place(caseIndex: caseIndex, included: included, block: block)
      if let wanted, block >= wanted.upperBound {
        run.outcomes[block] = .unselected
      } else if hasEnded || runner.stopsAtFirstFailure && hasFailed {
        runner.note(.notRun, place, &run)
      } else if transcript.blocks[block].marks.skipLine != nil {
        runner.note(.skip, place, &run)
      } else {
        let outcome = perform(place, by: runner, into: &run)
        if wanted.map({ !$0.contains(block) }) ?? false {
          run.answers[block] = nil
          run.outcomes[block] = .unselected
          continue
        }
        lastRun = block
        hasMismatched = hasMismatched || outcome != .pass
        hasFailed = hasFailed || outcome.exitStatus != 0
        if outcome != .pass || runner.keepsAnswers {
          runner.note(outcome, place, &run)
        } else {
          run.outcomes[block] = .pass
        }
      }
    }
    // A session that is expected to fail has to fail somewhere.
    if isExpectedToFail, !hasMismatched, let lastRun {
      let place = TranscriptRunner.Place(caseIndex: caseIndex, included: included, block: lastRun)
      runner.note(.unexpectedPass, place, &run)
    }
  }

  private mutating func perform(
    _ place: TranscriptRunner.Place, by runner: TranscriptRunner, into run: inout TranscriptRun
  ) -> TranscriptOutcome {
    let block = transcript.blocks[place.block]
    let limit = (block.marks.timeLimit ?? timeLimit)?.milliseconds
    runner.observer?.willRun(place, timeLimit: limit)
    let start = limit == nil ? 0 : runner.clock()
    session.perform(transcript.text(ofLine: block.inputLine), into: &reply)
    hasEnded = reply.hasEnded
    if reply.isLate || limit.map({ runner.clock() - start > $0 }) ?? false {
      hasEnded = true
      return .timeout
    }
    if isCrash(place) {
      hasEnded = true
      run.answers[place.block] = .init(reply: reply, bindings: bindings)
      return .crash
    }
    let isMatched = judge(place.block, keepsAnswer: runner.keepsAnswers, into: &run)
    if block.marks.expectedFailureLine != nil {
      return isMatched ? .unexpectedPass : .expectedFailure
    }
    if isMatched { return .pass }
    return isExpectedToFail ? .expectedFailure : .fail
  }

  /// Whether a program ended as it should not; behind its last line it may end with any status.
  private func isCrash(_ place: TranscriptRunner.Place) -> Bool {
    switch reply.breakdown {
    case nil: false
    case .signal: true
    case .status:
      reply.isIncomplete || place.included != nil || place.block + 1 < blocks.upperBound
    }
  }

  /// Whether the reply is what the block says; one that is not is kept in any case.
  private mutating func judge(
    _ block: Int, keepsAnswer: Bool, into run: inout TranscriptRun
  ) -> Bool {
    if keepsAnswer { run.answers[block] = .init(reply: reply, bindings: bindings) }
    let isMatched = transcript.isMatched(block, by: reply, &bindings)
    // A reply that does not match binds nothing.
    if !isMatched { run.answers[block] = .init(reply: reply, bindings: bindings) }
    // A reply that is kept gives up the shared memory, or each would take as much as the longest.
    if keepsAnswer || !isMatched { reply.output = [] }
    return isMatched
  }
}
