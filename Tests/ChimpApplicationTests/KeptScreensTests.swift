import Console
import Glibc
import Records
import TestSupport
import Testing
import Words

/// Tests of the screens' contents, which the next session on a store restores.
struct KeptScreensTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Returns the output of a new session on the store.
  private func session(_ lines: String...) -> String {
    run(["--store", path], input: lines.map { $0 + "\n" }.joined()).output
  }

  @Test func `The list and its label are found again, whatever the texts are`() {
    _ = session("list set one \"two words\" \"\\\"\\\\\\n\\t# \" \"\" é", "select 1")
    #expect(
      session("list")
        == "label: two words\n  0  one\n  1  two words\n  2  \"\\\\n\\t# \n  3  \n  4  é\n")
    _ = session("label x", "list clear")
    #expect(session("list") == "label: x\n")
  }

  @Test func `The total is found again`() {
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
      #expect(Language.english.words(for: condition) == expected)
    }
  }
}
