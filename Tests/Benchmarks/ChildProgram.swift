import ChimpSystem
import Glibc

/// A child process whose input and output are files or pipes.
final class ChildProgram {
  let processIdentifier: pid_t
  private var inputEnd: Descriptor?
  private let outputEnd: Descriptor?

  /// The origin of a child's input, or the destination of its output.
  enum Stream {
    case file(String)
    case pipe
  }

  /// Starts a program; returns `nil` if it can't be started.
  init?(_ arguments: [String], input: Stream, output: Stream) {
    var start = ProgramStart(arguments)
    inputEnd = Self.connect(input, to: STDIN_FILENO, O_RDONLY, &start)
    outputEnd = Self.connect(output, to: STDOUT_FILENO, O_WRONLY, &start)
    start.streams.append((STDERR_FILENO, .nothing))
    let process = try? start.begin()
    processIdentifier = process ?? 0
    guard process != nil else { return nil }
  }

  /// The end of the pipe to the child's input; -1 without one.
  var input: Int32 { inputEnd?.number ?? -1 }
  /// The end of the pipe from the child's output; -1 without one.
  var output: Int32 { outputEnd?.number ?? -1 }

  /// Closes the pipe to the input, so that the child reads the end of its input.
  func closeInput() { inputEnd = nil }

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

  /// Redirects a descriptor of the child to a file or to a new pipe; returns the other end of the
  /// pipe, or `nil` for a file.
  private static func connect(
    _ stream: Stream, to number: Int32, _ flags: Int32, _ start: inout ProgramStart
  ) -> Descriptor? {
    switch stream {
    case .file(let path):
      start.streams.append((number, .file(path, flags: flags)))
      return nil
    case .pipe:
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      guard let reading = try? Descriptor(ends[0]), let writing = try? Descriptor(ends[1]) else {
        return nil
      }
      let isInput = number == STDIN_FILENO
      start.streams.append((number, .descriptor(isInput ? reading : writing)))
      return isInput ? writing : reading
    }
  }
}

/// Returns the time of the monotonic clock, in microseconds.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
