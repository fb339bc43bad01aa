import CSystem

/// A file to run.
// A class, because it is handed on often.
final class FileJob: Sendable {
  /// What reports call it.
  let path: String
  /// Where it is read.
  let file: String
  let selection: BlockSelection
  /// What fenced blocks are called that hold the transcript; nil where the whole file is one.
  let fence: String?
  /// Whether it may include files from anywhere.
  let isTrusted: Bool

  /// Makes a job; a file is read where it is called, unless it says otherwise.
  init(
    path: String, file: String? = nil, selection: BlockSelection = .init(), fence: String? = nil,
    isTrusted: Bool = false
  ) {
    self.isTrusted = isTrusted
    self.path = path
    self.file = file ?? path
    self.selection = selection
    self.fence = fence
  }

  /// The same job with what stands in another file.
  func reading(_ file: String, _ selection: BlockSelection? = nil) -> FileJob {
    FileJob(
      path: path, file: file, selection: selection ?? self.selection, fence: fence,
      isTrusted: isTrusted)
  }
}

/// What became of a file.
// A class, because it is handed on often.
final class FileRun {
  let job: FileJob
  let run: TranscriptRun
  private let known: TranscriptPlan?

  init(_ job: FileJob, _ run: TranscriptRun, plan: TranscriptPlan? = nil) {
    self.job = job
    self.run = run
    known = plan
  }

  /// What was run.
  func plan() throws(ToolFault) -> TranscriptPlan {
    if let known { return known }
    let plan = try TranscriptPlan(job)
    let isSame = run.fingerprint == nil || run.fingerprint == plan.transcript.fingerprint
    guard isSame, run.fits(plan) else { throw .changedWhileRunning(path: job.path) }
    return plan
  }
}

extension TranscriptRun {
  /// Whether there is an outcome for each block, of what is included too.
  fileprivate func fits(_ plan: TranscriptPlan) -> Bool {
    outcomes.count == plan.transcript.blocks.count
      && includedRuns.allSatisfy { included in
        guard plan.transcript.cases.indices.contains(included.caseIndex) else { return false }
        let others = plan.included(beforeCase: included.caseIndex)
        return others.indices.contains(included.place)
          && others[included.place].transcript.blocks.count == included.run.outcomes.count
      }
  }
}

extension Transcript {
  /// A number that is another one for almost any other file.
  var fingerprint: Int {
    Int(chimp_fingerprint(bytes, bytes.count))
  }
}

/// What became of a file, or why nothing did.
///
/// Not a `Result`, whose metadata every start would have to make.
enum FileResult {
  case success(FileRun)
  case failure(ToolFault)

  init(_ run: () throws(ToolFault) -> FileRun) {
    do throws(ToolFault) { self = .success(try run()) } catch { self = .failure(error) }
  }

  func get() throws(ToolFault) -> FileRun {
    switch self {
    case .success(let run): return run
    case .failure(let fault): throw fault
    }
  }
}

/// Runs files.
protocol FileExecutor: AnyObject {
  /// Runs what there is; results are handed on in the same order, until one says to stop.
  func execute(
    _ next: () -> FileSelection.Entry?, _ take: (FileResult) -> Bool)
}

extension FileExecutor {
  /// Runs some entries.
  func execute(
    _ entries: [FileSelection.Entry], _ take: (FileResult) -> Bool
  ) {
    var rest = entries[...]
    execute({ rest.popFirst() }, take)
  }
}

/// Runs files in this process, one after the other.
final class LocalExecutor: FileExecutor {
  private let runner: TranscriptRunner

  init(_ runner: TranscriptRunner) {
    self.runner = runner
  }

  func execute(
    _ next: () -> FileSelection.Entry?, _ take: (FileResult) -> Bool
  ) {
    while let entry = next() {
      guard take(FileResult { () throws(ToolFault) in try run(entry.get()) }) else { return }
    }
  }

  /// Runs one file.
  func run(_ job: FileJob) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    do throws(TranscriptFault) {
      let run = try runner.run(plan, job.selection)
      try run.checkIsAnythingChecked(by: plan.transcript)
      return FileRun(job, run, plan: plan)
    } catch {
      throw .malformed(path: job.path, error)
    }
  }
}
