import CSystem
import Glibc

/// The supervisor's side of one worker.
final class WorkerProcess {
  let socket: Int32
  let page: WorkerPage
  private(set) var isAlive = true
  /// Whether the end of the worker is waited for; a process that ends itself need not do so.
  var isWaitedFor = true
  /// What a worker begins as.
  enum Start {
    case program(TranscriptWorkerProgram, options: [String])
    /// A copy of this process, that works and ends with what the work answers.
    case copy(() -> Int32)
  }

  private let process: pid_t
  private let diagnostics: Int32

  /// Starts a worker.
  init(_ start: Start) throws(FileFault) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else {
      throw FileFault(number: errno)
    }
    // High numbers, so that none is overwritten by what the worker shall find.
    socket = SharedMemory.raised(pair[0])
    let other = SharedMemory.raised(pair[1])
    defer { close(other) }
    diagnostics = SharedMemory.descriptor(size: 0)
    let pageDescriptor = WorkerPage.newDescriptor()
    guard pageDescriptor >= 0, let page = WorkerPage(descriptor: pageDescriptor) else {
      throw FileFault(number: errno)
    }
    self.page = page
    page.reset()
    switch start {
    case .program(let program, let options):
      process = try Self.spawn(program, options, [diagnostics, other, page.descriptor])
    case .copy(let work):
      process = try Self.copy([diagnostics, other, page.descriptor], work)
    }
  }

  deinit {
    if isWaitedFor { end() } else if isAlive { kill() }
    close(socket)
    close(diagnostics)
  }

  /// Sends bytes; what can't be sent is found out by reading.
  func send(_ bytes: [UInt8]) {
    _ = chimp_send_all(socket, bytes, bytes.count)
  }

  /// Ends the worker, whatever it does.
  func end() {
    guard isAlive else { return }
    kill()
    wait()
  }

  private func kill() {
    Glibc.kill(-process, SIGKILL)
    endProgram()
  }

  /// A program that the worker drives does not outlive it.
  private func endProgram() {
    if let program = page.program { Glibc.kill(-program, SIGKILL) }
    page.program = nil
  }

  /// Waits for a worker that has closed its socket.
  func wait() {
    guard isAlive else { return }
    isAlive = false
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    endProgram()
  }

  /// What the worker last said.
  var lastWords: String { WorkerEnd.lastWords(diagnostics) }
}
