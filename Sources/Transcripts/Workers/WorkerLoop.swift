import CSystem
import Glibc
import SystemCalls

/// The main loop of a worker process, which answers the lines of one session.
///
/// The worker ends with the tool that started it, and leaves neither processes nor files behind.
struct WorkerLoop {
  private var received: [UInt8] = []

  /// Answers lines, then exits; `location` is that of the session's folder.
  mutating func run(
    _ session: LocalSession, _ location: String, _ descendants: Descendants
  ) -> Never {
    Self.limitResources()
    // A program that is driven must not inherit the descriptor.
    _ = fcntl(Worker.messageDescriptor, F_SETFD, FD_CLOEXEC)
    signal(SIGTERM, SIG_DFL)
    let interruption = Interruption()
    interruption.begin { _ in
      descendants.end()
      TranscriptFolder.remove(location)
    }
    // A session that never replies must not outlive the tool, whose thread waits for this process.
    chimp_end_with_parent()
    let seed = nextArgument()
    let language = nextArgument()
    var isHeard = Self.send(session.begin(seed: seed, language: language))
    while isHeard, let line = nextLine() {
      isHeard = Self.send(session.perform(line, within: nil))
    }
    session.end()
    descendants.end()
    TranscriptFolder.remove(location)
    _exit(0)
  }

  /// Sends a reply; returns `false` if the tool has exited.
  private static func send(_ reply: TranscriptReply) -> Bool {
    let message = reply.message
    return chimp_send_all(Worker.messageDescriptor, message, message.count) != 0
  }

  /// Waits for a line with the argument of a directive; returns `nil` for an empty one.
  private mutating func nextArgument() -> String? {
    guard let line = nextLine(), !line.isEmpty else { return nil }
    return String(decoding: line, as: UTF8.self)
  }

  /// Waits for a line; returns `nil` when no more come.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    while true {
      if let line = received.removeFirstLine() { return line }
      guard received.append(from: Worker.messageDescriptor) else { return nil }
    }
  }

  /// Limits the resources of the process, such as memory.
  private static func limitResources() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var memory = rlimit(rlim_cur: 1 << 32, rlim_max: 1 << 32)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
  }
}
