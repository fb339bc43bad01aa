struct CasePerformance {
  let part: TranscriptPlan.Part
  let session: any TranscriptSession
  /// The blocks that are judged; the ones before them run all the same.
  let wanted: Range<Int>?
  private var bindings = Bindings()
  // One reply for all blocks, so that they share its memory.
  private var reply = TranscriptReply(output: [])
  private(set) var hasEnded = false

  init(_ part: TranscriptPlan.Part, _ session: any TranscriptSession, wanted: Range<Int>?) {
    (self.part, self.session) = (part, session)
    self.wanted = part.isIncluded ? nil : wanted
  }

  private var isExpectedToFail: Bool { part.single.directives.line(.xfail) != nil }

  mutating func perform(by runner: TranscriptRunner, into run: inout TranscriptRun) {
    var lastPlace: Int?
    var (hasMismatched, hasFailed) = (false, false)
    for block in part.single.blocks {
      let place = block + part.offset
      if let wanted, block >= wanted.upperBound {
        run.places[place] = .unselected
      } else if hasEnded || runner.stopsAtFirstFailure && hasFailed {
        runner.note(.notRun, place, &run)
      } else if part.transcript.blocks[block].directives.line(.skip) != nil {
        runner.note(.skip, place, &run)
      } else {
        let outcome = perform(block, place, by: runner, into: &run)
        if wanted.map({ !$0.contains(block) }) ?? false {
          run.answers[place] = nil
          run.places[place] = .unselected
          continue
        }
        lastPlace = place
        hasMismatched = hasMismatched || outcome != .pass
        hasFailed = hasFailed || outcome.exitStatus != 0
        if outcome != .pass || runner.keepsAnswers {
          runner.note(outcome, place, &run)
        } else {
          run.places[place] = .pass
        }
      }
    }
    // A session that is expected to fail has to fail somewhere.
    if isExpectedToFail, !hasMismatched, let lastPlace {
      runner.note(.unexpectedPass, lastPlace, &run)
    }
  }

  private mutating func perform(
    _ index: Int, _ place: Int, by runner: TranscriptRunner, into run: inout TranscriptRun
  ) -> TranscriptOutcome {
    let block = part.transcript.blocks[index]
    let limitLine = block.directives.line(.timeout) ?? part.single.directives.line(.timeout)
    let limit = limitLine.flatMap { milliseconds(part.transcript.argument(ofLine: $0)) }
    runner.observer?.willRun(place, timeLimit: limit)
    let start = limit == nil ? 0 : runner.clock()
    session.perform(part.transcript.text(ofLine: block.inputLine), into: &reply)
    hasEnded = reply.hasEnded
    if reply.isLate || limit.map({ runner.clock() - start > $0 }) ?? false {
      hasEnded = true
      return .timeout
    }
    if isCrash(index) {
      hasEnded = true
      run.answers[place] = .init(reply: reply, bindings: bindings)
      return .crash
    }
    let isMatched = judge(index, place, keepsAnswer: runner.keepsAnswers, into: &run)
    if block.directives.line(.xfail) != nil {
      return isMatched ? .unexpectedPass : .expectedFailure
    }
    if isMatched { return .pass }
    return isExpectedToFail ? .expectedFailure : .fail
  }

  /// Whether a program ended as it should not; behind its last line it may end with any status.
  private func isCrash(_ block: Int) -> Bool {
    switch reply.breakdown {
    case nil: false
    case .signal: true
    case .status: reply.isIncomplete || part.isIncluded || block + 1 < part.single.blocks.upperBound
    }
  }

  /// Whether the reply is what the block says; one that is not is kept in any case.
  private mutating func judge(
    _ block: Int, _ place: Int, keepsAnswer: Bool, into run: inout TranscriptRun
  ) -> Bool {
    if keepsAnswer { run.answers[place] = .init(reply: reply, bindings: bindings) }
    let isMatched = part.transcript.isMatched(block, by: reply, &bindings)
    // A reply that does not match binds nothing.
    if !isMatched { run.answers[place] = .init(reply: reply, bindings: bindings) }
    // A reply that is kept gives up the shared memory, or each would take as much as the longest.
    if keepsAnswer || !isMatched { reply.output = [] }
    return isMatched
  }
}
