import CSystem
import Glibc
import SystemCalls

/// The main loop of a worker process, which answers the requests of the tool.
///
/// A session leaves neither processes nor files behind, and the next one begins in the working
/// directory of the tool. The worker ends with the tool that started it.
struct WorkerLoop {
  private let session: LocalSession
  private let descendants: Descendants
  private let workingDirectory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  private var received: [UInt8] = []

  init(_ session: LocalSession, _ descendants: Descendants) {
    self.session = session
    self.descendants = descendants
  }

  /// Answers requests, then exits; `location` is that of the folder of the sessions.
  mutating func run(_ location: String) -> Never {
    Self.limitResources()
    // A program that is driven must not inherit the descriptor.
    _ = fcntl(Worker.messageDescriptor, F_SETFD, FD_CLOEXEC)
    signal(SIGTERM, SIG_DFL)
    let interruption = Interruption()
    interruption.begin { [descendants] _ in
      descendants.end()
      TranscriptFolder.remove(location)
    }
    // A session that never replies must not outlive the tool, whose thread waits for this process.
    chimp_end_with_parent()
    while let line = nextLine(), let reply = reply(to: line) {
      let message = reply.message
      // The tool may have exited.
      guard chimp_send_all(Worker.messageDescriptor, message, message.count) != 0 else { break }
    }
    endSession()
    TranscriptFolder.remove(location)
    _exit(0)
  }

  /// Returns the reply to a request; `nil` if it is incomplete because the tool has exited.
  private mutating func reply(to line: ArraySlice<UInt8>) -> TranscriptReply? {
    let text = line.dropFirst()
    switch line.first.flatMap(Worker.Request.init) {
    case .begin:
      guard let language = nextLine() else { return nil }
      return session.begin(seed: Self.argument(text), language: Self.argument(language))
    case .perform: return session.perform(text, within: nil)
    case .end:
      endSession()
      return TranscriptReply(output: [], hasEnded: true)
    case nil: return nil
    }
  }

  /// Ends the session, with all that it has started.
  private func endSession() {
    session.end()
    descendants.end()
    if workingDirectory >= 0 { fchdir(workingDirectory) }
  }

  /// Returns the argument of a directive; `nil` for an empty one.
  private static func argument(_ text: ArraySlice<UInt8>) -> String? {
    text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
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
