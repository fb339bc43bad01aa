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
    } catch { throw .malformed(job.path, error) }
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

struct FileJob: Sendable {
  /// What reports call it.
  var path = ""
  /// Where it is read.
  var file = ""
  var selection = BlockSelection()
  /// What fenced blocks are called that hold the transcript; nil where the whole file is one.
  var fence: String?
  var isTrusted = false

  func reading(_ file: String, _ selection: BlockSelection? = nil) -> FileJob {
    var job = self
    (job.file, job.selection) = (file, selection ?? self.selection)
    return job
  }
}

struct FileRun {
  let job: FileJob
  var run: TranscriptRun
  var known: TranscriptPlan?

  func plan() throws(ToolFault) -> TranscriptPlan {
    if let known { return known }
    let plan = try TranscriptPlan(job)
    guard run.fingerprint == plan.transcript.fingerprint, run.places.count == plan.placeCount else {
      throw .changedWhileRunning(job.path)
    }
    return plan
  }
}

typealias FileEntry = Result<FileJob, ToolFault>
typealias FileResult = Result<FileRun, ToolFault>

protocol FileExecutor: AnyObject {
  /// Runs what there is; results are handed on in the same order, until one says to stop.
  func execute(_ next: () -> FileEntry?, _ take: (FileResult) -> Bool)
}

extension FileExecutor {
  func execute(_ entries: [FileEntry], _ take: (FileResult) -> Bool) {
    var rest = entries[...]
    execute({ rest.popFirst() }, take)
  }
}

final class LocalExecutor: FileExecutor {
  private let runner: TranscriptRunner

  init(_ runner: TranscriptRunner) { self.runner = runner }

  func execute(_ next: () -> FileEntry?, _ take: (FileResult) -> Bool) {
    while let entry = next() {
      let result = entry.flatMap { file in
        FileResult { () throws(ToolFault) in try runner.run(file) }
      }
      guard take(result) else { return }
    }
  }
}
