import CSystem
import Glibc

/// The processes that this one has started, and what they have started and left behind.
enum Descendants {
  /// From now on a descendant whose parent has ended is a child of this process.
  ///
  /// It may have left its group and its session, and has no other way to leave.
  static func adopt() { chimp_adopt_orphans() }

  /// Ends every child but those that are spared, and then the children that came of that.
  ///
  /// NB: only children are ended: no other process gets the number of one that is not waited for.
  static func end(sparing spared: Set<pid_t> = []) {
    while hasChildren {
      // A process that belongs to another user now can't be ended.
      let ended = children.filter { !spared.contains($0) && kill($0, SIGKILL) == 0 }
      guard !ended.isEmpty else { return }
      for child in ended { while waitpid(child, nil, 0) < 0 && errno == EINTR {} }
    }
  }

  static var children: [pid_t] {
    let own = getpid()
    return hasChildren ? processes.filter { parent(of: $0) == own } : []
  }

  static var processes: [pid_t] { names(in: opendir("/proc")).compactMap { pid_t($0) } }

  private static var hasChildren: Bool {
    var facts = siginfo_t()
    return waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT) == 0
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let facts = try? FileReader.read("/proc/\(process)/stat"),
      // The name of the program may hold anything; it ends at the last parenthesis.
      let end = facts.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let words = facts[end...].split(separator: UInt8(ascii: " "))
    return words.count > 2 ? pid_t(String(decoding: words[2], as: UTF8.self)) : nil
  }
}
