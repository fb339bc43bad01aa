import Shell
import Terminal
import TestSupport
import Testing

/// Tests of the list of candidates for a completion, and of their insertion into the line.
struct CandidateTests {
  private final class IdleReceiver: CommandReceiver {}

  private let table = CommandTable(Command<IdleReceiver>.consoleCommands)

  /// Returns the lines of a list of candidates, each with a summary.
  private func lines(
    _ candidates: [(String, String)], columns: Int, limit: Int = 20, hasColor: Bool = false
  ) -> [String] {
    let listing = CandidateListing(
      screenText(columns: columns), hasColor: hasColor, in: .english)
    return listing.lines(
      of: candidates.map { .init(text: $0.0, summary: $0.1, isWhole: true) }, limit: limit)
  }

  @Test func `Summaries stand in a column and are cut to the width`() {
    let candidates = [("a", "first things"), ("long", "second")]
    #expect(lines(candidates, columns: 40) == ["a     first things", "long  second"])
    #expect(lines(candidates, columns: 12) == ["a     first", "long  secon"])
    #expect(lines(candidates, columns: 5) == ["a", "long"])
    #expect(
      lines(candidates, columns: 40, hasColor: true)
        == ["a     \u{1b}[2mfirst things\u{1b}[0m", "long  \u{1b}[2msecond\u{1b}[0m"])
  }

  @Test func `Names alone stand in as many columns as fit`() {
    let names = ["a", "b", "cc", "日本", "e"].map { ($0, "") }
    #expect(lines(names, columns: 80) == ["a     b     cc    日本  e"])
    #expect(lines(names, columns: 12) == ["a     日本", "b     e", "cc"])
    #expect(lines(names, columns: 2) == ["a", "b", "cc", "日", "e"])
  }

  @Test func `Candidates that do not fit are counted`() {
    let candidates = (1...9).map { ("name\($0)", "summary") }
    #expect(
      lines(candidates, columns: 40, limit: 3)
        == ["name1  summary", "name2  summary", "... and 7 more"])
    let names = (1...9).map { ("name\($0)", "") }
    #expect(
      lines(names, columns: 14, limit: 3) == ["name1  name3", "name2  name4", "... and 5 more"])
    #expect(lines(names, columns: 14, limit: 1) == ["... and 9 more"])
  }

  @Test func `Control characters of a name can't drive the terminal`() {
    #expect(lines([("a\u{1b}[2J", "")], columns: 40) == ["a\\e[2J"])
  }

  /// Expects a completion of a line.
  private func check(_ line: String, _ expected: LineCompletion) {
    #expect(LineCompletion(of: line, table, .small) == expected, "\(line)")
  }

  @Test func `One candidate is put in with a blank, or without where the word goes on`() {
    check("ver", .replace(count: 3, text: "version "))
    check("help ver", .replace(count: 3, text: "version "))
    check("set se", .replace(count: 2, text: "seed "))
    check("source plain.", .replace(count: 6, text: "plain.txt "))
    check("xyz", .nothing)
    check("version ", .nothing)
  }

  @Test func `The common beginning of candidates is inserted, then they are listed`() {
    check("source p", .replace(count: 1, text: "plain"))
    let both = [
      Completion.Candidate(
        text: "help", summary: "list the main commands, or explain one, a group or a test",
        isWhole: true
      ),
      Completion.Candidate(
        text: "history", summary: "list the lines entered so far, each one once", isWhole: true),
    ]
    check("h", .list(both))
  }

  @Test func `A name with blanks or quotes is put in quotes`() {
    check("source a\\", .nothing)
    check("source fo", .replace(count: 2, text: "\"folder one/"))
    check("source \"a b", .replace(count: 4, text: "\"a b.txt\" "))
    check("source \"a\\\"", .replace(count: 4, text: "\"a\\\"c.txt\" "))
    check("source \"fo", .replace(count: 3, text: "\"folder one/"))
  }
}
