@testable import Archive
import Glibc
import Records
import SampleData
import TestSupport
import Testing

/// Tests of a read-only store.
///
/// The program runs as an unprivileged user, because root can write to any file.
struct ReadOnlyStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Runs commands on the store as an unprivileged user and returns the result.
  private func chimpUnprivileged(_ commands: String...) -> FinishedRun {
    var words = [programPath, "--store", path] + commands.flatMap { ["-c", $0] }
    if geteuid() == 0 {
      words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
    }
    return FinishedRun(words)
  }

  /// Creates a store with one piece of news, and removes its reserve file.
  private func fill() {
    #expect(run(["--store", path, "-c", "news add One"]).status == 0)
    unlink(path + "-reserve")
  }

  @Test func `The contents of the screens do not change if they can't be saved`() throws {
    fill()
    #expect(run(["--store", path, "-c", "list set a", "-c", "sum 1 2"]).status == 0)
    unlink(path + "-reserve")
    chmod(path, 0o444)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    let refusal = "error: can't save: '\(path)' is read-only\n"
    #expect(
      chimpUnprivileged(
        "add b", "label c", "select 0", "list", "sum 3 4", "sum", "disable demonstration",
        "wait 2000"
      ).output.hasPrefix(
        String(repeating: refusal, count: 3)
          + "label: Select a row to show its text here\n  0  a\n" + refusal
          + "values: 1 and 2\ntotal: 3\n"
          + refusal + "demonstration: "))
  }

  @Test(arguments: [false, true])
  func `A read-only store is opened for reading with a notice, and saving is refused`(
    _ isFolderWritable: Bool
  ) throws {
    fill()
    chmod(path, 0o444)
    chmod(folder.path, isFolderWritable ? 0o777 : 0o555)
    defer { chmod(folder.path, 0o755) }
    let bytes = folder.bytes("store")
    let note = "chimp: '\(path)' is read-only: nothing is saved\n"
    let shown = chimpUnprivileged("news")
    #expect(shown.status == 0)
    #expect(shown.output.hasSuffix("  One\n"))
    #expect(shown.diagnostics == note)
    let refused = chimpUnprivileged("news add Two", "news")
    #expect(refused.status == 1)
    #expect(
      refused.output
        == "error: can't save: '\(path)' is read-only\n\(shown.output)")
    #expect(refused.diagnostics == note)
    #expect(folder.bytes("store") == bytes)
  }

  @Test func `A store of an earlier version is read as a copy, and nothing of it changes`() throws {
    #expect(
      run([
        "--store", path, "-c", "news add One", "-c", "simulate 2 inoue-210 trials=2 seed=a",
        "-c", "start 1x1:1,1", "-c", "1 1",
      ]).status == 0)
    let commands = ["summary include=simulated", "results include=simulated", "rounds", "news"]
    let shown = run(["--store", path] + commands.flatMap { ["-c", $0] })
    unlink(path + "-reserve")
    try OlderStore.make(at: path)
    chmod(path, 0o444)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    let bytes = folder.bytes("store")
    let read = chimpUnprivileged(commands[0], commands[1], commands[2], commands[3])
    #expect(read.output == shown.output)
    #expect(read.status == 0)
    #expect(read.diagnostics == "chimp: '\(path)' is read-only: nothing is saved\n")
    #expect(folder.bytes("store") == bytes)
    #expect(folder.files == ["store"])
  }

  @Test func `No round can be started, and those that were kept can be looked at`() throws {
    #expect(run(["--store", path, "-c", "start 1x1:1,1", "-c", "1 1"]).status == 0)
    unlink(path + "-reserve")
    chmod(path, 0o444)
    chmod(folder.path, 0o777)
    let result = chimpUnprivileged("start 2 2 2", "1 1", "replay 1")
    #expect(result.status == 1)
    #expect(
      result.output == """
        error: can't save: '\(path)' is read-only
        error: no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)
        replay of round 1: 1x1:1,1
             1
          1  1
        0 ms, press 1 1: passed
             1
          1  .
        the outcome is the same: passed

        """)
  }

  @Test func `A file that may not even be read ends the program`() throws {
    fill()
    chmod(path, 0)
    chmod(folder.path, 0o777)
    #expect(
      chimpUnprivileged("news")
        == FinishedRun(
          status: 3, "", "chimp: can't open '\(path)': permission denied\n"))
  }

  @Test func `A file can't be made in a folder that may not be written`() throws {
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(
      chimpUnprivileged("news")
        == FinishedRun(
          status: 3, "",
          "chimp: can't open '\(path)': unable to open database file\n"))
    #expect(folder.files == [])
  }

  @Test func `A folder that may not be written takes neither a backup nor an export`() throws {
    fill()
    let locked = "\(folder.path)/locked"
    mkdir(locked, 0o555)
    chmod(folder.path, 0o777)
    chmod(path, 0o666)
    defer { rmdir(locked) }
    let refused = chimpUnprivileged(
      "backup \(locked)/copy", "export \(locked)/data.csv", "recover \(locked)/rest")
    #expect(refused.status == 1)
    #expect(
      refused.output == """
        error: can't open '\(locked)/copy': unable to open database file
        error: can't write "\(locked)/data.csv.dictionary.txt": permission denied
        error: can't open '\(locked)/rest': unable to open database file

        """)
    #expect(rmdir(locked) == 0)
  }

  @Test func `A store that is only read can be checked, copied and exported, but takes nothing`()
    throws
  {
    fill()
    chmod(path, 0o444)
    chmod(folder.path, 0o777)
    folder.write(ExchangeText.lines([Sample(0)]), "data.jsonl")
    let result = chimpUnprivileged(
      "check-store", "backup \(folder.path)/copy", "export \(folder.path)/out.jsonl",
      "import \(folder.path)/data.jsonl")
    #expect(result.status == 1)
    #expect(
      result.output == """
        checked 1 row: no damage found
        backed up \(folder.bytes("copy").count) bytes to "\(folder.path)/copy"
        exported 0 trials and 0 presses to "\(folder.path)/out.jsonl", \
        "\(folder.path)/out.jsonl.dictionary.txt"
        error: can't save: '\(path)' is read-only

        """)
  }

  @Test func `A full disk leaves no incomplete file, and the old file as before`() throws {
    folder.write(ExchangeText.lines((0..<200).map { Sample($0) }), "data.jsonl")
    #expect(run(["--store", path, "-c", "import \(folder.path)/data.jsonl"]).status == 0)
    unlink(path + "-reserve")
    folder.write(Array("old".utf8), "old.jsonl")
    let commands = ["export \(folder.path)/new.jsonl", "export \(folder.path)/old.jsonl --force"]
    let script = "trap '' XFSZ; ulimit -f 96; exec \"$0\" \"$@\""
    let result = FinishedRun(
      ["/bin/sh", "-c", script, programPath, "--store", path]
        + commands.flatMap { ["-c", $0] })
    #expect(result.status == 1)
    #expect(
      result.output == """
        error: can't write "\(folder.path)/new.jsonl": file too large
        error: can't write "\(folder.path)/old.jsonl": file too large

        """)
    #expect(folder.bytes("old.jsonl") == Array("old".utf8))
    #expect(folder.files == ["data.jsonl", "old.jsonl", "store"])
  }
}
