import Terminal
import TestSupport
import Testing

/// Tests of long replies, which are shown page by page.
struct ReplyPagesTests {
  private let text = screenText(columns: 10)

  /// Appends a reply to the pages and returns the bytes written.
  private func append(_ reply: String, to pages: inout ReplyPages) -> String {
    String(decoding: pages.append(Array(reply.utf8), text), as: UTF8.self)
  }

  /// Shows the next page and returns the bytes written.
  private func next(_ pages: inout ReplyPages, rows: Int = 4) -> String {
    String(decoding: pages.next(text, rowCount: rows), as: UTF8.self)
  }

  @Test func `Output that is no reply passes at once, wrapped between words`() {
    var pages = ReplyPages()
    #expect(append("1\n2\n3\n4\n5\n6\n", to: &pages) == "1\n2\n3\n4\n5\n6\n")
    #expect(append("one two three\n", to: &pages) == "one two\n  three\n")
    #expect(!pages.isWaiting)
  }

  @Test func `A reply stops after a page, and goes on by a row less than the window has`() {
    var pages = ReplyPages()
    pages.begin(rowCount: 4)
    #expect(append("1\n2\n3\n4\n5\n", to: &pages) == "1\n2\n")
    #expect(pages.isWaiting)
    #expect(append("6\n7\n8\n", to: &pages) == "")
    #expect(next(&pages) == "3\n4\n5\n")
    #expect(next(&pages) == "6\n7\n8\n")
    #expect(!pages.isWaiting)
  }

  @Test func `A single row behind a page belongs to it`() {
    var pages = ReplyPages()
    pages.begin(rowCount: 4)
    #expect(append("1\n2\n3\n4\n5\n6\n", to: &pages) == "1\n2\n")
    #expect(next(&pages) == "3\n4\n5\n6\n")
    #expect(!pages.isWaiting)
  }

  @Test
  func `A line that is longer than a page is shown whole, and wrapped lines count their rows`() {
    var pages = ReplyPages()
    pages.begin(rowCount: 4)
    #expect(
      append("one two three\nx\none two three four five six\nz\n", to: &pages)
        == "one two\n  three\n")
    #expect(next(&pages, rows: 3) == "x\n")
    #expect(next(&pages, rows: 3) == "one two\n  three\n  four\n  five six\nz\n")
  }

  @Test func `The rest can be shown at once, or discarded`() {
    var pages = ReplyPages()
    pages.begin(rowCount: 4)
    _ = append("1\n2\n3\n4\n5\n", to: &pages)
    #expect(String(decoding: pages.end(text), as: UTF8.self) == "3\n4\n5\n")
    pages.begin(rowCount: 4)
    _ = append("1\n2\n3\n4\n5\n", to: &pages)
    pages.skip()
    #expect(!pages.isWaiting)
    #expect(append("6\n", to: &pages) == "6\n")
  }

  @Test func `A question at the end of a page is part of it`() {
    var pages = ReplyPages()
    pages.begin(rowCount: 4)
    #expect(append("1\n2\nsure? ", to: &pages) == "1\n2\nsure? ")
    #expect(append("yes\n", to: &pages) == "")
    #expect(next(&pages) == "yes\n")
  }
}
