import TranscriptSyntax

/// The parts of a run that are the same for all files.
struct TranscriptRunner {
  /// The sessions, which know the requirements that are met.
  let sessions: any TranscriptSessionMaker
  var stopsAtFirstFailure = false
  /// `true` if the answers of blocks that pass are kept, too.
  var keepsAnswers = false
  /// The time limit of a command in milliseconds if its transcript has none.
  var timeLimit = 10_000

  /// Runs a plan to its end.
  ///
  /// Throws if a session can't begin.
  func run(
    _ plan: TranscriptPlan, _ host: any SessionHost
  ) throws(TranscriptToolFault) -> TranscriptRun {
    var execution = TranscriptExecution(plan, self, host)
    try execution.perform()
    return execution.run
  }
}

/// Runs one file: sends each line to a session, and judges the reply.
private struct TranscriptExecution {
  private typealias Part = TranscriptPlan.Part

  /// The outcomes so far.
  private(set) var run: TranscriptRun

  private let runner: TranscriptRunner
  private let host: any SessionHost

  /// The slot of the awaited reply, which gets the outcome if the process of the session ends.
  private var currentSlot = 0
  /// `true` if the session accepts no further line.
  private var hasSessionEnded = false
  /// `true` if no further session begins.
  private var isOver = false

  // The state of a part: its bindings, the last judged slot, and whether any reply differed and any
  // outcome was a failure.
  private var bindings = Bindings()
  private var lastSlot: Int?
  private var hasMismatched = false
  private var hasFailed = false

  init(_ plan: TranscriptPlan, _ runner: TranscriptRunner, _ host: any SessionHost) {
    self.runner = runner
    self.host = host
    run = TranscriptRun(plan)
  }

  /// Performs the selected cases, up to the selected block.
  ///
  /// Throws if a session can't begin.
  mutating func perform() throws(TranscriptToolFault) {
    let cases = run.plan.transcript.cases
    for index in cases.indices where run.plan.selects(cases[index]) && !isOver {
      let isOffered = cases[index].directives.all(.requires).allSatisfy {
        runner.sessions.offers($0.argument)
      }
      if isOffered && cases[index].directives[.skip] == nil {
        try performSession(index)
      } else {
        for block in cases[index].blocks where run.slots[block] == .notRun {
          run.slots[block] = .skip
        }
      }
    }
  }

  /// Performs a case in a session of its own.
  ///
  /// The run is over after a crash, or at the first failure if it stops there.
  private mutating func performSession(_ index: Int) throws(TranscriptToolFault) {
    let parts = run.plan.parts[index]
    currentSlot = run.plan.transcript.cases[index].blocks.lowerBound
    hasSessionEnded = false
    // Included parts count as selected once the case begins.
    for part in parts where part.isIncluded {
      for slot in part.slots { run.slots[slot] = .notRun }
    }
    let request = SessionRequest.begin(
      seed: run.plan.argument(.seed, ofCase: index),
      language: run.plan.argument(.language, ofCase: index))
    guard let reply = answer(request, within: nil) else { return }
    guard !reply.isRefused else {
      let words = String(decoding: reply.output, as: UTF8.self)
      _ = answer(.end, within: nil)
      throw run.plan.fault(words, ofSession: index)
    }
    for part in parts where !isOver { perform(part) }
    guard !isOver, answer(.end, within: nil) != nil else { return }
    let hasCrashed = parts.flatMap(\.slots).contains { run.slots[$0].exitStatus == 3 }
    isOver = hasCrashed || runner.stopsAtFirstFailure && run.exitStatus != 0
  }

  /// Performs the blocks of a part, until the session has ended.
  private mutating func perform(_ part: Part) {
    bindings = Bindings()
    lastSlot = nil
    hasMismatched = false
    hasFailed = false
    let end = part.isIncluded ? nil : run.plan.selectedBlock.map { $0 + 1 }
    for block in part.single.blocks.prefix(while: { $0 < end ?? .max }) {
      guard !hasSessionEnded, !(runner.stopsAtFirstFailure && hasFailed) else { break }
      currentSlot = block + part.offset
      guard part.transcript.blocks[block].directives[.skip] == nil else {
        if isSelected(currentSlot) { run.slots[currentSlot] = .skip }
        continue
      }
      let line = part.transcript.text(ofLine: part.transcript.blocks[block].inputLine)
      guard let reply = answer(.perform(line), within: part.timeLimit(block)) else { return }
      judge(reply, block, part)
    }
    // A part that is expected to fail must fail somewhere.
    if part.isExpectedToFail, !hasMismatched, let lastSlot { run.slots[lastSlot] = .unexpectedPass }
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
      run.slots[currentSlot] = error.outcome
      run.lastWords = error.words
      isOver = true
      return nil
    }
  }

  /// Returns whether a slot is judged; blocks before the selected one run, too, but are not.
  private func isSelected(_ slot: Int) -> Bool { run.slots[slot] != .unselected }

  /// Records the outcome of a reply, unless the block runs only because it is before the selected
  /// one.
  private mutating func judge(_ reply: TranscriptReply, _ block: Int, _ part: Part) {
    let outcome = outcome(of: reply, block, part)
    hasSessionEnded = reply.hasEnded || outcome.exitStatus == 3
    guard isSelected(currentSlot) else {
      run.answers[currentSlot] = nil
      return
    }
    run.slots[currentSlot] = outcome
    lastSlot = currentSlot
    hasMismatched = hasMismatched || outcome != .pass
    hasFailed = hasFailed || outcome.exitStatus != 0
  }

  /// Returns the outcome of a reply, and keeps the reply if it does not match.
  private mutating func outcome(
    of reply: TranscriptReply, _ block: Int, _ part: Part
  ) -> TranscriptOutcome {
    if reply.isLate { return .timeout }
    let answer = TranscriptRun.Answer(reply: reply, bindings: bindings).limited
    if isCrash(reply, block, part) {
      run.answers[currentSlot] = answer
      return .crash
    }
    let isMatched =
      !reply.isIncomplete
      && part.transcript.blocks[block].isMatched(
        by: reply.lines, isRefused: reply.isRefused, &bindings)
    if runner.keepsAnswers || !isMatched { run.answers[currentSlot] = answer }
    if part.transcript.blocks[block].directives[.xfail] != nil {
      return isMatched ? .unexpectedPass : .expectedFailure
    }
    if isMatched { return .pass }
    return part.isExpectedToFail ? .expectedFailure : .fail
  }

  /// Returns whether a driven program ended unexpectedly; after the last line of its session it may
  /// end with any status.
  private func isCrash(_ reply: TranscriptReply, _ block: Int, _ part: Part) -> Bool {
    switch reply.breakdown {
    case nil: false
    case .signal: true
    case .status:
      reply.isIncomplete || part.isIncluded || block + 1 < part.single.blocks.upperBound
    }
  }
}
