import CSystem
import Glibc

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
