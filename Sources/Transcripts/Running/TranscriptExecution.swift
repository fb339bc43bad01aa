import TranscriptSyntax

/// Runs one file: sends each line to a session, and judges the reply.
struct TranscriptExecution {
  private var run: TranscriptRun
  private let options: ToolOptions
  private let runner: FileRunner

  /// The indexes of a session and of the block in it that runs.
  private var current = (session: 0, block: 0)
  /// `true` if no further session begins.
  private var isOver = false
  /// The texts of the names in the current file.
  private var bindings = Bindings()

  /// Prepares to run a parsed file with sessions of a runner.
  init(_ run: TranscriptRun, _ options: ToolOptions, _ runner: FileRunner) {
    self.run = run
    self.options = options
    self.runner = runner
  }

  /// Runs the selected sessions, and returns the file with its outcomes.
  ///
  /// Throws if a session can't begin.
  consuming func performed() throws(TranscriptToolFault) -> TranscriptRun {
    for (index, single) in run.transcript.cases.enumerated() where run.selects(single) && !isOver {
      let own = run.sessions[index].firstIndex { !$0.source.isIncluded } ?? 0
      current = (index, own)
      let requirements = single.directives.all(.requires).map(\.argument)
      if single.directives[.skip] == nil && runner.offers(requirements) {
        try performSession()
      } else {
        setOutcomes(.skip, of: .notRun)
      }
    }
    return run
  }

  private var block: BlockRun {
    get { run.sessions[current.session][current.block] }
    set { run.sessions[current.session][current.block] = newValue }
  }

  /// Sets the outcome of all blocks of the session that have another one.
  private mutating func setOutcomes(_ new: TranscriptOutcome, of old: TranscriptOutcome) {
    let session = current.session
    for index in run.sessions[session].indices
    where run.sessions[session][index].outcome == old {
      run.sessions[session][index].outcome = new
    }
  }

  /// Runs a case in a session of its own.
  ///
  /// Afterwards the run is over if there was a crash, or a failure at which it stops.
  private mutating func performSession() throws(TranscriptToolFault) {
    let index = current.session
    let host = try runner.host()
    defer { runner.release(host) }
    var refusal: TranscriptReply?
    do throws(SessionLoss) {
      let beginning = try host.begin(
        seed: run.argument(.seed, ofSession: index),
        language: run.argument(.language, ofSession: index))
      if beginning.isRefused { refusal = beginning } else { try performParts(host) }
      try host.end()
    } catch {
      block.outcome = error.outcome
      block.diagnostics = error.diagnostics
    }
    if let refusal {
      throw run.fault(String(decoding: refusal.output, as: UTF8.self), ofSession: index)
    }
    let hasCrashed = run.sessions[index].contains { $0.outcome.exitStatus == 3 }
    isOver = hasCrashed || options.stopsAtFirstFailure && run.exitStatus != 0
  }

  /// Runs the blocks of the current session, file by file.
  private mutating func performParts(_ host: any SessionHost) throws(SessionLoss) {
    let index = current.session
    // Included files count as selected once the session begins.
    for position in run.sessions[index].indices
    where run.sessions[index][position].source.isIncluded {
      run.sessions[index][position].outcome = .notRun
    }
    var isOpen = true
    for part in run.parts(ofSession: index) { try performPart(part, host, &isOpen) }
  }

  /// Runs the blocks of one file; those after the end of the session do nothing.
  private mutating func performPart(
    _ part: Range<Int>, _ host: any SessionHost, _ isOpen: inout Bool
  ) throws(SessionLoss) {
    bindings = Bindings()
    var lastJudged: Int?
    var hasMismatched = false
    for index in part where isOpen {
      current.block = index
      let isSelected = block.outcome != .unselected
      guard !block.isSkipped else {
        if isSelected { block.outcome = .skip }
        continue
      }
      let reply = try host.perform(block.input, within: block.timeLimit)
      let outcome = outcome(of: reply)
      isOpen = !reply.hasEnded && outcome.exitStatus != 3
      // Blocks before the selected one run, too, but are not judged.
      guard isSelected else {
        block.answer = nil
        continue
      }
      block.outcome = outcome
      lastJudged = index
      hasMismatched = hasMismatched || outcome != .pass
      if options.stopsAtFirstFailure && outcome.exitStatus != 0 { break }
    }
    // A file that is expected to fail must fail somewhere.
    guard let lastJudged, !hasMismatched, block.source.isExpectedToFail else { return }
    run.sessions[current.session][lastJudged].outcome = .unexpectedPass
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
    return block.source.isExpectedToFail ? .expectedFailure : .fail
  }

  /// Returns whether a tested program ended unexpectedly.
  ///
  /// After the last line of its session it may exit with any status.
  private func isCrash(_ reply: TranscriptReply) -> Bool {
    guard let breakdown = reply.breakdown else { return false }
    return breakdown.isSignal || reply.isIncomplete || !block.isLast
  }
}
