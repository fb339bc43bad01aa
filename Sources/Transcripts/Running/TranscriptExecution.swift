import TranscriptSyntax

/// A state machine that runs a plan: creates requests for sessions and evaluates the responses.
///
/// The sessions may be in other processes. Requests are created in batches, and responses are
/// handled one by one in the same order:
///
///     while case let requests = execution.requests(), !requests.isEmpty {
///       for request in requests { try execution.handle(server.respond(to: request)) }
///     }
///     let run = execution.run
struct TranscriptExecution {
  private typealias Part = TranscriptPlan.Part

  /// A step of the run; some steps have a request.
  private enum Step {
    /// Skips a session, for example because a requirement is not met.
    case skip(Int)
    case beginSession(Int)
    case beginPart
    case block(Part, Int)
    case endPart(Part)
    case endSession(Int)
  }

  /// The results so far.
  private(set) var run: TranscriptRun

  private let steps: [Step]
  private var position = 0
  private let runner: TranscriptRunner

  /// The size of a batch of requests in bytes, which fits in the buffer of a socket.
  private static let batchSize = 1 << 14

  /// The index of the block whose response is expected next.
  private var currentSlot = 0
  /// `true` if the session accepts no more lines.
  private var hasSessionEnded = false

  // The state of a part: its bindings, the last judged slot, and whether any reply differed and any
  // outcome was a failure.
  private var bindings = Bindings()
  private var lastSlot: Int?
  private var hasMismatched = false
  private var hasFailed = false

  /// Prepares a run of a plan.
  init(_ plan: TranscriptPlan, _ runner: TranscriptRunner) {
    self.runner = runner
    run = TranscriptRun(plan)
    steps = Self.steps(of: plan, runner.sessions)
    advance()
  }

  /// Returns the steps for the selected sessions.
  private static func steps(
    of plan: TranscriptPlan, _ sessions: any TranscriptSessionMaker
  ) -> [Step] {
    var steps: [Step] = []
    let transcript = plan.transcript
    for (index, single) in transcript.cases.enumerated() where plan.selects(single) {
      let isOffered = single.directives.all(.requires).allSatisfy { sessions.offers($0.argument) }
      guard isOffered, single.directives[.skip] == nil else {
        steps.append(.skip(index))
        continue
      }
      steps.append(.beginSession(index))
      for part in plan.parts[index] {
        let end = part.isIncluded ? nil : plan.selectedBlock.map { $0 + 1 }
        steps.append(.beginPart)
        steps += part.single.blocks.prefix { $0 < end ?? .max }.map { .block(part, $0) }
        steps.append(.endPart(part))
      }
      steps.append(.endSession(index))
    }
    return steps
  }

  /// Returns the next batch of requests; empty at the end of the run.
  ///
  /// If the run stops at the first failure, there is one request at a time: no line may run after a
  /// failure.
  func requests() -> [SessionRequest] {
    var requests: [SessionRequest] = []
    var size = 0
    for step in steps[position...] {
      guard let request = request(for: step) else { continue }
      requests.append(request)
      if case .perform(let line, _) = request { size += line.count + Self.batchSize / 256 }
      if case .end = request { break }
      if runner.stopsAtFirstFailure || size > Self.batchSize { break }
    }
    return requests
  }

  /// The time limit for the next response in milliseconds; `nil` for the default.
  var timeLimit: Int? {
    guard case .block(let part, let block) = steps[position] else { return nil }
    return part.timeLimit(block)
  }

  /// Evaluates the response to the next request; returns `false` for an unexpected response.
  ///
  /// Throws if a session can't begin; the run is over then.
  @discardableResult
  mutating func handle(_ response: SessionResponse) throws(TranscriptToolFault) -> Bool {
    switch (steps[position], response) {
    case (.beginSession(let index), .fault(let words)):
      throw run.plan.fault(words, ofSession: index)
    case (.block(let part, let block), .reply(let reply)): judge(reply, block, part)
    case (.endSession(let index), .done): endSession(index)
    case (.beginSession, .done), (.block, .skipped): break
    default: return false
    }
    position += 1
    advance()
    return true
  }

  /// Returns the request of a step; `nil` if it has none.
  private func request(for step: Step) -> SessionRequest? {
    switch step {
    case .skip, .beginPart, .endPart: return nil
    case .beginSession(let index):
      return .begin(
        seed: run.plan.argument(.seed, ofCase: index),
        language: run.plan.argument(.language, ofCase: index))
    case .block(let part, let block):
      guard !isSkipped(block, part), !(runner.stopsAtFirstFailure && hasFailed) else { return nil }
      let line = part.transcript.text(ofLine: part.transcript.blocks[block].inputLine)
      return .perform(line, timeLimit: part.timeLimit(block))
    case .endSession: return .end
    }
  }

  /// Returns whether a block has the directive `skip`.
  private func isSkipped(_ block: Int, _ part: Part) -> Bool {
    part.transcript.blocks[block].directives[.skip] != nil
  }

  /// Performs steps up to the next one with a request.
  private mutating func advance() {
    while position < steps.count {
      switch steps[position] {
      case .skip(let index):
        for block in run.plan.transcript.cases[index].blocks where run.slots[block] == .notRun {
          run.slots[block] = .skip
        }
      case .beginSession(let index): return beginSession(index)
      case .beginPart:
        bindings = Bindings()
        lastSlot = nil
        hasMismatched = false
        hasFailed = false
      case .block(let part, let block):
        currentSlot = block + part.offset
        let hasStopped = hasSessionEnded || runner.stopsAtFirstFailure && hasFailed
        if isSkipped(block, part), !hasStopped, isSelected(currentSlot) {
          run.slots[currentSlot] = .skip
        }
        if request(for: steps[position]) != nil { return }
      case .endPart(let part):
        // A part that is expected to fail must fail somewhere.
        if part.isExpectedToFail, !hasMismatched, let lastSlot {
          run.slots[lastSlot] = .unexpectedPass
        }
      case .endSession: return
      }
      position += 1
    }
  }

  /// Ends the run, because the process of the session has exited or hangs.
  ///
  /// The current block gets the outcome; later ones count as not run.
  mutating func abandon(_ outcome: TranscriptOutcome, lastDiagnostics: String) {
    run.slots[currentSlot] = outcome
    run.lastDiagnostics = lastDiagnostics
    position = steps.count
  }

  /// Begins a session, whose blocks count as not run until their replies arrive.
  private mutating func beginSession(_ index: Int) {
    let plan = run.plan
    currentSlot = plan.transcript.cases[index].blocks.lowerBound
    hasSessionEnded = false
    // Included parts count as selected once the case begins.
    for part in plan.parts[index] where part.isIncluded {
      for slot in part.slots { run.slots[slot] = .notRun }
    }
  }

  /// Ends the run after a crash, or at the first failure if it stops there.
  private mutating func endSession(_ index: Int) {
    let slots = run.plan.parts[index].flatMap(\.slots)
    let hasCrashed = slots.contains { run.slots[$0].exitStatus == 3 }
    if hasCrashed || runner.stopsAtFirstFailure && run.exitStatus != 0 {
      position = steps.count - 1
    }
  }

  /// Returns whether the result of a block counts; blocks before the selected one only run.
  private func isSelected(_ slot: Int) -> Bool { run.slots[slot] != .unselected }

  /// Records the outcome of a block.
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

  /// Returns the outcome of a reply; a reply that does not match is stored for the report.
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

  /// Returns whether a tested program ended unexpectedly.
  ///
  /// After the last line of its session it may exit with any status.
  private func isCrash(_ reply: TranscriptReply, _ block: Int, _ part: Part) -> Bool {
    switch reply.breakdown {
    case nil: false
    case .signal: true
    case .status:
      reply.isIncomplete || part.isIncluded || block + 1 < part.single.blocks.upperBound
    }
  }
}

/// Runs plans in this process.
struct TranscriptRunner {
  let sessions: any TranscriptSessionMaker
  /// The folder for the session's files; `nil` to allow all files.
  var folder: TranscriptFolder?
  var stopsAtFirstFailure = false
  /// `true` to store the replies of blocks that pass, too.
  var keepsAnswers = false

  /// Runs a plan; throws if a session can't begin.
  func run(_ plan: TranscriptPlan) throws(TranscriptToolFault) -> TranscriptRun {
    var execution = TranscriptExecution(plan, self)
    var server = SessionServer(sessions, folder)
    defer { _ = server.respond(to: .end) }
    while case let requests = execution.requests(), !requests.isEmpty {
      for request in requests { try execution.handle(server.respond(to: request)) }
    }
    return execution.run
  }
}
