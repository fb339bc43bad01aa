import CSystem
import Glibc

/// A copy of this process that runs files, one after the other, as its supervisor sees it.
final class Worker {
  /// A file with its place among all files.
  typealias Job = (number: Int, file: FileJob)

  let socket: Int32
  /// The files of which it has not told the end, in their order.
  private(set) var rest: ArraySlice<Job>
  private(set) var isAlive = true
  private let process: pid_t
  private let page: WorkerPage
  private let diagnostics: Int32
  /// What was told of the first file of the rest.
  private var notes: [BlockNote] = []
  private var stream = MessageStream()
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  private var lastSequence = 0
  private var lastChange = 0

  /// Copies this process, which has one thread only; the copy does not outlive it.
  init(_ jobs: [Job], _ runner: TranscriptRunner) throws(FileFault) {
    rest = jobs[...]
    let other: Int32
    (socket, other) = try socketPair()
    defer { close(other) }
    diagnostics = SharedMemory.descriptor()
    guard let page = WorkerPage() else { throw FileFault(number: errno) }
    self.page = page
    let parent = getpid()
    process = chimp_fork()
    guard process >= 0 else { throw FileFault(number: errno) }
    if process == 0 {
      setpgid(0, 0)
      WorkerLoop.endWithParent(parent)
      WorkerLoop.useDescriptors(diagnostics, socket: other, page: page.descriptor)
      WorkerLoop(runner, page).run(jobs)
    }
    // Both sides do it, because either may be first to need it.
    setpgid(process, process)
  }

  deinit {
    end()
    close(socket)
    close(diagnostics)
  }

  func end() {
    guard isAlive else { return }
    isAlive = false
    kill(-process, SIGKILL)
    endProgram()
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    endProgram()
  }

  /// A program that the worker drives does not outlive it.
  private func endProgram() {
    if let program = page.program { kill(-program, SIGKILL) }
    page.program = nil
  }

  /// Takes what the worker has told; answers whether it may tell more.
  func receive(_ finish: (Int, FileResult) -> Void) -> Bool {
    let room = piece.count
    let received = read(socket, &piece, room)
    let hasEnded = received == 0 || received < 0 && errno != EINTR
    stream.append(piece[..<max(0, received)])
    while let message = stream.next() {
      if let note = BlockNote(message) {
        notes.append(note)
      } else if let (number, file) = rest.first, let result = result(message, file) {
        rest.removeFirst()
        finish(number, result)
        notes = []
      } else {
        stream.isBroken = true
      }
    }
    return !hasEnded && !stream.isBroken
  }

  /// What a message says became of a file; nil where it does not say that.
  private func result(_ message: Message, _ file: FileJob) -> FileResult? {
    switch message.kind {
    case .block: nil
    case .done: TranscriptRun(message, notes).map { .success(FileRun(job: file, run: $0)) }
    case .fault:
      message.texts.first.map { .failure(ToolFault(String(decoding: $0, as: UTF8.self))) }
    }
  }

  /// Ends the worker and lays its end at the block that it was running; answers the files that
  /// another one has to run.
  func bury(_ outcome: TranscriptOutcome, _ finish: (Int, FileResult) -> Void) -> ArraySlice<Job> {
    // A worker that has closed its socket may still be running.
    end()
    while receive(finish) {}
    let lost = page.job
    guard rest.indices.contains(lost) else { return rest }
    let (number, file) = rest[lost]
    let words = WorkerEnd.lastWords(diagnostics)
    finish(
      number,
      FileResult { () throws(ToolFault) in
        guard let place = page.place else { throw ToolFault(WorkerEnd.words(file.path, words)) }
        let end = WorkerEnd(place: place, outcome: outcome, words: words, notes: notes)
        return try end.fileRun(file)
      })
    return rest[..<lost] + rest[(lost + 1)...]
  }

  /// Whether the block that is running has run for too long.
  func isStuck(now: Int, defaultLimit: Int) -> Bool {
    guard page.sequence == lastSequence else {
      (lastSequence, lastChange) = (page.sequence, now)
      return false
    }
    return page.place != nil && now - lastChange > page.timeLimit ?? defaultLimit
  }
}

/// The worker's side: runs the files, and tells the supervisor what became of them.
struct WorkerLoop {
  /// Where a worker finds its supervisor, and their page.
  private static let socket: Int32 = 3
  private static let pageDescriptor: Int32 = 4
  // Results are told while there is more to do, so that they are handed on meanwhile.
  private static let flushCount = 64

  private let page: WorkerPage
  private let observer: WorkerObserver
  private var runner: TranscriptRunner

  init(_ runner: TranscriptRunner, _ page: WorkerPage) {
    (self.page, self.runner) = (page, runner)
    observer = WorkerObserver(page) { bytes in
      if chimp_send_all(Self.socket, bytes, bytes.count) == 0 { _exit(0) }
    }
    self.runner.observer = observer
    if var maker = runner.sessions as? ProgramSessionMaker {
      Descendants.adopt()
      maker.description.endsOrphans = true
      self.runner.sessions = maker
      self.runner.keep = { page.program = ($0 as? ProgramSession)?.group }
    }
  }

  func run(_ jobs: [Worker.Job]) -> Never {
    Self.limitResources()
    let folder = open(".", O_RDONLY | O_CLOEXEC)
    for (number, job) in jobs.enumerated() {
      page.begin(job: number)
      if runner.sessions.changesFolder { _ = fchdir(folder) }
      perform(job.file)
      page.end()
      if number % Self.flushCount == 0 { observer.flush() }
    }
    observer.flush()
    _exit(0)
  }

  private func perform(_ file: FileJob) {
    do throws(ToolFault) {
      var fileRun = try runner.run(file)
      fileRun.run.fingerprint = fileRun.known?.transcript.fingerprint
      fileRun.run.message.append(to: &observer.unsaid)
    } catch { Message(kind: .fault, texts: [Array("\(error)".utf8)]).append(to: &observer.unsaid) }
  }

  /// A trap leaves no core behind, and a flood ends the worker, not the machine.
  static func limitResources() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var memory = rlimit(rlim_cur: 1 << 32, rlim_max: 1 << 32)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
  }

  /// Puts the descriptors where a worker finds them, and closes everything else.
  static func useDescriptors(_ diagnostics: Int32, socket: Int32, page: Int32) {
    useStreams(diagnostics)
    for (descriptor, target) in [(socket, Self.socket), (page, pageDescriptor)] {
      dup2(descriptor, target)
      // A program that the worker drives must not inherit them.
      _ = fcntl(target, F_SETFD, FD_CLOEXEC)
    }
    // Among the others are the supervisor's ends, whose closing tells that it is gone.
    chimp_close_from(pageDescriptor + 1)
  }

  /// Reads nothing, and writes nothing but diagnostics.
  static func useStreams(_ diagnostics: Int32) {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    dup2(diagnostics, STDERR_FILENO)
  }

  /// A worker in an endless loop would outlive its supervisor.
  static func endWithParent(_ parent: pid_t) {
    signal(SIGTERM) { _ in
      if let program = WorkerPage.program(WorkerLoop.pageDescriptor) { kill(-program, SIGKILL) }
      kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL)
    }
    var ends = sigset_t()
    sigaddset(&ends, SIGTERM)
    sigprocmask(SIG_UNBLOCK, &ends, nil)
    chimp_terminate_with_parent(SIGTERM)
    // The parent may have ended before the signal was asked for.
    if getppid() != parent { _exit(0) }
  }
}

/// Tells where a run is, and what did not pass, so that both outlive the process.
final class WorkerObserver {
  private let page: WorkerPage
  /// How many milliseconds a block may take, where this process ends itself behind them.
  private let ownLimit: Int?
  private let tell: ([UInt8]) -> Void
  var unsaid: [UInt8] = []

  init(_ page: WorkerPage, ownLimit: Int? = nil, tell: @escaping ([UInt8]) -> Void) {
    (self.page, self.ownLimit, self.tell) = (page, ownLimit, tell)
  }

  func willRun(_ place: Int, timeLimit: Int?) {
    page.begin(place: place, timeLimit: timeLimit)
    if let ownLimit { setTimer(timeLimit ?? ownLimit) }
  }

  func didRun(_ place: Int, _ outcome: TranscriptOutcome, _ answer: TranscriptRun.Answer?) {
    BlockNote(place: place, outcome: outcome, answer: answer).message.append(to: &unsaid)
    // What is not told is lost if the next block ends the process.
    flush()
  }

  func flush() {
    tell(unsaid)
    unsaid.removeAll(keepingCapacity: true)
  }

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
