import CSystem
import Glibc

/// Runs a single file in a process that costs next to nothing, and leaves all else to a pool.
///
/// If that process is lost, this program is started over, with what is known of the run.
final class LoneFileExecutor: FileExecutor {
  private let pool: WorkerPool
  private let runner: TranscriptRunner
  private let restart: ProgramRestart
  private let unfinished: UnfinishedRun?
  private let timeLimit: Int
  // Kept, because to take it apart would take as long as checking the file.
  private var lastSession: (any TranscriptSession)?

  init(
    _ runner: TranscriptRunner, restart: ProgramRestart, unfinished: UnfinishedRun?,
    timeLimit: Int, otherwise pool: WorkerPool
  ) {
    self.runner = runner
    self.restart = restart
    self.unfinished = unfinished
    self.timeLimit = timeLimit
    self.pool = pool
  }

  func execute(_ next: () -> FileEntry?, _ take: (FileResult) -> Bool) {
    var first = next()
    var second = first == nil ? nil : next()
    if second == nil, case .success(let job)? = first, let result = result(job) {
      _ = take(result)
      return
    }
    pool.execute({ first.take() ?? second.take() ?? next() }, take)
  }

  /// What became of the file; nil where there is no process for it.
  private func result(_ job: FileJob) -> FileResult? {
    if let unfinished { return FileResult { () throws(ToolFault) in try unfinished.fileRun(job) } }
    let diagnostics = SharedMemory.descriptor(size: 0)
    defer { close(diagnostics) }
    guard diagnostics >= 0, let page = WorkerPage(descriptor: WorkerPage.newDescriptor()) else {
      return nil
    }
    let observer = LoneObserver(page, timeLimit: timeLimit)
    var runner = runner
    runner.observer = observer
    runner.keep = { [unowned self] in lastSession = $0 }
    var result: FileResult?
    let process = LoneProcess(diagnostics: diagnostics) {
      result = FileResult { () throws(ToolFault) in try runner.run(job) }
      observer.end()
    }
    let prepared = restart.prepared(page: page.descriptor, diagnostics: diagnostics)
    guard let end = process.run() else { return nil }
    guard end == .pass else {
      page.outcome = end
      chimp_start_over(prepared, page.descriptor, diagnostics)
    }
    return result
  }
}

/// Starts the program over in its place, with what it has to know of a run that was lost.
struct ProgramRestart {
  /// The option that says where the program finds it.
  static let option = "--unfinished"

  private let words: [String]
  private let place: Int

  /// The words that the program was started with; the option goes behind the first few of them.
  init(words: [String], place: Int) {
    self.words = words
    self.place = place
  }

  /// All that starting over takes, because it may allocate nothing.
  func prepared(page: Int32, diagnostics: Int32) -> OpaquePointer? {
    var words = words
    words.insert("\(Self.option)=\(page),\(diagnostics)", at: place)
    return chimp_prepare_restart(words.joined(separator: "\0"), words.count)
  }
}

/// What is known of a run that was lost in the middle of its file.
struct UnfinishedRun {
  private let page: Int32
  private let diagnostics: Int32

  /// Reads what the option says.
  init?(_ text: String) {
    let numbers = text.split(separator: ",").compactMap { Int32($0) }
    guard numbers.count == 2 else { return nil }
    (page, diagnostics) = (numbers[0], numbers[1])
  }

  /// What became of the file.
  func fileRun(_ job: FileJob) throws(ToolFault) -> FileRun {
    let words = WorkerEnd.lastWords(diagnostics)
    guard let page = WorkerPage(descriptor: page), let outcome = page.outcome,
      let place = page.place
    else { throw .worker(WorkerEnd.words(job.path, words)) }
    var stream = FrameStream()
    stream.append(SharedMemory.bytes(page.descriptor, from: WorkerPage.size))
    var told: [BlockNote] = []
    while var frame = stream.next() {
      told.append(BlockNote())
      frame.coder.code(&told[told.count - 1])
    }
    return try WorkerEnd(place: place, outcome: outcome, words: words, notes: told).fileRun(job)
  }
}
