import CSystem
import Glibc

/// Starts a program in a new process group, or in a new session.
///
/// The program starts with no signal blocked or ignored, even if this process does so. It gets the
/// given environment variables, or else those of this process, and the inherited descriptors with
/// those that `addActions` opens.
///
/// Returns `nil` if that fails, with the reason in `errno`.
func startProcess(
  _ words: [String], variables: [String]? = nil, inNewSession: Bool = false,
  _ addActions: (inout posix_spawn_file_actions_t) -> Void
) -> pid_t? {
  var actions = posix_spawn_file_actions_t()
  var attributes = posix_spawnattr_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  addActions(&actions)
  var defaults = sigset_t()
  for number in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
  posix_spawnattr_setsigdefault(&attributes, &defaults)
  var mask = sigset_t()
  posix_spawnattr_setsigmask(&attributes, &mask)
  // Constants from a header that Swift can't import: a new session or a new group, default signals
  // and a signal mask.
  let flags: Int16 = (inNewSession ? 0x80 : 0x02) | 0x04 | 0x08
  posix_spawnattr_setflags(&attributes, flags)
  var process: pid_t = 0
  let failure = chimp_spawn(
    &process, words.first ?? "", 1, &actions, &attributes, words.joined(separator: "\0"),
    words.count, variables?.joined(separator: "\0"), variables?.count ?? 0)
  errno = failure
  return failure == 0 ? process : nil
}

/// Creates two connected sockets, one of which is for a child process.
///
/// Returns `nil` if that fails, with the reason in `errno`.
func socketPair() -> (own: Int32, other: Int32)? {
  var pair: [Int32] = [-1, -1]
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
  let own = raised(pair[0])
  let other = raised(pair[1])
  guard own >= 0, other >= 0 else {
    for descriptor in [own, other] where descriptor >= 0 { closeKeepingError(descriptor) }
    return nil
  }
  return (own, other)
}

/// Moves a descriptor to a higher number, which child processes don't use otherwise.
///
/// Returns -1 if that fails, with the reason in `errno`; the descriptor is closed in any case.
func raised(_ descriptor: Int32) -> Int32 {
  let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
  closeKeepingError(descriptor)
  return moved
}

/// Closes a descriptor and keeps `errno`.
func closeKeepingError(_ descriptor: Int32) {
  let number = errno
  close(descriptor)
  errno = number
}

/// Returns the time of the monotonic clock in milliseconds.
func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
