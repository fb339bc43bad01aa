import CSystem
import Glibc

/// The connection to another program: a pair of sockets, or a pseudo-terminal.
final class ProgramChannel {
  /// The result of waiting for output: bytes, the end of the program, or a timeout.
  enum Event { case bytes, end, timeout }

  /// The milliseconds after which an interrupted program is killed.
  private static let cleanUpMilliseconds = 250
  // Constants from headers that Swift does not see.
  private static let setTerminalLock: UInt = 0x4004_5431
  private static let getTerminalNumber: UInt = 0x8004_5430

  private let descriptor: Int32
  private let description: ProgramDescription
  private var process: pid_t = 0
  /// A descriptor that becomes readable when the program ends.
  private var processDescriptor: Int32 = -1
  /// The reason if the program ended abnormally; `nil` otherwise.
  private(set) var breakdown: ProgramBreakdown?

  /// Starts a program in its own process group.
  ///
  /// Throws if the program or its terminal can't be opened.
  init(_ description: ProgramDescription, words: [String]) throws(TranscriptToolFault) {
    self.description = description
    let environment = description.variables.filter { !$0.hasPrefix("TERM=") } + ["TERM=dumb"]
    let program = words.first ?? ""
    var other: Int32 = -1
    var terminal: String?
    if description.usesTerminal {
      guard let pair = Self.openTerminal() else {
        throw .cannotStart(program: program, .system(errno))
      }
      descriptor = pair.own
      terminal = pair.path
    } else {
      guard let pair = socketPair() else { throw .cannotStart(program: program, .system(errno)) }
      descriptor = pair.own
      other = pair.other
    }
    defer { if other >= 0 { close(other) } }
    // Everything is initialized here, so `deinit` closes the channel.
    let started = startProcess(
      words, variables: environment, inNewSession: description.usesTerminal
    ) { actions in
      if let terminal {
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, other, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    guard let started else { throw .cannotStart(program: program, .system(errno)) }
    process = started
    processDescriptor = chimp_open_process(process)
  }

  deinit {
    end()
    close(descriptor)
    if processDescriptor >= 0 { close(processDescriptor) }
  }

  /// Kills the program and its descendants.
  func end() {
    guard process > 0 else { return }
    kill(process, SIGKILL)
    wait()
  }

  /// Waits until the program exits; returns `false` if it is still running at the given time.
  ///
  /// Returns `false` if it is still running at the given time.
  func waitForEnd(until end: Int) -> Bool {
    guard process > 0 else { return true }
    var waiting = [pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0)]
    guard Self.poll(&waiting, until: end) else { return false }
    breakdown = ProgramBreakdown(waitStatus: wait())
    return true
  }

  /// Kills the program's process group and returns the exit status.
  @discardableResult
  private func wait() -> Int32 {
    var status: Int32 = 0
    // The number of the group is not reused before the program is waited for.
    kill(-process, SIGKILL)
    if description.usesTerminal { Self.endSession(process) }
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    process = 0
    // Processes that left the group and the session are now children of this one.
    description.descendants?.end()
    return status
  }

  /// Sends bytes; a failure is noticed by the next `receive`.
  func send(_ bytes: [UInt8]) { _ = chimp_send_all(descriptor, bytes, bytes.count) }

  /// Waits for output until a time, and appends it.
  func receive(into output: inout [UInt8], until end: Int) -> Event {
    var waiting = [descriptor, processDescriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard Self.poll(&waiting, until: end) else { return .timeout }
    // Children of the program may hold the channel open after it has ended.
    if waiting[0].revents == 0 {
      waiting.removeLast()
      guard Self.poll(&waiting, until: 0) else { return .end }
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &piece, piece.count)
    // Reading a terminal without a program fails.
    guard count > 0 else { return .end }
    output += piece[..<count]
    return .bytes
  }

  /// Waits until a descriptor is ready; returns `false` if that takes too long.
  private static func poll(_ waiting: inout [pollfd], until end: Int) -> Bool {
    while true {
      let rest = max(0, min(end - monotonicMilliseconds(), Int(Int32.max)))
      let count = Glibc.poll(&waiting, nfds_t(waiting.count), Int32(rest))
      guard count < 0 && errno == EINTR else { return count > 0 }
    }
  }

  /// Sends a signal to the program, and kills it a moment later.
  func interrupt(_ number: Int32) {
    // Another thread may wait for the program at the same time.
    let process = process
    guard process > 0 else { return }
    kill(-process, number)
    var waiting = [pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0)]
    _ = Self.poll(&waiting, until: monotonicMilliseconds() + Self.cleanUpMilliseconds)
    kill(-process, SIGKILL)
    if description.usesTerminal { Self.endSession(process) }
    description.descendants?.end()
  }

  /// Kills the process groups of a shell's jobs.
  private static func endSession(_ process: pid_t) {
    for other in Descendants.processes where getsid(other) == process { kill(other, SIGKILL) }
  }

  /// Opens a pseudo-terminal without echo and without changes to the output.
  ///
  /// Returns `nil` if that fails, with the reason in `errno`.
  private static func openTerminal() -> (own: Int32, path: String)? {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(descriptor, setTerminalLock, &isLocked) == 0,
      ioctl(descriptor, getTerminalNumber, &number) == 0
    else {
      closeKeepingError(descriptor)
      return nil
    }
    var settings = termios()
    if tcgetattr(descriptor, &settings) == 0 {
      settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
      settings.c_oflag &= ~tcflag_t(ONLCR)
      tcsetattr(descriptor, TCSANOW, &settings)
    }
    return (descriptor, "/dev/pts/\(number)")
  }
}
