import Glibc
import SystemCalls
import TranscriptSyntax

/// Runs files at the same time, each in a thread with a worker, so that nothing a session does can
/// end the tool.
final class WorkerPool {
  /// A file whose session is in a worker; its result is there after `wait()`.
  private final class Activity {
    let worker: Worker?
    private(set) var result: FileResult
    private var thread: Thread?

    /// Creates the activity of a file without a worker.
    init(_ fault: TranscriptToolFault) {
      worker = nil
      result = .failure(fault)
    }

    /// Starts to run a file.
    init(_ entry: FileEntry, _ runner: TranscriptRunner, _ worker: Worker) {
      self.worker = worker
      result = .failure(TranscriptToolFault(""))
      let work = { [self] in
        result = FileResult { () throws(TranscriptToolFault) in
          try runner.run(try entry.get(), worker)
        }
        // An interruption of the tool ends the workers first.
        if worker.isLost { Interruption.waitIfPending() }
      }
      thread = Thread(work)
      if thread == nil { work() }
    }

    func wait() {
      thread?.join()
      thread = nil
    }
  }

  private let runner: TranscriptRunner
  private let arguments: [String]
  private let command: [String]
  private let descendants: Descendants

  /// The paths of folders that no worker has.
  private var freeFolders: [String]
  private var idleWorkers: [Worker] = []
  private var activities: [Activity] = []

  /// Prepares workers that are started with the arguments of the tool, `jobCount` at a time.
  init(
    _ runner: TranscriptRunner, _ arguments: [String], _ environment: TranscriptEnvironment,
    jobCount: Int, _ descendants: Descendants
  ) {
    self.runner = runner
    self.arguments = arguments
    self.descendants = descendants
    command = environment.workerCommand
    freeFolders = (0..<jobCount).map { _ in
      TranscriptFolder(in: environment.temporaryFolder).location
    }
  }

  /// Runs files and passes each result to `handle` in order, until that returns `false`.
  ///
  /// An interruption ends the workers before the tool.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    let folders = freeFolders + idleWorkers.map(\.folder)
    let interruption = Interruption()
    interruption.begin { [descendants] _ in
      descendants.end()
      for folder in folders { TranscriptFolder.remove(folder) }
    }
    defer { interruption.end() }
    var waiting = entries[...]
    while let next = nextActivity(&waiting) {
      next.wait()
      release(next.worker)
      guard handle(next.result) else { break }
    }
    for activity in activities { activity.worker?.kill() }
    for activity in activities {
      activity.wait()
      release(activity.worker)
    }
    activities = []
  }

  /// Starts as many files as there are free workers, and removes the first activity.
  ///
  /// Returns `nil` after the last file.
  private func nextActivity(_ waiting: inout ArraySlice<FileEntry>) -> Activity? {
    while let entry = waiting.first, !freeFolders.isEmpty || !idleWorkers.isEmpty {
      if let worker = idleWorker() {
        worker.clearDiagnostics()
        activities.append(Activity(entry, runner, worker))
      } else if activities.isEmpty {
        let words = "can't start a worker: \(TranscriptToolFault.systemWords)"
        activities.append(Activity(TranscriptToolFault(words)))
      } else {
        // Another worker will be idle later.
        break
      }
      waiting = waiting.dropFirst()
    }
    return activities.isEmpty ? nil : activities.removeFirst()
  }

  /// Returns an idle worker or starts one; `nil` if that fails, with the reason in `errno`.
  private func idleWorker() -> Worker? {
    if let worker = idleWorkers.popLast() { return worker }
    guard let folder = freeFolders.last,
      let worker = Worker(command, arguments, folder: folder)
    else { return nil }
    freeFolders.removeLast()
    return worker
  }

  /// Makes a worker idle, or ends a lost one with what its sessions have left behind.
  private func release(_ worker: Worker?) {
    guard let worker else { return }
    guard worker.isLost else { return idleWorkers.append(worker) }
    worker.end()
    freeFolders.append(worker.folder)
    let others = idleWorkers + activities.compactMap(\.worker)
    // A killed worker leaves the driven program behind.
    descendants.end(sparing: others.map(\.identifier))
  }
}
