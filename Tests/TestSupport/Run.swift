import CChimpSystem
import ChimpSystem
import Glibc

/// The exit status, the output and the diagnostics of a program that has ended.
package struct FinishedRun: Equatable {
  package var status: Int32
  package var output: String
  package var diagnostics: String

  /// Runs a program until it exits.
  ///
  /// Its environment has only HOME, PATH and these variables.
  package init(_ words: [String], variables: [String: String] = [:]) {
    self = Run(words, variables: variables).finish()
  }

  /// Creates the result that a test expects.
  package init(status: Int32, _ output: String, _ diagnostics: String = "") {
    self.status = status
    self.output = output
    self.diagnostics = diagnostics
  }
}

/// The end of a process, which need not be a child, as something to wait for.
struct ProcessEnd {
  private let descriptor: Descriptor?

  init(_ process: Int32) { descriptor = try? Descriptor(chimp_open_process(process)) }

  /// Waits until the process has ended, at most for a number of milliseconds; returns `false` if
  /// it has not.
  func wait(milliseconds: Int32 = -1) -> Bool {
    guard let descriptor else { return true }
    var waiting = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&waiting, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}

/// A running program whose output and diagnostics are written to files.
package final class Run {
  package let process: Int32
  private let folder = TemporaryFolder()
  private var end: Int32?
  /// The socket from which the diagnostics are read if they are watched.
  private var messages: Descriptor?
  private var unread: [UInt8] = []

  /// Starts a program.
  ///
  /// Its environment has only HOME, PATH and these variables. If its messages are watched, the
  /// diagnostics are read by `nextMessage`.
  package init(
    _ words: [String], variables: [String: String] = [:], watchesMessages: Bool = false
  ) {
    var start = ProgramStart(words)
    let usual = ["HOME": "/nowhere", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    start.variables = variables.merging(usual) { own, _ in own }.map { "\($0.key)=\($0.value)" }
    start.streams = [(STDIN_FILENO, .nothing)]
    for (descriptor, name) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "diagnostics")] {
      start.streams.append((descriptor, .file(folder.file(name, ""), flags: O_WRONLY | O_APPEND)))
    }
    if watchesMessages, let sockets = try? Descriptor.sockets() {
      start.streams.append((STDERR_FILENO, .descriptor(sockets.other)))
      messages = sockets.own
    }
    let begun = try? start.begin()
    process = begun ?? 0
    if begun == nil { end = 127 }
  }

  deinit {
    kill()
  }

  /// The output of the program so far.
  package var output: String { folder.text("output") }
  package var diagnostics: String { folder.text("diagnostics") }

  /// `true` if the program has ended.
  package var isOver: Bool {
    if end != nil { return true }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return false }
    end = Self.number(of: status)
    return true
  }

  /// Waits until the program has ended, at most for a number of milliseconds; returns `false` if
  /// it has not.
  package func isOver(within milliseconds: Int) -> Bool {
    end != nil || ProcessEnd(process).wait(milliseconds: Int32(milliseconds))
  }

  /// Waits for the next line of the watched diagnostics; `nil` at their end.
  package func nextMessage() -> String? {
    while true {
      if let line = unread.removeFirstLine() { return String(decoding: line, as: UTF8.self) }
      guard let messages, unread.append(from: messages.number) else { return nil }
    }
  }

  /// Kills the program and waits until it has ended; does nothing if it has exited.
  package func kill() {
    guard end == nil else { return }
    signal(SIGKILL)
    _ = finish()
  }

  /// Sends a signal to the program.
  package func signal(_ number: Int32) { Glibc.kill(process, number) }

  /// Waits until the program has ended and returns its result.
  package func finish() -> FinishedRun {
    while end == nil {
      var status: Int32 = 0
      if waitpid(process, &status, 0) == process { end = Self.number(of: status) }
    }
    return FinishedRun(status: end ?? 127, output, diagnostics)
  }

  /// Waits until the program has ended and returns its peak memory in KB; 0 if it had ended before.
  package func peak() -> Int {
    var status: Int32 = 0
    var usage = rusage()
    guard end == nil, wait4(process, &status, 0, &usage) == process else { return 0 }
    end = Self.number(of: status)
    return usage.ru_maxrss
  }

  /// Returns the exit status from a wait status, or 128 plus the number of the signal.
  private static func number(of status: Int32) -> Int32 {
    status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
