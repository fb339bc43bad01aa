import CSystem
import Glibc

/// Starts a program in a group of its own, or in a session of its own.
///
/// It does not inherit which signals this process blocks or ignores. It has these variables, or all
/// of this process; its descriptors are those that `addActions` opens and those that are inherited.
func startProcess(
  _ words: [String], variables: [String]? = nil, inNewSession: Bool = false,
  _ addActions: (inout posix_spawn_file_actions_t) -> Void
) throws(FileFault) -> pid_t {
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
  // Constants from a header that Swift does not see: a new session or a new group, default signals
  // and a signal mask.
  let flags: Int16 = (inNewSession ? 0x80 : 0x02) | 0x04 | 0x08
  posix_spawnattr_setflags(&attributes, flags)
  var process: pid_t = 0
  let failure = chimp_spawn(
    &process, words.first ?? "", 1, &actions, &attributes, words.joined(separator: "\0"),
    words.count, variables?.joined(separator: "\0"), variables?.count ?? 0)
  guard failure == 0 else { throw FileFault(number: failure) }
  return process
}
