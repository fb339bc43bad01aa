import Glibc
import TestSupport

/// Runs a program without an input until it exits, and returns its status and output.
func runChild(_ words: [String]) throws -> ProgramResult {
  let outputs = TemporaryFolder()
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  for (descriptor, name) in [(1, "output"), (2, "diagnostics")] as [(Int32, String)] {
    posix_spawn_file_actions_addopen(
      &actions, descriptor, outputs.file(name, ""), O_WRONLY | O_TRUNC, 0)
  }
  let arguments = words.map { strdup($0) } + [nil]
  let environment = ["HOME=/nowhere", "PATH=/usr/bin:/bin"]
  let variables = environment.map { strdup($0) } + [nil]
  defer { for text in arguments + variables { free(text) } }
  var identifier: pid_t = 0
  let fault = posix_spawn(&identifier, words[0], &actions, nil, arguments, variables)
  guard fault == 0 else { throw StartFailure(number: fault) }
  var status: Int32 = 0
  while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
  return ProgramResult(
    status: (status >> 8) & 0xff,
    output: String(decoding: outputs.bytes("output"), as: UTF8.self),
    diagnostics: String(decoding: outputs.bytes("diagnostics"), as: UTF8.self))
}
