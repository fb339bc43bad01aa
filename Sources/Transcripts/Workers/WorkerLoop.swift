import CSystem
import Glibc

/// The program of a worker: answers the requests of the tool until there are no more.
///
/// Messages go over descriptor 3 in both directions. The worker ends with the tool that started it,
/// and leaves neither processes nor files behind.
struct WorkerLoop {
  /// The descriptor of the messages, so that the standard streams stay free for driven programs.
  static let messageDescriptor: Int32 = 3

  private let folder: TranscriptFolder
  private let descendants: Descendants
  private var server: SessionServer
  private var stream = WorkerMessageStream()

  /// Prepares a worker whose sessions have a folder, unless all files are trusted.
  init(
    _ sessions: any TranscriptSessionMaker, _ folder: TranscriptFolder, isTrusted: Bool,
    _ descendants: Descendants
  ) {
    self.folder = folder
    self.descendants = descendants
    server = SessionServer(sessions, isTrusted ? nil : folder)
  }

  /// Answers requests, and ends the process when there are no more.
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

  /// Waits for a request; `nil` at the end of the tool.
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

  /// Limits the resources, so that a trap leaves no core behind, and a flood ends the worker and
  /// not the machine.
  private static func limitResources() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var memory = rlimit(rlim_cur: 1 << 32, rlim_max: 1 << 32)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
  }
}
