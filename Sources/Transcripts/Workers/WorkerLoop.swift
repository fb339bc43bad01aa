import CSystem
import Glibc
import SystemCalls

/// The main loop of a worker process, which answers the requests of the tool.
///
/// The worker ends with the tool that started it, and leaves neither processes nor files behind.
struct WorkerLoop {
  private let folder: TranscriptFolder
  private let descendants: Descendants
  private let host: LocalSessions
  private var received: [UInt8] = []

  /// Creates the loop of a worker.
  init(
    _ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder, isTrusted: Bool,
    _ descendants: Descendants
  ) {
    self.folder = folder
    self.descendants = descendants
    host = LocalSessions(sessions, isTrusted ? nil : folder)
  }

  /// Answers requests, then exits.
  mutating func run() -> Never {
    Self.limitResources()
    // A program that is driven must not inherit the descriptor.
    _ = fcntl(Worker.messageDescriptor, F_SETFD, FD_CLOEXEC)
    signal(SIGTERM, SIG_DFL)
    let interruption = Interruption()
    interruption.begin { [folder, descendants] _ in
      descendants.end()
      TranscriptFolder.remove(folder.location)
    }
    // A session that never replies must not outlive the tool.
    Thread(Self.terminateWithTool)?.detach()
    let start = open(".", O_RDONLY | O_CLOEXEC)
    while let request = nextRequest() {
      // An earlier session may have changed the folder of the process.
      if case .begin = request { _ = fchdir(start) }
      host.send([request])
      let reply = WorkerMessage(host.reply(within: .max)).encoded
      guard chimp_send_all(Worker.messageDescriptor, reply, reply.count) != 0 else { break }
    }
    // The tool is gone.
    host.send([.end])
    _ = host.reply(within: .max)
    descendants.end()
    TranscriptFolder.remove(folder.location)
    _exit(0)
  }

  /// Waits until the tool has exited, and terminates this process.
  private static func terminateWithTool() {
    let tool = getppid()
    var waiting = pollfd(fd: Worker.messageDescriptor, events: 0, revents: 0)
    while getppid() == tool {
      let isReady = poll(&waiting, 1, 1000) > 0
      if isReady && waiting.revents & Int16(POLLNVAL) == 0 { break }
      // A session has closed the descriptor.
      if isReady { waiting.fd = -1 }
    }
    kill(getpid(), SIGTERM)
  }

  /// Waits for a request; returns `nil` when the tool has exited.
  private mutating func nextRequest() -> SessionRequest? {
    while true {
      do throws(WorkerMessage.Fault) {
        if let message = try WorkerMessage.removeFirst(from: &received) { return message.request }
      } catch { return nil }
      var piece = [UInt8](repeating: 0, count: 1 << 12)
      let count = read(Worker.messageDescriptor, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      received += piece[..<count]
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
