import Glibc

// NB: Swift hides the call, because it can be given more; this is all that it takes here.
@_silgen_name("prctl") private func controlProcess(_ option: Int32, _ argument: Int) -> Int32

/// The processes that this one has started, and what they have started and left behind.
enum Descendants {
  // NB: a name that no module has.
  private static let adoptsOrphans: Int32 = 36

  /// From now on a descendant whose parent has ended is a child of this process.
  ///
  /// It may have left its group and its session, and has no other way to leave.
  static func adopt() {
    _ = controlProcess(adoptsOrphans, 1)
  }

  /// Ends every child but those that are spared, and then the children that came of that.
  ///
  /// NB: only children, because nobody else gets the number of one before it is waited for.
  static func end(sparing spared: Set<pid_t> = []) {
    while hasChildren {
      // NB: what belongs to another user now can't be ended.
      let ended = children.filter { !spared.contains($0) && kill($0, SIGKILL) == 0 }
      guard !ended.isEmpty else { return }
      for child in ended { while waitpid(child, nil, 0) < 0 && errno == EINTR {} }
    }
  }

  /// The children of this process.
  static var children: [pid_t] {
    guard hasChildren, let directory = opendir("/proc") else { return [] }
    defer { _ = closedir(directory) }
    var children: [pid_t] = []
    let own = getpid()
    while let entry = readdir(directory) {
      let process = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        pid_t(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
      if let process, parent(of: process) == own { children.append(process) }
    }
    return children
  }

  private static var hasChildren: Bool {
    var facts = siginfo_t()
    return waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT) == 0
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let facts = try? FileReader.read("/proc/\(process)/stat"),
      // NB: the name of a program, which may hold anything, ends with the last parenthesis.
      let end = facts.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let words = facts[end...].split(separator: UInt8(ascii: " "))
    return words.count > 2 ? pid_t(String(decoding: words[2], as: UTF8.self)) : nil
  }
}
