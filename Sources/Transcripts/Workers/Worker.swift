import CChimpSystem
import ChimpSystem
import Glibc

/// A child process that runs one session after the other, as the tool sees it.
///
/// The tool sends the values of ``SessionStart``, each in a line; then the lines to perform, each
/// behind a sign; and at the end an empty line. It gets a reply to the first values together and to
/// each command. What it knows at the beginning of a session it sends at once,
/// so that the worker waits once in a session. The worker ends when no more lines come.
final class Worker: SessionHost {
  /// The hidden verb that starts a worker.
  static let verb = "worker"
  /// The descriptor for lines and replies; the standard streams stay free for tested programs.
  static let messageDescriptor: Int32 = 3

  /// The path of the folder that the session may create.
  let folder: String
  /// `true` if the worker can't answer any more.
  private(set) var isLost = false

  let child: ChildProcess
  private let diagnostics: Descriptor
  /// The time limit in milliseconds of a step without one of its own.
  private let limit: Int
  /// The milliseconds by which a worker may be later than a program, to tell what had come.
  private static let grace = 500
  private var received: [UInt8] = []
  /// The number of announced lines whose replies were not waited for.
  private var announcedCount = 0
  /// `true` if the end of the session was sent with the announced lines.
  private var isEndAnnounced = false
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

  /// Kills the process if it runs, and removes the folder of its session.
  func dispose() {
    child.terminate()
    removeTree(folder)
  }

  func begin(
    _ start: SessionStart, announcing lines: [ArraySlice<UInt8>]
  ) throws(SessionLoss) -> TranscriptReply {
    // The output of earlier sessions explains no loss of this one.
    ftruncate(diagnostics.number, 0)
    lseek(diagnostics.number, 0, SEEK_SET)
    var message = start.message
    for line in lines {
      guard message.count + line.count < Self.mostAnnounced else { break }
      message += Self.message(of: line)
      announcedCount += 1
    }
    isEndAnnounced = announcedCount > 0 && announcedCount == lines.count
    child.send(isEndAnnounced ? message + Self.end : message)
    // A worker on the same processor can so send its replies before this thread waits for the first
    // one, which would let each of them interrupt it. The row "golden" gains a sixth.
    sched_yield()
    return try reply(within: limit + Self.grace)
  }

  func perform(
    _ line: ArraySlice<UInt8>, within limit: Int?
  ) throws(SessionLoss) -> TranscriptReply {
    if announcedCount > 0 { announcedCount -= 1 } else { child.send(Self.message(of: line)) }
    return try reply(within: limit ?? self.limit + Self.grace)
  }

  func end() throws(SessionLoss) {
    guard !isLost else { return }
    if !isEndAnnounced { child.send(Self.end) }
    // No line behind the end of a session is performed, but each is answered.
    for _ in 0..<announcedCount { _ = try reply(within: limit) }
    announcedCount = 0
    let reply = try reply(within: limit)
    // A session that has sent replies of its own leaves some for the next one.
    guard reply.hasEnded && received.isEmpty else { throw loss(.crash) }
  }

  /// The message that ends a session.
  private static let end = [UInt8(ascii: "\n")]

  /// Returns the message of a command to perform: each line but the last one has a sign that
  /// another follows.
  private static func message(of command: ArraySlice<UInt8>) -> [UInt8] {
    var message: [UInt8] = []
    var rest = command
    while let end = rest.firstIndex(of: 0x0a) {
      message += [WorkerLoop.continuation] + rest[...end]
      rest = rest[(end + 1)...]
    }
    return message + [UInt8(ascii: ">")] + rest + [0x0a]
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
