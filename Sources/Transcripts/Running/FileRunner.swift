import Glibc
import SystemCalls
import TranscriptSyntax

typealias FileEntry = Result<FileJob, TranscriptToolFault>
typealias FileResult = Result<TranscriptRun, TranscriptToolFault>

/// Runs files, each session in a worker process, so that nothing it does can end the tool.
///
/// A job is a thread that runs one file after the other, from its first line to its last. Without a
/// command that starts workers there is no job: files and their sessions run in this process.
final class FileRunner {
  /// The values that the jobs share with the thread that waits for their results.
  private struct Contents {
    /// The files that no job has begun; their indexes are their numbers.
    var entries: ArraySlice<FileEntry> = []
    /// The results that are not handled yet, by number.
    var results: [Int: FileResult] = [:]
    var workers: [Worker] = []
    /// `true` once no further result is wanted; those of killed workers come nevertheless.
    var isOver = false
  }

  /// The number of results that may wait to be handled.
  private static let mostResults = 1000

  private let options: ToolOptions
  private let sessions: any TranscriptSessionMaker
  private let jobCount: Int
  /// The words that start a worker, and the arguments of the tool.
  private let command: [String]
  private let arguments: [String]
  private let temporaryFolder: String
  /// The folder for files of sessions in this process; `nil` to allow all files.
  let folder: TranscriptFolder?
  /// All processes that the tool starts; `nil` if files run in this process.
  private let descendants: Descendants?
  private let contents = Guarded(Contents())

  /// Creates a runner, whose workers get the arguments of the tool.
  ///
  /// The environment is only used here, because its functions may belong to the main thread of the
  /// program. Jobs use the maker of sessions, but one at a time.
  init(
    _ options: ToolOptions, _ environment: TranscriptEnvironment,
    _ sessions: any TranscriptSessionMaker, _ arguments: [String], _ descendants: Descendants?
  ) {
    self.options = options
    self.sessions = sessions
    self.arguments = arguments
    self.descendants = descendants
    command = environment.workerCommand
    jobCount = command.isEmpty ? 0 : options.jobs ?? environment.processorCount
    temporaryFolder = environment.temporaryFolder
    folder = options.isTrusted ? nil : TranscriptFolder(in: temporaryFolder)
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
    let interruption = descendants.map { _ in Interruption() }
    interruption?.begin { [self] _ in interrupt() }
    defer { interruption?.end() }
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
      for worker in contents.workers { worker.kill() }
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
      let performed = try TranscriptExecution(run, options, self).performed()
      try performed.check()
      return performed
    }
    contents.use { $0.results[number] = result }
    return true
  }

  /// Ends all workers with everything that their sessions have started, and removes their folders.
  private func interrupt() {
    contents.use { contents in
      contents.isOver = true
      descendants?.end()
      for worker in contents.workers { TranscriptFolder.remove(worker.folder) }
    }
  }
}

/// The sessions of the files that run.
extension FileRunner {
  /// Returns whether the program has all of these features; jobs ask one at a time.
  func offers(_ requirements: [String]) -> Bool {
    contents.use { _ in requirements.allSatisfy { sessions.offers($0) } }
  }

  /// Returns a host for a new session; throws if no worker can be started.
  ///
  /// While others run, it waits for the end of one instead.
  func host() throws(TranscriptToolFault) -> any SessionHost {
    guard descendants != nil else { return LocalSession(sessions, folder) }
    let location = TranscriptFolder(in: temporaryFolder).location
    let words = command + [Worker.verb, location] + arguments
    let started = contents.wait { contents -> Result<Worker, TranscriptToolFault>? in
      guard !contents.isOver else { return .failure(TranscriptToolFault("the run is over")) }
      guard let worker = Worker(words, folder: location, limit: options.timeLimit) else {
        let reason = "can't start a worker: \(TranscriptToolFault.systemWords)"
        return contents.workers.isEmpty ? .failure(TranscriptToolFault(reason)) : nil
      }
      contents.workers.append(worker)
      return .success(worker)
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
    contents.use { contents in
      worker.dispose()
      contents.workers.removeAll { $0 === worker }
      if worker.isLost { descendants?.end(sparing: contents.workers.map(\.identifier)) }
    }
  }
}
