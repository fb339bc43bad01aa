import CSystem
import Glibc

/// Waits for the tool, and leaves none of its descendants behind, however the tool ends.
///
/// A process of its own does the work, so that this one has nothing to do but wait.
struct DescendantKeeper {
  /// For how many seconds the tool may tidy up.
  private static let patience = 2
  /// What this process had started before it became the tool; none of the tool's business.
  private let spared = Set(Descendants.children)
  private var signals = sigset_t()
  private var earlierMask = sigset_t()
  private var tool: pid_t = 0

  /// Returns in the process that does the work; the one that calls ends with it.
  ///
  /// That process has one thread only.
  static func begin() {
    var keeper = DescendantKeeper()
    keeper.start()
  }

  private init() {}

  private mutating func start() {
    let parent = getpid()
    for number in ProgramInterruption.numbers + [SIGCHLD] { sigaddset(&signals, number) }
    Descendants.adopt()
    // If SIGCHLD is ignored, the ends of children are not told.
    signal(SIGCHLD, SIG_DFL)
    sigprocmask(SIG_BLOCK, &signals, &earlierMask)
    tool = chimp_fork()
    guard tool == 0 else {
      guard tool > 0 else { return unblock() }
      end(by: wait())
    }
    unblock()
    chimp_terminate_with_parent(SIGTERM)
    // The parent may have ended before the signal was asked for.
    if getppid() != parent { _exit(0) }
  }

  private mutating func unblock() { sigprocmask(SIG_SETMASK, &earlierMask, nil) }

  /// Hands interruptions on, and answers how the tool ended.
  private mutating func wait() -> Int32 {
    var interruption: Int32?
    while true {
      var time = timespec(tv_sec: Self.patience, tv_nsec: 0)
      let number =
        interruption == nil ? sigwaitinfo(&signals, nil) : sigtimedwait(&signals, nil, &time)
      if number == SIGCHLD {
        if let status = reaped() { return interruption ?? status }
      } else if number > 0 {
        kill(tool, number)
        interruption = number
      } else if let interruption, errno == EAGAIN {
        return interruption
      }
    }
  }

  /// Waits for all that have ended; answers how the tool did, if it has.
  private func reaped() -> Int32? {
    var found: Int32?
    while true {
      var status: Int32 = 0
      let process = waitpid(-1, &status, WNOHANG)
      guard process > 0 else { return found }
      if process == tool { found = status }
    }
  }

  /// Ends as the tool did, and everything else before.
  private mutating func end(by status: Int32) -> Never {
    Descendants.end(sparing: spared)
    let number = status & 0x7f
    if number != 0 {
      // Only the tool may leave a core behind.
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      signal(number, SIG_DFL)
      var only = sigset_t()
      sigaddset(&only, number)
      sigprocmask(SIG_UNBLOCK, &only, nil)
      raise(number)
    }
    _exit(status >> 8 & 0xff)
  }
}

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
