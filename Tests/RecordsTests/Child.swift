import ChimpSystem
import Glibc
import TestSupport

/// A process of its own that uses a store: the program `records-double`.
final class Child {
  let process: pid_t
  private let output: Descriptor
  private var rest: [UInt8] = []
  private var isOver = false

  /// Starts `records-double`, which is built beside the test runner, with arguments.
  init(_ words: String...) throws {
    let sockets = try Descriptor.sockets()
    var start = ProgramStart([builtProgram("records-double")] + words)
    start.streams = [(STDOUT_FILENO, .descriptor(sockets.other))]
    output = sockets.own
    process = try start.begin()
  }

  /// Kills a process that still runs: where `SIGPIPE` is ignored, one that writes would go on.
  deinit { if !isOver { kill() } }

  /// Returns the next line of the process's output, or `nil` at its end.
  func line() -> String? {
    while true {
      if let line = rest.removeFirstLine() { return String(decoding: line, as: UTF8.self) }
      guard rest.append(from: output.number) else { return nil }
    }
  }

  /// Returns all further lines of the output, and waits until the process exits.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    end()
    return lines
  }

  /// Kills the process and waits until it has ended.
  func kill() {
    Glibc.kill(process, SIGKILL)
    end()
  }

  /// Waits until the process has ended.
  private func end() {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    isOver = true
  }
}
