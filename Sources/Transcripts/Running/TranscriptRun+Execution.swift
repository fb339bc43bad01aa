import ChimpSystem

/// The execution of a file: each line is sent to a session, and its reply is judged.
extension TranscriptRun {
  /// Runs the selected sessions for a job.
  ///
  /// Throws if a session can't begin.
  mutating func perform(_ job: Job) throws(TranscriptToolFault) {
    for (session, testCase) in transcript.cases.enumerated() where selects(testCase) {
      let requirements = testCase.directives.all(.requires).map(\.argument)
      if testCase.directives[.skip] == nil && job.offers(requirements) {
        try performSession(session, job)
        skip(ofSession: session, where: \.isSkipped)
        let outcomes = sessions[session].map(\.outcome)
        if options.stopsAtFirstFailure, outcomes.contains(where: { $0.exitStatus != 0 }) { return }
      } else {
        skip(ofSession: session) { _ in true }
      }
    }
  }

  /// Marks blocks of a session that have not run as skipped.
  private mutating func skip(ofSession session: Int, where isSkipped: (BlockRun) -> Bool) {
    for (index, block) in sessions[session].enumerated()
    where block.outcome == .notRun && isSkipped(block) {
      sessions[session][index].outcome = .skip
    }
  }

  /// Runs a case in a session of its own.
  private mutating func performSession(
    _ session: Int, _ job: Job
  ) throws(TranscriptToolFault) {
    let start = try start(ofSession: session)
    let host = try job.host()
    defer { job.endSession() }
    var current = sessions[session].firstIndex { !$0.source.isIncluded } ?? 0
    var refusal: TranscriptReply?
    // Otherwise no line behind a failure is performed.
    let announced = options.stopsAtFirstFailure ? [] : runningBlocks(ofSession: session)
    do throws(SessionLoss) {
      let beginning = try host.begin(
        start, announcing: announced.filter { !$0.isSkipped }.map(\.input))
      if beginning.isRefused {
        refusal = beginning
      } else {
        try performBlocks(ofSession: session, &current, host)
      }
      try host.end()
    } catch {
      sessions[session][current].outcome = error.outcome
      sessions[session][current].diagnostics = error.diagnostics
    }
    guard let refusal else { return }
    throw fault(String(decoding: refusal.output, as: UTF8.self), ofSession: session)
  }

  /// Runs the blocks of a session up to its end; `current` is the index of the one that runs.
  private mutating func performBlocks(
    ofSession session: Int, _ current: inout Int, _ host: any SessionHost
  ) throws(SessionLoss) {
    // Included files count as selected once the session begins.
    for index in sessions[session].indices where sessions[session][index].source.isIncluded {
      sessions[session][index].outcome = .notRun
    }
    var source: BlockSource?
    var bindings = Bindings()
    var isStopped = false
    for index in runningBlocks(ofSession: session).indices {
      let block = sessions[session][index]
      if block.source !== source {
        source = block.source
        bindings = Bindings()
        isStopped = false
      }
      if isStopped { continue }
      current = index
      let isSelected = block.outcome != .unselected
      if block.isSkipped { continue }
      let start = monotonicMilliseconds()
      let reply = try host.perform(block.input, within: block.timeLimit)
      var judged = block.judged(reply, &bindings, keepsReply: options.keepsReplies)
      judged.milliseconds = monotonicMilliseconds() - start
      // Blocks before the selected one run, too, but are not judged.
      if isSelected { sessions[session][index] = judged }
      if reply.hasEnded || judged.outcome.exitStatus == 3 { break }
      isStopped = isSelected && options.stopsAtFirstFailure && judged.outcome.exitStatus != 0
    }
    requireFailures(ofSession: session)
  }

  /// Marks the last block of a file that is expected to fail, but passes as a whole.
  private mutating func requireFailures(ofSession session: Int) {
    let blocks = sessions[session]
    let expected = blocks.indices.filter {
      blocks[$0].source.isExpectedToFail && blocks[$0].hasRun
    }
    let files = Dictionary(grouping: expected) { ObjectIdentifier(blocks[$0].source) }
    for file in files.values where file.allSatisfy({ blocks[$0].outcome == .pass }) {
      sessions[session][file[file.count - 1]].outcome = .unexpectedPass
    }
  }
}

extension BlockRun {
  /// Returns the block with the outcome of a reply, which it keeps for the report.
  ///
  /// A reply that matches is kept only if the verb needs it.
  fileprivate func judged(
    _ reply: TranscriptReply, _ bindings: inout Bindings, keepsReply: Bool
  ) -> BlockRun {
    var judged = self
    judged.bindings = bindings
    if reply.isLate {
      judged.outcome = .timeout
      judged.reply = reply.limited
    } else if isCrash(reply) {
      judged.outcome = .crash
      judged.reply = reply.limited
    } else {
      let isMatched =
        !reply.isIncomplete
        && block.isMatched(by: reply.lines, reply.state, &bindings)
      judged.outcome = outcome(isMatched: isMatched)
      judged.reply = keepsReply || !isMatched ? reply.limited : nil
      // The blocks after a block that differs need the names of its lines that match.
      if !isMatched && block.definesNames, let closest = judged.closestAlternative {
        bindings = closest.bindings
      }
    }
    return judged
  }

  /// Returns the outcome of a reply that matches, or does not.
  private func outcome(isMatched: Bool) -> TranscriptOutcome {
    if block.directives[.xfail] != nil { return isMatched ? .unexpectedPass : .expectedFailure }
    if isMatched { return .pass }
    return source.isExpectedToFail ? .expectedFailure : .fail
  }

  /// Returns whether a tested program ended unexpectedly.
  ///
  /// After the last line of its session it may exit with any status, and elsewhere with one that is
  /// expected.
  private func isCrash(_ reply: TranscriptReply) -> Bool {
    guard reply.waitStatus != 0 else { return false }
    return reply.isKilled || reply.isIncomplete || !isLast && !expectsEnd
  }

  /// `true` if an accepted reply has an exit status.
  private var expectsEnd: Bool {
    block.alternatives.contains { alternative in
      if case .exit? = alternative.status?.status { true } else { false }
    }
  }
}
