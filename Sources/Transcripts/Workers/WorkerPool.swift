import Glibc

/// Runs files in other processes, so that nothing a session does can end the run.
final class WorkerPool: FileExecutor {
  /// How a pool works.
  struct Settings {
    var start: WorkerProcess.Start
    var workerCount: () -> Int
    /// How many milliseconds a block may take where its transcript does not say.
    var timeLimit: Int
    /// Whether the workers that are left are waited for.
    var waitsAtEnd = true
  }

  private static let jobsPerWorker = 256
  /// No more than this is sent ahead, so that sending never waits.
  private static let bytesPerWorker = 1 << 15
  /// How many jobs wait for a worker, and how far workers may be ahead of what is handed on.
  private static let lookahead = 1 << 11
  private static let pollMilliseconds: Int32 = 20

  private let settings: Settings
  private lazy var workerCount = settings.workerCount()
  private var workers: [PooledWorker] = []
  private var startFailures = 0
  /// Whether a worker gets one job at a time.
  private var isCareful = false

  init(_ settings: Settings) { self.settings = settings }

  deinit {
    for worker in workers { worker.process.isWaitedFor = settings.waitsAtEnd }
  }

  func execute(_ next: () -> FileEntry?, _ take: (FileResult) -> Bool) {
    var queue = JobQueue()
    while true {
      queue.fill(Self.lookahead, next)
      feed(&queue)
      receive(&queue)
      while let result = queue.nextResult() {
        guard take(result) else {
          workers.removeAll()
          return
        }
      }
      if queue.isDone && !queue.fill(1, next) { return }
    }
  }

  /// Starts the workers that are missing, and gives every worker something to do.
  private func feed(_ queue: inout JobQueue) {
    let busyCount = workers.count { $0.outstandingCount > 0 }
    let wanted = busyCount + (queue.waitingCount + Self.jobsPerWorker - 1) / Self.jobsPerWorker
    while workers.count < min(workerCount, wanted) {
      do throws(FileFault) {
        workers.append(PooledWorker(try WorkerProcess(settings.start)))
      } catch {
        if workers.isEmpty { queue.giveUp(.worker("can't start a worker: \(error)")) }
        break
      }
    }
    let most = isCareful ? 1 : Self.jobsPerWorker
    for worker in workers where worker.outstandingCount <= most / 4 * 3 {
      var frames = FrameCoder()
      while worker.outstandingCount < most,
        worker.outstandingSize < Self.bytesPerWorker,
        case (let number, var job)? = queue.next()
      {
        let size = frames.bytes.count
        frames.frame(.job, job: number) { $0.code(&job) }
        worker.give(number, size: frames.bytes.count - size)
      }
      if !frames.bytes.isEmpty { worker.process.send(frames.bytes) }
    }
  }

  /// Waits for the workers, but not for those that take too long.
  private func receive(_ queue: inout JobQueue) {
    guard !workers.isEmpty else { return }
    var descriptors = workers.map {
      pollfd(fd: $0.process.socket, events: Int16(POLLIN), revents: 0)
    }
    poll(&descriptors, nfds_t(descriptors.count), Self.pollMilliseconds)
    let now = monotonicMilliseconds()
    for (worker, descriptor) in zip(workers, descriptors) {
      if descriptor.revents != 0 {
        if worker.receive(&queue) { startFailures = 0 } else { bury(worker, .crash, &queue) }
      }
      let isStuck = worker.isStuck(now: now, defaultLimit: settings.timeLimit)
      if isStuck && worker.process.isAlive {
        worker.process.end()
        worker.receiveRest(&queue)
        bury(worker, .timeout, &queue)
      }
    }
    workers.removeAll { !$0.process.isAlive }
  }

  /// Lays the end of a worker at the block that it was running; its other jobs wait again.
  private func bury(_ worker: PooledWorker, _ outcome: TranscriptOutcome, _ queue: inout JobQueue) {
    // A worker that has closed its socket may still be running.
    worker.process.end()
    let page = worker.process.page
    let number = page.job
    let words = { WorkerEnd.words($0, worker.process.lastWords) }
    if !worker.outstanding.contains(number) {
      startFailures += 1
      if startFailures > 3 { queue.giveUp(.worker(words("a worker"))) }
    } else if page.place == nil && worker.outstandingCount > 1 {
      // Any of the jobs may have caused it; one at a time, the cause is found.
      isCareful = true
    } else if let job = queue.job(number) {
      let result = FileResult { () throws(ToolFault) in
        guard let place = page.place else { throw ToolFault.worker(words(job.path)) }
        let end = WorkerEnd(
          place: place, outcome: outcome, words: worker.process.lastWords,
          notes: worker.notes[number] ?? [])
        return try end.fileRun(job)
      }
      worker.forget(number)
      queue.finish(number, result)
    }
    queue.putBack(worker.outstanding)
    worker.outstanding.forEach(worker.forget)
  }
}

/// The milliseconds of a clock that only goes forward.
func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
