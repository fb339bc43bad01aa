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
  /// Runs the jobs; results are handed on in the order of the jobs, until one says to stop.
  func execute(_ jobs: [FileJob], _ take: (FileJob, Result<FileRun, ToolFault>) -> Bool)
}

/// Runs files in this process, one after the other.
final class LocalExecutor: FileExecutor {
  private let runner: TranscriptRunner

  init(_ runner: TranscriptRunner) {
    self.runner = runner
  }

  func execute(_ jobs: [FileJob], _ take: (FileJob, Result<FileRun, ToolFault>) -> Bool) {
    for job in jobs {
      guard take(job, Result { () throws(ToolFault) in try run(job) }) else { return }
    }
  }

  private func run(_ job: FileJob) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    do throws(TranscriptFault) {
      return FileRun(job, try runner.run(plan, job.selection), plan: plan)
    } catch {
      throw .malformed(path: job.path, error)
    }
  }
}
