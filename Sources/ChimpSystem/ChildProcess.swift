import CChimpSystem
import Glibc

/// A child process that is connected by a pair of sockets, or by a pseudo-terminal.
///
///     let program = try ChildProcess(["/bin/echo", "hello"], numbers: [STDOUT_FILENO])
///     var output: [UInt8] = []
///     let end = monotonicMilliseconds() + 1000
///     while program.receive(into: &output, until: end) == .bytes {}
///     if program.endsByItself(until: end) { program.wait() }  // 0
public final class ChildProcess {
  /// The result of waiting for output: bytes, the end of the program, or a timeout.
  public enum Event: Sendable { case bytes, end, timeout }

  /// The milliseconds after which an interrupted program is killed.
  private static let cleanUpMilliseconds = 250

  public let identifier: Int32
  private let connection: Descriptor
  /// The program's end of its terminal; `nil` for a program without one.
  private let input: Descriptor?
  private let group: ProgramStart.Group
  private let descendants: Descendants?
  /// A descriptor that becomes readable when the program ends.
  private let end: Int32
  /// `true` until the program has been waited for.
  private var isRunning = true

  /// Starts a program, which is searched in PATH unless it has a slash.
  ///
  /// `numbers` are the descriptors of the program that lead to this process; its other standard
  /// streams lead to `/dev/null`, and errors to `diagnostics`. Without variables it has those of
  /// this process. When it is waited for, the others of its own group are killed, and the
  /// descendants of this process. Throws if it can't be started.
  public init(
    _ words: [String], variables: [String]? = nil, numbers: [Int32],
    diagnostics: Descriptor? = nil, group: ProgramStart.Group = .own,
    descendants: Descendants? = nil, folder: String? = nil,
    terminalSize: (columns: Int, rows: Int)? = nil
  ) throws(SystemError) {
    var start = ProgramStart(words)
    start.folder = folder
    start.variables = variables
    start.group = group
    if let diagnostics { start.streams.append((STDERR_FILENO, .descriptor(diagnostics))) }
    start.streams += [STDIN_FILENO, STDOUT_FILENO].map { ($0, .nothing) }
    if group == .terminal {
      let (own, path) = try Self.terminal(terminalSize)
      connection = own
      input = try Descriptor(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
      start.streams += numbers.map { ($0, .file(path, flags: O_RDWR)) }
    } else {
      let (own, other) = try Descriptor.sockets()
      connection = own
      input = nil
      start.streams += numbers.map { ($0, .descriptor(other)) }
    }
    let process = try start.begin()
    end = chimp_open_process(process)
    guard end >= 0 else {
      let error = SystemError.last
      _ = Glibc.kill(process, SIGKILL)
      while waitpid(process, nil, 0) < 0 && errno == EINTR {}
      throw error
    }
    identifier = process
    self.group = group
    self.descendants = descendants
  }

  deinit {
    terminate()
    if end >= 0 { close(end) }
  }

  /// Opens a terminal, and returns its path for the program.
  ///
  /// Without a size, it neither echoes nor changes its output.
  private static func terminal(
    _ size: (columns: Int, rows: Int)?
  ) throws(SystemError) -> (own: Descriptor, path: String) {
    // Constants from headers that Swift does not see.
    let setTerminalLock: UInt = 0x4004_5431
    let getTerminalNumber: UInt = 0x8004_5430
    let own = try Descriptor(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(own.number, setTerminalLock, &isLocked) == 0,
      ioctl(own.number, getTerminalNumber, &number) == 0
    else { throw .last }
    if let size {
      let setWindowSize: UInt = 0x5414
      var window = winsize(
        ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
      guard ioctl(own.number, setWindowSize, &window) == 0 else { throw .last }
      return (own, "/dev/pts/\(number)")
    }
    var settings = termios()
    if tcgetattr(own.number, &settings) == 0 {
      settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
      settings.c_oflag &= ~tcflag_t(ONLCR)
      tcsetattr(own.number, TCSANOW, &settings)
    }
    return (own, "/dev/pts/\(number)")
  }

  /// Kills the program without waiting for it; its descendants are killed by `terminate()`.
  public func kill() {
    // Its number is not used again before it is waited for.
    if isRunning { _ = Glibc.kill(identifier, SIGKILL) }
  }

  /// Kills the program and its descendants; does nothing if that is done.
  public func terminate() {
    kill()
    wait()
  }

  /// Returns whether the program, whose output has ended, ends by itself until a time.
  ///
  /// It is still to be waited for then.
  public func endsByItself(until time: Int) -> Bool { Self.poll([end], until: time) != nil }

  /// Kills the group of the program unless it is that of this process, then the descendants, and
  /// returns the status as `waitpid` does.
  ///
  /// A program that still runs in a group of its own is killed, too. Does nothing and returns 0 if
  /// it has been waited for.
  @discardableResult
  public func wait() -> Int32 {
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

  /// Kills the program's own group, and in a terminal the groups of a shell's jobs.
  ///
  /// Does nothing in the group of this process.
  private func killGroup() {
    guard group != .shared else { return }
    _ = Glibc.kill(-identifier, SIGKILL)
    guard group == .terminal else { return }
    for other in Descendants.processes where getsid(other) == identifier {
      _ = Glibc.kill(other, SIGKILL)
    }
  }

  /// `true` if the program has read everything that was sent to its terminal.
  public var hasReadInput: Bool {
    guard let input else { return true }
    let getUnreadCount: UInt = 0x541b
    var count: Int32 = 0
    return ioctl(input.number, getUnreadCount, &count) != 0 || count == 0
  }

  /// `true` if the terminal echoes lines, `false` if it doesn't.
  ///
  /// It is `nil` for a program that reads single keys, and echoes them by itself if at all.
  public var echoesLines: Bool? {
    var settings = termios()
    guard tcgetattr(connection.number, &settings) == 0 else { return false }
    guard settings.c_lflag & tcflag_t(ICANON) != 0 else { return nil }
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// `true` if the program has no child process and waits for something from outside, such as its
  /// next line.
  public var isIdle: Bool {
    guard !isBusy, Self.children(of: identifier) == [], processFacts(identifier).first == "S" else {
      return false
    }
    // The end of a pause comes from inside.
    let place = (try? readFile("/proc/\(identifier)/wchan")) ?? []
    return !String(decoding: place, as: UTF8.self).contains("nanosleep")
  }

  /// `true` if a thread of the program or of one of its descendants is computing.
  public var isBusy: Bool { Self.isBusy(identifier) }

  private static func isBusy(_ process: Int32) -> Bool {
    names(in: opendir("/proc/\(process)/task")).contains { thread in
      Int32(thread).map { processFacts($0).first == "R" } ?? false
    } || children(of: process).contains(where: isBusy)
  }

  /// Returns the processes that a process has started.
  private static func children(of process: Int32) -> [Int32] {
    let words = (try? readFile("/proc/\(process)/task/\(process)/children")) ?? []
    return words.split(separator: 0x20).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
  }

  /// Sends a signal to the program, and to the others in a group of its own; does nothing if it has
  /// been waited for.
  public func send(signal number: Int32) {
    if isRunning { _ = Glibc.kill(group == .shared ? identifier : -identifier, number) }
  }

  /// Sends the program a signal, and kills it after a moment; another thread may wait for it.
  public func interrupt(_ number: Int32) {
    guard isRunning else { return }
    send(signal: number)
    _ = endsByItself(until: monotonicMilliseconds() + Self.cleanUpMilliseconds)
    kill()
    killGroup()
    descendants?.end()
  }

  /// Sends bytes; a failure is noticed by the next `receive`.
  public func send(_ bytes: [UInt8]) {
    _ = chimp_send_all(connection.number, bytes, bytes.count)
    // A terminal hands on what was sent after a while, or when its other end is asked: a program
    // that has not got it would seem to be idle.
    if let input { _ = Self.poll([input.number], until: 0) }
  }

  /// Waits for output until a time, and appends it.
  public func receive(into output: inout [UInt8], until time: Int) -> Event {
    // Children of the program may hold the channel open after it has ended.
    guard let ready = Self.poll([connection.number, end], until: time) else { return .timeout }
    guard ready == 0 || Self.poll([connection.number], until: 0) != nil else { return .end }
    // Reading a terminal without a program fails.
    return output.append(from: connection.number) ? .bytes : .end
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
