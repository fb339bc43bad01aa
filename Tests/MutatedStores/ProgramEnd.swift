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
    let output = folder.path + "/output"
    let diagnostics = folder.path + "/diagnostics"
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
    var process: pid_t = 0
    var end: Int32 = 0
    guard posix_spawn(&process, program, &actions, nil, arguments, variables) == 0 else {
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
