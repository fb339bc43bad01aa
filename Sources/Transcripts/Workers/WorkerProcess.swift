import CSystem
import Glibc
import TranscriptSyntax

/// A worker process, as the tool sees it.
final class WorkerProcess {
  /// The hidden verb that starts a worker.
  static let verb = "worker"

  /// The result of waiting for a response.
  enum State {
    case waiting
    case answered(SessionResponse)
    /// The worker has exited, or has sent an invalid message.
    case lost

    init(_ message: WorkerMessage) { self = message.response.map { .answered($0) } ?? .lost }
  }

  /// The socket for messages in both directions.
  let channel: Int32
  let process: pid_t
  private var isAlive = true
  /// `true` if no more messages can arrive.
  private(set) var isSilent = false

  private let folder: TranscriptFolder
  private let diagnostics: Int32
  private var stream = WorkerMessageStream()

  /// Starts a worker; returns `nil` with the reason in `errno` if that fails.
  ///
  /// The sessions of the worker may create `folder`.
  init?(_ program: [String], _ arguments: [String], _ folder: TranscriptFolder) {
    self.folder = folder
    let diagnostics = anonymousFile()
    guard diagnostics >= 0 else { return nil }
    guard let (channel, other) = socketPair() else {
      closeKeepingError(diagnostics)
      return nil
    }
    let words = program + [Self.verb, folder.location] + arguments
    let process = startProcess(words) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, diagnostics, STDERR_FILENO)
      posix_spawn_file_actions_adddup2(&actions, other, WorkerLoop.messageDescriptor)
    }
    closeKeepingError(other)
    guard let process else {
      closeKeepingError(channel)
      closeKeepingError(diagnostics)
      return nil
    }
    self.diagnostics = diagnostics
    self.channel = channel
    self.process = process
  }

  deinit {
    end()
    close(channel)
    close(diagnostics)
  }

  /// Kills the process and removes the folder of its session.
  func end() {
    guard isAlive else { return }
    isAlive = false
    kill(-process, SIGKILL)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    TranscriptFolder.remove(folder.location)
  }

  /// Sends requests, each of which gets a response.
  func send(_ requests: [SessionRequest]) {
    let bytes = requests.flatMap { WorkerMessage($0).encoded }
    // A failure is noticed when the response is read.
    _ = chimp_send_all(channel, bytes, bytes.count)
  }

  /// Returns the next response if it has arrived.
  func receive() -> State {
    if let message = stream.next() { return State(message) }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(channel, &piece, piece.count, Int32(MSG_DONTWAIT))
    isSilent = isSilent || count == 0 || count < 0 && errno != EINTR && errno != EAGAIN
    stream.append(piece[..<max(0, count)])
    if let message = stream.next() { return State(message) }
    return stream.isBroken || isSilent && hasEnded ? .lost : .waiting
  }

  private var hasEnded: Bool {
    var facts = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    let isRunning = waitid(P_PID, id_t(process), &facts, flags) == 0 && facts.si_signo == 0
    return !isRunning
  }

  /// Discards the standard error of earlier files.
  func clearDiagnostics() {
    ftruncate(diagnostics, 0)
    lseek(diagnostics, 0, SEEK_SET)
  }

  /// The line of the worker's standard error that explains its end.
  var lastDiagnostics: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = max(0, pread(diagnostics, &bytes, bytes.count, 0))
    let lines = bytes.prefix(count).split(separator: 0x0a).map {
      String(decoding: $0, as: UTF8.self)
    }
    return lines.first { $0.pieces(between: "Fatal error").count > 1 } ?? lines.first ?? ""
  }
}

/// Creates an empty file without a name, which no program inherits.
///
/// Returns -1 if that fails, with the reason in `errno`.
private func anonymousFile() -> Int32 {
  let created = chimp_create_memory("transcript")
  return created >= 0 ? raised(created) : -1
}
