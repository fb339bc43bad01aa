import Terminal
import TestSupport
import Testing

/// Tests of reading a history file, and of shortening a large one.
struct HistoryTextTests {
  /// Parses the text of a history file and returns its lines.
  private func lines(_ text: String) -> [String] {
    HistoryText.lines(of: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `Each line is there once, where it stood last`() {
    #expect(lines("a\nb\na\n\nc\nb") == ["a", "c", "b"])
  }

  @Test func `A line with control characters is left out, one with a tab is not`() {
    #expect(lines("a\u{1b}b\nc\td\n\u{7f}\ne\r\n日本\n") == ["c\td", "日本"])
  }

  @Test func `Bytes that are no text are left out`() {
    #expect(HistoryText.lines(of: [0x61, 0x0a, 0xff, 0x0a, 0x62]) == [[0x61], [0x62]])
  }

  @Test func `The latest lines are kept, as many as there is room for`() {
    let text = (1...40_000).map { "line \($0)\n" }.joined()
    let kept = HistoryText.shortened(Array(text.utf8))
    #expect(kept.count <= HistoryText.keptSize)
    #expect(kept.count > HistoryText.keptSize - 20)
    #expect(Array(text.utf8).suffix(kept.count) == kept[...])
    #expect(kept.starts(with: "line ".utf8))
  }
}
