import TranscriptSyntax

/// The parts of a run that are the same for all files.
struct TranscriptRunner {
  /// The sessions, which know the requirements that are met.
  let sessions: any TranscriptSessionMaker
  var stopsAtFirstFailure = false
  /// `true` to store the replies of blocks that pass, too.
  var keepsAnswers = false
  /// The time limit of a command in milliseconds if its transcript has none.
  var timeLimit = 10_000

  /// Runs a file to its end.
  ///
  /// Throws if it can't be read or is no transcript, or if a session can't begin.
  func run(
    _ job: FileJob, _ host: any SessionHost
  ) throws(TranscriptToolFault) -> TranscriptRun {
    var execution = TranscriptExecution(run: try TranscriptRun(job), runner: self, host: host)
    try execution.perform()
    return execution.run
  }
}

/// Runs one file: sends each line to a session, and judges the reply.
private struct TranscriptExecution {
  private(set) var run: TranscriptRun
  let runner: TranscriptRunner
  let host: any SessionHost

  /// The block whose reply is awaited; it gets the outcome if the process of the session ends.
  private var current = (session: 0, part: 0, block: 0)
  /// `true` if the session accepts no more lines.
  private var hasSessionEnded = false
  /// `true` if no further session begins.
  private var isOver = false
  /// The texts that the patterns of a part have bound.
  private var bindings = Bindings()

  init(run: TranscriptRun, runner: TranscriptRunner, host: any SessionHost) {
    self.run = run
    self.runner = runner
    self.host = host
  }

  private var part: TranscriptRun.Part { run.parts[current.session][current.part] }

  private var block: TranscriptRun.BlockRun {
    get { part.blocks[current.block] }
    set { run.parts[current.session][current.part].blocks[current.block] = newValue }
  }

  /// Performs the selected cases, up to the selected block.
  ///
  /// Throws if a session can't begin.
  mutating func perform() throws(TranscriptToolFault) {
    for (index, single) in run.transcript.cases.enumerated() where run.selects(single) && !isOver {
      let isOffered = single.directives.all(.requires).allSatisfy {
        runner.sessions.offers($0.argument)
      }
      current = (index, run.parts[index].count - 1, 0)
      if isOffered && single.directives[.skip] == nil {
        try performSession()
      } else {
        setOutcomes(.skip) { $0 == .notRun }
      }
    }
  }

  /// Sets the outcomes of blocks of the current part.
  private mutating func setOutcomes(
    _ outcome: TranscriptOutcome, where isChanged: (TranscriptOutcome) -> Bool
  ) {
    for index in part.blocks.indices where isChanged(part.blocks[index].outcome) {
      run.parts[current.session][current.part].blocks[index].outcome = outcome
    }
  }

  /// Performs a case in a session of its own.
  ///
  /// The run is over after a crash, or at the first failure if it stops there.
  private mutating func performSession() throws(TranscriptToolFault) {
    let index = current.session
    let last = current.part
    // Included parts count as selected once the case begins.
    for part in 0..<last {
      current.part = part
      setOutcomes(.notRun) { _ in true }
    }
    current.part = last
    hasSessionEnded = false
    let seed = run.argument(.seed, ofCase: index)
    let language = run.argument(.language, ofCase: index)
    let request = SessionRequest.begin(seed: seed, language: language)
    guard let reply = answer(request, within: nil) else { return }
    for part in 0...last where !isOver && !reply.isRefused {
      current = (index, part, 0)
      performPart()
    }
    guard !isOver, answer(.end, within: nil) != nil else { return }
    if reply.isRefused {
      throw run.fault(String(decoding: reply.output, as: UTF8.self), ofSession: index)
    }
    let hasCrashed = run.parts[index].flatMap(\.blocks).contains { $0.outcome.exitStatus == 3 }
    isOver = hasCrashed || runner.stopsAtFirstFailure && run.exitStatus != 0
  }

  /// Performs the blocks of the current part, until the session has ended.
  private mutating func performPart() {
    bindings = Bindings()
    var lastJudged: Int?
    var hasMismatched = false
    var hasFailed = false
    for index in 0..<run.count(of: part) {
      guard !hasSessionEnded, !(runner.stopsAtFirstFailure && hasFailed) else { break }
      current.block = index
      let isSelected = block.outcome != .unselected
      guard block.block.directives[.skip] == nil else {
        if isSelected { block.outcome = .skip }
        continue
      }
      let limit = block.block.directives.timeLimit ?? part.single.directives.timeLimit
      let request = SessionRequest.perform(part.input(of: block.block))
      guard let reply = answer(request, within: limit) else { return }
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

  /// Returns the answer to a request, which is late if it takes longer than its own limit.
  ///
  /// Returns `nil` if the process of the session has ended or hangs. Then the block that was
  /// running gets the outcome, those after it did not run, and the run is over.
  private mutating func answer(_ request: SessionRequest, within limit: Int?) -> TranscriptReply? {
    let start = monotonicMilliseconds()
    do throws(SessionLoss) {
      var reply = try host.answer(request, within: limit ?? runner.timeLimit)
      if let limit, monotonicMilliseconds() - start > limit { reply.isLate = true }
      return reply
    } catch {
      block.outcome = error.outcome
      run.lastDiagnostics = error.words
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
    if runner.keepsAnswers || !isMatched { block.answer = answer }
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
