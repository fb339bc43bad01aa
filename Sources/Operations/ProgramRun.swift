import Glibc
package import SystemCalls

/// Runs another program and reads its output; it is interrupted if the operation is cancelled.
///
/// Its standard output and standard error are read as lines. Its input is empty.
///
///     let exit = try ProgramRun(["/bin/echo", "hello"]).run(while: { true }) { print($0) }
///     exit.status  // 0
///     exit.lines  // ["hello"]
package struct ProgramRun {
  /// The exit status of a program, and the lines of its output.
  ///
  /// A program that was ended by a signal has the status 128.
  ///
  ///     guard exit.status == 0 else { return print(exit.lines.last ?? "no output") }
  package struct Exit: Equatable, Sendable {
    package let status: Int32
    package let lines: [String]
  }

  /// The milliseconds between two checks for cancellation.
  private static var checkInterval: Int32 { 50 }

  private let arguments: [String]

  /// Creates a run of a program; the first argument is its path.
  package init(_ arguments: [String]) { self.arguments = arguments }

  /// Returns the path of a program in this program's folder or in PATH; `nil` if there is none.
  package static func path(of name: String) -> String? {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &own, own.count)
    let text = String(decoding: own.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
    let folder = text.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let path = variables.first { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".utf8.count) ?? ""
    let folders = [folder] + path.split(separator: ":").map { String($0) }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program until it exits, and calls `onLine` with each line of its output.
  ///
  /// As soon as `shouldContinue` returns false, the program gets an interrupt signal. A program
  /// that is ended by a signal has the status 128. Throws if the program can't be started.
  package func run(
    while shouldContinue: () -> Bool, _ onLine: (String) -> Void
  ) throws(SystemError) -> Exit {
    let (process, output) = try start()
    let lines = lines(of: output, process, shouldContinue, onLine)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return Exit(status: status & 0x7f == 0 ? (status >> 8) & 0xff : 128, lines: lines)
  }

  /// Starts the program; returns its process, and the descriptor of its output.
  private func start() throws(SystemError) -> (pid_t, output: Descriptor) {
    let (own, other) = try Descriptor.sockets()
    var start = ProgramStart(arguments)
    start.variables = Self.variables
    start.streams = [(STDIN_FILENO, .nothing)]
    start.streams += [STDOUT_FILENO, STDERR_FILENO].map { ($0, .descriptor(other)) }
    return (try start.begin(), own)
  }

  /// The environment variables of this process, as `NAME=VALUE`.
  private static var variables: [String] {
    let bytes = (try? readFile("/proc/self/environ")) ?? []
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the program's output to its end; interrupts it if it should not continue.
  private func lines(
    of output: Descriptor, _ process: pid_t, _ shouldContinue: () -> Bool,
    _ onLine: (String) -> Void
  ) -> [String] {
    var lines: [String] = []
    var rest: [UInt8] = []
    var isInterrupted = false
    while true {
      if !isInterrupted, !shouldContinue() {
        isInterrupted = true
        kill(process, SIGINT)
      }
      var waiting = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Self.checkInterval) > 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(output.number, &piece, piece.count)
      guard count > 0 else { return lines }
      rest += piece[..<count]
      while let end = rest.firstIndex(of: 10) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeFirst(end + 1)
        lines.append(line)
        onLine(line)
      }
    }
  }
}
