import TestSupport
import Testing

/// Tests of script files: an argument of the program may be a pipe, but a file that `source` reads
/// may not.
struct ScriptFileTests {
  private let folder = TemporaryFolder()

  /// Runs a shell command in the folder, in which `$chimp` is the program, and returns its output.
  private func shell(_ words: String) throws -> String {
    try runChild(["/bin/sh", "-c", "cd \(folder.path); chimp=\(programPath); \(words)"]).output
  }

  @Test func `The input of the program is a file by name`() throws {
    #expect(try shell("echo version | $chimp /dev/stdin") == "chimp 1.0.0\n")
    #expect(try shell("$chimp /dev/null -c version") == "chimp 1.0.0\n")
  }

  @Test(.timeLimit(.minutes(1))) func `A named pipe is read to its end`() throws {
    #expect(try shell("mkfifo pipe; echo version >pipe & $chimp pipe") == "chimp 1.0.0\n")
  }

  @Test(.timeLimit(.minutes(1))) func `A sourced file is a plain one`() throws {
    #expect(
      try shell("mkfifo pipe; echo 'sum 1 2' | $chimp -c 'source pipe' -c 'source /dev/stdin'")
        == "error: not a plain file: \"pipe\"\nerror: not a plain file: \"/dev/stdin\"\n")
  }
}
