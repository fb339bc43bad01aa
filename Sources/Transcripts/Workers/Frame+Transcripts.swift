extension FrameWriter {
  mutating func add(_ job: FileJob, number: Int) {
    frame(.job) { writer in
      writer.add(number)
      writer.add(job.path)
      writer.add(job.file == job.path ? "" : job.file)
      writer.add(job.selection.line ?? 0)
      writer.add(job.selection.filter.map { 1 + $0.utf8.count } ?? 0)
      writer.add(job.selection.filter ?? "")
      writer.add(job.fence ?? "")
      writer.add(job.isTrusted ? 1 : 0)
    }
  }

  private mutating func add(_ place: TranscriptRunner.Place) {
    add(place.caseIndex)
    add(place.included ?? -1)
    add(place.block)
  }

  mutating func add(_ note: PooledWorker.Note, job: Int) {
    frame(.block) { writer in
      writer.add(job)
      writer.add(note.place)
      writer.add(Int(note.outcome.rawValue))
      writer.add(note.answer)
    }
  }

  private mutating func add(_ answer: TranscriptRun.Answer?) {
    add(answer == nil ? 0 : 1)
    guard let answer else { return }
    add(answer.reply.output)
    add(answer.reply.isRefused ? 1 : 0)
    add(answer.reply.hasEnded ? 1 : 0)
    add(answer.reply.isIncomplete ? 1 : 0)
    add(answer.reply.breakdown?.number ?? 0)
    add(answer.bindings)
  }

  private mutating func add(_ bindings: Bindings) {
    add(bindings.all.count)
    for (name, binding) in bindings.all {
      add(name)
      add(binding.value)
      add(binding.kind.rawValue)
    }
  }

  mutating func add(_ run: TranscriptRun) {
    add(run.outcomes)
    add(run.fingerprint ?? 0)
    add(run.includedRuns.count)
    for included in run.includedRuns {
      add(included.caseIndex)
      add(included.place)
      add(included.run.outcomes)
    }
  }

  /// Adds how many there are, then those that are no passes with their places.
  private mutating func add(_ outcomes: [TranscriptOutcome]) {
    add(outcomes.count)
    var others = 0
    for outcome in outcomes where outcome != .pass { others += 1 }
    add(others)
    guard others > 0 else { return }
    for (place, outcome) in outcomes.enumerated() where outcome != .pass {
      add(place)
      add(Int(outcome.rawValue))
    }
  }

  mutating func add(_ fault: ToolFault) {
    switch fault {
    case .cannotUse(let path, let fault):
      add(0)
      add(path)
      add(Int(fault.number))
    case .malformed(let path, let fault):
      add(1)
      add(path)
      add(fault.reason.description)
      add(fault.line)
      add(fault.column)
    default:
      add(2)
      add(fault.description)
    }
  }
}

extension FrameReader {
  mutating func job() -> (number: Int, job: FileJob) {
    let number = number()
    let path = text()
    let file = text()
    let line = self.number()
    let hasFilter = self.number() > 0
    let filter = text()
    let fence = text()
    let job = FileJob(
      path: path, file: file.isEmpty ? nil : file,
      selection: .init(line: line > 0 ? line : nil, filter: hasFilter ? filter : nil),
      fence: fence.isEmpty ? nil : fence, isTrusted: self.number() == 1)
    return (number, job)
  }

  mutating func note() -> (job: Int, note: PooledWorker.Note) {
    (number(), PooledWorker.Note(place: place(), outcome: outcome(), answer: answer()))
  }

  private mutating func place() -> TranscriptRunner.Place {
    let caseIndex = number()
    let included = number()
    return .init(caseIndex: caseIndex, included: included < 0 ? nil : included, block: number())
  }

  private mutating func outcome() -> TranscriptOutcome {
    TranscriptOutcome(rawValue: UInt8(truncatingIfNeeded: number())) ?? .notRun
  }

  private mutating func answer() -> TranscriptRun.Answer? {
    guard number() == 1 else { return nil }
    var reply = TranscriptReply(output: bytes(), isRefused: number() == 1, hasEnded: number() == 1)
    reply.isIncomplete = number() == 1
    reply.breakdown = ProgramBreakdown(number: number())
    var bindings = Bindings()
    for _ in 0..<max(0, min(number(), 1 << 20)) {
      let name = text()
      let value = bytes()
      let kind = Hole.Kind(rawValue: text()) ?? .anything
      bindings.add(name, .init(value: value[...], kind: kind))
    }
    return .init(reply: reply, bindings: bindings)
  }

  private mutating func outcomes() -> [TranscriptOutcome] {
    let count = max(0, min(number(), FileReader.largestSize))
    // Filled one by one: an array of repeated elements is set up by way of its metadata, which
    // takes longer.
    var outcomes: [TranscriptOutcome] = []
    outcomes.reserveCapacity(count)
    for _ in 0..<count { outcomes.append(.pass) }
    for _ in 0..<max(0, min(number(), count)) {
      let place = number()
      let outcome = outcome()
      if outcomes.indices.contains(place) { outcomes[place] = outcome }
    }
    return outcomes
  }

  mutating func run() -> TranscriptRun {
    var run = TranscriptRun(blockCount: 0)
    run.outcomes = outcomes()
    run.fingerprint = number()
    for _ in 0..<max(0, min(number(), 1 << 20)) {
      let caseIndex = number()
      let place = number()
      var included = TranscriptRun(blockCount: 0)
      included.outcomes = outcomes()
      run.includedRuns.append(.init(caseIndex: caseIndex, place: place, run: included))
    }
    return run
  }

  mutating func fault() -> ToolFault {
    switch number() {
    case 0: return .cannotUse(path: text(), FileFault(number: Int32(truncatingIfNeeded: number())))
    case 1:
      let path = text()
      let reason = TranscriptFault.Reason.session(text())
      return .malformed(path: path, TranscriptFault(reason, line: number(), column: number()))
    default: return .worker(text())
    }
  }
}
