import Glibc

/// Runs files in child processes, so that nothing a session does can end the run.
final class WorkerPool {
  /// How many files a worker gets, so that its start costs next to nothing.
  private static let largestBatch = 2048
  private static let pollMilliseconds: Int32 = 20

  private let runner: TranscriptRunner
  private let command: WorkerCommand
  private let workerCount: Int
  private let timeLimit: Int
  private let makeFolder: () -> TranscriptFolder
  private let descendants: Descendants
  private let drivesProgram: Bool
  private var workers: [Worker] = []
  private var waiting: ArraySlice<Worker.Job> = []
  private var results: [Int: FileResult] = [:]

  init(
    _ runner: TranscriptRunner, _ command: WorkerCommand, _ options: ToolOptions,
    _ environment: TranscriptEnvironment, _ descendants: Descendants
  ) {
    self.runner = runner
    self.command = command
    self.descendants = descendants
    workerCount = options.jobs ?? environment.processorCount
    timeLimit = options.timeLimit
    drivesProgram = options.program != nil
    makeFolder = { TranscriptFolder(in: environment.temporaryFolder) }
  }

  /// Passes the result of each file on, in their order, until `handle` returns `false`.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    waiting = []
    results = [:]
    for (number, entry) in entries.enumerated() {
      switch entry {
      case .success(let file): waiting.append((number, file))
      case .failure(let fault): results[number] = .failure(fault)
      }
    }
    defer { workers = [] }
    for number in entries.indices {
      if results[number] == nil { waitForResult(number) }
      guard let result = results.removeValue(forKey: number), handle(result) else { return }
    }
  }

  /// Runs the workers until a file is finished; an interruption ends them before the tool.
  private func waitForResult(_ number: Int) {
    let interruption = Interruption()
    defer { interruption.end() }
    while results[number] == nil {
      startWorkers()
      receive()
      guard let signal = interruption.pendingSignal else { continue }
      workers = []
      descendants.end()
      interruption.end()
      raise(signal)
    }
  }

  private func startWorkers() {
    while !waiting.isEmpty, workers.count < workerCount {
      let missing = workerCount - workers.count
      let count = min(Self.largestBatch, (waiting.count + missing - 1) / missing)
      do throws(FileFault) {
        workers.append(try Worker(Array(waiting.prefix(count)), command, makeFolder()))
        waiting = waiting.dropFirst(count)
      } catch {
        guard workers.isEmpty else { return }
        let fault = ToolFault("can't start a worker: \(error)")
        for job in waiting { results[job.number] = .failure(fault) }
        waiting = []
      }
    }
  }

  /// Waits until a worker reports something, or until it is time to look for those that hang.
  private func receive() {
    guard !workers.isEmpty else { return }
    var descriptors = workers.map { pollfd(fd: $0.messages, events: Int16(POLLIN), revents: 0) }
    poll(&descriptors, nfds_t(descriptors.count), Self.pollMilliseconds)
    let now = monotonicMilliseconds()
    for (worker, descriptor) in zip(workers, descriptors) {
      let isOpen = descriptor.revents == 0 || worker.receive { results[$0] = $1 }
      // A worker that has closed its descriptor may still be running, until its time is over.
      if !isOpen && worker.isLost {
        finish(worker, .crash)
      } else if worker.isStuck(now: now, defaultLimit: timeLimit) {
        finish(worker, .timeout)
      }
    }
    workers.removeAll { !$0.isAlive }
    // Workers report every block: messages collect, so that each does not wake the tool.
    poll(nil, 0, 1)
  }

  /// Ends a worker that has done its files, or was lost; other workers run what it has left.
  private func finish(_ worker: Worker, _ outcome: TranscriptOutcome) {
    waiting = worker.finishLost(outcome, runner) { results[$0] = $1 } + waiting
    // A worker that was lost leaves the program that it drove.
    if drivesProgram { descendants.end(sparing: workers.filter(\.isAlive).map(\.process)) }
  }
}
