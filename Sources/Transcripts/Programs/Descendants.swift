import CSystem
import Glibc
import SystemCalls

/// All processes that this process has started, directly or indirectly.
struct Descendants {
  /// The child processes that existed before.
  private let earlier: Set<pid_t>

  /// Makes this process inherit the children of every descendant that exits (a subreaper).
  ///
  /// A descendant may leave its group and its session, but not its parent.
  init() {
    // Where SIGCHLD is ignored, no child can be waited for.
    signal(SIGCHLD, SIG_DFL)
    chimp_adopt_orphans()
    earlier = Set(Self.children)
  }

  /// Kills all child processes except the earlier and the given ones, and then those inherited from
  /// them.
  ///
  /// NB: only children are killed, because their numbers are not reused before they are waited for.
  func end(sparing spared: [pid_t] = []) {
    let spared = earlier.union(spared)
    while true {
      // A process that now belongs to another user can't be killed.
      let ended = Self.children.filter { !spared.contains($0) && kill($0, SIGKILL) == 0 }
      guard !ended.isEmpty else { return }
      for child in ended { while waitpid(child, nil, 0) < 0 && errno == EINTR {} }
    }
  }

  /// The identifiers of all processes on the machine.
  static var processes: [pid_t] { names(in: opendir("/proc")).compactMap { pid_t($0) } }

  /// The identifiers of the child processes.
  private static var children: [pid_t] {
    let own = getpid()
    var facts = siginfo_t()
    let hasChildren = waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT) == 0
    return hasChildren ? processes.filter { parent(of: $0) == own } : []
  }

  /// Returns the parent of a process; `nil` if it has exited.
  private static func parent(of process: pid_t) -> pid_t? {
    guard let facts = try? readFile("/proc/\(process)/stat"),
      // The program's name may contain any character; it ends at the last parenthesis.
      let end = facts.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let words = facts[end...].split(separator: UInt8(ascii: " "))
    return words.count > 2 ? pid_t(String(decoding: words[2], as: UTF8.self)) : nil
  }
}
