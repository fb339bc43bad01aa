import Glibc

// NB: Swift hides both calls, because they can be given more; this is all that they take here.
@_silgen_name("prctl") private func controlProcess(_ option: Int32, _ argument: Int) -> Int32
@_silgen_name("clone")
private func cloneProcess(
  _ work: @convention(c) (UnsafeMutableRawPointer?) -> Int32, _ stack: UnsafeMutableRawPointer,
  _ flags: Int32, _ argument: UnsafeMutableRawPointer?
) -> pid_t

/// Work in a process that has this one's memory, while this one stands still.
///
/// A copy would cost each page that either side writes to afterwards. If the process is lost,
/// the memory may be in any state: then nothing may be allocated any more.
final class LoneProcess {
  private static let stackSize = 8 << 20
  // NB: names that no module has, the first two for `clone`.
  private static let sharesMemory: Int32 = 0x100
  private static let suspendsCaller: Int32 = 0x4000
  private static let endsWithParent: Int32 = 1
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
    let size = Self.guardSize + Self.stackSize
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK
    guard let stack = mmap(nil, size, PROT_NONE, flags, -1, 0), stack != MAP_FAILED else {
      return nil
    }
    defer { munmap(stack, size) }
    mprotect(stack + Self.guardSize, Self.stackSize, PROT_READ | PROT_WRITE)
    let process = cloneProcess(
      { argument in
        guard let argument else { return 1 }
        Unmanaged<LoneProcess>.fromOpaque(argument).takeUnretainedValue().begin()
        return 0
      }, stack + size, Self.sharesMemory | Self.suspendsCaller | SIGCHLD,
      Unmanaged.passUnretained(self).toOpaque())
    guard process >= 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    if isDone { return .pass }
    return status & 0x7f == SIGALRM ? .timeout : .crash
  }

  /// Runs in the process itself.
  private func begin() {
    _ = controlProcess(Self.endsWithParent, Int(SIGKILL))
    // NB: this process could not be stopped with it, and who waits for it would wait for ever.
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
  private var frames = FrameWriter()

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
    frames.add(PooledWorker.Note(place: place, outcome: outcome, answer: answer), job: 0)
    frames.take().withUnsafeBytes {
      notesEnd += max(0, pwrite(page.descriptor, $0.baseAddress, $0.count, off_t(notesEnd)))
    }
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
