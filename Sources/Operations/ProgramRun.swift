import CSystem
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
    var ends: [Int32] = [-1, -1]
    // A pipe could be inherited by another child before it is marked close-on-exec.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(number: errno) }
    defer { close(ends[0]) }
    let (process, error) = start(output: ends[1])
    close(ends[1])
    guard error == 0 else { throw SystemError(number: error) }
    let lines = lines(of: ends[0], process, shouldContinue, onLine)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return Exit(status: status & 0x7f == 0 ? (status >> 8) & 0xff : 128, lines: lines)
  }

  /// Starts the program; returns its process, and the error number or 0.
  private func start(output: Int32) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var process: pid_t = 0
    let variables = Self.variables
    let error = chimp_spawn(
      &process, arguments[0], 0, &actions, &attributes, arguments.joined(separator: "\0"),
      arguments.count, variables.joined(separator: "\0"), variables.count)
    return (process, error)
  }

  /// The environment variables of this process, as `NAME=VALUE`.
  private static var variables: [String] {
    let file = open("/proc/self/environ", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the program's output to its end; interrupts it if it should not continue.
  private func lines(
    of output: Int32, _ process: pid_t, _ shouldContinue: () -> Bool, _ onLine: (String) -> Void
  ) -> [String] {
    var lines: [String] = []
    var rest: [UInt8] = []
    var isInterrupted = false
    while true {
      if !isInterrupted, !shouldContinue() {
        isInterrupted = true
        kill(process, SIGINT)
      }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Self.checkInterval) > 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &piece, piece.count)
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
