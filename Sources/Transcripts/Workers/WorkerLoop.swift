import CChimpSystem
import ChimpSystem
import Glibc

/// The main loop of a worker process, which runs the sessions that the tool sends.
///
/// A session leaves neither processes nor files behind, and the next one begins in the working
/// directory of the tool. The worker ends with the tool that started it.
struct WorkerLoop {
  /// The sign of a line that others follow in the same command.
  static let continuation = UInt8(ascii: ".")

  private let session: LocalSession
  private let descendants: Descendants
  private let workingDirectory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  private var received: [UInt8] = []

  init(_ session: LocalSession, _ descendants: Descendants) {
    self.session = session
    self.descendants = descendants
  }

  /// Runs sessions, then exits; `location` is that of their folder.
  mutating func run(_ location: String) -> Never {
    Self.limitResources()
    // A program that is driven must not inherit the descriptor.
    _ = fcntl(Worker.messageDescriptor, F_SETFD, FD_CLOEXEC)
    signal(SIGTERM, SIG_DFL)
    let interruption = Interruption()
    interruption.begin { [descendants] _ in
      descendants.end()
      removeTree(location)
    }
    // A session that never replies must not outlive the tool, whose thread waits for this process.
    chimp_end_with_parent()
    while let start = SessionStart({ nextLine() }), send(session.begin(start)) {
      while let command = nextCommand(), send(session.perform(command, within: nil)) {}
      endSession()
      guard send(TranscriptReply(output: [], hasEnded: true)) else { break }
    }
    endSession()
    removeTree(location)
    _exit(0)
  }

  /// Sends a reply; returns `false` if the tool has exited.
  private func send(_ reply: TranscriptReply) -> Bool {
    let message = reply.message
    return chimp_send_all(Worker.messageDescriptor, message, message.count) != 0
  }

  /// Ends the session, with all that it has started.
  private func endSession() {
    session.end()
    descendants.end()
    if workingDirectory >= 0 { fchdir(workingDirectory) }
  }

  /// Waits for a line; returns `nil` when no more come.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    while true {
      if let line = received.removeFirstLine() { return line }
      guard received.append(from: Worker.messageDescriptor) else { return nil }
    }
  }

  /// Waits for a command, whose lines are joined by line feeds; returns `nil` when the session
  /// ends.
  private mutating func nextCommand() -> ArraySlice<UInt8>? {
    var command: [UInt8] = []
    while let line = nextLine(), let sign = line.first {
      command += line.dropFirst()
      if sign != Self.continuation { return command[...] }
      command.append(0x0a)
    }
    return nil
  }

  /// Limits the resources of the process, such as memory.
  private static func limitResources() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var memory = rlimit(rlim_cur: 1 << 32, rlim_max: 1 << 32)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
  }
}
