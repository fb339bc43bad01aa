import Glibc
import SystemCalls

/// A child process whose input and output are files or pipes.
final class ChildProgram {
  let processIdentifier: pid_t
  private(set) var input: Int32
  let output: Int32

  /// The origin of a child's input, or the destination of its output.
  enum Stream {
    case file(String)
    case pipe
  }

  /// Starts a program; returns `nil` if it can't be started.
  init?(_ arguments: [String], input: Stream, output: Stream) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let inputPipe = Self.connect(input, to: 0, O_RDONLY, &actions)
    let outputPipe = Self.connect(output, to: 1, O_WRONLY, &actions)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var identifier: pid_t = 0
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let result = posix_spawnp(&identifier, arguments[0], &actions, nil, words, environ)
    if let inputPipe { close(inputPipe.read) }
    if let outputPipe { close(outputPipe.write) }
    self.input = inputPipe?.write ?? -1
    self.output = outputPipe?.read ?? -1
    processIdentifier = identifier
    guard result == 0 else { return nil }
  }

  deinit {
    closeInput()
    if output >= 0 { close(output) }
  }

  /// Closes the pipe to the input, so that the child reads the end of its input.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits until the program has exited.
  func wait() {
    var status: Int32 = 0
    while waitpid(processIdentifier, &status, 0) < 0 && errno == EINTR {}
  }

  /// Writes a text to the child's input.
  func send(_ text: String) {
    try? writeAll(Array(text.utf8).span, to: input)
  }

  /// Reads output until a number of line ends has arrived; returns `false` if the output ends
  /// before, or pauses for two seconds.
  func receive(lines: Int) -> Bool {
    var missing = lines
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while missing > 0 {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 2_000) > 0 else { return false }
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return false }
      for byte in piece[..<count] where byte == 0x0a { missing -= 1 }
    }
    return true
  }

  /// Redirects a descriptor of the child to a file or to a new pipe; returns the two ends of the
  /// pipe, or `nil` for a file.
  private static func connect(
    _ stream: Stream, to descriptor: Int32, _ flags: Int32,
    _ actions: inout posix_spawn_file_actions_t
  ) -> (read: Int32, write: Int32)? {
    switch stream {
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0)
      return nil
    case .pipe:
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      posix_spawn_file_actions_adddup2(&actions, ends[descriptor == 0 ? 0 : 1], descriptor)
      return (ends[0], ends[1])
    }
  }
}

/// Returns the time of the monotonic clock, in microseconds.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
