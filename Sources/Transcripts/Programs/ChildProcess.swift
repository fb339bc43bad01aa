import CSystem
import Glibc
import SystemCalls

/// A child process that is connected by a pair of sockets, or by a pseudo-terminal.
final class ChildProcess {
  /// The result of waiting for output: bytes, the end of the program, or a timeout.
  enum Event { case bytes, end, timeout }

  /// The milliseconds after which an interrupted program is killed.
  private static let cleanUpMilliseconds = 250

  let identifier: pid_t
  private let connection: Descriptor
  private let usesTerminal: Bool
  private let descendants: Descendants?
  /// A descriptor that becomes readable when the program ends.
  private let end: Int32
  /// `true` until the program has been waited for.
  private var isRunning = true

  /// Starts a program in its own process group, or with a terminal in its own session.
  ///
  /// `numbers` are the descriptors of the program that lead to this process; its other standard
  /// streams lead to `/dev/null`, and errors to `diagnostics`. Without variables it has those of
  /// this process. Throws if it can't be started.
  init(
    _ words: [String], variables: [String]? = nil, numbers: [Int32],
    diagnostics: Descriptor? = nil, usesTerminal: Bool = false, descendants: Descendants? = nil
  ) throws(SystemError) {
    var start = ProgramStart(words)
    start.variables = variables
    start.group = usesTerminal ? .newSession : .new
    if let diagnostics { start.streams.append((STDERR_FILENO, .descriptor(diagnostics))) }
    start.streams += [STDIN_FILENO, STDOUT_FILENO].map { ($0, .nothing) }
    if usesTerminal {
      let (own, path) = try Self.terminal()
      connection = own
      start.streams += numbers.map { ($0, .file(path, flags: O_RDWR)) }
    } else {
      let (own, other) = try Descriptor.sockets()
      connection = own
      start.streams += numbers.map { ($0, .descriptor(other)) }
    }
    identifier = try start.begin()
    self.usesTerminal = usesTerminal
    self.descendants = descendants
    end = chimp_open_process(identifier)
    guard end >= 0 else { throw .last }
  }

  deinit {
    terminate()
    if end >= 0 { close(end) }
  }

  /// Opens a terminal that neither echoes nor changes its output, and returns its path for the
  /// program.
  private static func terminal() throws(SystemError) -> (own: Descriptor, path: String) {
    // Constants from headers that Swift does not see.
    let setTerminalLock: UInt = 0x4004_5431
    let getTerminalNumber: UInt = 0x8004_5430
    let own = try Descriptor(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(own.number, setTerminalLock, &isLocked) == 0,
      ioctl(own.number, getTerminalNumber, &number) == 0
    else { throw .last }
    var settings = termios()
    if tcgetattr(own.number, &settings) == 0 {
      settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
      settings.c_oflag &= ~tcflag_t(ONLCR)
      tcsetattr(own.number, TCSANOW, &settings)
    }
    return (own, "/dev/pts/\(number)")
  }

  /// Kills the program without waiting for it; its descendants are killed by `terminate()`.
  func kill() {
    // Its number is not used again before it is waited for.
    if isRunning { _ = Glibc.kill(identifier, SIGKILL) }
  }

  /// Kills the program and its descendants; does nothing if that is done.
  func terminate() {
    kill()
    wait()
  }

  /// Returns whether the program, whose output has ended, ends by itself until a time.
  ///
  /// It is still to be waited for then.
  func endsByItself(until time: Int) -> Bool { Self.poll([end], until: time) != nil }

  /// Kills the program's descendants, and returns its status once it has ended.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    guard isRunning else { return status }
    // The number of the group is not reused before the program is waited for.
    killGroup()
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    isRunning = false
    // Processes that left the group and the session are now children of this one.
    descendants?.end()
    return status
  }

  /// Kills the group of the program, and the groups that a shell has made for its jobs.
  private func killGroup() {
    _ = Glibc.kill(-identifier, SIGKILL)
    guard usesTerminal else { return }
    for other in Descendants.processes where getsid(other) == identifier {
      _ = Glibc.kill(other, SIGKILL)
    }
  }

  /// Sends the program a signal, and kills it after a moment; another thread may wait for it.
  func interrupt(_ number: Int32) {
    guard isRunning else { return }
    _ = Glibc.kill(-identifier, number)
    _ = endsByItself(until: monotonicMilliseconds() + Self.cleanUpMilliseconds)
    killGroup()
    descendants?.end()
  }

  /// Sends bytes; a failure is noticed by the next `receive`.
  func send(_ bytes: [UInt8]) { _ = chimp_send_all(connection.number, bytes, bytes.count) }

  /// Lets the program read the end of its input; only for one that is connected by sockets.
  func endInput() { shutdown(connection.number, Int32(SHUT_WR)) }

  /// Waits for output until a time, and appends it.
  func receive(into output: inout [UInt8], until time: Int) -> Event {
    // Children of the program may hold the channel open after it has ended.
    guard let ready = Self.poll([connection.number, end], until: time) else { return .timeout }
    guard ready == 0 || Self.poll([connection.number], until: 0) != nil else { return .end }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(connection.number, &piece, piece.count)
    // Reading a terminal without a program fails.
    guard count > 0 else { return .end }
    output += piece[..<count]
    return .bytes
  }

  /// Waits until a descriptor is ready, and returns its index; `nil` if that takes too long.
  private static func poll(_ descriptors: [Int32], until time: Int) -> Int? {
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let rest = max(0, min(time - monotonicMilliseconds(), Int(Int32.max)))
      let count = Glibc.poll(&waiting, nfds_t(waiting.count), Int32(rest))
      guard count < 0 && errno == EINTR else { return waiting.firstIndex { $0.revents != 0 } }
    }
  }
}

/// Returns the time of the monotonic clock in milliseconds.
func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
