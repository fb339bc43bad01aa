import Glibc

/// The way to another program and back: a pair of sockets, or a pseudo-terminal.
final class ProgramChannel {
  enum Event {
    case some
    case end
    /// The time is over.
    case late
  }

  private static let pieceSize = 1 << 16
  // NB: these stand in headers that Swift does not see.
  private static let spawnInNewSession: Int16 = 0x80
  private static let setTerminalLock: UInt = 0x4004_5431
  private static let getTerminalNumber: UInt = 0x8004_5430

  private let descriptor: Int32
  private var process: pid_t = 0

  /// Starts a program.
  init(_ words: [String], variables: [String], usesTerminal: Bool) throws(FileFault) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var other: Int32 = -1
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      if other >= 0 { close(other) }
    }
    if usesTerminal {
      descriptor = try Self.openTerminal()
      var number: Int32 = 0
      guard ioctl(descriptor, Self.getTerminalNumber, &number) == 0 else {
        throw FileFault(number: errno)
      }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
      posix_spawnattr_setflags(&attributes, Self.spawnInNewSession)
    } else {
      var pair: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw FileFault(number: errno) }
      descriptor = pair[0]
      other = fcntl(pair[1], F_DUPFD_CLOEXEC, 10)
      close(pair[1])
      posix_spawn_file_actions_adddup2(&actions, other, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let arguments = CStrings(words)
    let environment = CStrings(
      variables.filter { !$0.hasPrefix("TERM=") } + ["TERM=dumb"])
    let failure = posix_spawnp(
      &process, words.first ?? "", &actions, &attributes, arguments.pointers, environment.pointers)
    guard failure == 0 else {
      close(descriptor)
      throw FileFault(number: failure)
    }
  }

  deinit {
    end()
    close(descriptor)
  }

  /// Ends the program, whatever it does.
  func end() {
    guard process > 0 else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    process = 0
  }

  /// Sends bytes; what can't be sent is found out by reading.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { raw in
        let count = Glibc.send(descriptor, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL))
        return count < 0 && errno == ENOTSOCK
          ? Glibc.write(descriptor, raw.baseAddress, raw.count) : count
      }
      if sent < 0 && errno == EINTR { continue }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  /// Adds what comes next, and waits for it no longer than until a time of the clock.
  func receive(into output: inout [UInt8], until end: Int) -> Event {
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = max(0, min(end - monotonicMilliseconds(), Int(Int32.max)))
      let count = poll(&waiting, 1, Int32(rest))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return .late }
      let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      // NB: a terminal without a program fails to be read.
      guard !piece.isEmpty else { return .end }
      output += piece
      return .some
    }
  }

  /// A terminal that neither echoes nor changes what is written.
  private static func openTerminal() throws(FileFault) -> Int32 {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault(number: errno) }
    var isLocked: Int32 = 0
    guard ioctl(descriptor, setTerminalLock, &isLocked) == 0 else {
      let number = errno
      close(descriptor)
      throw FileFault(number: number)
    }
    var settings = termios()
    if tcgetattr(descriptor, &settings) == 0 {
      settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
      settings.c_oflag &= ~tcflag_t(ONLCR)
      tcsetattr(descriptor, TCSANOW, &settings)
    }
    return descriptor
  }
}
