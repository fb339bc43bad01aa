import CSystem
import Glibc

/// A child process that is connected by a pair of sockets, or by a pseudo-terminal.
final class ChildProcess {
  /// The result of waiting for output: bytes, the end of the program, or a timeout.
  enum Event { case bytes, end, timeout }

  /// The milliseconds after which an interrupted program is killed.
  private static let cleanUpMilliseconds = 250

  let identifier: pid_t
  private let connection: Connection
  private let descendants: Descendants?
  /// A descriptor that becomes readable when the program ends.
  private let processDescriptor: Int32
  /// `true` until the program has been waited for.
  private var isRunning = true

  /// Starts a program in its own process group.
  ///
  /// It starts with no signal blocked or ignored, even if this process does so, and gets the given
  /// environment variables, or else those of this process. `streams` are the descriptors that lead
  /// to this process; the other standard streams lead to `/dev/null`, and errors to `diagnostics`.
  ///
  /// Returns `nil` if that fails, with the reason in `errno`.
  init?(
    _ words: [String], variables: [String]? = nil, streams: [Int32], diagnostics: Int32? = nil,
    usesTerminal: Bool = false, descendants: Descendants? = nil
  ) {
    guard let connection = usesTerminal ? Connection.terminal() : Connection.sockets() else {
      return nil
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in streams {
      if let path = connection.path {
        posix_spawn_file_actions_addopen(&actions, stream, path, O_RDWR, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, connection.other, stream)
      }
    }
    for stream in STDIN_FILENO...STDOUT_FILENO where !streams.contains(stream) {
      let mode = stream == STDIN_FILENO ? O_RDONLY : O_WRONLY
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", mode, 0)
    }
    if let diagnostics { posix_spawn_file_actions_adddup2(&actions, diagnostics, STDERR_FILENO) }
    let started = Self.spawn(words, variables, &actions, inNewSession: usesTerminal)
    // The child process has its side by now.
    closeKeepingError(connection.other)
    guard let started else {
      closeKeepingError(connection.own)
      return nil
    }
    self.connection = connection
    self.descendants = descendants
    identifier = started
    processDescriptor = chimp_open_process(started)
    guard processDescriptor >= 0 else { return nil }
  }

  deinit {
    // A failed init reports its reason in `errno`.
    let number = errno
    end()
    close(connection.own)
    if processDescriptor >= 0 { close(processDescriptor) }
    errno = number
  }

  /// Starts a program in a new process group, or in a new session.
  private static func spawn(
    _ words: [String], _ variables: [String]?, _ actions: inout posix_spawn_file_actions_t,
    inNewSession: Bool
  ) -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var mask = sigset_t()
    posix_spawnattr_setsigmask(&attributes, &mask)
    // Constants from a header that Swift can't import: a new session or a new group, default
    // signals and a signal mask.
    let flags: Int16 = (inNewSession ? 0x80 : 0x02) | 0x04 | 0x08
    posix_spawnattr_setflags(&attributes, flags)
    var process: pid_t = 0
    errno = chimp_spawn(
      &process, words.first ?? "", 1, &actions, &attributes, words.joined(separator: "\0"),
      words.count, variables?.joined(separator: "\0"), variables?.count ?? 0)
    return errno == 0 ? process : nil
  }

  /// Kills the program without waiting for it; its descendants are killed by `end()`.
  func kill() {
    // Its number is not used again before it is waited for.
    if isRunning { _ = Glibc.kill(identifier, SIGKILL) }
  }

  /// Kills the program and its descendants; does nothing if that is done.
  func end() {
    kill()
    wait()
  }

  /// Returns whether the program, whose output has ended, ends by itself until a time.
  ///
  /// It is still to be waited for then.
  func endsByItself(until end: Int) -> Bool {
    var waiting = [pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0)]
    return Self.poll(&waiting, until: end)
  }

  /// Kills the program's descendants, and returns its status once it has ended.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    guard isRunning else { return status }
    // The number of the group is not reused before the program is waited for.
    endGroup()
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    isRunning = false
    // Processes that left the group and the session are now children of this one.
    descendants?.end()
    return status
  }

  /// Kills the group of the program, and the groups that a shell has made for its jobs.
  private func endGroup() {
    _ = Glibc.kill(-identifier, SIGKILL)
    guard connection.path != nil else { return }
    for other in Descendants.processes where getsid(other) == identifier {
      _ = Glibc.kill(other, SIGKILL)
    }
  }

  /// Sends bytes; a failure is noticed by the next `receive`.
  func send(_ bytes: [UInt8]) { _ = chimp_send_all(connection.own, bytes, bytes.count) }

  /// Lets the program read the end of its input; only for one that is connected by sockets.
  func endInput() { shutdown(connection.own, Int32(SHUT_WR)) }

  /// Waits for output until a time, and appends it.
  func receive(into output: inout [UInt8], until end: Int) -> Event {
    var waiting = [connection.own, processDescriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard Self.poll(&waiting, until: end) else { return .timeout }
    // Children of the program may hold the channel open after it has ended.
    if waiting[0].revents == 0 {
      waiting.removeLast()
      guard Self.poll(&waiting, until: 0) else { return .end }
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(connection.own, &piece, piece.count)
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

  /// Sends the program a signal, and kills it after a moment; another thread may wait for it.
  func interrupt(_ number: Int32) {
    guard isRunning else { return }
    _ = Glibc.kill(-identifier, number)
    _ = endsByItself(until: monotonicMilliseconds() + Self.cleanUpMilliseconds)
    endGroup()
    descendants?.end()
  }
}

/// Both sides of a pair of sockets, or of a pseudo-terminal.
private struct Connection {
  // Constants from headers that Swift does not see.
  private static let setTerminalLock: UInt = 0x4004_5431
  private static let getTerminalNumber: UInt = 0x8004_5430

  let own: Int32
  /// The socket for the child process, or -1.
  var other: Int32 = -1
  /// The path of the terminal for the child process, or `nil`.
  var path: String?

  /// Creates connected sockets with numbers that no child uses for another purpose.
  ///
  /// Returns `nil` if that fails, with the reason in `errno`.
  static func sockets() -> Self? {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    let connection = Connection(own: raised(pair[0]), other: raised(pair[1]))
    guard connection.own >= 0, connection.other >= 0 else {
      closeKeepingError(connection.own)
      closeKeepingError(connection.other)
      return nil
    }
    return connection
  }

  /// Opens a terminal that neither echoes nor changes its output.
  ///
  /// Returns `nil` if that fails, with the reason in `errno`.
  static func terminal() -> Self? {
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
    return Connection(own: descriptor, path: "/dev/pts/\(number)")
  }
}

/// Moves a descriptor to a higher number, which child processes don't use otherwise.
///
/// Returns -1 if that fails, with the reason in `errno`; the descriptor is closed in any case.
func raised(_ descriptor: Int32) -> Int32 {
  let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
  closeKeepingError(descriptor)
  return moved
}

/// Closes a descriptor, if there is one; the reason of an earlier failure stays in `errno`.
func closeKeepingError(_ descriptor: Int32) {
  let number = errno
  if descriptor >= 0 { close(descriptor) }
  errno = number
}

/// Returns the time of the monotonic clock in milliseconds.
func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
