import Glibc

/// Runs files in other processes, so that nothing a session does can end the run.
final class WorkerPool: FileExecutor {
  /// How many files a worker gets, so that its start costs next to nothing.
  private static let mostJobs = 2048
  private static let pollMilliseconds: Int32 = 20

  private let runner: TranscriptRunner
  private let limit: () -> Int
  private let timeLimit: Int
  private lazy var workerCount = limit()
  private var workers: [Worker] = []
  private var waiting: ArraySlice<Worker.Job> = []
  private var results: [Int: FileResult] = [:]
  private var count = 0
  private var handedOn = 0

  /// Makes a pool; a block may take so many milliseconds where its transcript does not say.
  init(_ runner: TranscriptRunner, workerCount limit: @escaping () -> Int, timeLimit: Int) {
    (self.runner, self.limit, self.timeLimit) = (runner, limit, timeLimit)
  }

  func execute(_ next: () -> FileEntry?, _ take: (FileResult) -> Bool) {
    (workers, waiting, results) = ([], [], [:])
    handedOn = count
    while true {
      fill(next)
      guard handedOn < count else { return }
      start()
      receive()
      while let result = results.removeValue(forKey: handedOn) {
        handedOn += 1
        guard take(result) else {
          workers = []
          return
        }
      }
    }
  }

  /// Takes files, but not many more than the workers are given.
  private func fill(_ next: () -> FileEntry?) {
    while count - handedOn < 2 * Self.mostJobs * workerCount, let entry = next() {
      switch entry {
      case .success(let file): waiting.append((count, file))
      case .failure(let fault): results[count] = .failure(fault)
      }
      count += 1
    }
  }

  private func start() {
    while !waiting.isEmpty, workers.count < workerCount {
      let missing = workerCount - workers.count
      let jobs = waiting.prefix(min(Self.mostJobs, (waiting.count + missing - 1) / missing))
      do throws(FileFault) {
        workers.append(try Worker(Array(jobs), runner))
        waiting = waiting.dropFirst(jobs.count)
      } catch {
        guard workers.isEmpty else { return }
        let fault = ToolFault("can't start a worker: \(error)")
        for job in waiting { results[job.number] = .failure(fault) }
        waiting = []
      }
    }
  }

  /// Waits for the workers, but not for those that take too long.
  private func receive() {
    guard !workers.isEmpty else { return }
    var descriptors = workers.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    poll(&descriptors, nfds_t(descriptors.count), Self.pollMilliseconds)
    let now = monotonicMilliseconds()
    let finish = { self.results[$0] = $1 }
    for (worker, descriptor) in zip(workers, descriptors) {
      if descriptor.revents != 0, !worker.receive(finish) {
        waiting = worker.bury(.crash, finish) + waiting
      } else if worker.isStuck(now: now, defaultLimit: timeLimit) {
        waiting = worker.bury(.timeout, finish) + waiting
      }
    }
    workers.removeAll { !$0.isAlive }
  }
}

func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
