@testable import Shell
import Testing

struct HistoryTests {
  /// Adds lines to a new history and returns the lines that it has.
  private func lines(_ added: [String]) -> [String] {
    let history = History()
    for line in added { history.add(Array(line.utf8)[...]) }
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

  @Test func `A line that is longer than the whole history is left out`() {
    let long = String(repeating: "x", count: History.keptSize)
    #expect(lines(["a", long, "b"]) == ["a", "b"])
  }

  /// Adds earlier lines, begins a session, adds its lines, and returns those which the session
  /// would save.
  private func session(_ earlier: [String], _ added: [(String, Bool)]) -> [String]? {
    let history = History()
    for line in earlier { history.add(Array(line.utf8)[...]) }
    history.beginSession()
    for (line, isSourced) in added { history.add(Array(line.utf8)[...], isSourced: isSourced) }
    return history.session.map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `A session is every line that was entered, doubles too, and no line that was sourced`()
  {
    #expect(session(["a"], [("b", false), ("c", true), ("b", false)]) == ["b", "b"])
    #expect(session([], []) == [])
  }

  @Test func `Lines that are forgotten are gone, and a session that had one can't be recorded`() {
    let history = History()
    for line in ["old secret", "old"] { history.add(Array(line.utf8)[...]) }
    history.beginSession()
    history.add(Array("new".utf8)[...])
    history.forget { $0.contains("secret") }
    #expect(history.lines == ["old", "new"])
    #expect(history.session?.map { String(decoding: $0, as: UTF8.self) } == ["new"])
    history.add(Array("new secret".utf8)[...])
    history.forget { $0.contains("secret") }
    #expect(history.lines == ["old", "new"])
    #expect(history.session == nil)
  }

  @Test func `Lines of earlier sessions go before the session is lost`() {
    let earlier = Array(repeating: "earlier", count: 4_000)
    let some = Array(repeating: ("some", false), count: 3_000)
    #expect(session(earlier, some) == some.map(\.0))
    #expect(session(earlier, some + some + some) == nil)
    #expect(session([], [(String(repeating: "x", count: History.keptSize), false)]) == nil)
    #expect(session([], [(String(repeating: "x", count: History.keptSize), true)]) == [])
  }
}
