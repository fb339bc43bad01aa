import Glibc

/// Runs files in worker processes, so that no session can crash the tool.
final class WorkerPool {
  /// A file that a worker is running.
  private final class Activity {
    let number: Int
    var execution: TranscriptExecution
    let worker: WorkerProcess
    /// The number of requests without a response.
    var awaitedCount = 0
    /// The time by which the next response must arrive.
    var deadline = Int.max

    init(_ number: Int, _ execution: TranscriptExecution, _ worker: WorkerProcess) {
      self.number = number
      self.execution = execution
      self.worker = worker
    }
  }

  private static let pollMilliseconds: Int32 = 20

  private let runner: TranscriptRunner
  private let options: ToolOptions
  private let arguments: [String]
  private let environment: TranscriptEnvironment
  private let descendants: Descendants

  private var idleWorkers: [WorkerProcess] = []
  private var activities: [Activity] = []
  private var waiting: ArraySlice<(number: Int, entry: FileEntry)> = []
  private var results: [Int: FileResult] = [:]

  /// Creates a pool, whose workers are started when they are needed.
  init(
    _ runner: TranscriptRunner, _ options: ToolOptions, _ arguments: [String],
    _ environment: TranscriptEnvironment, _ descendants: Descendants
  ) {
    self.runner = runner
    self.options = options
    self.arguments = arguments
    self.environment = environment
    self.descendants = descendants
  }

  /// All workers, idle or not.
  private var workers: [WorkerProcess] { idleWorkers + activities.map(\.worker) }

  /// Runs files and passes each result to `handle` in order, until that returns `false`.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    waiting = entries.enumerated().map { ($0, $1) }[...]
    results = [:]
    defer {
      for activity in activities { activity.worker.end() }
      activities = []
    }
    for number in entries.indices {
      if results[number] == nil { waitForResult(number) }
      guard let result = results.removeValue(forKey: number), handle(result) else { return }
    }
  }

  /// Waits until a file is finished; an interruption kills the workers.
  private func waitForResult(_ number: Int) {
    let interruption = Interruption()
    defer { interruption.end() }
    while results[number] == nil {
      beginFiles()
      receive()
      guard let signal = interruption.pendingSignal else { continue }
      for worker in workers { worker.end() }
      descendants.end()
      interruption.end()
      raise(signal)
    }
  }

  /// Begins files until every worker has one.
  ///
  /// A file that can't be used is finished immediately.
  private func beginFiles() {
    let workerCount = options.jobs ?? environment.processorCount
    while activities.count < workerCount, let (number, entry) = waiting.first {
      do throws(TranscriptToolFault) {
        let execution = TranscriptExecution(try TranscriptPlan(try entry.get()), runner)
        guard let worker = try idleWorker() else { return }
        worker.clearDiagnostics()
        let activity = Activity(number, execution, worker)
        activities.append(activity)
        proceed(activity)
      } catch { results[number] = .failure(error) }
      waiting = waiting.dropFirst()
    }
  }

  /// Returns an idle or a new worker; `nil` if none can be started now.
  private func idleWorker() throws(TranscriptToolFault) -> WorkerProcess? {
    if let worker = idleWorkers.popLast() { return worker }
    let folder = TranscriptFolder(in: environment.temporaryFolder)
    if let worker = WorkerProcess(environment.workerCommand, arguments, folder) { return worker }
    guard activities.isEmpty else { return nil }
    throw .cannotStartWorker(.system(errno))
  }

  /// Sends the next requests for a file, or finishes the file.
  private func proceed(_ activity: Activity) {
    let requests = activity.execution.requests()
    guard !requests.isEmpty else {
      idleWorkers.append(activity.worker)
      return finish(activity, .success(activity.execution.run))
    }
    activity.awaitedCount = requests.count
    activity.worker.send(requests)
    beginTimeLimit(activity)
  }

  /// Starts the time limit for the next response.
  private func beginTimeLimit(_ activity: Activity) {
    let limit = activity.execution.timeLimit ?? options.timeLimit
    activity.deadline = monotonicMilliseconds() + limit
  }

  /// Waits until a worker responds, or until a time limit is over.
  private func receive() {
    guard !activities.isEmpty else { return }
    // A closed channel would end every wait immediately.
    var descriptors = activities.map { activity in
      pollfd(
        fd: activity.worker.isSilent ? -1 : activity.worker.channel, events: Int16(POLLIN),
        revents: 0)
    }
    poll(&descriptors, nfds_t(descriptors.count), Self.pollMilliseconds)
    let now = monotonicMilliseconds()
    for activity in activities { receive(activity, now) }
  }

  /// Handles the responses for a file.
  private func receive(_ activity: Activity, _ now: Int) {
    while true {
      switch activity.worker.receive() {
      case .answered(let response):
        do throws(TranscriptToolFault) {
          guard try activity.execution.handle(response) else { return abandon(activity, .crash) }
        } catch {
          // Responses to the other requests may still come.
          activity.worker.end()
          return finish(activity, .failure(error))
        }
        activity.awaitedCount -= 1
        if activity.awaitedCount == 0 { return proceed(activity) }
        beginTimeLimit(activity)
      case .lost: return abandon(activity, .crash)
      case .waiting:
        if now > activity.deadline { abandon(activity, .timeout) }
        return
      }
    }
  }

  /// Kills a worker and ends the run of its file.
  private func abandon(_ activity: Activity, _ outcome: TranscriptOutcome) {
    activity.worker.end()
    activity.execution.abandon(outcome, lastDiagnostics: activity.worker.lastDiagnostics)
    finish(activity, .success(activity.execution.run))
    // A killed worker leaves the driven program behind.
    if options.program != nil { descendants.end(sparing: workers.map(\.process)) }
  }

  private func finish(_ activity: Activity, _ result: FileResult) {
    results[activity.number] = result
    activities.removeAll { $0 === activity }
  }
}
