import TranscriptSyntax

/// Runs one file: sends each line to a session, and judges the reply.
struct TranscriptExecution {
  private var run: TranscriptRun
  private let options: ToolOptions
  private let sessions: any TranscriptSessionMaker
  private let host: any SessionHost

  /// The block whose reply is awaited; it gets the outcome if the process of the session ends.
  private var current = (session: 0, part: 0, block: 0)
  /// `true` if the session accepts no more lines.
  private var hasSessionEnded = false
  /// `true` if no further session begins.
  private var isOver = false
  /// The texts of the names in the current part.
  private var bindings = Bindings()

  /// Prepares to run a parsed file with the sessions of `host`.
  init(
    _ run: TranscriptRun, _ options: ToolOptions, _ sessions: any TranscriptSessionMaker,
    _ host: any SessionHost
  ) {
    self.run = run
    self.options = options
    self.sessions = sessions
    self.host = host
  }

  /// Runs the selected sessions, and returns the file with its outcomes.
  ///
  /// Throws if a session can't begin.
  consuming func performed() throws(TranscriptToolFault) -> TranscriptRun {
    for (index, single) in run.transcript.cases.enumerated() where run.selects(single) && !isOver {
      let isOffered = single.directives.all(.requires).allSatisfy { sessions.offers($0.argument) }
      current = (index, run.parts[index].count - 1, 0)
      if isOffered && single.directives[.skip] == nil {
        try performSession()
      } else {
        setOutcomes(.skip, of: .notRun)
      }
    }
    return run
  }

  private var part: TranscriptRun.Part { run.parts[current.session][current.part] }

  private var block: TranscriptRun.BlockRun {
    get { part.blocks[current.block] }
    set { run.parts[current.session][current.part].blocks[current.block] = newValue }
  }

  /// Sets the outcome of all blocks of the current part that have another one.
  private mutating func setOutcomes(_ new: TranscriptOutcome, of old: TranscriptOutcome) {
    for index in part.blocks.indices where part.blocks[index].outcome == old {
      run.parts[current.session][current.part].blocks[index].outcome = new
    }
  }

  /// Runs a case in a session of its own.
  ///
  /// Afterwards the run is over if there was a crash, or a failure at which it stops.
  private mutating func performSession() throws(TranscriptToolFault) {
    let index = current.session
    let last = current.part
    // Included files count as selected once the session begins.
    for part in 0..<last {
      current.part = part
      setOutcomes(.notRun, of: .unselected)
    }
    current.part = last
    hasSessionEnded = false
    let seed = run.argument(.seed, ofCase: index)
    let language = run.argument(.language, ofCase: index)
    guard let beginning = answer(.begin(seed: seed, language: language)) else { return }
    for part in 0...last where !isOver && !beginning.isRefused {
      current = (index, part, 0)
      performPart()
    }
    guard !isOver else { return }
    let end = answer(.end)
    if beginning.isRefused {
      throw run.fault(String(decoding: beginning.output, as: UTF8.self), ofSession: index)
    }
    guard end != nil else { return }
    let hasCrashed = run.parts[index].flatMap(\.blocks).contains { $0.outcome.exitStatus == 3 }
    isOver = hasCrashed || options.stopsAtFirstFailure && run.exitStatus != 0
  }

  /// Runs the blocks of the current part, until the session has ended.
  private mutating func performPart() {
    bindings = Bindings()
    var lastJudged: Int?
    var hasMismatched = false
    var hasFailed = false
    for index in 0..<run.count(of: part) {
      current.block = index
      guard !hasSessionEnded, !(options.stopsAtFirstFailure && hasFailed) else { break }
      let isSelected = block.outcome != .unselected
      guard block.block.directives[.skip] == nil else {
        if isSelected { block.outcome = .skip }
        continue
      }
      let limit = block.block.directives.timeLimit ?? part.single.directives.timeLimit
      guard let reply = answer(.perform(part.input(of: block.block)), within: limit) else { return }
      let outcome = outcome(of: reply)
      hasSessionEnded = reply.hasEnded || outcome.exitStatus == 3
      // Blocks before the selected one run, too, but are not judged.
      guard isSelected else {
        block.answer = nil
        continue
      }
      block.outcome = outcome
      lastJudged = index
      hasMismatched = hasMismatched || outcome != .pass
      hasFailed = hasFailed || outcome.exitStatus != 0
    }
    // A part that is expected to fail must fail somewhere.
    guard part.isExpectedToFail, !hasMismatched, let lastJudged else { return }
    run.parts[current.session][current.part].blocks[lastJudged].outcome = .unexpectedPass
  }

  /// Returns the reply to a request, which is late if it takes longer than its own limit.
  ///
  /// Returns `nil` if the process of the session has ended or hangs. Then the current block gets
  /// that outcome, those after it did not run, and the run is over.
  private mutating func answer(
    _ request: SessionRequest, within limit: Int? = nil
  ) -> TranscriptReply? {
    let start = monotonicMilliseconds()
    do throws(SessionLoss) {
      var reply = try host.answer(request, within: limit ?? options.timeLimit)
      if let limit, monotonicMilliseconds() - start > limit { reply.isLate = true }
      return reply
    } catch {
      block.outcome = error.outcome
      run.lastDiagnostics = error.diagnostics
      isOver = true
      return nil
    }
  }

  /// Returns the outcome of a reply; a reply that does not match is stored for the report.
  private mutating func outcome(of reply: TranscriptReply) -> TranscriptOutcome {
    if reply.isLate { return .timeout }
    let answer = Answer(reply, bindings)
    if isCrash(reply) {
      block.answer = answer
      return .crash
    }
    let isMatched =
      !reply.isIncomplete
      && block.block.isMatched(by: reply.lines, isRefused: reply.isRefused, &bindings)
    if options.keepsAnswers || !isMatched { block.answer = answer }
    if block.block.directives[.xfail] != nil {
      return isMatched ? .unexpectedPass : .expectedFailure
    }
    if isMatched { return .pass }
    return part.isExpectedToFail ? .expectedFailure : .fail
  }

  /// Returns whether a tested program ended unexpectedly.
  ///
  /// After the last line of its session it may exit with any status.
  private func isCrash(_ reply: TranscriptReply) -> Bool {
    guard let breakdown = reply.breakdown else { return false }
    let isLast = !part.isIncluded && current.block + 1 == part.blocks.count
    return breakdown.isSignal || reply.isIncomplete || !isLast
  }
}
