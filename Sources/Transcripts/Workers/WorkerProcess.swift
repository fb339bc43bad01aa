import CSystem
import Glibc

/// A child process that answers requests, as the tool sees it.
final class WorkerProcess {
  /// The verb of a worker, which the help does not mention.
  static let verb = "worker"

  /// The state of a request.
  enum State {
    case waiting
    case answered(SessionResponse)
    /// The worker has ended, or has sent something invalid.
    case lost
  }

  /// The socket for messages in both directions.
  let channel: Int32
  let process: pid_t
  /// The time by which the next response must arrive.
  var deadline = Int.max
  private(set) var isAlive = true
  /// `true` if no more messages can arrive; the process may still be running.
  private(set) var isSilent = false

  private let folder: TranscriptFolder
  private let diagnostics: Int32
  private var stream = WorkerMessageStream()

  /// Starts a worker by its command line; `folder` is the one that its sessions may create.
  init(_ program: [String], _ arguments: [String], _ folder: TranscriptFolder) throws(FileFault) {
    self.folder = folder
    diagnostics = try anonymousFile()
    var other: Int32 = -1
    do throws(FileFault) {
      (channel, other) = try socketPair()
    } catch {
      close(diagnostics)
      throw error
    }
    defer { close(other) }
    do throws(FileFault) {
      let words = program + [Self.verb, folder.location] + arguments
      process = try startProcess(words) { [diagnostics] actions in
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, diagnostics, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, other, WorkerLoop.messageDescriptor)
      }
    } catch {
      close(channel)
      close(diagnostics)
      throw error
    }
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
    FolderRemoval.remove(folder.location)
  }

  /// Sends requests, each of which gets a response.
  func send(_ requests: [SessionRequest]) {
    let bytes = requests.flatMap { WorkerMessage($0).encoded }
    // A failure is noticed when the response is read.
    _ = chimp_send_all(channel, bytes, bytes.count)
  }

  /// Returns the next response, if it has arrived.
  func receive() -> State {
    if let message = stream.next() {
      return message.response.map { .answered($0) } ?? .lost
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(channel, &piece, piece.count, Int32(MSG_DONTWAIT))
    isSilent = isSilent || count == 0 || count < 0 && errno != EINTR && errno != EAGAIN
    stream.append(piece[..<max(0, count)])
    if let message = stream.next() {
      return message.response.map { .answered($0) } ?? .lost
    }
    return stream.isBroken || isSilent && hasEnded ? .lost : .waiting
  }

  private var hasEnded: Bool {
    var facts = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    let isRunning = waitid(P_PID, id_t(process), &facts, flags) == 0 && facts.si_signo == 0
    return !isRunning
  }

  /// Forgets the diagnostics of earlier files.
  func clearDiagnostics() {
    ftruncate(diagnostics, 0)
    lseek(diagnostics, 0, SEEK_SET)
  }

  /// The line of the worker's diagnostics with the reason of its end.
  var lastWords: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = max(0, pread(diagnostics, &bytes, bytes.count, 0))
    let lines = bytes.prefix(count).split(separator: 0x0a).map {
      String(decoding: $0, as: UTF8.self)
    }
    return lines.first { $0.pieces(between: "Fatal error").count > 1 } ?? lines.first ?? ""
  }
}

/// Creates an empty file without a name, which no program inherits.
private func anonymousFile() throws(FileFault) -> Int32 {
  let created = chimp_create_memory("transcript")
  guard created >= 0 else { throw FileFault(number: errno) }
  let descriptor = raised(created)
  guard descriptor >= 0 else { throw FileFault(number: errno) }
  return descriptor
}
