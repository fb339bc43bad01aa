import CSystem
import Glibc

/// The program of a worker: runs the files of a batch, one after the other.
///
/// The batch is read from the standard input, and messages go to descriptor 3. The worker ends with
/// the tool that started it, and leaves neither processes nor files behind then.
struct WorkerLoop {
  static let messageDescriptor: Int32 = 3

  private let options: ToolOptions
  private let folder: TranscriptFolder
  private var runner: TranscriptRunner
  private let progress = ProgressWriter(descriptor: messageDescriptor)

  init(_ options: ToolOptions, sessions: any TranscriptSessionMaker, folder: TranscriptFolder) {
    self.options = options
    self.folder = folder
    runner = TranscriptRunner(sessions: sessions, options, folder: folder)
    runner.progress = progress
  }

  func run(descendants: Descendants) -> Never {
    Self.limitResources()
    // A program that is driven must not inherit the descriptor.
    _ = fcntl(Self.messageDescriptor, F_SETFD, FD_CLOEXEC)
    // The end of the tool is an error of the next message.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGTERM, SIG_DFL)
    let interruption = Interruption()
    interruption.begin { [folder] _ in
      descendants.end()
      FolderRemoval.remove(folder.location)
    }
    chimp_terminate_with_parent(SIGTERM)
    let start = open(".", O_RDONLY | O_CLOEXEC)
    for job in Self.jobs(options) {
      // A session may have changed the folder of the process.
      _ = fchdir(start)
      do throws(ToolFault) {
        var fileRun = try runner.run(job)
        fileRun.run.fingerprint = fileRun.known?.transcript.fingerprint
        progress.append(fileRun.run.message)
      } catch {
        progress.append(Message(kind: .error, texts: [Array("\(error)".utf8)]))
      }
    }
    progress.flush()
    _exit(0)
  }

  /// The files of the batch; sessions read nothing from the standard input afterwards.
  private static func jobs(_ options: ToolOptions) -> [FileJob] {
    var stream = MessageStream()
    stream.append((try? FileReader.read("/dev/stdin")) ?? [])
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    var jobs: [FileJob] = []
    while let job = stream.next().flatMap({ FileJob($0, options) }) { jobs.append(job) }
    return jobs
  }

  /// A trap leaves no core behind, and a flood ends the worker, not the machine.
  private static func limitResources() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var memory = rlimit(rlim_cur: 1 << 32, rlim_max: 1 << 32)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
  }
}

/// Reports each block of a run before it begins, so that the tool knows which one ended the worker.
final class ProgressWriter {
  private let descriptor: Int32
  private var unwritten: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Reports that a block begins, together with everything before it.
  func begin(_ slot: Int, timeLimit: Int?) {
    append(Message(kind: .begin, numbers: [slot, timeLimit ?? 0]))
    flush()
  }

  func append(_ message: Message) { message.append(to: &unwritten) }

  /// Writes what waits; ends the process if that can't be written.
  func flush() {
    let failure = chimp_write_all(descriptor, unwritten, unwritten.count)
    unwritten.removeAll(keepingCapacity: true)
    guard failure != 0 else { return }
    // Without the tool, nobody else removes what the session leaves behind.
    guard failure == EPIPE else { _exit(0) }
    kill(getpid(), SIGTERM)
    while true { pause() }
  }
}
