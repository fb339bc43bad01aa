import Glibc

/// A worker with what it was given and what it told.
final class PooledWorker {
  let process: WorkerProcess
  /// The jobs that it has not finished, in the order that it takes them, and how many bytes each
  /// of them was sent in.
  private var given: ArraySlice<(number: Int, size: Int)> = []
  /// How many bytes it was sent that it may not have read.
  private(set) var outstandingSize = 0
  private(set) var notes: [Int: [BlockNote]] = [:]
  private var stream = FrameStream()
  private var lastSequence = 0
  private var lastChange = 0
  private static let pieceSize = 1 << 16

  init(_ process: WorkerProcess) { self.process = process }

  /// Notes that the worker is sent a job of so many bytes.
  func give(_ number: Int, size: Int) {
    given.append((number, size))
    outstandingSize += size
  }

  /// The jobs that it has not finished, in the order that it takes them.
  var outstanding: [Int] { given.map(\.number) }
  var outstandingCount: Int { given.count }

  func forget(_ number: Int) {
    guard let place = given.firstIndex(where: { $0.number == number }) else { return }
    outstandingSize -= given[place].size
    // It is nearly always the first one, whose removal moves nothing.
    if place == given.startIndex { given.removeFirst() } else { given.remove(at: place) }
  }

  /// Takes what the worker has told; answers whether it is still there.
  func receive(_ queue: inout JobQueue) -> Bool {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let received = read(process.socket, &piece, piece.count)
    let hasEnded = received == 0 || received < 0 && errno != EINTR
    stream.append(piece[..<max(0, received)])
    while let (kind, number, frame) = stream.next() {
      var coder = frame
      switch kind {
      case .block:
        var note = BlockNote()
        coder.code(&note)
        notes[number, default: []].append(note)
      case .done:
        finish(number, &queue) { notes, job in
          var run = TranscriptRun(blockCount: 0)
          coder.code(&run)
          for note in notes { run.take(note) }
          return .success(FileRun(job: job, run: run))
        }
      case .fault:
        var words = ""
        coder.code(&words)
        finish(number, &queue) { _, _ in .failure(.worker(words)) }
      case .job: continue
      }
    }
    return !hasEnded
  }

  /// Takes everything that a worker told before its end.
  func receiveRest(_ queue: inout JobQueue) {
    while receive(&queue) {}
  }

  private func finish(
    _ number: Int, _ queue: inout JobQueue, _ result: ([BlockNote], FileJob) -> FileResult
  ) {
    forget(number)
    let notes = notes.isEmpty ? [] : notes.removeValue(forKey: number) ?? []
    if let job = queue.job(number) { queue.finish(number, result(notes, job)) }
  }

  /// Whether the block that is running has run for too long.
  func isStuck(now: Int, defaultLimit: Int) -> Bool {
    let sequence = process.page.sequence
    if sequence != lastSequence {
      lastSequence = sequence
      lastChange = now
      return false
    }
    guard process.page.place != nil else { return false }
    return now - lastChange > process.page.timeLimit ?? defaultLimit
  }
}

/// What became of a block, where it did not pass.
struct BlockNote {
  var place = TranscriptRunner.Place()
  var outcome = TranscriptOutcome.notRun
  var answer: TranscriptRun.Answer?
}

extension TranscriptRun {
  /// Adds what was told of a block.
  mutating func take(_ note: BlockNote) {
    guard let place = note.place.included else {
      answers[note.place.block] = note.answer
      return
    }
    let index = includedRuns.firstIndex {
      $0.caseIndex == note.place.caseIndex && $0.place == place
    }
    if let index { includedRuns[index].run.answers[note.place.block] = note.answer }
  }
}
