import CSystem
import Glibc

/// Work in a process that has this one's memory, while this one stands still.
///
/// A copy would cost each page that either side writes to afterwards. If the process is lost,
/// the memory may be in any state: then nothing may be allocated any more.
final class LoneProcess {
  private static let stackSize = 8 << 20
  private static let guardSize = 1 << 16

  private let diagnostics: Int32
  private let work: () -> Void
  private var isDone = false

  init(diagnostics: Int32, _ work: @escaping () -> Void) {
    self.diagnostics = diagnostics
    self.work = work
  }

  /// Answers how the process ended: a pass where the work came to its end, a crash or a timeout;
  /// nil if there is none.
  func run() -> TranscriptOutcome? {
    let status = chimp_run_alone(Self.stackSize, Self.guardSize) { begin() }
    guard status >= 0 else { return nil }
    if isDone { return .pass }
    return status & 0x7f == SIGALRM ? .timeout : .crash
  }

  /// Runs in the process itself.
  private func begin() {
    chimp_end_with_parent(SIGKILL)
    // The parent stands still until this process ends: if it were stopped, both would be.
    signal(SIGTSTP, SIG_IGN)
    signal(SIGALRM, SIG_DFL)
    var alarm = sigset_t()
    sigaddset(&alarm, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &alarm, nil)
    WorkerLoop.limitResources()
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    dup2(diagnostics, STDERR_FILENO)
    work()
    isDone = true
  }
}

/// Tells where the process is, ends it when a block takes too long, and notes what did not pass.
final class LoneObserver: RunObserver {
  private let page: WorkerPage
  private var notesEnd = WorkerPage.size
  private let timeLimit: Int
  private var frames = FrameCoder()

  init(_ page: WorkerPage, timeLimit: Int) {
    self.page = page
    self.timeLimit = timeLimit
  }

  func willRun(_ place: TranscriptRunner.Place, timeLimit: Int?) {
    page.begin(place, timeLimit: timeLimit)
    setTimer(timeLimit ?? self.timeLimit)
  }

  func didRun(
    _ place: TranscriptRunner.Place, _ outcome: TranscriptOutcome, _ answer: TranscriptRun.Answer?
  ) {
    var note = BlockNote(place: place, outcome: outcome, answer: answer)
    frames.frame(.block, job: 0) { $0.code(&note) }
    let notes = frames.take()
    notesEnd += max(0, pwrite(page.descriptor, notes, notes.count, off_t(notesEnd)))
  }

  /// Tells that no block is running.
  func end() {
    page.end()
    setTimer(0)
  }

  private func setTimer(_ milliseconds: Int) {
    var value = itimerval()
    value.it_value.tv_sec = milliseconds / 1000
    value.it_value.tv_usec = milliseconds % 1000 * 1000
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &value, nil)
  }
}
