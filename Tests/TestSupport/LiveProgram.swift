import Glibc

/// The path of the program, which is built beside the test runner.
package var programPath: String {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  let own = String(decoding: path.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
  return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/chimp"
}

/// The error of a program that can't be started, with the system's error number.
package struct StartFailure: Error {
  package let number: Int32

  /// Creates an error with the value of `errno`.
  package init(number: Int32) {
    self.number = number
  }
}

/// A running program that a test sends lines to and reads replies from, until it exits or is
/// killed.
package final class LiveProgram {
  /// The process identifier of the program.
  package let process: Int32
  private let connection: Int32
  private var rest: [UInt8] = []
  private var isOver = false

  /// Starts a program whose input and output are a socket, and whose diagnostics are appended to a
  /// file; throws `StartFailure` if the system can't start it.
  package init(
    _ words: [String], program: String = programPath, diagnostics: String = "/dev/null",
    home: String = "/nowhere"
  ) throws {
    var ends: [Int32] = [-1, -1]
    // A pipe could be inherited by a child of another test before it is marked close-on-exec.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socketpair(AF_UNIX, kind, 0, &ends)
    defer { close(ends[1]) }
    connection = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...1 {
      posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
    }
    posix_spawn_file_actions_addopen(
      &actions, 2, diagnostics, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let arguments = ([program] + words).map { strdup($0) } + [nil]
    let variables = [strdup("HOME=" + home), nil]
    defer { for text in arguments + variables { free(text) } }
    var identifier: pid_t = 0
    let error = posix_spawn(&identifier, program, &actions, nil, arguments, variables)
    process = identifier
    guard error == 0 else { throw StartFailure(number: error) }
  }

  deinit {
    kill()
    close(connection)
  }

  /// Sends a line to the program; does nothing if it has exited.
  package func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Without a signal, because the program may have been killed.
    _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Waits for the next line of the output and returns it; `nil` at the end of the output.
  package func line() -> String? {
    while true {
      if let newline = rest.firstIndex(of: 10) {
        defer { rest.removeFirst(newline + 1) }
        return String(decoding: rest[..<newline], as: UTF8.self)
      }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(connection, &piece, piece.count)
      if count <= 0 { return nil }
      rest += piece[..<count]
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
    shutdown(connection, Int32(SHUT_WR))
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
