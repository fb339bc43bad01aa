import CSystem
import Glibc

/// The supervisor's side of one worker.
final class WorkerProcess {
  let socket: Int32
  let page: WorkerPage
  private(set) var isAlive = true
  /// Whether the end of the worker is waited for; a process that ends itself need not do so.
  var isWaitedFor = true
  /// What a worker begins as.
  enum Start {
    case program(TranscriptWorkerProgram, options: [String])
    /// A copy of this process, that works and ends with what the work answers.
    case copy(() -> Int32)
  }

  private let process: pid_t
  private let diagnostics: Int32

  init(_ start: Start) throws(FileFault) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else {
      throw FileFault(number: errno)
    }
    // High numbers, so that none is overwritten by what the worker shall find.
    socket = SharedMemory.raised(pair[0])
    let other = SharedMemory.raised(pair[1])
    defer { close(other) }
    diagnostics = SharedMemory.descriptor(size: 0)
    let pageDescriptor = WorkerPage.newDescriptor()
    guard pageDescriptor >= 0, let page = WorkerPage(descriptor: pageDescriptor) else {
      throw FileFault(number: errno)
    }
    self.page = page
    page.reset()
    switch start {
    case .program(let program, let options):
      process = try Self.spawn(program, options, [diagnostics, other, page.descriptor])
    case .copy(let work):
      process = try Self.copy([diagnostics, other, page.descriptor], work)
    }
  }

  deinit {
    if isWaitedFor { end() } else if isAlive { kill() }
    close(socket)
    close(diagnostics)
  }

  /// Sends bytes; what can't be sent is found out by reading.
  func send(_ bytes: [UInt8]) { _ = chimp_send_all(socket, bytes, bytes.count) }

  /// Ends the worker, whatever it does.
  func end() {
    guard isAlive else { return }
    kill()
    wait()
  }

  private func kill() {
    Glibc.kill(-process, SIGKILL)
    endProgram()
  }

  /// A program that the worker drives does not outlive it.
  private func endProgram() {
    if let program = page.program { Glibc.kill(-program, SIGKILL) }
    page.program = nil
  }

  /// Waits for a worker that has closed its socket.
  func wait() {
    guard isAlive else { return }
    isAlive = false
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    endProgram()
  }

  /// What the worker last said.
  var lastWords: String { WorkerEnd.lastWords(diagnostics) }
}

/// Processes that find their diagnostics, their supervisor and their page where they expect them.
extension WorkerProcess {
  private static let targets = [STDERR_FILENO, WorkerLoop.socket, WorkerLoop.pageDescriptor]

  /// Starts a program; the descriptors are those of the targets.
  static func spawn(
    _ program: TranscriptWorkerProgram, _ options: [String], _ descriptors: [Int32]
  ) throws(FileFault) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    for (descriptor, target) in zip(descriptors, targets) {
      posix_spawn_file_actions_adddup2(&actions, descriptor, target)
    }
    // A group of its own, so that programs which the worker drives end with it.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words = program.arguments + ["worker"] + options
    var process: pid_t = 0
    let failure = chimp_spawn(
      &process, program.path, 0, &actions, &attributes, words.joined(separator: "\0"),
      words.count, program.variables.joined(separator: "\0"), program.variables.count)
    guard failure == 0 else { throw FileFault(number: failure) }
    return process
  }

  /// Copies this process, which has one thread only; the copy does not outlive it.
  static func copy(_ descriptors: [Int32], _ work: () -> Int32) throws(FileFault) -> pid_t {
    let parent = getpid()
    let process = chimp_fork()
    guard process >= 0 else { throw FileFault(number: errno) }
    guard process == 0 else {
      // Both sides do it, because either may be first to need it.
      setpgid(process, process)
      return process
    }
    setpgid(0, 0)
    endWithParent(parent)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    for (descriptor, target) in zip(descriptors, targets) { dup2(descriptor, target) }
    // Among them are the supervisor's ends, whose closing tells that the supervisor is gone.
    chimp_close_from(WorkerLoop.pageDescriptor + 1)
    _exit(work())
  }
  /// A worker in an endless loop would outlive its supervisor.
  private static func endWithParent(_ parent: pid_t) {
    signal(SIGTERM) { _ in WorkerLoop.endGroup() }
    var ends = sigset_t()
    sigaddset(&ends, SIGTERM)
    sigprocmask(SIG_UNBLOCK, &ends, nil)
    chimp_end_with_parent(SIGTERM)
    // The parent may have ended before the signal was asked for.
    if getppid() != parent { _exit(0) }
  }
}

/// How the tool gets the processes that sessions run in.
public enum TranscriptWorkers: Sendable {
  /// Sessions run in this process, and nothing keeps them from ending it.
  case none
  /// The program is started again.
  case program(TranscriptWorkerProgram)
  /// This process is copied, which spares the start; it must have no other thread.
  case copies
}

/// How the tool starts itself again as a worker.
public struct TranscriptWorkerProgram: Sendable {
  /// The program, as in `/proc/self/exe`.
  public var path: String
  /// Everything before the verb, the program's own name first.
  public var arguments: [String]
  /// The environment of the worker, as in `NAME=VALUE`.
  public var variables: [String]

  /// Makes a program.
  public init(path: String, arguments: [String], variables: [String]) {
    self.path = path
    self.arguments = arguments
    self.variables = variables
  }
}
