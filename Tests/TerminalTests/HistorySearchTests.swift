import Terminal
import TestSupport
import Testing

/// Tests of the keys Up and Down, which search the history for lines that begin with the typed
/// text.
struct HistorySearchTests {
  private static let lines = ["sum 1 2", "add zeta", "s.m", "sum 3 4", "add eta"].map {
    Array($0.utf8)[...]
  }

  /// Returns the lines that keys show: `u` is the key Up and `d` the key Down; `-` stands for no
  /// change.
  private func walk(_ typed: String, cursor: Int? = nil, _ keys: String) -> [String] {
    var search = HistorySearch()
    var line = Array(typed.utf8)
    var cursor = cursor ?? line.count
    return keys.map { key in
      let found =
        key == "u"
        ? search.older(than: line, beforeCursor: Array(line[..<cursor]), in: Self.lines)
        : search.newer(than: line)
      guard let found else { return "-" }
      (line, cursor) = (found, found.count)
      return String(decoding: found, as: UTF8.self)
    }
  }

  @Test func `From an empty line the arrows go through all lines and back`() {
    #expect(
      walk("", "uuuuuu") == ["add eta", "sum 3 4", "s.m", "add zeta", "sum 1 2", "-"])
    #expect(walk("", "uudd") == ["add eta", "sum 3 4", "add eta", ""])
  }

  @Test func `A search finds lines that begin as typed, without patterns`() {
    #expect(walk("sum", "uuu") == ["sum 3 4", "sum 1 2", "-"])
    #expect(walk("eta", "u") == ["-"])
    #expect(walk("s.m", "u") == ["-"])
    #expect(walk("s.", "u") == ["s.m"])
    #expect(walk("su.*2", "u") == ["-"])
  }

  @Test func `Down ends at the typed text, and begins no walk`() {
    #expect(walk("add", "uudd") == ["add eta", "add zeta", "add eta", "add"])
    #expect(walk("add", "d") == ["-"])
    #expect(walk("add", "udd") == ["add eta", "add", "-"])
  }

  @Test func `Only what stands before the cursor counts`() {
    #expect(walk("sum 9", cursor: 3, "ud") == ["sum 3 4", "sum 9"])
  }

  @Test func `Another typed line begins a new walk`() {
    var search = HistorySearch()
    let first = search.older(than: [], beforeCursor: [], in: Self.lines)
    #expect(first == Array("add eta".utf8))
    let other = Array("sum".utf8)
    #expect(search.older(than: other, beforeCursor: other, in: Self.lines) == Array("sum 3 4".utf8))
    #expect(search.newer(than: other) == nil)
  }
}
