import ChimpSystem
import Glibc
import TestSupport

/// Runs a program without an input until it exits, and returns its status and output.
func runChild(_ words: [String]) throws -> ProgramResult {
  let outputs = TemporaryFolder()
  var start = ProgramStart(words)
  start.variables = ["HOME=/nowhere", "PATH=/usr/bin:/bin"]
  start.streams = [
    (STDIN_FILENO, .nothing),
    (STDOUT_FILENO, .file(outputs.file("output", ""), flags: O_WRONLY)),
    (STDERR_FILENO, .file(outputs.file("diagnostics", ""), flags: O_WRONLY)),
  ]
  let process = try start.begin()
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  return ProgramResult(
    status: (status >> 8) & 0xff,
    output: String(decoding: outputs.bytes("output"), as: UTF8.self),
    diagnostics: String(decoding: outputs.bytes("diagnostics"), as: UTF8.self))
}
