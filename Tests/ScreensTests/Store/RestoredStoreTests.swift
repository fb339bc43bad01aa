import Archive
import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of logs that killed programs have left: beside a restored backup, and at the path of a
/// copy.
struct RestoredStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }
  private var log: String { path + "-wal" }

  /// Runs commands on a store of the folder.
  private func chimp(_ name: String, _ commands: String...) -> FinishedRun {
    run(commands, on: folder.path + "/" + name)
  }

  /// Adds news in a program that is then killed.
  private func killAfterNews(_ title: String) throws {
    let program = try LiveProgram(["--machine", "--store", path])
    #expect(program.ask("news add \(title)", boardLines: 0) != [])
    program.kill()
    unlink(path + "-reserve")
    #expect(folder.bytes("store-wal").count > 0)
  }

  /// Returns the titles of the news in a store, separated by commas.
  private func titles(_ name: String) -> String? {
    Database.value("SELECT group_concat(title) FROM News", folder.path + "/" + name)
  }

  private var refusal: String {
    "error: '\(log)' is the log of another file that was there before: move it away first\n"
  }

  @Test func `A restored backup is opened as it is, and the log of the killed program is renamed`()
    throws
  {
    #expect(chimp("store", "news add One", "backup \(folder.path)/copy").status == 0)
    try killAfterNews("Two")
    folder.write(folder.bytes("copy"), "store")
    let result = chimp("store", "news")
    #expect(
      result.diagnostics == """
        chimp: '\(log)' was the log of another file that was there before: it is now \
        '\(log)-aside'; what it had is not in this store

        """)
    #expect(result.status == 0)
    #expect(titles("store") == "One")
    #expect(folder.files == ["copy", "store", "store-wal-aside"])
    #expect(chimp("store", "news").diagnostics == "")
  }

  @Test(arguments: ["recover", "backup"])
  func `No copy is written where a killed program left its log`(_ command: String) throws {
    #expect(chimp("other", "news add Other").status == 0)
    try killAfterNews("Two")
    rename(path, folder.path + "/moved")
    let files = folder.files
    let bytes = folder.bytes("store-wal")
    for name in ["other", "moved"] {
      let result = chimp(name, "\(command) \(path)")
      #expect(result == FinishedRun(status: 1, refusal))
    }
    #expect(folder.files == files)
    #expect(folder.bytes("store-wal") == bytes)
    unlink(log)
    unlink(path + "-shm")
    #expect(chimp("other", "\(command) \(path)").status == 0)
    #expect(titles("store") == "Other")
  }

  @Test func `A file with too many columns is refused with its line, and nothing is kept`() {
    let commas = String(repeating: ",", count: 1_000)
    let members = (0...1_000).map { "\"a\($0)\":1" }.joined(separator: ",")
    let file = folder.file("data.csv", commas + "\n")
    #expect(chimp("store", "news export \(folder.path)/news.csv").status == 0)
    let header = folder.text("news.csv")
    for (name, text, line) in [
      ("data.csv", commas + "\r\n", 1), ("data.csv", header + commas + "\r\n", 2),
      ("data.csv", header + commas, 2), ("data.jsonl", "{\(members)}\n", 1),
    ] {
      _ = folder.file(name, text)
      let words = "error: \(folder.path)/\(name):\(line): it has more than 1000 columns\n"
      #expect(chimp("store", "news import \(folder.path)/\(name)").output == words)
      guard line == 1 else { continue }
      for other in ["data-presses.csv", "data-sessions.csv"] { _ = folder.file(other, "") }
      #expect(chimp("store", "import \(folder.path)/\(name)").output == words)
    }
    unlink(file)
    #expect(titles("store") == nil || titles("store") == "")
  }

  @Test(arguments: [("csv", 3), ("jsonl", 2)])
  func `A line that is too long is refused with its number, and nothing is kept`(
    _ format: String, _ line: Int
  ) {
    let file = folder.path + "/news." + format
    #expect(chimp("other", "news add One", "news export \(file)").status == 0)
    let begin = format == "csv" ? "" : "{\"a\":\""
    let end = format == "csv" ? "\r\n" : "\"}"
    // One byte more than the limit; in CSV the end of the line counts.
    let count = TableVersion.longestLine + 1 - begin.utf8.count - end.utf8.count
    let long = begin + String(repeating: "a", count: count) + end
    let text = folder.text("news." + format)
    #expect(text.split(whereSeparator: \.isNewline).count == line - 1)
    _ = folder.file("news." + format, text + long)
    let result = chimp("store", "news import \(file)", "news")
    #expect(
      result.output
        == "error: \(file):\(line): it is longer than 16777216 bytes\nno news\n")
    #expect(result.status == 1)
    // Without that line they are taken in.
    _ = folder.file("news." + format, text)
    #expect(
      chimp("store", "news import \(file)").output == "imported 1 news item from \"\(file)\"\n")
    #expect(titles("store") == "One")
  }
}
