import CChimpSystem
import Glibc

/// All processes that this process has started, directly or indirectly.
///
///     let descendants = Descendants()
///     … start programs …
///     descendants.end()
public struct Descendants: Sendable {
  /// The child processes that existed before.
  private let earlier: Set<Int32>

  /// Makes this process inherit the children of every descendant that exits (a subreaper).
  ///
  /// A descendant may leave its group and its session, but not its parent.
  public init() {
    // No child can be waited for while SIGCHLD is ignored.
    signal(SIGCHLD, SIG_DFL)
    chimp_adopt_orphans()
    earlier = Set(Self.children)
  }

  /// Kills all child processes except the earlier and the given ones, and then those inherited from
  /// them.
  ///
  /// NB: only children are killed, because their numbers are not reused before they are waited for.
  public func end(sparing spared: [Int32] = []) {
    let spared = earlier.union(spared)
    while true {
      // A process that now belongs to another user can't be killed.
      let ended = Self.children.filter { !spared.contains($0) && kill($0, SIGKILL) == 0 }
      guard !ended.isEmpty else { return }
      for child in ended { while waitpid(child, nil, 0) < 0 && errno == EINTR {} }
    }
  }

  /// The identifiers of all processes on the machine.
  static var processes: [Int32] { names(in: opendir("/proc")).compactMap { Int32($0) } }

  /// The identifiers of the child processes.
  private static var children: [Int32] {
    let own = getpid()
    var facts = siginfo_t()
    let hasChildren = waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT) == 0
    return hasChildren ? processes.filter { parent(of: $0) == own } : []
  }

  /// Returns the parent of a process; `nil` if it has exited.
  private static func parent(of process: Int32) -> Int32? {
    let facts = processFacts(process)
    return facts.count > 1 ? Int32(facts[1]) : nil
  }
}

/// Returns what the system lists about a process: its state, its parent and so on; nothing if it
/// doesn't exist.
///
///     processFacts(getpid()).first  // R
public func processFacts(_ process: Int32) -> [Substring] {
  let facts = fileText("/proc/\(process)/stat")
  // The program's name may contain any character; it ends at the last parenthesis.
  guard let end = facts.utf8.lastIndex(of: UInt8(ascii: ")")) else { return [] }
  return facts[end...].dropFirst().split(separator: " ")
}
