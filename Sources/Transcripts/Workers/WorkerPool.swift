import CSystem
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

struct WorkerEnd {
  let place: Int
  let outcome: TranscriptOutcome
  let words: String
  let notes: [BlockNote]

  /// What became of the file: what ran before keeps its outcome, and the rest did not run.
  func fileRun(_ job: FileJob) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    let transcript = plan.transcript
    var run = TranscriptRun(plan)
    let wanted = job.selection.blocks(of: transcript)
    let skipped = Set(notes.filter { $0.outcome == .skip }.map(\.place))
    var hasEnded = false
    for (parts, single) in zip(plan.parts, transcript.cases) {
      let isTaken = job.selection.takes(single, of: transcript, path: job.path)
      // A session that is skipped, which its commands tell, does not run what it includes either.
      let isSkipped = single.blocks.contains { block in
        skipped.contains(block) && transcript.blocks[block].directives.line(.skip) == nil
      }
      let hasBegun = !hasEnded && !isSkipped && single.directives.line(.skip) == nil
      for (part, number) in parts.flatMap({ part in part.places.map { (part, $0) } }) {
        let isWanted = part.isIncluded ? hasBegun : wanted?.contains(number) ?? true
        run.places[number] = isTaken && isWanted ? hasEnded ? .notRun : .pass : .unselected
        hasEnded = hasEnded || number == place
      }
    }
    for note in notes where run.places.indices.contains(note.place) {
      run.places[note.place] = note.outcome
      run.answers[note.place] = note.answer
    }
    run.lastWords = words
    if run.places.indices.contains(place) { run.places[place] = outcome }
    return FileRun(job: job, run: run, known: plan)
  }

  static func lastWords(_ diagnostics: Int32) -> String {
    let lines = SharedMemory.bytes(diagnostics).prefix(1 << 12).split(separator: 0x0a)
    let line = lines.first { line in
      String(decoding: line, as: UTF8.self).pieces(between: "Fatal error").count > 1
    }
    return String(decoding: line ?? lines.first ?? [], as: UTF8.self)
  }

  /// How the end of a worker is told, where no block was running.
  static func words(_ subject: String, _ lastWords: String) -> String {
    "\(subject): the worker ended" + (lastWords.isEmpty ? "" : ": \(lastWords)")
  }
}
