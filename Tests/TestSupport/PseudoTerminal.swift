import Glibc

/// A pseudoterminal; the program under test runs at its other end.
package final class PseudoTerminal {
  private static var unlock: UInt { 0x4004_5431 }
  private static var askNumber: UInt { 0x8004_5430 }
  private static var newSession: Int16 { 0x80 }
  private static var resetsSignals: Int16 { 0x04 | 0x08 }

  private let descriptor: Int32
  private let path: String
  package private(set) var processIdentifier: Int32 = 0

  /// Opens a pseudoterminal of a size; returns `nil` if the system has none left.
  package init?(columns: Int, rows: Int) {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    let isOpen =
      descriptor >= 0 && ioctl(descriptor, Self.unlock, &isLocked) == 0
      && ioctl(descriptor, Self.askNumber, &number) == 0
    path = "/dev/pts/\(number)"
    guard isOpen else { return nil }
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(descriptor)
  }

  /// Starts a program as the leader of a session that this terminal controls; returns `false` if
  /// that fails.
  package func start(_ arguments: [String], environment: [String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.newSession | Self.resetsSignals)
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    return posix_spawn(&processIdentifier, arguments[0], &actions, &attributes, words, variables)
      == 0
  }

  /// Changes the size of the terminal; the system then sends the program SIGWINCH.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// The local modes of the terminal: echo, line editing, and keys that send signals.
  package var localModes: UInt32 {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    return modes.c_lflag
  }

  /// `true` if Ctrl-S pauses the output of the program.
  package var stopsOutput: Bool {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    return modes.c_iflag & tcflag_t(IXON) != 0
  }

  /// Pauses the output of the terminal, or resumes it.
  ///
  /// Writes of the program block while it is paused.
  package func stopOutput(_ isStopped: Bool) {
    let side = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(side) }
    tcflow(side, isStopped ? TCOOFF : TCOON)
  }

  /// Writes bytes to the terminal, as its keyboard does.
  package func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Array(rest).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Waits for the next output of the program and returns it.
  ///
  /// It is empty after the timeout; `nil` means that the program has exited.
  package func read(milliseconds: Int32) -> [UInt8]? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Waits until the program has ended and returns its wait status.
  package func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(processIdentifier, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
