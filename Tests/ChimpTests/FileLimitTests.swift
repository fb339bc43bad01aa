import Glibc
import TestSupport
import Testing

/// Tests of limited file sizes: a failed write is reported, and no signal ends the program.
struct FileLimitTests {
  private let folder = TemporaryFolder()

  /// Runs the program with a limit for the size of each file that it writes, in blocks of 512
  /// bytes.
  private func run(
    _ arguments: String, limit: Int = 2, input lines: [String] = []
  ) -> FinishedRun {
    let input = folder.file("input", lines.map { $0 + "\n" }.joined())
    return FinishedRun([
      "/bin/sh", "-c",
      """
      cd \(folder.path) && ulimit -f \(limit) && exec \(programPath) \(arguments) <\(input) 2>told
      """,
    ])
  }

  /// Returns the text of a file in the folder.
  private func text(_ name: String) -> String {
    String(decoding: folder.bytes(name), as: UTF8.self)
  }

  @Test func `An output that is too large is an error`() {
    let lines = Array(repeating: "version", count: 200)
    #expect(run(">said", input: lines).status == 2)
    #expect(text("told") == "chimp: can't write the output: file too large\n")
    #expect(folder.bytes("said").count == 1024)
  }

  @Test func `An export that is too large is refused, and nothing is left of it`() {
    let result = run("-c 'start 1x1:1,1' -c 'export data.csv' -c version")
    let dictionary = "error: can't write \"data.csv.dictionary.txt\": file too large"
    #expect(result.output.hasSuffix("\n\(dictionary)\nchimp 1.0.0\n"))
    #expect(result.status == 1)
    #expect(folder.files == ["input", "told"])
  }

  @Test func `A study that is too large is refused, and nothing is left of it`() {
    let result = run("-c 'study new memory.study' -c version")
    #expect(result.output == "error: can't write \"memory.study\": file too large\nchimp 1.0.0\n")
    #expect(result.status == 1)
    #expect(folder.files == ["input", "told"])
  }

  @Test func `A recording that is too large ends`() {
    let lines = Array(repeating: "version", count: 40)
    let result = run("", input: ["record session.txt"] + lines + ["record off"])
    let outputLines = result.output.split(separator: "\n").filter { $0 != "chimp 1.0.0" }
    #expect(
      outputLines == [
        "recording to \"session.txt\"", "error: can't write \"session.txt\": file too large",
        "error: the session is not being recorded",
      ])
    #expect(result.status == 1)
  }

  @Test func `A store that can't grow keeps what it has`() {
    let path = folder.path + "/store"
    let first = FinishedRun([programPath, "--store", path, "-c", "start 1x1:1,1", "-c", "1 1"])
    #expect(first.status == 0)
    let lines = Array(repeating: "start 1x1:1,1", count: 20)
    #expect(run("--store store", limit: 100, input: lines).status == 3)
    #expect(!folder.bytes("told").isEmpty)
    let last = FinishedRun([programPath, "--store", path, "-c", "rounds", "-c", "check-store"])
    #expect(last.status == 0)
    #expect(last.output.split(separator: "\n").last?.hasSuffix(": no damage found") == true)
  }

  /// Runs the program with a limit for the number of open files.
  private func runWithFiles(_ limit: Int, _ arguments: String) -> FinishedRun {
    // The inherited descriptors of the tests would use up the limit.
    let closing = (3...9).map { "\($0)>&-" }.joined(separator: " ")
    return FinishedRun([
      "/bin/sh", "-c",
      """
      cd \(folder.path) && exec 2>told \(closing) && ulimit -n \(limit) \
      && exec \(programPath) \(arguments)
      """,
    ])
  }

  @Test func `Too many open files are the only error, and the store is undamaged`() {
    let store = folder.path + "/store"
    #expect(FinishedRun([programPath, "--store", store, "-c", "news add One"]).status == 0)
    let words = ["", "chimp: "].map { $0 + "can't open 'store': too many open files\n" }
    for limit in 4...40 {
      let result = runWithFiles(limit, "--store store -c 'news add Two' -c check-store")
      if result.status == 3 {
        #expect(text("told") == words[1] || result.output.hasSuffix("error: " + words[0]))
        #expect(text("told") == words[1] || text("told") == "")
      } else {
        #expect(result.status == 0, "\(limit)")
        #expect(text("told") == "", "\(limit)")
        #expect(result.output.hasSuffix(": no damage found\n"), "\(limit)")
      }
      #expect(Database.value("PRAGMA integrity_check", store) == "ok", "\(limit)")
    }
    let last = FinishedRun([programPath, "--store", store, "-c", "check-store"])
    #expect(last.status == 0)
    #expect(last.output.hasSuffix(": no damage found\n"))
  }

  @Test func `A new store is not begun where too many files are open`() {
    let result = runWithFiles(8, "--store store -c 'news add One'")
    #expect(result.status == 3)
    #expect(text("told") == "chimp: can't open 'store': too many open files\n")
    #expect(folder.files == ["told"])
  }

  @Test func `A blessing that is too large leaves the file as it was`() {
    let lines = ["@ chimp-transcript 1"] + Array(repeating: "> start 5 4 6", count: 60)
    let before = lines.map { $0 + "\n" }.joined()
    _ = folder.file("t", before)
    #expect(run("transcript bless t", limit: 8).status == 2)
    #expect(
      text("told")
        == "chimp transcript: t: not blessed, can't be replaced: file too large\n")
    #expect(text("t") == before)
    #expect(folder.files == ["input", "t", "told"])
    #expect(run("transcript check --format jsonl=report t", limit: 8).status == 2)
    #expect(text("told") == "chimp transcript: report: file too large\n")
    #expect(run("transcript check t", limit: 2).status == 2)
    #expect(text("told") == "chimp: can't write the output: file too large\n")
  }

  @Test func `An export that is too large in a check is a refusal of its command`() {
    let lines = [
      "@ chimp-transcript 1", "> export data.csv", "= refused",
      "| error: can't write \"data.csv.dictionary.txt\": file too large", "",
    ]
    _ = folder.file("t", lines.joined(separator: "\n"))
    #expect(run("transcript check t", limit: 8).output == "1 command in 1 file: 1 pass\n")
  }
}
