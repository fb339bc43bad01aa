import TranscriptSyntax

/// Runs one file: sends each line to a session, and judges the reply.
struct TranscriptExecution {
  private var run: TranscriptRun
  private let options: ToolOptions
  private let host: any SessionHost

  /// The size of a batch of requests in bytes, and that of a request without its line.
  private static let batchSize = 1 << 14
  private static let largestHead = 64

  /// The requests of the session that are not sent, and the number of replies to those that are.
  private var unsent: ArraySlice<SessionRequest> = []
  private var awaitedCount = 0

  /// The block whose reply is awaited; it gets the outcome if the process of the session ends.
  private var current = (session: 0, part: 0, block: 0)
  /// `true` if the session accepts no more lines.
  private var hasSessionEnded = false
  /// `true` if no further session begins.
  private var isOver = false
  /// The texts of the names in the current part.
  private var bindings = Bindings()

  /// Prepares to run a parsed file with the sessions of `host`.
  init(_ run: TranscriptRun, _ options: ToolOptions, _ host: any SessionHost) {
    self.run = run
    self.options = options
    self.host = host
  }

  /// Runs the selected sessions, and returns the file with its outcomes.
  ///
  /// Throws if a session can't begin.
  consuming func performed() throws(TranscriptToolFault) -> TranscriptRun {
    for (index, single) in run.transcript.cases.enumerated() where run.selects(single) && !isOver {
      current = (index, run.parts[index].count - 1, 0)
      if single.directives[.skip] == nil {
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
    unsent = requests()[...]
    awaitedCount = 0
    let beginning = reply(within: nil)
    let isOffered = !(beginning?.hasEnded ?? false)
    // Included files count as selected once the session begins.
    for part in 0..<last where isOffered {
      current.part = part
      setOutcomes(.notRun, of: .unselected)
    }
    guard let beginning else { return }
    hasSessionEnded = beginning.isRefused || !isOffered
    for part in 0...last where !isOver {
      current = (index, part, 0)
      performPart()
    }
    if !isOver { _ = reply(within: nil) }
    current.part = last
    if !isOffered { setOutcomes(.skip, of: .notRun) }
    if beginning.isRefused {
      throw run.fault(String(decoding: beginning.output, as: UTF8.self), ofSession: index)
    }
    let hasCrashed = run.parts[index].flatMap(\.blocks).contains { $0.outcome.exitStatus == 3 }
    isOver = isOver || hasCrashed || options.stopsAtFirstFailure && run.exitStatus != 0
  }

  /// Returns the requests of the current session: its beginning, its lines and its end.
  private func requests() -> [SessionRequest] {
    let index = current.session
    var requests: [SessionRequest] = [
      .begin(
        seed: run.argument(.seed, ofCase: index),
        language: run.argument(.language, ofCase: index),
        requirements: run.transcript.cases[index].directives.all(.requires).map(\.argument))
    ]
    for part in run.parts[index] {
      for block in part.blocks.prefix(run.count(of: part)) where !block.isSkipped {
        requests.append(
          .perform(part.input(of: block.block), timeLimit: part.timeLimit(of: block.block)))
      }
    }
    return requests + [.end]
  }

  /// Runs the blocks of the current part; those after the end of the session do nothing.
  private mutating func performPart() {
    bindings = Bindings()
    var lastJudged: Int?
    var hasMismatched = false
    for index in 0..<run.count(of: part) {
      current.block = index
      let isSelected = block.outcome != .unselected
      guard !block.isSkipped else {
        if isSelected && !hasSessionEnded { block.outcome = .skip }
        continue
      }
      guard let reply = reply(within: part.timeLimit(of: block.block)) else { return }
      guard !hasSessionEnded else { continue }
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
      if options.stopsAtFirstFailure && outcome.exitStatus != 0 {
        let rest = part.blocks[..<run.count(of: part)].dropFirst(index + 1)
        unsent.removeFirst(rest.count { !$0.isSkipped })
        break
      }
    }
    // A part that is expected to fail must fail somewhere.
    guard part.isExpectedToFail, !hasMismatched, let lastJudged else { return }
    run.parts[current.session][current.part].blocks[lastJudged].outcome = .unexpectedPass
  }

  /// Returns the reply to the next request of the session, within its own limit or the general one.
  ///
  /// Returns `nil` if the process of the session has ended or hangs. Then the current block gets
  /// that outcome, those after it did not run, and the run is over.
  private mutating func reply(within limit: Int?) -> TranscriptReply? {
    if awaitedCount == 0 { sendRequests() }
    awaitedCount -= 1
    do throws(SessionLoss) {
      return try host.reply(within: limit ?? options.timeLimit)
    } catch {
      block.outcome = error.outcome
      run.lastDiagnostics = error.diagnostics
      isOver = true
      return nil
    }
  }

  /// Sends as many requests as are sure to fit in the buffer of a socket, and at least one.
  ///
  /// If the run stops at the first failure, no line may run after it, so it is only one.
  private mutating func sendRequests() {
    var size = 0
    let fitting = unsent.prefix { request in
      if case .perform(let line, _) = request { size += line.count }
      size += Self.largestHead
      return size <= Self.batchSize
    }
    let count = options.stopsAtFirstFailure ? 1 : max(1, fitting.count)
    host.send(unsent.prefix(count))
    unsent.removeFirst(count)
    awaitedCount = count
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
