import CSystem
import Glibc
import TranscriptSyntax

/// A child process with one session, as the tool sees it.
///
/// The tool sends it the seed, the language and the lines of the session, and gets a reply to each
/// of the latter and one before them. The worker ends when no more lines come.
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
  private let diagnostics: Int32
  /// The limit in milliseconds for what has none of its own.
  private let limit: Int
  private var received: [UInt8] = []

  /// Starts a worker by a command; returns `nil` if that fails, with the reason in `errno`.
  init?(_ command: [String], folder: String, limit: Int) {
    let created = chimp_create_memory("transcript")
    diagnostics = created >= 0 ? raised(created) : -1
    guard diagnostics >= 0 else { return nil }
    guard
      let child = ChildProcess(
        command, streams: [Self.messageDescriptor], diagnostics: diagnostics)
    else {
      closeKeepingError(diagnostics)
      return nil
    }
    self.child = child
    self.folder = folder
    self.limit = limit
  }

  deinit { close(diagnostics) }

  /// The number of the process.
  var identifier: pid_t { child.identifier }

  /// Kills the process, so that the thread that waits for it loses it.
  func kill() { child.kill() }

  /// Kills the process if it runs, and removes the folder of its session.
  func dispose() {
    child.end()
    TranscriptFolder.remove(folder)
  }

  func begin(seed: String?, language: String?) throws(SessionLoss) -> TranscriptReply {
    // The argument of a directive is neither empty nor more than a line.
    child.send(Array("\(seed ?? "")\n\(language ?? "")\n".utf8))
    return try reply(within: limit)
  }

  func perform(
    _ line: ArraySlice<UInt8>, within limit: Int?
  ) throws(SessionLoss) -> TranscriptReply {
    child.send(line + [0x0a])
    return try reply(within: limit ?? self.limit)
  }

  func end() throws(SessionLoss) {
    guard !isLost else { return }
    child.endInput()
    guard child.endsByItself(until: monotonicMilliseconds() + limit) else { throw loss(.timeout) }
    guard child.wait() == 0 else { throw loss(.crash) }
  }

  /// Waits for the next reply.
  private func reply(within limit: Int) throws(SessionLoss) -> TranscriptReply {
    let end = monotonicMilliseconds() + limit
    while true {
      do throws(TranscriptReply.MessageFault) {
        if let reply = try TranscriptReply.removeFirst(from: &received) { return reply }
      } catch { throw loss(.crash) }
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
    let count = max(0, pread(diagnostics, &bytes, bytes.count, 0))
    let lines = bytes.prefix(count).split(separator: 0x0a).map {
      String(decoding: $0, as: UTF8.self)
    }
    return lines.first { $0.pieces(between: "Fatal error").count > 1 } ?? lines.first ?? ""
  }
}

/// The message in which a worker sends a reply: three numbers in a line, and the output.
///
///     0 0 2\n7\n
///
/// The numbers are the properties as bits, the status of a program that broke down, and the size of
/// the output.
extension TranscriptReply {
  /// The reason why bytes are no message: a session may write anything into the stream of its
  /// worker.
  struct MessageFault: Error {}

  private static let longestHead = 64

  /// The bytes to send.
  var message: [UInt8] {
    let facts = [isRefused, hasEnded, isIncomplete, isLate]
    let bits = facts.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    return Array("\(bits) \(breakdown?.waitStatus ?? 0) \(output.count)\n".utf8) + output
  }

  /// Removes the first message of a stream of bytes, and returns its reply.
  ///
  /// Returns `nil` until the whole message has come. Throws if it is none.
  static func removeFirst(from bytes: inout [UInt8]) throws(MessageFault) -> Self? {
    let head = bytes.prefix(longestHead).prefix { $0 != 0x0a }
    let isHead = head.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x20 }
    guard isHead, head.count < longestHead else { throw MessageFault() }
    guard head.count < bytes.count else { return nil }
    let numbers = head.split(separator: 0x20).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 3, let status = Int32(exactly: numbers[1]) else { throw MessageFault() }
    let start = head.count + 1
    guard numbers[2] <= bytes.count - start else { return nil }
    let output = Array(bytes[start..<start + numbers[2]])
    bytes.removeFirst(start + numbers[2])
    let bits = numbers[0]
    var reply = Self(output: output, isRefused: bits & 1 != 0, hasEnded: bits & 2 != 0)
    reply.isIncomplete = bits & 4 != 0
    reply.isLate = bits & 8 != 0
    reply.breakdown = ProgramBreakdown(waitStatus: status)
    return reply
  }
}
