import Glibc

/// Runs a single file in a process that costs next to nothing, and leaves everything else to a pool.
///
/// If that process is lost, this program is started over, with what is known of the run.
final class LoneFileExecutor: FileExecutor {
  private let pool: WorkerPool
  private let runner: TranscriptRunner
  private let restart: ProgramRestart
  private let unfinished: UnfinishedRun?
  private let timeLimit: Int

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
    _ next: () -> FileSelection.Entry?, _ take: (Result<FileRun, ToolFault>) -> Bool
  ) {
    var ahead: [FileSelection.Entry] = []
    while ahead.count < 2, let entry = next() { ahead.append(entry) }
    if ahead.count == 1, case .success(let job) = ahead[0], let result = result(job) {
      _ = take(result)
      return
    }
    var rest = ahead[...]
    pool.execute({ rest.popFirst() ?? next() }, take)
  }

  /// What became of the file; nil where there is no process for it.
  private func result(_ job: FileJob) -> Result<FileRun, ToolFault>? {
    if let unfinished { return Result { () throws(ToolFault) in try unfinished.fileRun(job) } }
    let notes = SharedMemory.descriptor(size: 0)
    let diagnostics = SharedMemory.descriptor(size: 0)
    defer {
      close(notes)
      close(diagnostics)
    }
    guard notes >= 0, diagnostics >= 0,
      let page = WorkerPage(descriptor: WorkerPage.newDescriptor())
    else { return nil }
    let observer = LoneObserver(page, notes: notes, timeLimit: timeLimit)
    var runner = runner
    runner.observer = observer
    let local = LocalExecutor(runner)
    var result: Result<FileRun, ToolFault>?
    let process = LoneProcess(diagnostics: diagnostics) {
      local.execute([.success(job)]) {
        result = $0
        return false
      }
      observer.end()
    }
    let words = restart.words(page: page.descriptor, notes: notes, diagnostics: diagnostics)
    guard let end = process.run() else { return nil }
    guard end == .pass else {
      page.outcome = end
      ProgramRestart.start(words, inheriting: (page.descriptor, notes, diagnostics))
    }
    return result
  }
}
