import CSystem

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

extension Transcript {
  /// A number that is another one for almost any other file.
  var fingerprint: Int { Int(chimp_fingerprint(bytes, bytes.count)) }
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

extension TranscriptRunner {
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
}
