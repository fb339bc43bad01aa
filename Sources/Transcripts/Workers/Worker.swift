import CSystem
import Characters
import Glibc
import SystemCalls
import TranscriptSyntax

/// A child process that runs one session after the other, as the tool sees it.
///
/// The tool sends requests and gets a reply to each. The worker ends when no more requests come.
final class Worker: SessionHost {
  /// The first byte of a request.
  enum Request: UInt8 {
    /// Begins a session, with the seed; its language is in a line of its own.
    case begin = 0x62
    /// Performs a line of the session.
    case perform = 0x70
    /// Ends the session.
    case end = 0x65
  }

  /// The hidden verb that starts a worker.
  static let verb = "worker"
  /// The descriptor for lines and replies; the standard streams stay free for tested programs.
  static let messageDescriptor: Int32 = 3

  /// The path of the folder that the session may create.
  let folder: String
  /// `true` if the worker can't answer any more.
  private(set) var isLost = false

  private let child: ChildProcess
  private let diagnostics: Descriptor
  /// The time limit in milliseconds of a step without one of its own.
  private let limit: Int
  private var received: [UInt8] = []
  /// The number of announced lines whose replies were not waited for.
  private var announcedCount = 0
  /// The greatest size of announced lines, which the connection holds without blocking.
  private static let mostAnnounced = 1 << 14

  /// Starts a worker by a command; throws if that fails.
  init(_ command: [String], folder: String, limit: Int) throws(SystemError) {
    diagnostics = try Descriptor(chimp_create_memory("transcript"))
    child = try ChildProcess(
      command, numbers: [Self.messageDescriptor], diagnostics: diagnostics)
    self.folder = folder
    self.limit = limit
  }

  /// The number of the process.
  var identifier: pid_t { child.identifier }

  /// Kills the process, so that the thread that waits for it loses it.
  func kill() { child.kill() }

  /// Kills the process if it runs, and removes the folder of its session.
  func dispose() {
    child.terminate()
    TranscriptFolder.remove(folder)
  }

  func begin(seed: String?, language: String?) throws(SessionLoss) -> TranscriptReply {
    // What earlier sessions have written explains no loss of this one.
    ftruncate(diagnostics.number, 0)
    lseek(diagnostics.number, 0, SEEK_SET)
    // The argument of a directive is neither empty nor more than a line.
    child.send(Self.message(.begin, "\(seed ?? "")\n\(language ?? "")".utf8))
    return try reply(within: limit)
  }

  func announce(_ lines: [ArraySlice<UInt8>]) {
    var messages: [UInt8] = []
    for line in lines {
      let message = Self.message(.perform, line)
      guard messages.isEmpty || messages.count + message.count <= Self.mostAnnounced else { break }
      messages += message
      announcedCount += 1
    }
    child.send(messages)
  }

  func perform(
    _ line: ArraySlice<UInt8>, within limit: Int?
  ) throws(SessionLoss) -> TranscriptReply {
    if announcedCount == 0 { announce([line]) }
    announcedCount -= 1
    return try reply(within: limit ?? self.limit)
  }

  func end() throws(SessionLoss) {
    guard !isLost else { return }
    child.send(Self.message(.end, []))
    // No line behind the end of a session is performed, but each is answered.
    for _ in 0..<announcedCount { _ = try reply(within: limit) }
    announcedCount = 0
    let reply = try reply(within: limit)
    // A session that has sent replies of its own leaves some for the next one.
    guard reply.hasEnded && received.isEmpty else { throw loss(.crash) }
  }

  /// Returns the bytes of a request.
  private static func message(_ request: Request, _ text: some Sequence<UInt8>) -> [UInt8] {
    [request.rawValue] + text + [0x0a]
  }

  /// Waits for the next reply.
  private func reply(within limit: Int) throws(SessionLoss) -> TranscriptReply {
    let end = monotonicMilliseconds() + limit
    while true {
      switch TranscriptReply.removeFirst(from: &received) {
      case .reply(let reply): return reply
      case .invalid: throw loss(.crash)
      case .incomplete: break
      }
      switch child.receive(into: &received, until: end) {
      case .bytes: continue
      case .timeout: throw loss(.timeout)
      // The process may close its end and go on.
      case .end: throw loss(child.endsByItself(until: end) ? .crash : .timeout)
      }
    }
  }

  /// Returns the loss of the worker.
  private func loss(_ outcome: TranscriptOutcome) -> SessionLoss {
    isLost = true
    return SessionLoss(outcome: outcome, diagnostics: lastDiagnostics)
  }

  /// The line of the worker's standard error that explains its end.
  private var lastDiagnostics: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = max(0, pread(diagnostics.number, &bytes, bytes.count, 0))
    let lines = bytes.prefix(count).split(separator: 0x0a).map {
      String(decoding: $0, as: UTF8.self)
    }
    return lines.first { $0.pieces(between: "Fatal error").count > 1 } ?? lines.first ?? ""
  }
}
