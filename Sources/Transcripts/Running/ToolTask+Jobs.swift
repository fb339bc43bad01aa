import ChimpSystem
import Glibc

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

/// A job, which runs files one after the other and has a worker process for their sessions.
///
/// A crash or an endless loop so ends a worker, and not the tool. In a tool that has no command to
/// start workers, sessions run in its own process.
final class Job {
  /// The number of results that may wait to be handled.
  private static let mostResults = 1000

  private let task: ToolTask
  private var worker: Worker?

  init(_ task: ToolTask) { self.task = task }

  /// Runs files until there are no more.
  ///
  /// A job that can't start a worker leaves the files to others, if there are any.
  func run() {
    while (try? start()) != nil || task.jobs.use(\.workers.isEmpty), runFile() {}
    end()
  }

  /// Runs the next file; returns `false` after the last one.
  func runFile() -> Bool {
    let (number, entry) = task.jobs.wait { jobs -> (Int, FileEntry?)? in
      // The results behind that of a long file take memory.
      guard jobs.results.count < Self.mostResults || jobs.isOver else { return nil }
      return (jobs.entries.startIndex, jobs.entries.popFirst())
    }
    guard let entry else { return false }
    let result = FileResult { () throws(TranscriptToolFault) in
      var run = try TranscriptRun(try entry.get(), task.options)
      try run.perform(self)
      try run.check()
      return run
    }
    task.jobs.use { $0.results[number] = result }
    return true
  }

  /// Returns a host for the next session; throws if no worker can be started.
  func host() throws(TranscriptToolFault) -> any SessionHost {
    try start()
    return worker ?? LocalSession(task.sessions, task.folder, task.program)
  }

  /// Starts a worker unless there is one; throws if that fails.
  private func start() throws(TranscriptToolFault) {
    guard worker == nil, task.descendants != nil else { return }
    let folder = TranscriptFolder(in: task.temporaryFolder).location
    let words = task.environment.workerCommand + [Worker.verb, folder] + task.arguments
    worker = try task.jobs.use { jobs throws(TranscriptToolFault) in
      guard !jobs.isOver else { throw TranscriptToolFault("the run is over") }
      do throws(SystemError) {
        let worker = try Worker(words, folder: folder, limit: task.options.timeLimit)
        jobs.workers.append(worker)
        return worker
      } catch { throw TranscriptToolFault("can't start a worker: \(error)") }
    }
  }

  /// Disposes of the worker if it was lost with the session that has ended.
  func endSession() { if worker?.isLost ?? false { end() } }

  /// Disposes of the worker; if it was lost, also kills everything that its session started.
  func end() {
    guard let worker else { return }
    // Under the lock, because `run` and `interrupt` kill the listed workers and remove their
    // folders.
    task.jobs.use { jobs in
      worker.dispose()
      jobs.workers.removeAll { $0 === worker }
      if worker.isLost { task.descendants?.end(sparing: jobs.workers.map(\.child.identifier)) }
    }
    self.worker = nil
  }

  /// Returns whether the program has all of these features.
  func offers(_ requirements: [String]) -> Bool {
    if requirements.isEmpty { return true }
    // One call at a time, as promised.
    return task.jobs.use { _ in requirements.allSatisfy { task.sessions.offers($0) } }
  }
}

/// The jobs of a task, each on a thread of its own.
extension ToolTask {
  /// Runs files and passes each result to `handle` in order, until that returns `false`.
  ///
  /// A signal that ends the tool ends the workers first.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    jobs.use { $0 = FileJobs(entries: entries[...]) }
    let interruption = descendants.map { _ in Interruption() }
    interruption?.begin { [self] _ in interrupt() }
    defer { interruption?.end() }
    let jobCount = min(options.jobs ?? environment.processorCount, entries.count)
    // A single job needs no thread, nor do sessions of this process, which run one at a time.
    let threadCount = descendants == nil || jobCount == 1 ? 0 : jobCount
    let threads = (0..<threadCount).compactMap { _ in Thread { [self] in Job(self).run() } }
    let ownJob = Job(self)
    for number in entries.indices {
      if threads.isEmpty { _ = ownJob.runFile() }
      let result = jobs.wait { jobs in
        jobs.isOver ? nil : jobs.results.removeValue(forKey: number)
      }
      guard handle(result) else { break }
    }
    jobs.use { jobs in
      jobs.isOver = true
      jobs.entries = []
      // The threads that wait for them lose them.
      for worker in jobs.workers { worker.child.kill() }
    }
    for thread in threads { thread.join() }
    ownJob.end()
  }

  /// Ends all workers with everything that their sessions have started, and removes their folders.
  private func interrupt() {
    jobs.use { jobs in
      jobs.isOver = true
      descendants?.end()
      for worker in jobs.workers { removeTree(worker.folder) }
    }
  }
}
