import Glibc

/// The program, which is built beside the program that runs the tests.
package var programPath: String {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  let own = String(decoding: path.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
  return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/chimp"
}

/// A program that could not be started, with the error number.
package struct StartFailure: Error {
  package let number: Int32

  /// Makes a failure.
  package init(number: Int32) {
    self.number = number
  }
}

/// The program at work: it is given lines, and answers, until it ends or is killed.
package final class LiveProgram {
  /// The number of the process.
  package let process: Int32
  private let connection: Int32
  private var rest: [UInt8] = []
  private var isOver = false

  /// Starts the program, which reads commands from a pipe; what it says of itself is added to a
  /// file.
  package init(
    _ words: [String], program: String = programPath, diagnostics: String = "/dev/null"
  ) throws {
    var ends: [Int32] = [-1, -1]
    // NB: a pipe could be inherited by a child of another test before it is marked.
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
    let variables = [strdup("HOME=/nowhere"), nil]
    defer { for text in arguments + variables { free(text) } }
    var identifier: pid_t = 0
    let fault = posix_spawn(&identifier, program, &actions, nil, arguments, variables)
    process = identifier
    guard fault == 0 else { throw StartFailure(number: fault) }
  }

  deinit {
    kill()
    close(connection)
  }

  /// Gives it a line.
  package func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // NB: a program that was killed takes no line.
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The next line that it answers; nil when it has ended.
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

  /// Gives it a line, and returns the first line of the answer and those below it.
  package func ask(_ line: String, boardLines: Int) -> [String] {
    tell(line)
    return (0...boardLines).compactMap { _ in self.line() }
  }

  /// The lines of the next answer of a program that frames them; nil when it has ended.
  package func answer() -> [String]? {
    var lines: [String] = []
    while let line = line() {
      if line.isEmpty { return lines }
      lines.append(line)
    }
    return nil
  }

  /// Kills the program wherever it is.
  package func kill() {
    guard !isOver else { return }
    Glibc.kill(process, SIGKILL)
    _ = end()
  }

  /// Gives it no more lines and lets it end; answers its exit status.
  package func finish() -> Int32 {
    shutdown(connection, Int32(SHUT_WR))
    while line() != nil {}
    return end()
  }

  private func end() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    isOver = true
    return (status >> 8) & 0xff
  }
}
