/// A file to run.
struct FileJob: Equatable, Sendable {
  /// What reports call it.
  var path: String
  /// Where it is read.
  var file: String
  var selection = BlockSelection()
  /// What fenced blocks are called that hold the transcript; nil where the whole file is one.
  var fence: String?
}

/// What became of a file.
struct FileRun {
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
    return try TranscriptPlan(job)
  }
}

/// Runs files.
protocol FileExecutor: AnyObject {
  /// Runs what there is; results are handed on in the same order, until one says to stop.
  func execute(
    _ next: () -> FileSelection.Entry?, _ take: (Result<FileRun, ToolFault>) -> Bool)
}

extension FileExecutor {
  /// Runs some entries.
  func execute(
    _ entries: [FileSelection.Entry], _ take: (Result<FileRun, ToolFault>) -> Bool
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
    _ next: () -> FileSelection.Entry?, _ take: (Result<FileRun, ToolFault>) -> Bool
  ) {
    while let entry = next() {
      guard take(Result { () throws(ToolFault) in try run(entry) }) else { return }
    }
  }

  private func run(_ entry: FileSelection.Entry) throws(ToolFault) -> FileRun {
    let job = try entry.get()
    let plan = try TranscriptPlan(job)
    do throws(TranscriptFault) {
      return FileRun(job, try runner.run(plan, job.selection), plan: plan)
    } catch {
      throw .malformed(path: job.path, error)
    }
  }
}
