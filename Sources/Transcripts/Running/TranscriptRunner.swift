struct TranscriptRunner {
  var sessions: any TranscriptSessionMaker
  /// Makes the folders of sessions; nil where transcripts are trusted with all files.
  var makeFolder: (() -> TranscriptFolder)?
  var observer: WorkerObserver?
  var stopsAtFirstFailure = false
  var keepsAnswers = false
  var clock: () -> Int = monotonicMilliseconds
  /// Is handed each session, to keep it.
  var keep: ((any TranscriptSession) -> Void)?

  func run(
    _ plan: TranscriptPlan, _ selection: BlockSelection = .init()
  ) throws(TranscriptFault) -> TranscriptRun {
    var run = TranscriptRun(plan)
    let wanted = selection.blocks(of: plan.transcript)
    var hasFailed = false
    for (index, single) in plan.transcript.cases.enumerated() {
      guard selection.takes(single, of: plan.transcript, path: plan.path) else {
        for block in single.blocks { run.places[block] = .unselected }
        continue
      }
      // A block that does not run any more is reported only if it was selected.
      if hasFailed { continue }
      try perform(index, of: plan, wanted, into: &run)
      let isLost = plan.parts[index].contains { part in
        part.places.contains { run.places[$0].exitStatus == 3 }
      }
      hasFailed = isLost || stopsAtFirstFailure && run.exitStatus != 0
    }
    return run
  }

  func run(_ job: FileJob) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    do throws(TranscriptFault) {
      let run = try run(plan, job.selection)
      try run.checkIsAnythingChecked(by: plan.transcript)
      return FileRun(job: job, run: run, known: plan)
    } catch {
      throw .malformed(job.path, error)
    }
  }

  private func perform(
    _ index: Int, of plan: TranscriptPlan, _ wanted: Range<Int>?, into run: inout TranscriptRun
  ) throws(TranscriptFault) {
    let single = plan.transcript.cases[index]
    let isOffered = single.directives.lines(.requires).allSatisfy {
      sessions.offers(plan.transcript.argument(ofLine: $0))
    }
    guard isOffered, single.directives.line(.skip) == nil else {
      for block in single.blocks { note(.skip, block, &run) }
      return
    }
    // If the process ends while a session begins, the first command is blamed.
    observer?.willRun(single.blocks.lowerBound, timeLimit: nil)
    let folder = makeFolder?()
    defer { folder?.remove() }
    let session = try session(index, of: plan, folder)
    keep?(session)
    for part in plan.parts[index] {
      for place in part.places { run.places[place] = .notRun }
      var performance = CasePerformance(part, session, wanted: wanted)
      performance.perform(by: self, into: &run)
      guard !performance.hasEnded else { return }
    }
  }

  func note(_ outcome: TranscriptOutcome, _ place: Int, _ run: inout TranscriptRun) {
    run.places[place] = outcome
    let answer = run.answers[place]?.limited
    run.answers[place] = answer
    observer?.didRun(place, outcome, answer)
  }

  private func session(
    _ index: Int, of plan: TranscriptPlan, _ folder: TranscriptFolder?
  ) throws(TranscriptFault) -> any TranscriptSession {
    do throws(TranscriptSessionFault) {
      return try sessions.session(ofCase: index, plan, folder)
    } catch {
      let single = plan.transcript.cases[index]
      let line =
        single.directives.line(.language) ?? single.directives.line(.seed) ?? single.nameLine ?? 0
      throw TranscriptFault(.init(error.words), line: line + 1, column: 1)
    }
  }
}
