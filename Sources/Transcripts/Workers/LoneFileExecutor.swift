import CSystem
import Glibc
import SystemCalls

/// Runs a single file in a process that costs next to nothing, and leaves all else to a pool.
///
/// The process has the memory of this one, which stands still: a copy would cost each page that
/// either side writes to afterwards. If it is lost, the memory may be in any state. Then nothing
/// may be allocated any more, and this program is started over, with what is known of the run.
final class LoneFileExecutor: FileExecutor {
  /// The option that says where the program that was started over finds what is known.
  static let option = "--unfinished"
  private static let stackSize = 8 << 20
  private static let guardSize = 1 << 16

  private let pool: WorkerPool
  private let runner: TranscriptRunner
  private let unfinished: UnfinishedRun?
  private let timeLimit: Int
  /// The words that the program was started with, and which of them the option goes before.
  private let words: [String]
  private let place: Int
  // Kept, because to take it apart would take as long as checking the file.
  private var lastSession: (any TranscriptSession)?

  init(
    _ runner: TranscriptRunner, _ options: ToolOptions, words: [String], place: Int,
    otherwise pool: WorkerPool
  ) {
    (self.runner, unfinished, timeLimit) = (runner, options.unfinished, options.timeLimit)
    (self.words, self.place, self.pool) = (words, place, pool)
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
    let diagnostics = SharedMemory.descriptor()
    defer { close(diagnostics) }
    guard diagnostics >= 0, let page = WorkerPage() else { return nil }
    var notesEnd = off_t(WorkerPage.size)
    let observer = WorkerObserver(page, ownLimit: timeLimit) { notes in
      notesEnd += max(0, pwrite(page.descriptor, notes, notes.count, notesEnd))
    }
    var runner = runner
    runner.observer = observer
    runner.keep = { [unowned self] in lastSession = $0 }
    var result: FileResult?
    var words = words
    words.insert("\(Self.option)=\(page.descriptor),\(diagnostics)", at: place)
    let texts = words.reduce(into: "") { $0 += $1 + "\0" }
    let restart = chimp_prepare_restart(texts, words.count)
    let status = runAlone(stackSize: Self.stackSize, guardSize: Self.guardSize) {
      Self.begin(diagnostics)
      let found = FileResult { () throws(ToolFault) in try runner.run(job) }
      observer.end()
      result = found
    }
    if result == nil && status >= 0 {
      page.outcome = status & 0x7f == SIGALRM ? .timeout : .crash
      chimp_start_over(restart, page.descriptor, diagnostics)
    }
    return result
  }

  private static func begin(_ diagnostics: Int32) {
    chimp_terminate_with_parent(SIGKILL)
    // The parent stands still until this process ends: if it were stopped, both would be.
    signal(SIGTSTP, SIG_IGN)
    signal(SIGALRM, SIG_DFL)
    var alarm = sigset_t()
    sigaddset(&alarm, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &alarm, nil)
    WorkerLoop.limitResources()
    WorkerLoop.useStreams(diagnostics)
  }
}

/// What is known of a run that was lost in the middle of its file.
struct UnfinishedRun {
  private let page: Int32
  private let diagnostics: Int32

  init?(_ text: String) {
    let numbers = text.split(separator: ",").compactMap { Int32($0) }
    guard numbers.count == 2 else { return nil }
    (page, diagnostics) = (numbers[0], numbers[1])
  }

  func fileRun(_ job: FileJob) throws(ToolFault) -> FileRun {
    let words = WorkerEnd.lastWords(diagnostics)
    guard let page = WorkerPage(descriptor: page), let outcome = page.outcome,
      let place = page.place
    else { throw ToolFault(WorkerEnd.words(job.path, words)) }
    var stream = MessageStream()
    stream.append(SharedMemory.bytes(page.descriptor, from: WorkerPage.size))
    var notes: [BlockNote] = []
    while let note = stream.next().flatMap(BlockNote.init) { notes.append(note) }
    return try WorkerEnd(place: place, outcome: outcome, words: words, notes: notes).fileRun(job)
  }
}
