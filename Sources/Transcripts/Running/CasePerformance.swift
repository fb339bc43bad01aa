/// One session, from its first block to its last.
struct CasePerformance {
  let runner: TranscriptRunner
  let transcript: Transcript
  let single: TranscriptCase
  let session: any TranscriptSession
  let caseIndex: Int
  let included: Int?
  /// The blocks that are judged; the ones before them run all the same.
  let wanted: Range<Int>?
  private(set) var hasEnded = false

  init(
    runner: TranscriptRunner, transcript: Transcript, single: TranscriptCase,
    session: any TranscriptSession, caseIndex: Int, included: Int?, wanted: Range<Int>?
  ) {
    self.runner = runner
    self.transcript = transcript
    self.single = single
    self.session = session
    self.caseIndex = caseIndex
    self.included = included
    self.wanted = wanted
  }

  /// Runs the blocks in order.
  mutating func perform(into run: inout TranscriptRun) {
    var bindings = Bindings()
    var lastRun: Int?
    var hasMismatched = false
    var hasFailed = false
    for block in single.blocks {
      let place = TranscriptRunner.Place(caseIndex: caseIndex, included: included, block: block)
      if let wanted, block >= wanted.upperBound {
        run.outcomes[block] = .unselected
      } else if hasEnded || runner.stopsAtFirstFailure && hasFailed {
        runner.note(.notRun, place, &run)
      } else if transcript.blocks[block].skipLine != nil {
        runner.note(.skip, place, &run)
      } else {
        let outcome = perform(place, &bindings, into: &run)
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
    // NB: a session that is expected to fail has to fail somewhere.
    if single.settings.expectedFailureLine != nil, !hasMismatched, let lastRun {
      let place = TranscriptRunner.Place(caseIndex: caseIndex, included: included, block: lastRun)
      runner.note(.unexpectedPass, place, &run)
    }
  }

  /// Whether a program ended as it should not; behind its last line it may end with any status.
  private func isCrash(_ reply: TranscriptReply, _ place: TranscriptRunner.Place) -> Bool {
    switch reply.breakdown {
    case nil: false
    case .signal: true
    case .status:
      reply.isIncomplete || place.included != nil || place.block + 1 < single.blocks.upperBound
    }
  }

  private mutating func perform(
    _ place: TranscriptRunner.Place, _ bindings: inout Bindings, into run: inout TranscriptRun
  ) -> TranscriptOutcome {
    let block = transcript.blocks[place.block]
    let limit = (block.timeLimit ?? single.settings.timeLimit)?.milliseconds
    runner.observer?.willRun(place, timeLimit: limit)
    let start = limit == nil ? 0 : runner.clock()
    let reply = session.perform(transcript.text(ofLine: block.inputLine))
    hasEnded = reply.hasEnded
    if reply.isLate || limit.map({ runner.clock() - start > $0 }) ?? false {
      hasEnded = true
      return .timeout
    }
    if isCrash(reply, place) {
      hasEnded = true
      run.answers[place.block] = .init(reply: reply, bindings: bindings)
      return .crash
    }
    let before = bindings
    let isMatched = transcript.isMatched(place.block, by: reply, &bindings)
    if !isMatched || runner.keepsAnswers {
      run.answers[place.block] = .init(reply: reply, bindings: before)
    }
    if block.expectedFailureLine != nil { return isMatched ? .unexpectedPass : .expectedFailure }
    if isMatched { return .pass }
    return single.settings.expectedFailureLine == nil ? .fail : .expectedFailure
  }
}
