import Glibc

/// Runs files with sessions in child processes, so that nothing a session does can end the tool.
final class WorkerPool {
  /// A file whose session is in a worker; a class, so that no request copies the outcomes.
  private final class Activity {
    let number: Int
    var execution: TranscriptExecution
    let worker: WorkerProcess
    /// The number of requests that have no response yet.
    var awaitedCount = 0
    /// `true` if a response has come since the last wait.
    var hasAdvanced = false

    init(_ number: Int, _ execution: TranscriptExecution, _ worker: WorkerProcess) {
      self.number = number
      self.execution = execution
      self.worker = worker
    }
  }

  private static let pollMilliseconds: Int32 = 20

  private let runner: TranscriptRunner
  private let descendants: Descendants
  private let drivesProgram: Bool
  private let workerCount: Int
  private let timeLimit: Int
  private let program: [String]
  private let arguments: [String]
  private let temporaryFolder: String

  private var workers: [WorkerProcess] = []
  private var idleWorkers: [WorkerProcess] = []
  private var activities: [Activity] = []
  private var waiting: ArraySlice<(number: Int, entry: FileEntry)> = []
  private var results: [Int: FileResult] = [:]

  /// Prepares workers that are started with the arguments of the tool.
  init(
    _ runner: TranscriptRunner, _ options: ToolOptions, _ arguments: [String],
    _ environment: TranscriptEnvironment, _ descendants: Descendants
  ) {
    self.runner = runner
    self.descendants = descendants
    drivesProgram = options.program != nil
    workerCount = options.jobs ?? environment.processorCount
    timeLimit = options.timeLimit
    program = environment.workerCommand
    self.arguments = arguments
    temporaryFolder = environment.temporaryFolder
  }

  /// Passes the result of each file to `handle`, in order, until that returns `false`.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    waiting = entries.enumerated().map { ($0, $1) }[...]
    results = [:]
    defer { endActivities() }
    for number in entries.indices {
      if results[number] == nil { waitForResult(number) }
      guard let result = results.removeValue(forKey: number), handle(result) else { return }
    }
  }

  /// Ends the workers whose files are not finished.
  private func endActivities() {
    for activity in activities { activity.worker.end() }
    activities = []
    workers.removeAll { !$0.isAlive }
  }

  /// Runs files until one is finished; an interruption ends the workers before the tool.
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
    while activities.count < workerCount, let (number, entry) = waiting.first {
      do throws(ToolFault) {
        let execution = runner.execution(of: try TranscriptPlan(try entry.get()))
        guard let worker = try idleWorker() else { return }
        worker.clearDiagnostics()
        proceed(Activity(number, execution, worker))
      } catch { results[number] = .failure(error) }
      waiting = waiting.dropFirst()
    }
  }

  /// Returns `nil` if no worker can be started before another one is idle.
  private func idleWorker() throws(ToolFault) -> WorkerProcess? {
    if let worker = idleWorkers.popLast() { return worker }
    do throws(FileFault) {
      let worker = try WorkerProcess(program, arguments, TranscriptFolder(in: temporaryFolder))
      workers.append(worker)
      return worker
    } catch {
      guard activities.isEmpty else { return nil }
      throw ToolFault("can't start a worker: \(error)")
    }
  }

  /// Sends the next requests of a file, or finishes the file if there are none.
  private func proceed(_ activity: Activity) {
    let requests = activity.execution.requests()
    activity.awaitedCount = requests.count
    guard !requests.isEmpty else {
      results[activity.number] = .success(activity.execution.run)
      return idleWorkers.append(activity.worker)
    }
    activity.worker.send(requests)
    awaitResponse(activity)
  }

  /// Begins to wait for the next response, whose time limit runs from now.
  private func awaitResponse(_ activity: Activity) {
    let limit = activity.execution.timeLimit ?? timeLimit
    activity.worker.deadline = monotonicMilliseconds() + limit
    activities.append(activity)
  }

  /// Waits until a worker answers, or until a time limit must be checked.
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
    let current = activities
    activities = []
    for activity in current { receive(activity, now) }
  }

  /// Handles the received responses to the requests of a file.
  private func receive(_ activity: Activity, _ now: Int) {
    while true {
      switch activity.worker.receive() {
      case .answered(let response) where activity.execution.expects(response):
        do throws(TranscriptFault) { try activity.execution.handle(response) } catch {
          results[activity.number] = .failure(.malformed(activity.execution.run.plan.path, error))
          // Responses to the other requests may still come.
          activity.worker.end()
          return workers.removeAll { !$0.isAlive }
        }
        activity.awaitedCount -= 1
        if activity.awaitedCount == 0 { return proceed(activity) }
        activity.hasAdvanced = true
      case .answered, .lost: return abandon(activity, .crash)
      case .waiting where activity.hasAdvanced:
        activity.hasAdvanced = false
        return awaitResponse(activity)
      case .waiting where now > activity.worker.deadline: return abandon(activity, .timeout)
      case .waiting: return activities.append(activity)
      }
    }
  }

  /// Ends a lost worker, and with it its file.
  private func abandon(_ activity: Activity, _ outcome: TranscriptOutcome) {
    activity.worker.end()
    activity.execution.abandon(outcome, lastWords: activity.worker.lastWords)
    results[activity.number] = .success(activity.execution.run)
    workers.removeAll { !$0.isAlive }
    // A killed worker leaves the driven program behind.
    if drivesProgram { descendants.end(sparing: workers.map(\.process)) }
  }
}
