import CSystem
import Glibc
import SystemCalls
import TranscriptSyntax

/// A child process with one session, as the tool sees it.
///
/// The tool sends the seed and the language and gets one reply, then sends lines and gets a reply
/// to each. The worker ends when no more lines come.
final class Worker: SessionHost {
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

  func begin(seed: String?, language: String?) throws(TranscriptToolFault) -> TranscriptReply {
    // The argument of a directive is neither empty nor more than a line.
    child.send(Array("\(seed ?? "")\n\(language ?? "")\n".utf8))
    return try reply(within: limit)
  }

  func perform(
    _ line: ArraySlice<UInt8>, within limit: Int?
  ) throws(TranscriptToolFault) -> TranscriptReply {
    child.send(line + [0x0a])
    return try reply(within: limit ?? self.limit)
  }

  func end() throws(TranscriptToolFault) {
    guard !isLost else { return }
    child.endInput()
    guard child.endsByItself(until: monotonicMilliseconds() + limit) else { throw loss(.timeout) }
    guard child.wait() == 0 else { throw loss(.crash) }
  }

  /// Waits for the next reply.
  private func reply(within limit: Int) throws(TranscriptToolFault) -> TranscriptReply {
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
  private func loss(_ outcome: TranscriptOutcome) -> TranscriptToolFault {
    isLost = true
    return .lost(SessionLoss(outcome: outcome, diagnostics: lastDiagnostics))
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
