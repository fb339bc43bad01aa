import Glibc
import SystemCalls
import TranscriptSyntax

typealias FileEntry = Result<FileJob, TranscriptToolFault>
typealias FileResult = Result<TranscriptRun, TranscriptToolFault>

/// The values that the jobs of a task share with the thread that waits for their results.
struct FileJobs {
  /// The files that no job has begun; their indexes are their numbers.
  var entries: ArraySlice<FileEntry> = []
  /// The results that are not handled yet, by number.
  var results: [Int: FileResult] = [:]
  var workers: [Worker] = []
  /// `true` once no further result is wanted; those of killed workers come nevertheless.
  var isOver = false
}

/// The jobs, which run files, each session in a worker process, so that nothing it does can end the
/// tool.
///
/// A job is a thread that runs one file after the other, from its first line to its last. Without a
/// command that starts workers there is no job: files and their sessions run in this process.
extension ToolTask {
  /// The number of results that may wait to be handled.
  private static let mostResults = 1000

  /// Runs files and passes each result to `handle` in order, until that returns `false`.
  ///
  /// A signal that ends the tool ends the workers first.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    jobs.use { $0 = FileJobs(entries: entries[...]) }
    let interruption = descendants.map { _ in Interruption() }
    interruption?.begin { [self] _ in interrupt() }
    defer { interruption?.end() }
    let jobCount = descendants == nil ? 0 : options.jobs ?? environment.processorCount
    let threads = (0..<min(jobCount, entries.count)).compactMap { _ in
      Thread { [self] in while runFile() {} }
    }
    for number in entries.indices {
      if threads.isEmpty { _ = runFile() }
      let result = jobs.wait { jobs in
        jobs.isOver ? nil : jobs.results.removeValue(forKey: number)
      }
      guard handle(result) else { break }
    }
    jobs.use { jobs in
      jobs.isOver = true
      jobs.entries = []
      for worker in jobs.workers { worker.kill() }
    }
    for thread in threads { thread.join() }
  }

  /// Runs the next file; returns `false` after the last one.
  private func runFile() -> Bool {
    // The results behind that of a long file take memory.
    jobs.wait { $0.results.count < Self.mostResults || $0.isOver ? true : nil }
    let (number, entry) = jobs.use { ($0.entries.startIndex, $0.entries.popFirst()) }
    guard let entry else { return false }
    let result = FileResult { () throws(TranscriptToolFault) in
      var run = try TranscriptRun(try entry.get(), options)
      try run.perform(self)
      try run.check()
      return run
    }
    jobs.use { $0.results[number] = result }
    return true
  }

  /// Ends all workers with everything that their sessions have started, and removes their folders.
  private func interrupt() {
    jobs.use { jobs in
      jobs.isOver = true
      descendants?.end()
      for worker in jobs.workers { TranscriptFolder.remove(worker.folder) }
    }
  }

  /// Returns whether the program has all of these features.
  func offers(_ requirements: [String]) -> Bool {
    jobs.use { _ in requirements.allSatisfy { sessions.offers($0) } }
  }

  /// Returns a host for a new session; throws if no worker can be started.
  ///
  /// While others run, it waits for the end of one instead.
  func host() throws(TranscriptToolFault) -> any SessionHost {
    guard descendants != nil else { return LocalSession(sessions, folder) }
    let location = TranscriptFolder(in: temporaryFolder).location
    let words = environment.workerCommand + [Worker.verb, location] + arguments
    let started = jobs.wait { jobs -> Result<Worker, TranscriptToolFault>? in
      guard !jobs.isOver else { return .failure(TranscriptToolFault("the run is over")) }
      do throws(SystemError) {
        let worker = try Worker(words, folder: location, limit: options.timeLimit)
        jobs.workers.append(worker)
        return .success(worker)
      } catch {
        let fault = TranscriptToolFault("can't start a worker: \(error)")
        return jobs.workers.isEmpty ? .failure(fault) : nil
      }
    }
    return try started.get()
  }

  /// Disposes of the worker of a session that has ended.
  ///
  /// If it was lost, also kills everything that its session started. Does nothing for a session in
  /// this process.
  func release(_ host: any SessionHost) {
    guard let worker = host as? Worker else { return }
    // Under the lock, because `run` and `interrupt` kill the listed workers and remove their
    // folders.
    jobs.use { jobs in
      worker.dispose()
      jobs.workers.removeAll { $0 === worker }
      if worker.isLost { descendants?.end(sparing: jobs.workers.map(\.identifier)) }
    }
  }
}
