import CSystem
import Glibc

/// The worker's side: takes jobs from its supervisor and tells what became of them.
final class WorkerLoop {
  /// Where a worker finds its supervisor, and their page.
  static let socket: Int32 = 3
  static let pageDescriptor: Int32 = 4
  // Results are told while there is more to do, so that the supervisor sends the next jobs in time.
  private static let flushCount = 64

  private let page: WorkerPage
  private var runner: TranscriptRunner
  private var input = FrameStream()
  private var output = FrameCoder()
  private var job = 0
  /// The folder that paths are relative to.
  private let folder = open(".", O_RDONLY | O_CLOEXEC)

  init?(_ runner: TranscriptRunner) {
    guard let page = WorkerPage(descriptor: Self.pageDescriptor) else { return nil }
    self.page = page
    self.runner = runner
    self.runner.observer = self
    if var maker = runner.sessions as? ProgramSessionMaker {
      Descendants.adopt()
      maker.description.endsOrphans = true
      self.runner.sessions = maker
      self.runner.keep = { page.program = ($0 as? ProgramSession)?.group }
    }
  }

  /// Works until the supervisor has nothing more; answers the exit status.
  ///
  /// Without a second thread, which watches the supervisor, memory and descriptors cost less.
  func run(watchesSupervisor: Bool = true) -> Int32 {
    Self.limitResources()
    // A program that the worker drives must not inherit them.
    _ = fcntl(Self.socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(Self.pageDescriptor, F_SETFD, FD_CLOEXEC)
    if watchesSupervisor { endWithSupervisor() }
    var buffer = Array(repeating: UInt8(0), count: 1 << 16)
    var count = 0
    while true {
      while var frame = input.next() {
        guard frame.kind == .job else { return 2 }
        var file = FileJob()
        frame.coder.code(&file)
        perform(frame.job, file)
        count += 1
        if count.isMultiple(of: Self.flushCount) { flush() }
      }
      flush()
      let size = read(Self.socket, &buffer, buffer.count)
      if size < 0 && errno == EINTR { continue }
      guard size > 0 else { return 0 }
      input.append(buffer[..<size])
    }
  }

  private func perform(_ number: Int, _ file: FileJob) {
    job = number
    page.begin(job: number)
    // A session may have changed the folder.
    _ = fchdir(folder)
    do throws(ToolFault) {
      var fileRun = try runner.run(file)
      page.end()
      fileRun.run.fingerprint = fileRun.known?.transcript.fingerprint
      output.frame(.done, job: number) { $0.code(&fileRun.run) }
    } catch {
      var words = "\(error)"
      output.frame(.fault, job: number) { $0.code(&words) }
    }
    page.end()
  }

  private func flush() {
    let bytes = output.take()
    if chimp_send_all(Self.socket, bytes, bytes.count) == 0 { exit(0) }
  }

  /// A trap leaves no core behind, and a flood ends the worker, not the machine.
  static func limitResources() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var memory = rlimit(rlim_cur: 1 << 32, rlim_max: 1 << 32)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
  }

  /// Ends this process, and the programs that it drives.
  static func endGroup() {
    if let program = WorkerPage.program(pageDescriptor) { kill(-program, SIGKILL) }
    kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL)
  }

  /// A worker in an endless loop would outlive its supervisor.
  private func endWithSupervisor() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        var waiting = pollfd(fd: WorkerLoop.socket, events: 0, revents: 0)
        while true {
          let count = poll(&waiting, 1, -1)
          if count > 0 && waiting.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            WorkerLoop.endGroup()
          }
        }
      }, nil)
  }
}

extension WorkerLoop: RunObserver {
  func willRun(_ place: TranscriptRunner.Place, timeLimit: Int?) {
    page.begin(place, timeLimit: timeLimit)
  }

  func didRun(
    _ place: TranscriptRunner.Place, _ outcome: TranscriptOutcome, _ answer: TranscriptRun.Answer?
  ) {
    var note = BlockNote(place: place, outcome: outcome, answer: answer)
    output.frame(.block, job: job) { $0.code(&note) }
    // What a worker has not told is lost if the next block ends it.
    flush()
  }
}
