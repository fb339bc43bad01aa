import TestSupport
import Testing
@testable import Transcripts

@Suite struct LargeAnswerTests {
  private static let numbers = (0..<20_000).map { String($0) }
  private static let exact = numbers.map { "| \($0)" }

  @Test func `Gaps fit in the middle of twenty thousand lines`() throws {
    let answer = Self.exact[..<9_000] + [": 3..5"] + Self.exact[9_004...] + [": ..."]
    let path = try #require(try comparison(Array(answer), Self.numbers + ["more"]).match())
    #expect(path.alignment.steps[9_000] == .kept(9_000, lines: 9_000..<9_004))
    #expect(path.alignment.steps.last == .kept(19_997, lines: 20_000..<20_001))
  }

  @Test func `As many gaps as lines fit, or do not`() throws {
    let answer = Self.numbers.flatMap { _ in [": ...", "| a"] }
    let output = Self.numbers.map { _ in "a" }
    #expect(try comparison(answer, output).match() != nil)
    #expect(try comparison(answer + ["| b"], output).match() == nil)
  }

  @Test func `Patterns stay where few of twenty thousand lines change`() throws {
    var answer = Self.exact
    answer[10] = "| x"
    answer[11] = "~ {int}"
    answer[9_000] = "| y"
    answer.insert(": ...", at: 15_000)
    answer.append("| z")
    var comparison = try comparison(answer, Self.numbers)
    let changes = comparison.align().alignment.steps.filter { step in
      if case .kept = step { false } else { true }
    }
    #expect(
      changes == [
        .removed(10), .inserted(line: 10), .removed(9_000), .inserted(line: 9_000),
        .removed(20_001),
      ])
  }

  @Test func `Of twenty thousand lines that all differ nothing stays`() throws {
    var comparison = try comparison(
      Self.numbers.map { "~ x{int}:\($0)" }, Self.numbers.map { "y:\($0)" })
    #expect(comparison.align().alignment.differenceCount == 20_000)
  }

  @Test func `Two hundred lines with a name bound to another text are reported`() throws {
    let answer = ["~ {n:int}"] + Array(repeating: "~ {n}", count: 200)
    var comparison = try comparison(answer, ["1"] + Array(repeating: "2", count: 200))
    #expect(comparison.match() == nil)
    let (alignment, bindings) = comparison.align()
    #expect(
      alignment.steps == [.kept(0, lines: 0..<1)] + (1...200).map { .removed($0) }
        + (1...200).map { .inserted(line: $0) })
    #expect(bindings.value(of: "n")?.elementsEqual("1".utf8) == true)
  }

  @Test func `Of two hundred equal texts that should be distinct all but one are reported`() throws
  {
    var comparison = try comparison(
      (0..<200).map { "~ {n\($0):word!}" }, Array(repeating: "x", count: 200))
    #expect(comparison.match() == nil)
    #expect(comparison.align().alignment.differenceCount == 199)
  }

  @Test func `Thirty names, each after a line or none, do not fill the memory`() throws {
    let answer =
      (0..<30).flatMap { [": 0..1", "~ {n\($0):word}"] } + (0..<30).map { "~ {n\($0)} never" }
    #expect(try comparison(answer, (0..<80).map { "w\($0)" }).match() == nil)
  }

  @Test func `A name that is bound far behind a gap matches`() throws {
    let comparison = try comparison(
      [": ...", "~ {n:int}", "~ {n}", ": ..."], Self.numbers + ["7", "7", "8"])
    let path = try #require(comparison.match())
    #expect(path.alignment.steps[1] == .kept(1, lines: 20_000..<20_001))
  }

  @Test func `Ten thousand answers with names match when and only when some way holds`() throws {
    let signs = [
      "~ {n:int}", "~ {n}", "~ {m:int!}", "~ {m}", "| 1", ": ...", ": 1..2", ": 2+", ":? {n}",
      ":? {m:int!}",
    ]
    var dice = RandomNumbers(seed: 31)
    var matchCount = 0
    while matchCount < 10_000 {
      let answer = (0..<2 + dice.below(5)).map { _ in dice.pick(signs) }
      let output = (0..<dice.below(7)).map { _ in dice.pick(["1", "2", "3"]) }
      guard let comparison = try? comparison(answer, output) else { continue }
      let holds = matchesExhaustively(comparison, 0, 0, Bindings())
      #expect((comparison.match() != nil) == holds, "\(answer) and \(output)")
      matchCount += 1
    }
  }

  /// Returns `true` if the rest of the expectations matches the rest of the lines in any way, by
  /// trying all of them.
  private func matchesExhaustively(
    _ comparison: Comparison, _ index: Int, _ line: Int, _ bindings: Bindings
  ) -> Bool {
    let lines = comparison.lines.count
    guard index < comparison.expectations.count else { return line == lines }
    var extended = bindings
    let matchesLine =
      line < lines && comparison.matches(index, line) && comparison.bind(index, line, &extended)
      && matchesExhaustively(comparison, index + 1, line + 1, extended)
    switch comparison.expectations[index].kind {
    case .exact, .pattern: return matchesLine
    case .optional: return matchesLine || matchesExhaustively(comparison, index + 1, line, bindings)
    case .gap(let gap):
      return (line...lines).contains { end in
        end - line >= gap.least && end - line <= gap.most ?? Int.max
          && matchesExhaustively(comparison, index + 1, end, bindings)
      }
    }
  }
}
