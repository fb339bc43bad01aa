import CSystem
import Glibc

/// The main loop of a worker process, which answers the requests of the tool.
///
/// Messages are sent over descriptor 3 in both directions. The worker exits with the tool that
/// started it.
struct WorkerLoop {
  /// The descriptor for messages; the standard streams stay free for tested programs.
  static let messageDescriptor: Int32 = 3

  private let folder: TranscriptFolder
  private let descendants: Descendants
  private var server: SessionServer
  private var stream = WorkerMessageStream()

  /// Creates the loop of a worker.
  init(
    _ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder, isTrusted: Bool,
    _ descendants: Descendants
  ) {
    self.folder = folder
    self.descendants = descendants
    server = SessionServer(sessions, isTrusted ? nil : folder)
  }

  /// Answers requests, then exits.
  mutating func run() -> Never {
    Self.limitResources()
    // A program that is driven must not inherit the descriptor.
    _ = fcntl(Self.messageDescriptor, F_SETFD, FD_CLOEXEC)
    signal(SIGTERM, SIG_DFL)
    let interruption = Interruption()
    interruption.begin { [folder, descendants] _ in
      descendants.end()
      TranscriptFolder.remove(folder.location)
    }
    chimp_terminate_with_parent(SIGTERM)
    let start = open(".", O_RDONLY | O_CLOEXEC)
    while let request = nextRequest() {
      // An earlier session may have changed the folder of the process.
      if case .begin = request { _ = fchdir(start) }
      let response = WorkerMessage(server.respond(to: request)).encoded
      guard chimp_send_all(Self.messageDescriptor, response, response.count) != 0 else { break }
    }
    // The tool is gone.
    _ = server.respond(to: .end)
    descendants.end()
    TranscriptFolder.remove(folder.location)
    _exit(0)
  }

  /// Waits for a request; returns `nil` when the tool has exited.
  private mutating func nextRequest() -> SessionRequest? {
    while true {
      if let message = stream.next() { return message.request }
      var piece = [UInt8](repeating: 0, count: 1 << 12)
      let count = read(Self.messageDescriptor, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0, !stream.isBroken else { return nil }
      stream.append(piece[..<count])
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
