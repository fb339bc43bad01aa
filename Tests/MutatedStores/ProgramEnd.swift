import Glibc
import TestSupport

/// How a run of the program ended, and what it said.
struct ProgramEnd {
  /// The signal that ended it; 0 where it ended by itself.
  let signal: Int32
  let status: Int32
  let output: String
  let diagnostics: String

  /// Everything that was said.
  var text: String { output + diagnostics }

  /// Runs commands on a store to their end.
  init(_ program: String, _ folder: TemporaryFolder, store: String, _ commands: [String]) {
    let input = folder.file("commands", commands.map { $0 + "\n" }.joined())
    let (output, diagnostics) = (folder.path + "/output", folder.path + "/diagnostics")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    for (descriptor, path) in [(Int32(1), output), (2, diagnostics)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    let words = [program, "--no-config", "--seed", "mutated", "--store", store]
    let arguments = words.map { strdup($0) } + [nil]
    let variables = [strdup("HOME=/nowhere"), nil]
    defer { for text in arguments + variables { free(text) } }
    var (process, end): (pid_t, Int32) = (0, 0)
    guard posix_spawn(&process, program, &actions, nil, arguments, variables) == 0 else {
      (signal, status, self.output, self.diagnostics) = (-1, -1, "", "can't start \(program)")
      return
    }
    while waitpid(process, &end, 0) < 0 && errno == EINTR {}
    (signal, status) = (end & 0x7f, (end >> 8) & 0xff)
    self.output = TemporaryFolder.text(at: output)
    self.diagnostics = TemporaryFolder.text(at: diagnostics)
  }
}
