@testable import Archive
@testable import Events
import Examiner
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of the limits for the input and the output of a session.
struct SizeLimitTests {
  @Test(arguments: [
    ("add \(long)", "TEXT is longer than 65536 bytes at column 5"),
    ("insert 0 \(long)", "TEXT is longer than 65536 bytes at column 10"),
    ("replace 0 \(long)", "TEXT is longer than 65536 bytes at column 11"),
    ("label \(long)", "TEXT is longer than 65536 bytes at column 7"),
    ("news add \(long)", "TITLE is longer than 65536 bytes at column 10"),
    ("news add a \(long)", "BODY is longer than 65536 bytes at column 12"),
    ("news add a b image=\(long)", "image is longer than 65536 bytes at column 14"),
    ("news edit a body=\(long)", "body is longer than 65536 bytes at column 13"),
    ("set participant \(long)", "VALUE is longer than 65536 bytes at column 17"),
  ])
  func `Every command refuses a text of more than 64 KiB`(_ command: String, _ words: String) {
    #expect(run([], input: command + "\n").output == "error: \(words)\n")
  }

  private static let long = String(repeating: "x", count: 65_537)

  @Test func `A text of 64 KiB is accepted, and its escapes do not count`() {
    let text = String(repeating: "x", count: 65_534)
    let result = run([], input: "label \"\(text)\\n\\n\"\n")
    #expect(result.output == "label: \(text)\\n\\n\n")
  }

  @Test func `A cell that is given twice among many is refused`() {
    let cells = (1...60).map { "\($0) 1" }
    let board = cells.map { $0.split(separator: " ").joined(separator: ",") }
    let start = "start 60x1:\(board.joined(separator: ";"))\n"
    let press = "press \(cells[..<50].joined(separator: " ")) 7 1\n"
    let result = run([], input: start + press + "press \(cells.joined(separator: " "))\n")
    #expect(result.output.contains("error: square 7 1 is given twice\n"))
    #expect(result.output.contains("\npassed: 60 of 60\n"))
  }

  @Test func `The output about three hundred long rows grows in proportion to them`() {
    let text = String(repeating: "x", count: 65_536)
    let input = (0..<300).map { _ in "add \(text)\nselect 7\nadd a\n" }.joined()
    let count = run([], input: input).output.utf8.count
    #expect(count > 2 * 300 * text.utf8.count)
    #expect(count < 3 * 300 * text.utf8.count)
  }

  @Test func `Rows beside a change are shown shortened, and whole on request`() {
    let row = String(repeating: "r", count: 1_001)
    let label = String(repeating: "l", count: 999) + "ä"
    let input = "add \(row)\nlabel \(label)\nadd b\nlist\n"
    let rows = (0...6).map { "  \($0)  No\($0)\n" }.joined()
    let short = String(repeating: "r", count: 1_000) + "... (1001 bytes)"
    #expect(
      run([], input: input).output == """
        inserted row 7: \(row)
        \(rows)  7  \(short)
        label: \(label)
        inserted row 8: b
        \(rows)  7  \(short)
          8  b
        label: \(label)
        \(rows)  7  \(row)
          8  b

        """)
  }

  @Test func `News are shown shortened around a change, too`() {
    let title = String(repeating: "t", count: 1_001)
    let short = String(repeating: "t", count: 1_000) + "... (1001 bytes)"
    #expect(
      run(["--seed", "7"], input: "news add \(title)\nnews add b\nnews\n").output == """
        added d8jm: \(title)
          1  d8jm  \(short)
        added tc67: b
          1  d8jm  \(short)
          2  tc67  b
          1  d8jm  \(title)
          2  tc67  b

        """)
  }

  @Test func `A restricted session has at most 1,000 rows`() {
    let rows =
      "add\n" + String(repeating: "add\n", count: 992) + "add\ninsert 0 a\nremove 0\nadd b\n"
    let list = run(["--restricted"], input: rows).output
    let refusal = "error: a restricted session has at most 1000 rows\n"
    #expect(list.split(separator: "\n").filter { $0.hasPrefix("error: ") }.count == 2)
    #expect(list.contains("inserted row 999: AddCell\n"))
    #expect(list.contains(refusal + refusal + "removed row 0: No0\n"))
    #expect(list.contains("inserted row 999: b\n"))
    #expect(!run([], input: rows).output.contains("error: "))
  }

  @Test func `News are added up to their limit, and no more`() throws {
    let clock = SessionClock.real { 0 }
    let environment = RecordsEnvironment(isRestricted: true, countLimit: 2)
    let model = NewsModel(ProgramStore(environment, clock: clock, seed: { .standard }))
    var draft = NewsDraft()
    draft.title = "a"
    for _ in 0..<2 { try model.add(draft) }
    let refusal = #expect(throws: Refusal.self) { try model.add(draft) }
    #expect(
      refusal?.words(in: .english) == "a restricted session has at most 2 news items")
    try model.remove(try #require(try model.all().elements.first))
    try model.add(draft)
    #expect(try model.all().elements.count == 2)
  }
}
