import Glibc
import SystemCalls
import TranscriptSyntax

/// Runs files in worker processes, so that nothing a session does can end the tool.
///
/// A job is a thread that runs one file after the other, from its first line to its last, with a
/// worker that no other job has at the time.
final class WorkerPool {
  /// The values that the jobs share with the thread that waits for their results.
  private struct Contents {
    /// The files that no job has begun; their indexes are their numbers.
    var entries: ArraySlice<FileEntry> = []
    /// The results that are not handled yet, by number.
    var results: [Int: FileResult] = [:]
    var idleWorkers: [Worker] = []
    var busyWorkers: [Worker] = []
    /// `true` once no further result is wanted; those of killed workers come nevertheless.
    var isOver = false
  }

  /// The number of results that may wait to be handled.
  private static let mostResults = 1000

  private let options: ToolOptions
  private let jobCount: Int
  private let command: [String]
  private let temporaryFolder: String
  private let arguments: [String]
  private let descendants: Descendants
  private let contents = Guarded(Contents())

  /// Creates a pool, whose workers get the arguments of the tool, and start when they are needed.
  ///
  /// The environment is only used here, because the functions of a program may belong to its main
  /// thread.
  init(
    _ options: ToolOptions, _ environment: TranscriptEnvironment, _ arguments: [String],
    _ descendants: Descendants
  ) {
    self.options = options
    jobCount = options.jobs ?? environment.processorCount
    command = environment.workerCommand
    temporaryFolder = environment.temporaryFolder
    self.arguments = arguments
    self.descendants = descendants
  }

  /// Runs files and passes each result to `handle` in order, until that returns `false`.
  ///
  /// A signal that ends the tool ends the workers first.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    contents.use { contents in
      contents.entries = entries[...]
      contents.results = [:]
      contents.isOver = false
    }
    let interruption = Interruption()
    interruption.begin { [self] _ in interrupt() }
    defer { interruption.end() }
    let jobs = (0..<min(jobCount, entries.count)).compactMap { _ in
      Thread { [self] in while runFile() {} }
    }
    for number in entries.indices {
      if jobs.isEmpty { _ = runFile() }
      let result = contents.wait { contents in
        contents.isOver ? nil : contents.results.removeValue(forKey: number)
      }
      guard handle(result) else { break }
    }
    contents.use { contents in
      contents.isOver = true
      contents.entries = []
      for worker in contents.busyWorkers { worker.kill() }
    }
    for job in jobs { job.join() }
  }

  /// Runs the next file; returns `false` after the last one.
  private func runFile() -> Bool {
    // The results behind that of a long file take memory.
    contents.wait { $0.results.count < Self.mostResults || $0.isOver ? true : nil }
    let (number, entry) = contents.use { ($0.entries.startIndex, $0.entries.popFirst()) }
    guard let entry else { return false }
    let result = FileResult { () throws(TranscriptToolFault) in
      let run = try TranscriptRun(try entry.get())
      let worker = try contents.wait { freeWorker(&$0) }.get()
      defer { release(worker) }
      return try TranscriptExecution(run, options, worker).performed()
    }
    contents.use { $0.results[number] = result }
    return true
  }

  /// Returns an idle or a new worker; `nil` if none can start before another job ends its file.
  private func freeWorker(_ contents: inout Contents) -> Result<Worker, TranscriptToolFault>? {
    guard !contents.isOver else { return .failure(TranscriptToolFault("the run is over")) }
    let folder = TranscriptFolder(in: temporaryFolder).location
    let idle = contents.idleWorkers.popLast()
    guard let worker = idle ?? Worker(command, arguments, folder: folder) else {
      let words = "can't start a worker: \(TranscriptToolFault.systemWords)"
      return contents.busyWorkers.isEmpty ? .failure(TranscriptToolFault(words)) : nil
    }
    worker.clearDiagnostics()
    contents.busyWorkers.append(worker)
    return .success(worker)
  }

  /// Makes a worker idle, or ends a lost one with everything that its sessions have started.
  private func release(_ worker: Worker) {
    contents.use { contents in
      contents.busyWorkers.removeAll { $0 === worker }
      guard worker.isLost else { return contents.idleWorkers.append(worker) }
      worker.end()
      let others = contents.idleWorkers + contents.busyWorkers
      descendants.end(sparing: others.compactMap(\.identifier))
    }
  }

  /// Ends all workers with everything that their sessions have started, and removes their folders.
  private func interrupt() {
    contents.use { contents in
      contents.isOver = true
      descendants.end()
      for worker in contents.idleWorkers + contents.busyWorkers {
        TranscriptFolder.remove(worker.folder)
      }
    }
  }
}
