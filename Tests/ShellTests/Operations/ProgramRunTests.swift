import ChimpSystem
import Glibc
@testable import Shell
import TestSupport
import Testing

/// Tests of another program that an operation runs.
@Suite(.timeLimit(.minutes(1))) struct ProgramRunTests {
  /// Runs a shell command, and returns its exit and the reported lines.
  private func run(
    _ command: String, while shouldContinue: (_ lineCount: Int) -> Bool = { _ in true }
  ) throws -> (exit: ProgramRun.Exit, reported: [String]) {
    var reported: [String] = []
    let exit = try ProgramRun(["/bin/sh", "-c", command]).run(
      while: { shouldContinue(reported.count) }, { reported.append($0) })
    return (exit, reported)
  }

  @Test func `The lines of output and errors come in order, and the status last`() throws {
    let (exit, reported) = try run("echo a; echo b >&2; printf 'c\\nd'; exit 3")
    #expect(exit == ProgramRun.Exit(status: 3, lines: ["a", "b", "c"]))
    #expect(reported == ["a", "b", "c"])
  }

  @Test func `The input is empty, and a signal is the status 128`() throws {
    #expect(try run("cat; echo end; kill -KILL $$").exit == .init(status: 128, lines: ["end"]))
  }

  @Test func `The status of a program that closes its output early is waited for`() throws {
    let output = try run("exec >&- 2>&-; while ! read line; do exit 7; done").exit
    #expect(output == ProgramRun.Exit(status: 7, lines: []))
  }

  @Test func `A process that a program leaves behind does not hold it up, and goes on`() throws {
    let folder = TemporaryFolder()
    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    let (exit, _) = try run("cat \(pipe) & echo $!")
    #expect(exit.status == 0)
    let process = try #require(exit.lines.compactMap { Int32($0) }.first)
    #expect(kill(process, 0) == 0)
    // It ends when there is a writer.
    close(open(pipe, O_WRONLY))
    #expect(folder.files == ["pipe"])
  }

  @Test func `A cancelled program is interrupted once and may clean up`() throws {
    var interrupt = sigset_t()
    var before = sigset_t()
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let (exit, _) = try run("trap 'echo cleaned; exit 4' INT; echo ready; while :; do :; done") {
      $0 == 0
    }
    #expect(exit == ProgramRun.Exit(status: 4, lines: ["ready", "cleaned"]))
  }

  @Test func `A missing program is an error`() {
    #expect(throws: SystemError(number: ENOENT)) {
      try ProgramRun(["/no/such/program"]).run(while: { true }, { _ in })
    }
  }

  @Test func `The first line is removed with its line feed`() {
    var bytes = Array("a\n\nb".utf8)
    #expect(bytes.removeFirstLine()?.elementsEqual("a".utf8) == true)
    #expect(bytes.removeFirstLine()?.isEmpty == true)
    #expect(bytes.removeFirstLine() == nil)
    #expect(bytes == Array("b".utf8))
  }
}
