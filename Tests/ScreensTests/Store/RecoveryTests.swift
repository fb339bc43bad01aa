@testable import Archive
import Glibc
import Records
import SampleData
@testable import Screens
import TestSupport
import Testing

/// Tests of recovering a truncated store: the messages that the user sees.
struct RecoveryTests {
  private let folder = TemporaryFolder()
  private let pageSize = 4096

  /// Runs commands on the store with a name and returns the result.
  private func chimp(_ store: String, _ commands: String...) -> FinishedRun {
    run(commands, on: folder.path + "/" + store)
  }

  /// Creates a store with a number of trials.
  private func makeStore(_ count: Int) {
    folder.write(ExchangeText.lines((0..<count).map { Sample($0) }), "data.jsonl")
    #expect(chimp("store", "import \(folder.path)/data.jsonl").status == 0)
  }

  /// Returns the number of rows of a table in the recovered store.
  private func count(_ table: String) -> String? {
    Database.value("SELECT count(*) FROM \(table)", folder.path + "/copy")
  }

  /// Returns the number of the last page of the file that belongs to a table; 0 if there is none.
  private func lastPage(of table: String) -> Int {
    let text = Database.value(
      "SELECT max(pageno) FROM dbstat WHERE name = '\(table)'", folder.path + "/store")
    return text.flatMap { Int($0) } ?? 0
  }

  /// Truncates the file of the store to a number of pages.
  private func truncateStore(to pageCount: Int) {
    folder.write(Array(folder.bytes("store").prefix(pageCount * pageSize)), "store")
  }

  @Test func `A young store that lost its last list of tables gives back all rows`() throws {
    makeStore(3)
    let last = lastPage(of: "sqlite_schema")
    // The next pages are those of later tables, which have no rows.
    #expect(last * pageSize <= folder.bytes("store").count)
    truncateStore(to: last - 1)
    let result = chimp("store", "recover \(folder.path)/copy")
    #expect(result.output.hasSuffix("recovered 20 rows to \"\(folder.path)/copy\"\n"))
    #expect(["Round", "Press", "Session"].map { count($0) } == ["3", "15", "1"])
    #expect(chimp("copy", "check-store").output == "checked 20 rows: no damage found\n")
    #expect(folder.files == ["copy", "data.jsonl", "store"])
  }

  @Test func `However short a store is, the rows of the tables before the cut come back`() throws {
    makeStore(3)
    let whole = folder.bytes("store")
    for length in (1..<whole.count / pageSize).reversed() {
      folder.write(whole, "store")
      let expected = ["Participant", "Session", "Round", "Press"].filter {
        lastPage(of: $0) <= length
      }
      truncateStore(to: length)
      let result = chimp("store", "recover \(folder.path)/copy")
      for table in expected {
        #expect(
          count(table) == ["Round": "3", "Press": "15"][table, default: "1"], "\(table) \(length)")
      }
      if expected.isEmpty { #expect(result.output.contains("nothing can be read from ")) }
      #expect(folder.files == (expected.isEmpty ? [] : ["copy"]) + ["data.jsonl", "store"])
      unlink(folder.path + "/copy")
    }
  }

  @Test func `A damaged row is left out and named, with the row that it belongs to`() {
    makeStore(3)
    try? Database.run("UPDATE Round SET onset = 77 WHERE row = 2", folder.path + "/store")
    let result = chimp("store", "recover \(folder.path)/copy")
    #expect(
      result.output == """
        recovered 19 rows to "\(folder.path)/copy"; left out 1 row:
          row 2 of Round: it was changed after it was written
        5 rows can't be verified:
          row 6 of Press: its round is missing
          row 7 of Press: its round is missing
          row 8 of Press: its round is missing
          row 9 of Press: its round is missing
          row 10 of Press: its round is missing

        """)
    #expect(result.status == 3)
    #expect(count("Round") == "2")
    #expect(folder.files == ["copy", "data.jsonl", "store"])
    try? Database.run("UPDATE Press SET time = 9 WHERE row = 1", folder.path + "/store")
    unlink(folder.path + "/copy")
    #expect(
      chimp("store", "recover \(folder.path)/copy").output == """
        recovered 18 rows to "\(folder.path)/copy"; left out 2 rows:
          row 2 of Round: it was changed after it was written
          row 1 of Press: it was changed after it was written
        6 rows can't be verified:
          row 6 of Press: its round is missing
          row 7 of Press: its round is missing
          row 8 of Press: its round is missing
          row 9 of Press: its round is missing
          row 10 of Press: its round is missing
          row 1 of Round: press 5 of trial "trial-0" is missing

        """)
  }

  @Test func `A copy is that of one moment, whatever is written meanwhile`() throws {
    makeStore(3)
    let settings = StoreLayout.settings(.file(folder.path + "/store"))
    let store = try Store.open(settings)
    var number = 0
    let recovery = try store.recover(to: folder.path + "/copy", schema: StoreLayout.schema) { _ in
      // Another program adds rounds between two tables.
      number += 1
      let result = chimp("store", "start 2x1:1,1;2,1", "press 1 1", "press 2 1")
      #expect(result.status == 0)
      return true
    }
    #expect(number >= StoreLayout.schema.tables.count)
    #expect(recovery == .init(rowCount: 20))
    #expect(chimp("copy", "check-store full").output == "checked 20 rows: no damage found\n")
  }
}
