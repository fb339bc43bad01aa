import CSystem
import Glibc

/// A child process that runs a batch of files, as the tool sees it.
final class Worker {
  /// A file with its position among all files.
  typealias Job = (number: Int, file: FileJob)

  /// The descriptor from which its messages are read.
  let messages: Int32
  let process: pid_t
  /// The files that it has not finished, the current one first.
  private(set) var rest: ArraySlice<Job>
  private(set) var isAlive = true

  private let folder: TranscriptFolder
  private let diagnostics: Int32
  private var stream = MessageStream()
  /// The outcomes that were reported of the current file.
  private var notes: [BlockNote] = []
  /// The block of the current file that runs.
  private var slot: Int?
  private var timeLimit: Int?
  private var lastMessageTime = monotonicMilliseconds()

  /// Starts the program as a worker; `folder` is the one that its sessions may create.
  init(_ jobs: [Job], _ command: WorkerCommand, _ folder: TranscriptFolder) throws(FileFault) {
    rest = jobs[...]
    self.folder = folder
    var batch: [UInt8] = []
    for job in jobs { job.file.message.append(to: &batch) }
    let input = try anonymousFile()
    defer { close(input) }
    let failure = chimp_write_all(input, batch, batch.count)
    guard failure == 0 else { throw FileFault(number: failure) }
    lseek(input, 0, SEEK_SET)
    let output = try anonymousFile()
    diagnostics = output
    let (reader, writer) = try pipePair()
    messages = reader
    defer { close(writer) }
    do throws(FileFault) {
      process = try startProcess(command.words(folder)) { actions in
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writer, WorkerLoop.messageDescriptor)
      }
    } catch {
      close(reader)
      close(output)
      throw error
    }
  }

  deinit {
    end()
    close(messages)
    close(diagnostics)
  }

  func end() {
    guard isAlive else { return }
    isAlive = false
    kill(-process, SIGKILL)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    FolderRemoval.remove(folder.location)
  }

  /// Reads what the worker has reported.
  ///
  /// Returns `false` if no more can come.
  func receive(_ finish: (Int, FileResult) -> Void) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(messages, &piece, piece.count)
    let hasEnded = count == 0 || count < 0 && errno != EINTR
    stream.append(piece[..<max(0, count)])
    while let message = stream.next() {
      lastMessageTime = monotonicMilliseconds()
      if !handle(message, finish) { stream.isBroken = true }
    }
    return !hasEnded && !stream.isBroken
  }

  /// Returns `false` for a message that no worker sends.
  private func handle(_ message: Message, _ finish: (Int, FileResult) -> Void) -> Bool {
    guard let (number, file) = rest.first else { return false }
    var result: FileResult?
    switch message.kind {
    case .job: break
    case .begin:
      guard message.numbers.count == 2 else { return false }
      slot = message.numbers[0]
      timeLimit = message.numbers[1] > 0 ? message.numbers[1] : nil
      return true
    case .block:
      guard let note = BlockNote(message) else { return false }
      notes.append(note)
      return true
    case .done:
      result = TranscriptRun(message, notes).map { .success(FileRun(job: file, run: $0)) }
    case .error:
      let words = message.texts.first.map { String(decoding: $0, as: UTF8.self) }
      result = words.map { .failure(ToolFault($0)) }
    }
    guard let result else { return false }
    rest.removeFirst()
    slot = nil
    notes = []
    finish(number, result)
    return true
  }

  /// Whether it has ended, or has reported something that no worker reports.
  var isLost: Bool {
    var facts = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    let isRunning = waitid(P_PID, id_t(process), &facts, flags) == 0 && facts.si_signo == 0
    return stream.isBroken || !isRunning
  }

  /// Whether the block that runs has run for too long.
  func isStuck(now: Int, defaultLimit: Int) -> Bool {
    slot != nil && now - lastMessageTime > timeLimit ?? defaultLimit
  }

  /// Ends the worker and attributes its end to the block that was running.
  ///
  /// Returns the files that another worker has to run.
  func finishLost(
    _ outcome: TranscriptOutcome, _ runner: TranscriptRunner, _ finish: (Int, FileResult) -> Void
  ) -> ArraySlice<Job> {
    end()
    while receive(finish) {}
    guard let (number, file) = rest.popFirst() else { return [] }
    let lastWords = lastWords()
    finish(
      number,
      FileResult { () throws(ToolFault) in
        guard let slot else {
          let words = lastWords.isEmpty ? "" : ": \(lastWords)"
          throw ToolFault("\(file.path): the worker ended\(words)")
        }
        var fileRun = try runner.lostRun(file, at: slot, outcome, notes)
        fileRun.run.lastWords = lastWords
        return fileRun
      })
    return rest
  }

  /// The line of its diagnostics that says why it ended.
  private func lastWords() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = max(0, pread(diagnostics, &bytes, bytes.count, 0))
    let lines = bytes.prefix(count).split(separator: 0x0a).map {
      String(decoding: $0, as: UTF8.self)
    }
    return lines.first { $0.pieces(between: "Fatal error").count > 1 } ?? lines.first ?? ""
  }
}

/// How the tool starts its own program as a worker.
struct WorkerCommand {
  /// The verb of a worker, which the help does not mention.
  static let verb = "worker"

  /// The words that start the tool.
  let program: [String]
  /// The arguments of the tool.
  let arguments: [String]

  func words(_ folder: TranscriptFolder) -> [String] {
    program + [Self.verb, folder.location] + arguments
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

private func pipePair() throws(FileFault) -> (reader: Int32, writer: Int32) {
  var pair: [Int32] = [-1, -1]
  guard pipe(&pair) == 0 else { throw FileFault(number: errno) }
  let reader = raised(pair[0])
  let writer = raised(pair[1])
  guard reader >= 0, writer >= 0 else { throw FileFault(number: errno) }
  return (reader, writer)
}

/// Moves a descriptor to a number at which no child expects something else.
func raised(_ descriptor: Int32) -> Int32 {
  let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
  let number = errno
  close(descriptor)
  errno = number
  return moved
}

func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
