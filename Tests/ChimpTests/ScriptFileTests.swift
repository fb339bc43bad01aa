import ChimpSystem
import Glibc
import TestSupport
import Testing

/// Tests of script files: an argument of the program may be a pipe, but a file that `source` reads
/// may not.
struct ScriptFileTests {
  private let folder = TemporaryFolder()

  /// Runs a shell command in the folder, in which `$chimp` is the program, and returns its output.
  private func shell(_ words: String) -> String {
    FinishedRun(["/bin/sh", "-c", "cd \(folder.path); chimp=\(programPath); \(words)"]).output
  }

  @Test func `The input of the program is a file by name`() throws {
    #expect(shell("echo version | $chimp /dev/stdin") == "chimp 1.0.0\n")
    #expect(shell("$chimp /dev/null -c version") == "chimp 1.0.0\n")
  }

  @Test(.timeLimit(.minutes(1))) func `A named pipe is read to its end`() throws {
    #expect(shell("mkfifo pipe; echo version >pipe & $chimp pipe") == "chimp 1.0.0\n")
  }

  @Test(.timeLimit(.minutes(1))) func `A sourced file is a plain one`() throws {
    #expect(
      shell("mkfifo pipe; echo 'sum 1 2' | $chimp -c 'source pipe' -c 'source /dev/stdin'")
        == "error: not a plain file: \"pipe\"\nerror: not a plain file: \"/dev/stdin\"\n")
  }

  /// Starts the program with a standard input, and returns its process and its output.
  private func start(with input: Descriptor) throws -> (process: Int32, output: Descriptor) {
    let sockets = try Descriptor.sockets()
    var start = ProgramStart([programPath])
    start.variables = ["HOME=/nowhere"]
    start.streams = [
      (STDIN_FILENO, .descriptor(input)), (STDOUT_FILENO, .descriptor(sockets.other)),
    ]
    return (try start.begin(), sockets.own)
  }

  @Test(.timeLimit(.minutes(1)))
  func `An input that does not block is waited for, line by line, up to its end`() throws {
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    // As long as this end is open here, a write after the end of the program sends no signal.
    let reading = try Descriptor(open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    var writing: Descriptor? = try Descriptor(open(pipe, O_WRONLY | O_CLOEXEC))
    let (process, output) = try start(with: reading)
    var answers: [String] = []
    // The program reads on as soon as it has answered, and finds nothing: the next line comes then.
    for number in 1...5 {
      let line = Array("sum \(number) 1\n".utf8)
      if let writing { try writeAll(line.span, to: writing.number) }
      var answer: [UInt8] = []
      while answer.last != UInt8(ascii: "\n"), answer.append(from: output.number) {}
      answers.append(String(decoding: answer, as: UTF8.self))
    }
    writing = nil
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    withExtendedLifetime(reading) {}
    #expect(answers == ["total: 2\n", "total: 3\n", "total: 4\n", "total: 5\n", "total: 6\n"])
    #expect(status == 0)
  }
}
