/// Runs transcripts in this process, one session after the other.
struct TranscriptRunner {
  var sessions: any TranscriptSessionMaker
  /// The folder that a session may create; `nil` if transcripts are trusted with all files.
  var folder: TranscriptFolder?
  var stopsAtFirstFailure = false
  /// Whether answers are kept of blocks that pass, too.
  var keepsAnswers = false
  /// What a worker reports its progress to.
  var progress: ProgressWriter?

  func run(_ job: FileJob) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    do throws(TranscriptFault) {
      let run = try run(plan, job.selection)
      try run.checkIsAnythingChecked(by: plan.transcript)
      return FileRun(job: job, run: run, known: plan)
    } catch { throw .malformed(job.path, error) }
  }

  func run(
    _ plan: TranscriptPlan, _ selection: BlockSelection = .init()
  ) throws(TranscriptFault) -> TranscriptRun {
    var run = TranscriptRun(plan, selection)
    let cases = plan.transcript.cases
    for (index, single) in cases.enumerated()
    where selection.includes(single, of: plan.transcript, path: plan.path) {
      guard begin(index, of: plan, &run) else { continue }
      try perform(index, of: plan, selection, into: &run)
      let slots = plan.parts[index].flatMap(\.slots)
      let isLost = slots.contains { run.slots[$0].exitStatus == 3 }
      if isLost || stopsAtFirstFailure && run.exitStatus != 0 { break }
    }
    return run
  }

  /// Returns the run of a file whose worker ended at a slot: what ran before keeps its outcome, and
  /// the rest did not run.
  func lostRun(
    _ job: FileJob, at slot: Int, _ outcome: TranscriptOutcome, _ notes: [BlockNote]
  ) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    var run = TranscriptRun(plan, job.selection)
    let cases = plan.transcript.cases.enumerated().filter {
      job.selection.includes($0.element, of: plan.transcript, path: job.path)
    }
    for (index, _) in cases where begin(index, of: plan, &run) {
      let slots = plan.parts[index].flatMap(\.slots)
      for other in slots.prefix(while: { $0 != slot }) where run.slots[other] == .notRun {
        run.slots[other] = .pass
      }
      if slots.contains(slot) { break }
    }
    for note in notes where run.slots.indices.contains(note.slot) {
      run.slots[note.slot] = note.outcome
      run.answers[note.slot] = note.answer
    }
    if run.slots.indices.contains(slot) { run.slots[slot] = outcome }
    return FileRun(job: job, run: run, known: plan)
  }

  /// Counts what a case includes as asked for.
  ///
  /// Returns `false` for a case that is skipped.
  private func begin(_ index: Int, of plan: TranscriptPlan, _ run: inout TranscriptRun) -> Bool {
    let single = plan.transcript.cases[index]
    let isOffered = single.directives.lines(.requires).allSatisfy {
      sessions.offers(plan.transcript.argument(ofLine: $0))
    }
    guard isOffered, single.directives.line(.skip) == nil else {
      for block in single.blocks where run.slots[block] == .notRun { run.slots[block] = .skip }
      return false
    }
    for part in plan.parts[index] where part.isIncluded {
      for slot in part.slots { run.slots[slot] = .notRun }
    }
    return true
  }

  private func perform(
    _ index: Int, of plan: TranscriptPlan, _ selection: BlockSelection,
    into run: inout TranscriptRun
  ) throws(TranscriptFault) {
    // If the process ends while a session begins, the first command is blamed.
    progress?.begin(plan.transcript.cases[index].blocks.lowerBound, timeLimit: nil)
    defer { folder?.remove() }
    let session = try session(index, of: plan)
    let selected = selection.blocks(of: plan.transcript)
    for part in plan.parts[index] {
      var performance = PartPerformance(part, session, selected: selected)
      performance.perform(by: self, into: &run)
      guard !performance.hasEnded else { return }
    }
  }

  /// Records the outcome of a slot, and reports it.
  func note(_ outcome: TranscriptOutcome, _ slot: Int, _ run: inout TranscriptRun) {
    run.slots[slot] = outcome
    let answer = run.answers[slot]?.limited
    run.answers[slot] = answer
    progress?.append(BlockNote(slot: slot, outcome: outcome, answer: answer).message)
  }

  private func session(
    _ index: Int, of plan: TranscriptPlan
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

/// A file to run.
struct FileJob: Sendable {
  /// The name of the file in reports.
  var path = ""
  /// The path at which it is read.
  var file = ""
  var selection = BlockSelection()
  /// The name of fenced blocks that hold the transcript; `nil` if the whole file is one.
  var fence: String?
  /// Whether it may include files from anywhere.
  var isTrusted = false

  func reading(_ file: String, _ selection: BlockSelection? = nil) -> FileJob {
    var job = self
    job.file = file
    job.selection = selection ?? self.selection
    return job
  }
}

/// A file that has run.
struct FileRun {
  let job: FileJob
  var run: TranscriptRun
  /// The plan, if the file ran in this process.
  var known: TranscriptPlan?

  /// Returns the plan, which is read again after a worker.
  ///
  /// Throws if the file has changed.
  func plan() throws(ToolFault) -> TranscriptPlan {
    if let known { return known }
    let plan = try TranscriptPlan(job)
    guard run.fingerprint == plan.transcript.fingerprint, run.slots.count == plan.slotCount else {
      throw .changedWhileRunning(job.path)
    }
    return plan
  }
}

typealias FileEntry = Result<FileJob, ToolFault>
typealias FileResult = Result<FileRun, ToolFault>
