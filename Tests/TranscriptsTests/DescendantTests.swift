import Glibc
import TestSupport
import Testing
@testable import Transcripts

/// Tests that all processes which a program leaves running are killed, and no others.
@Suite(.timeLimit(.minutes(1))) struct DescendantTests {
  let folder = TemporaryFolder()

  private let options = [
    "--command", "sh", "--prompt", "<end>\\n", "--synchronize", "echo '<end>'",
  ]

  /// Shell commands that start a detached process, which runs the command `LEFT`.
  private static let detachingCommands = [
    "setsid sh -c 'LEFT' &", "setsid -f sh -c 'LEFT';", "( (setsid sh -c 'LEFT' &) & );",
    "nohup setsid sh -c 'LEFT' >/dev/null 2>&1 </dev/null &",
    "setsid sh -c 'setsid sh -c \"LEFT\" & exec sleep 1000' &",
    "setsid sh -c 'trap \"\" 1 2 3 13 15; LEFT' &",
  ]

  /// Returns a command that leaves a process running, and replies after the file `name` has its
  /// identifier.
  private func line(_ command: String, _ name: String = "left") -> String {
    let path = "\(folder.path)/\(name)"
    let left = "echo $$ >\(path).new; mv \(path).new \(path); exec sleep 1000"
    let words = command.contains("\"LEFT\"") ? left.replacing("$$", with: "\\$\\$") : left
    return command.replacing("LEFT", with: words)
      + " while ! test -s \(path); do :; done; echo left"
  }

  /// Returns the process identifier that a file contains; 0 if there is none.
  private func process(_ name: String = "left") -> pid_t {
    pid_t(folder.read(name).dropLast()) ?? 0
  }

  /// Returns `true` if no process has an identifier any more.
  private func hasEnded(_ process: pid_t) -> Bool {
    process > 0 && kill(process, 0) != 0
  }

  @Test(arguments: detachingCommands, ["check", "bless", "replay", "record"])
  func `A process that has left its program's group and session ends with the tool`(
    command: String, verb: String
  ) {
    let line = line(command)
    folder.write("lines", line + "\n")
    let path =
      verb == "record" ? "\(folder.path)/new" : folder.write("t", text("> \(line)", "| left"))
    let status = runDouble(
      [verb] + options + [path], input: verb == "record" ? "\(folder.path)/lines" : "/dev/null")
    #expect(status == 0)
    #expect(hasEnded(process()))
  }

  @Test(arguments: detachingCommands, [false, true])
  func `A detached process ends before the next session begins`(command: String, isProgram: Bool) {
    let left = "\(folder.path)/left"
    let path = folder.write(
      "t",
      text(
        "> \(line(command))", "| left", "> kill -0 $(cat \(left)) && echo alive", "| alive",
        "@ case b",
        "> kill -0 $(cat \(left)) 2>/dev/null || echo ended", "| ended"))
    let arguments = ["check"] + options + [path]
    if isProgram {
      #expect(runDouble(arguments) == 0)
    } else {
      #expect(
        runTool(arguments, in: folder, inWorkers: true).output == "3 commands in 1 file: 3 pass\n")
    }
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM], ["check", "replay"])
  func `A detached process ends with an interrupted tool`(signal: Int32, verb: String) {
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    let path = folder.write(
      "t",
      text(
        "> \(line(Self.detachingCommands[0]))", "> exec 9>\(pipe); echo >&9; while :; do :; done"))
    let tool = startDouble([verb] + options + [path], variables: [])
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1)
    #expect(!hasEnded(process()))
    kill(tool, signal)
    #expect(waitForExit(tool) & 0x7f == signal)
    #expect(hasEnded(process()))
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test(arguments: ["kill -SEGV $$", "kill -KILL $PPID", "while :; do :; done"])
  func `A detached process ends after a crash, a lost worker and a timeout`(command: String) {
    let path = folder.write(
      "t", text("> \(line(Self.detachingCommands[0]))", "| left", "> \(command)", "@ timeout 100ms")
    )
    #expect(runDouble(["check"] + options + [path]) == 3 << 8)
    #expect(hasEnded(process()))
  }

  @Test func `Processes that the tool has not started go on`() {
    let path = folder.write("t", text("> \(line(Self.detachingCommands[0], "other"))", "| left"))
    let words = (["check"] + options + [path]).map { "'\($0.replacing("'", with: "'\\''"))'" }
    let script = """
      sleep 1000 & echo $! >\(folder.path)/before
      exec \(doublePath) \(words.joined(separator: " ")) >/dev/null
      """
    let bystander = started(["sleep", "1000"])
    #expect(waitForExit(started(["sh", "-c", script])) == 0)
    #expect(hasEnded(process("other")))
    for process in [process("before"), bystander] {
      #expect(process > 0 && !hasEnded(process))
      kill(process, SIGKILL)
    }
    _ = waitForExit(bystander)
  }

  @Test func `The status and the output of the tool are its own`() {
    let path = folder.write("t", text("> echo a", "| b"))
    let output = "\(folder.path)/output"
    #expect(runDouble(["check"] + options + [path], output: output) == 1 << 8)
    #expect(folder.read("output").hasSuffix("1 command in 1 file: 0 pass, 1 FAIL\n"))
    #expect(runDouble(["check"] + options + ["/nowhere"]) == 2 << 8)
  }

  /// Starts a program and returns its process identifier; -1 if that fails.
  private func started(_ words: [String]) -> pid_t {
    var process: pid_t = 0
    let arguments = CStrings(words)
    return posix_spawnp(&process, words[0], nil, nil, arguments.pointers, environ) == 0
      ? process : -1
  }
}
