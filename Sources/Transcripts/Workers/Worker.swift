import CSystem
import Glibc
import TranscriptSyntax

/// A child process with sessions, as the tool sees it.
final class Worker: SessionHost {
  /// The hidden verb that starts a worker.
  static let verb = "worker"
  /// The descriptor for messages; the standard streams stay free for tested programs.
  static let messageDescriptor: Int32 = 3

  /// The path of the folder that its sessions may create.
  let folder: String
  /// `true` if the worker can't answer any more.
  private(set) var isLost = false

  /// The process; `nil` after the end.
  private var child: ChildProcess?
  private let diagnostics: Int32
  private var received: [UInt8] = []

  /// Starts a worker, whose sessions may create `folder`.
  ///
  /// `program` starts the tool, and `arguments` are those of the tool itself. Returns `nil` if that
  /// fails, with the reason in `errno`.
  init?(_ program: [String], _ arguments: [String], folder: String) {
    let created = chimp_create_memory("transcript")
    diagnostics = created >= 0 ? raised(created) : -1
    guard diagnostics >= 0 else { return nil }
    let words = program + [Self.verb, folder] + arguments
    guard
      let child = ChildProcess(
        words, streams: [Self.messageDescriptor], diagnostics: diagnostics)
    else {
      closeKeepingError(diagnostics)
      return nil
    }
    self.child = child
    self.folder = folder
  }

  deinit { end() }

  /// The number of the process; `nil` after the end.
  var identifier: pid_t? { child?.identifier }

  /// Kills the process, so that the thread that waits for it loses it.
  func kill() { child?.kill() }

  /// Kills the process, closes its descriptors and removes the folder of its session.
  func end() {
    guard child != nil else { return }
    child?.end()
    child = nil
    close(diagnostics)
    TranscriptFolder.remove(folder)
  }

  /// Discards the standard error of earlier files.
  func clearDiagnostics() {
    ftruncate(diagnostics, 0)
    lseek(diagnostics, 0, SEEK_SET)
  }

  func send(_ requests: ArraySlice<SessionRequest>) {
    child?.send(requests.flatMap { WorkerMessage($0).encoded })
  }

  func reply(within limit: Int) throws(SessionLoss) -> TranscriptReply {
    let end = monotonicMilliseconds() + limit
    while let child {
      do throws(WorkerMessage.Fault) {
        if let message = try WorkerMessage.removeFirst(from: &received) { return message.reply }
      } catch { throw loss(.crash) }
      switch child.receive(into: &received, until: end) {
      case .bytes: continue
      case .timeout: throw loss(.timeout)
      // The process may close its end and go on.
      case .end: throw loss(child.endsByItself(until: end) ? .crash : .timeout)
      }
    }
    throw loss(.crash)
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
