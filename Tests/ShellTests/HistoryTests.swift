import Shell
import Testing

struct HistoryTests {
  private func lines(_ added: [String]) -> [String] {
    var history = History()
    for line in added {
      Array(line.utf8).withUnsafeBufferPointer { history.add($0) }
    }
    return history.lines
  }

  @Test func `Each line stands once, where it was entered last`() {
    #expect(lines(["a", "b", "a", "c", "b", "b"]) == ["a", "c", "b"])
    #expect(lines([]) == [])
  }

  @Test func `The oldest lines go, the newest stay, and none is cut`() {
    let many = (0..<100_000).map { "line \($0)" }
    let kept = lines(many)
    #expect(kept.last == "line 99999")
    #expect(kept.count > 1_200 && kept.count < 5_000)
    #expect(kept == Array(many.suffix(kept.count)))
  }

  @Test func `A line that would fill it all is left out`() {
    let long = String(repeating: "x", count: History.keptSize)
    #expect(lines(["a", long, "b"]) == ["a", "b"])
  }
}
