@testable import Archive
@testable import Events
import Examiner
import Glibc
import Records
@testable import Screens
import Shell
import TestSupport
import Testing

/// Tests of the screens' contents, which the next session on a store restores.
struct KeptScreensTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Returns the output of a new session on the store.
  private func session(_ lines: String...) -> String {
    run(["--store", path], input: lines.map { $0 + "\n" }.joined()).output
  }

  @Test func `The next session has the list and its label, whatever the texts are`() {
    _ = session("list set one \"two words\" \"\\\"\\\\\\n\\t# \" \"\" é", "select 1")
    #expect(
      session("list")
        == "label: two words\n  0  one\n  1  two words\n  2  \"\\\\n\\t# \n  3  \n  4  é\n")
    _ = session("label x", "list clear")
    #expect(session("list") == "label: x\n")
  }

  @Test func `Rows that an earlier program stored apart are joined by the next one`() throws {
    _ = session("label x", "list set a b")
    let settings = ProgramStore(
      RecordsEnvironment(path: path), clock: .virtual(), seed: { .standard }
    ).lastingSettings
    for rows in ["c \"d e\"", "f"] { try settings.add(rows, to: "list.rows.more") }
    #expect(session("list") == "label: x\n  0  a\n  1  b\n  2  c\n  3  d e\n  4  f\n")
    #expect(session("add g").hasSuffix("  4  f\n  5  g\n"))
    #expect(settings.values(named: "list.rows") == [#""a" "b" "c" "d e" "f" "g""#])
    #expect(settings.values(named: "list.rows.more") == [])
  }

  @Test func `Of two sessions that add rows at once, the rows of the later one stay`()
    throws
  {
    let programs = try (0..<2).map { _ in try LiveProgram(["--machine", "--store", path]) }
    for (number, line) in [(0, "add a"), (0, "add b"), (1, "add c"), (0, "add d"), (0, "add e")] {
      programs[number].send(line)
      _ = programs[number].answer()
    }
    for program in programs { _ = program.finish() }
    #expect(session("list").hasSuffix("  7  a\n  8  b\n  9  d\n 10  e\n"))
  }

  @Test func `The next session has the total`() {
    #expect(session("sum") == "values: 100 and 200\ntotal: 300\n")
    #expect(session("status").contains("rows: 0\n"))
    _ = session("sum 100 200")
    #expect(
      session("sum", "sum -5 2", "sum 9223372036854775807 1") == """
        values: 100 and 200
        total: 300
        total: -3
        error: the sum of 9223372036854775807 and 1 is too large

        """)
    #expect(session("sum") == "values: -5 and 2\ntotal: -3\n")
  }

  @Test func `A demonstration that was disabled stays so until it is enabled`() {
    #expect(session("disable demonstration") == "disabled: demonstration\n")
    #expect(
      session("wait 2000", "enable attract/demonstration") == """
        waited 2000 ms
        enabled: demonstration

        """)
    #expect(session("wait 2000").hasPrefix("demonstration: 4 numerals on 8x5\n"))
  }

  @Test func `The state of a store that is a file is told`() {
    let words = "store: writable, '\(path)'\nrows: 0\nopen elsewhere: no\n"
    #expect(session("status") == words + "no jobs are running\n")
  }

  @Test func `Each condition of a store has words`() {
    let words: [(Store.Condition?, String)] = [
      (nil, "not opened yet"), (.writable, "writable"), (.readOnly, "read-only"),
      (.full, "read-only, its disk is full"),
      (.damaged(detail: "x"), "read-only, it is damaged: x"),
      (.lost(.readOnly(path: "y")), "lost: can't save: 'y' is read-only"),
    ]
    for (condition, expected) in words {
      #expect(condition.words(in: .english) == expected)
    }
  }
}
