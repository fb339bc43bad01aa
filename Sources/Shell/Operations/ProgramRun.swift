public import ChimpSystem
import Glibc

/// Runs another program and reads its output; it is interrupted if the operation is cancelled.
///
/// Its standard output and standard error are read as lines. Its input is empty.
///
///     let exit = try ProgramRun(["/bin/echo", "hello"]).run(while: { true }) { print($0) }
///     exit.status  // 0
///     exit.lines  // ["hello"]
public struct ProgramRun {
  /// The exit status of a program, and the lines of its output.
  ///
  /// A program that was ended by a signal has the status 128.
  ///
  ///     guard exit.status == 0 else { return print(exit.lines.last ?? "no output") }
  public struct Exit: Equatable, Sendable {
    public let status: Int32
    public let lines: [String]
  }

  /// The milliseconds between two checks for cancellation.
  private static var checkInterval: Int { 50 }

  private let arguments: [String]

  /// Creates a run of a program; the first argument is its path.
  public init(_ arguments: [String]) { self.arguments = arguments }

  /// Returns the path of a program in this program's folder or in PATH; `nil` if there is none.
  public static func path(of name: String) -> String? {
    let own = linkTarget("/proc/self/exe").map { folderPath(of: $0) }
    let path = variables.first { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".utf8.count) ?? ""
    let folders = [own].compactMap(\.self) + path.split(separator: ":").map { String($0) }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program until it exits, and calls `onLine` with each line of its output.
  ///
  /// As soon as `shouldContinue` returns false, the program gets an interrupt signal. A program
  /// that is ended by a signal has the status 128. Throws if the program can't be started.
  public func run(
    while shouldContinue: () -> Bool, _ onLine: (String) -> Void
  ) throws(SystemError) -> Exit {
    let program = try ChildProcess(
      arguments, variables: Self.variables, numbers: [STDOUT_FILENO, STDERR_FILENO], group: .shared)
    var lines: [String] = []
    var rest: [UInt8] = []
    var isInterrupted = false
    var event = ChildProcess.Event.timeout
    while event != .end {
      if !isInterrupted, !shouldContinue() {
        isInterrupted = true
        program.send(signal: SIGINT)
      }
      event = program.receive(into: &rest, until: monotonicMilliseconds() + Self.checkInterval)
      while let line = rest.removeFirstLine() {
        lines.append(String(decoding: line, as: UTF8.self))
        onLine(lines[lines.count - 1])
      }
    }
    let status = program.wait()
    return Exit(status: status & 0x7f == 0 ? (status >> 8) & 0xff : 128, lines: lines)
  }

  /// The environment variables of this process, as `NAME=VALUE`.
  private static var variables: [String] {
    fileText("/proc/self/environ").split(separator: "\0").map(String.init)
  }
}
