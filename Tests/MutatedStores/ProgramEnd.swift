import ChimpSystem
import Glibc
import TestSupport

/// The exit status, the signal and the output of a program that has ended.
struct ProgramEnd {
  /// The signal that killed the program, or 0 if it exited.
  let signal: Int32
  let status: Int32
  let output: String
  let diagnostics: String

  /// The output followed by the diagnostics.
  var text: String { output + diagnostics }

  /// Runs commands on a store and waits until the program exits.
  init(_ program: String, _ folder: TemporaryFolder, store: String, _ commands: [String]) {
    let input = folder.file("commands", commands.map { $0 + "\n" }.joined())
    let output = folder.file("output", "")
    let diagnostics = folder.file("diagnostics", "")
    var start = ProgramStart([program, "--no-config", "--seed", "mutated", "--store", store])
    start.variables = ["HOME=/nowhere"]
    start.streams = [
      (STDIN_FILENO, .file(input, flags: O_RDONLY)),
      (STDOUT_FILENO, .file(output, flags: O_WRONLY)),
      (STDERR_FILENO, .file(diagnostics, flags: O_WRONLY)),
    ]
    var end: Int32 = 0
    guard let process = try? start.begin() else {
      signal = -1
      status = -1
      self.output = ""
      self.diagnostics = "can't start \(program)"
      return
    }
    while waitpid(process, &end, 0) < 0 && errno == EINTR {}
    signal = end & 0x7f
    status = (end >> 8) & 0xff
    self.output = TemporaryFolder.text(at: output)
    self.diagnostics = TemporaryFolder.text(at: diagnostics)
  }
}
