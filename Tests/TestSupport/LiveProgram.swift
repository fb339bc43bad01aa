package import ChimpSystem
import Glibc

/// The path of the program, which is built beside the test runner.
package var programPath: String { builtProgram("chimp") }

/// Returns the path of a program that is built beside the test runner.
package func builtProgram(_ name: String) -> String {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  let own = String(decoding: path.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
  return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
}

/// A running program that a test sends lines to and reads replies from, until it exits or is
/// killed.
package final class LiveProgram {
  /// The process identifier of the program.
  package let process: Int32
  private let connection: Descriptor
  private var rest: [UInt8] = []
  private var isOver = false

  /// Starts a program whose input and output are a socket, and whose diagnostics are appended to a
  /// file.
  package init(
    _ words: [String], program: String = programPath, diagnostics: String = "/dev/null",
    home: String = "/nowhere"
  ) throws(SystemError) {
    let sockets = try Descriptor.sockets()
    let messages = try Descriptor(
      open(diagnostics, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
    var start = ProgramStart([program] + words)
    start.variables = ["HOME=" + home]
    start.streams = [
      (STDIN_FILENO, .descriptor(sockets.other)), (STDOUT_FILENO, .descriptor(sockets.other)),
      (STDERR_FILENO, .descriptor(messages)),
    ]
    connection = sockets.own
    process = try start.begin()
  }

  deinit { kill() }

  /// Sends a line to the program; does nothing if it has exited.
  package func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Without a signal, because the program may have been killed.
    _ = Glibc.send(connection.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Waits for the next line of the output and returns it; `nil` at the end of the output.
  package func line() -> String? {
    while true {
      if let line = rest.removeFirstLine() { return String(decoding: line, as: UTF8.self) }
      guard rest.append(from: connection.number) else { return nil }
    }
  }

  /// Sends a line, and returns the first line of its reply and `boardLines` more.
  package func ask(_ line: String, boardLines: Int) -> [String] {
    send(line)
    return (0...boardLines).compactMap { _ in self.line() }
  }

  /// Returns the lines of the next reply in machine mode, up to its empty line; `nil` if the output
  /// ends before.
  package func answer() -> [String]? {
    var lines: [String] = []
    while let line = line() {
      if line.isEmpty { return lines }
      lines.append(line)
    }
    return nil
  }

  /// Kills the program and waits until it has ended; does nothing if it has exited.
  package func kill() {
    guard !isOver else { return }
    Glibc.kill(process, SIGKILL)
    _ = end()
  }

  /// Closes the input of the program, waits until it exits, and returns the exit status.
  package func finish() -> Int32 {
    shutdown(connection.number, Int32(SHUT_WR))
    while line() != nil {}
    return end()
  }

  /// Waits until the program has ended and returns the exit status.
  private func end() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    isOver = true
    return (status >> 8) & 0xff
  }
}
