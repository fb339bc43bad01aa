import CSystem
import Glibc

/// Runs a single file in a process that costs next to nothing, and leaves all else to a pool.
///
/// If that process is lost, this program is started over, with what is known of the run.
final class LoneFileExecutor: FileExecutor {
  private let pool: WorkerPool
  private let runner: TranscriptRunner
  private let restart: ProgramRestart
  private let unfinished: UnfinishedRun?
  private let timeLimit: Int
  // Kept, because to take it apart would take as long as checking the file.
  private var lastSession: (any TranscriptSession)?

  init(
    _ runner: TranscriptRunner, restart: ProgramRestart, unfinished: UnfinishedRun?,
    timeLimit: Int, otherwise pool: WorkerPool
  ) {
    self.runner = runner
    self.restart = restart
    self.unfinished = unfinished
    self.timeLimit = timeLimit
    self.pool = pool
  }

  func execute(
    _ next: () -> FileSelection.Entry?, _ take: (FileResult) -> Bool
  ) {
    var first = next()
    var second = first == nil ? nil : next()
    if second == nil, case .job(let job)? = first, let result = result(job) {
      _ = take(result)
      return
    }
    pool.execute({ first.take() ?? second.take() ?? next() }, take)
  }

  /// What became of the file; nil where there is no process for it.
  private func result(_ job: FileJob) -> FileResult? {
    if let unfinished { return FileResult { () throws(ToolFault) in try unfinished.fileRun(job) } }
    let diagnostics = SharedMemory.descriptor(size: 0)
    defer { close(diagnostics) }
    guard diagnostics >= 0, let page = WorkerPage(descriptor: WorkerPage.newDescriptor()) else {
      return nil
    }
    let observer = LoneObserver(page, timeLimit: timeLimit)
    var runner = runner
    runner.observer = observer
    runner.keep = { [unowned self] in lastSession = $0 }
    let local = LocalExecutor(runner)
    var result: FileResult?
    let process = LoneProcess(diagnostics: diagnostics) {
      result = FileResult { () throws(ToolFault) in try local.run(job) }
      observer.end()
    }
    let prepared = restart.prepared(page: page.descriptor, diagnostics: diagnostics)
    guard let end = process.run() else { return nil }
    guard end == .pass else {
      page.outcome = end
      chimp_start_over(prepared, page.descriptor, diagnostics)
    }
    return result
  }
}
