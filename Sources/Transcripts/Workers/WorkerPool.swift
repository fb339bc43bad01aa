import Glibc

/// Runs files in other processes, so that nothing a session does can end the run.
final class WorkerPool: FileExecutor {
  /// How a pool works.
  struct Settings {
    var program: TranscriptWorkerProgram
    /// The options that a worker is started with.
    var options: [String]
    var workerCount: Int
    /// How many milliseconds a block may take where its transcript does not say.
    var timeLimit: Int
  }

  private static let jobsPerWorker = 32
  /// No more than this is sent ahead, so that sending never waits.
  private static let bytesPerWorker = 1 << 15
  /// How far the workers may be ahead of what is handed on.
  private static let largestLead = 1 << 12
  private static let pollMilliseconds: Int32 = 20

  private let settings: Settings
  private var workers: [PooledWorker] = []
  private var startFailures = 0

  init(_ settings: Settings) {
    self.settings = settings
  }

  func execute(_ jobs: [FileJob], _ take: (FileJob, Result<FileRun, ToolFault>) -> Bool) {
    var queue = JobQueue(jobs)
    while !queue.isDone {
      feed(&queue)
      receive(&queue)
      while let (job, result) = queue.nextResult() {
        guard take(job, result) else {
          workers.removeAll()
          return
        }
      }
    }
  }

  /// Starts the workers that are missing, and gives every worker something to do.
  private func feed(_ queue: inout JobQueue) {
    while workers.count < min(settings.workerCount, workers.count + queue.waitingCount) {
      do throws(FileFault) {
        workers.append(
          PooledWorker(try WorkerProcess(settings.program, options: settings.options)))
      } catch {
        if workers.isEmpty { queue.giveUp(.worker("can't start a worker: \(error)")) }
        break
      }
    }
    for worker in workers where worker.outstanding.count < Self.jobsPerWorker / 2 {
      var frames = FrameWriter()
      while worker.outstanding.count < Self.jobsPerWorker,
        frames.bytes.count < Self.bytesPerWorker,
        let number = queue.next(lead: Self.largestLead)
      {
        frames.add(queue.jobs[number], number: number)
        worker.outstanding.append(number)
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
  private func bury(
    _ worker: PooledWorker, _ outcome: TranscriptOutcome, _ queue: inout JobQueue
  ) {
    worker.process.wait()
    let page = worker.process.page
    if let number = worker.outstanding.first(where: { $0 == page.job }) {
      worker.outstanding.removeAll { $0 == number }
      let job = queue.jobs[number]
      queue.finish(
        number,
        Result { () throws(ToolFault) in
          guard let place = page.place else { throw ToolFault.worker(worker.words(job.path)) }
          let end = WorkerEnd(
            place: place, outcome: outcome, words: worker.process.lastWords,
            notes: worker.notes[number] ?? [])
          return try end.fileRun(job)
        })
    } else {
      startFailures += 1
      if startFailures > 3 { queue.giveUp(.worker(worker.words("a worker"))) }
    }
    queue.putBack(worker.outstanding)
    worker.outstanding = []
  }
}

/// What is to be done, what is done, and what has been handed on.
struct JobQueue {
  let jobs: [FileJob]
  private var nextNumber = 0
  private var returned: [Int] = []
  private var results: [Int: Result<FileRun, ToolFault>] = [:]
  private var handedOn = 0

  init(_ jobs: [FileJob]) {
    self.jobs = jobs
  }

  var isDone: Bool { handedOn == jobs.count }
  var waitingCount: Int { jobs.count - nextNumber + returned.count }

  /// The next job, unless it is too far ahead.
  mutating func next(lead: Int) -> Int? {
    if let number = returned.popLast() { return number }
    guard nextNumber < jobs.count, nextNumber < handedOn + lead else { return nil }
    nextNumber += 1
    return nextNumber - 1
  }

  mutating func putBack(_ numbers: [Int]) {
    returned += numbers
    returned.sort(by: >)
  }

  mutating func finish(_ number: Int, _ result: Result<FileRun, ToolFault>) {
    results[number] = result
  }

  /// Ends everything that is not done with a fault.
  mutating func giveUp(_ fault: ToolFault) {
    for number in handedOn..<jobs.count where results[number] == nil {
      results[number] = .failure(fault)
    }
    nextNumber = jobs.count
    returned = []
  }

  mutating func nextResult() -> (FileJob, Result<FileRun, ToolFault>)? {
    guard let result = results.removeValue(forKey: handedOn) else { return nil }
    handedOn += 1
    return (jobs[handedOn - 1], result)
  }
}

/// The milliseconds of a clock that only goes forward.
func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
