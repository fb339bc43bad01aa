import TestSupport
import Testing
import TranscriptDouble
@testable import Transcripts

@Suite struct PatternTests {
  /// A kind of holes of a program.
  private static let kinds = HoleKinds(["cell": #"\d+[ ,]\d+"#])

  @Test(arguments: [
    ("round {int}", "round 12", true), ("round {int}", "round -3", true),
    ("round {int}", "round x", false), ("round {int}", "round ", false),
    ("{}", "", true), ("{}", "anything at all", true), ("a{}b", "ab", true), ("a{}b", "abc", false),
    ("took {ms}", "took 12", true), ("took {ms}", "took 0.5ms", true),
    ("took {ms}", "took 1.ms", false), ("took {ms} ms", "took 7 ms", true),
    ("{hex}", "0xFF", true), ("{hex}", "deadbeef", true), ("{hex}", "0x", false),
    ("{word} {word}", "two words", true), ("{word}", "two words", false),
    ("{float}", "-0.5e3", true), ("{float}", "7", true), ("{float}", ".", false),
    ("{float}", "1.5s", false), ("{date}", "2026-11-29", true),
    ("{date}", "2026-11-29T16:39:05.25Z", true), ("{date}", "2026-11-29 16:39 +0100", true),
    ("{date}", "29.11.2026", false), ("{*}", "", true), ("{*}.txt", "a b.txt", true),
    ("{uuid}", "123e4567-e89b-12d3-a456-426614174000", true),
    ("{uuid}", "123e4567-e89b-12d3-a456-42661417400", false), ("{path}", "./a", true),
    ("{path}: no", "/tmp/x: no", true), ("{path}", "a b/c", false), ("{path}", "name", false),
    ("{/a{2}|b+/}", "aa", true), ("{/a{2}|b+/}", "a", false), ("{/a{2}|b+/}", "bbb", true),
    ("{/[^ ]+/} {/\\d{1,2}/}", "ab 12", true), ("{/[^ ]+/} {/\\d{1,2}/}", "ab 123", false),
    ("<{/.{2}/}>", "<éx>", true), ("{/(ab)*/}", "", true), ("{/(ab)*/}", "abab", true),
    ("{/(ab)*/}", "aba", false), ("{/a\\/b/}", "a/b", true), ("{/x{2,}/}", "x", false),
    ("{/x{0,1}y/}", "y", true), ("{/[]a-]+/}", "-]a", true), ("{/\\W/}", "é", false),
    ("at {cell}", "at 2 3", true), ("at {cell}", "at 12,3", true), ("at {cell}", "at 2", false),
    ("{{}", "{}", true), ("{{int}", "{int}", true), ("}", "}", true), ("{}{}{int}", "a1", true),
    ("{int}{int}", "1", false), ("", "", true), ("", "x", false), ("é{}", "éx", true),
  ])
  func `A pattern fits what it says and nothing else`(
    pattern: String, line: String, fits: Bool
  ) throws {
    let machine = PatternMachine(
      try LinePattern(pattern, kinds: Self.kinds), bindings: Bindings(), kinds: [:])
    #expect((machine.match(Array(line.utf8)[...]) != nil) == fits)
    #expect(machine.matches(Array(line.utf8)[...]) == fits)
  }

  @Test func `Twenty thousand patterns agree with a matcher that tries everything`() throws {
    var dice = RandomNumbers(seed: 5)
    let pieces = [
      "a", "b", "1", "-", " ", ",", "{}", "{int}", "{word}", "{cell}", "{hex}", "{ms}", "{float}",
      "{/(a|b-?)*1?/}", "{path}",
    ]
    for _ in 0..<20_000 {
      let pattern = (0..<dice.below(5)).map { _ in dice.pick(pieces) }.joined()
      let line = (0..<dice.below(7)).map { _ in dice.pick(Array("ab1-0x ,ms.")) }
      let parsed = try LinePattern(pattern, kinds: Self.kinds)
      let machine = PatternMachine(parsed, bindings: Bindings(), kinds: [:])
      let bytes = Array(String(line).utf8)
      #expect(
        (machine.match(bytes[...]) != nil) == matchesExhaustively(parsed.pieces[...], bytes[...]),
        "\(pattern) and \(String(line))")
      #expect(machine.matches(bytes[...]) == (machine.match(bytes[...]) != nil))
    }
  }

  @Test func `Holes that follow each other cost no more than the line is long`() throws {
    let pattern = Array(String(repeating: "{}a", count: 40).utf8)
    let machine = PatternMachine(
      try LinePattern(pattern, pattern.indices), bindings: Bindings(), kinds: [:])
    let line = Array(repeating: UInt8(ascii: "a"), count: 5_000) + [UInt8(ascii: "b")]
    #expect(machine.match(line[...]) == nil)
  }

  @Test func `Two thousand sessions match as equal and distinct bindings say`() throws {
    var dice = RandomNumbers(seed: 20)
    for _ in 0..<2_000 {
      let numbers = (0..<3).map { _ in dice.below(3) }
      let cut = dice.below(3)
      var lines = ["@ chimp-transcript 1", "> lines a:\(numbers[0])", "~ {}:{n:int}"]
      if cut > 0 { lines += ["> echo", "|"] }
      lines += [
        "> lines b:\(numbers[1]) c:\(numbers[2])", ": ...", "~ b:{n}", ":? d:{n}", "~ {}:{n}",
      ]
      let equal = numbers[0] == numbers[1] && numbers[0] == numbers[2]
      #expect(try passes(lines) == equal, "\(lines)")
      lines = [
        "@ chimp-transcript 1", "> lines \(numbers.map { "\($0),1" }.joined(separator: " "))",
      ]
      lines += ["~ {a:/\\d,1/!}", "~ {b:/\\d,1/!}", "~ {c:/\\d,1/!}"]
      #expect(try passes(lines) == (Set(numbers).count == 3), "\(lines)")
    }
  }

  @Test(arguments: [
    ("{/a/", "1:1: the hole is not closed"),
    ("{/a(/}", "1:5: regular expression: the group is not closed"),
    ("{/a)/}", "1:4: regular expression: a group ends that did not begin"),
    ("{/*a/}", "1:3: regular expression: nothing to repeat"),
    ("{/a**/}", "1:5: regular expression: nothing to repeat"),
    ("{/[a/}", "1:5: regular expression: \"[\" is not closed"),
    ("{/[b-a]/}", "1:5: regular expression: the range is empty"),
    ("{/^a/}", "1:3: regular expression: it matches the whole text already, without \"^\""),
    ("{/a{3,2}/}", "1:4: regular expression: not a number of times: \"{3,2}\""),
    ("{/\\q/}", "1:4: regular expression: unknown escape \"\\q\""),
    ("{/(a{1000}){1000}/}", "1:4: regular expression: it is too large"),
  ])
  func `A regular expression that can't be read is refused with its place`(
    pattern: String, words: String
  ) {
    let fault = #expect(throws: TranscriptFault.self) { try LinePattern(pattern) }
    #expect(fault.map { "\($0.line):\($0.column): \($0.reason)" } == words)
  }

  @Test func `An expression costs no more than it and the line are long`() throws {
    let pattern = try LinePattern("{/(a|aa)*(a*)*b/}")
    let line = Array(repeating: UInt8(ascii: "a"), count: 20_000)
    #expect(!PatternMachine(pattern).matches(line[...]))
  }

  /// Runs a transcript and returns `true` if all of its blocks pass.
  private func passes(_ lines: [String]) throws -> Bool {
    try performed(Array(lines.joined(separator: "\n").utf8)).outcomes.allSatisfy { $0 == .pass }
  }

  @Test(arguments: [
    ("...", LineGap("...")?.most, 0), ("3", 3, 3), ("2..4", 4, 2), ("1+", nil, 1),
  ])
  func `A gap says how many lines it stands for`(text: String, most: Int?, least: Int) throws {
    let gap = try #require(LineGap(text))
    #expect(gap.least == least)
    #expect(gap.most == most)
  }

  /// Returns `true` if the pieces of a pattern match a line, by trying all lengths of each.
  private func matchesExhaustively(
    _ pieces: ArraySlice<LinePattern.Piece>, _ line: ArraySlice<UInt8>
  ) -> Bool {
    guard let first = pieces.first else { return line.isEmpty }
    return (0...line.count).contains { count in
      let part = line.prefix(count)
      let fits =
        switch first {
        case .literal(let bytes): part.elementsEqual(bytes)
        case .hole(let hole): accepts(hole, String(decoding: part, as: UTF8.self))
        }
      return fits && matchesExhaustively(pieces.dropFirst(), line.dropFirst(count))
    }
  }

  /// Returns `true` if a hole accepts a text, according to a regular expression for its kind.
  private func accepts(_ hole: Hole, _ text: String) -> Bool {
    guard hole.name == nil, let kind = hole.kind else { return false }
    return switch kind {
    case .anything: true
    case .int: text.wholeMatch(of: /-?[0-9]+/) != nil
    case .ms: text.wholeMatch(of: /[0-9]+(\.[0-9]+)?(ms)?/) != nil
    case .hex: text.wholeMatch(of: /(0x)?[0-9a-fA-F]+/) != nil
    case .word: text.wholeMatch(of: /[^ \t]+/) != nil
    case .expression(_, "cell"): text.wholeMatch(of: /[0-9]+[ ,][0-9]+/) != nil
    case .expression(_, "float"):
      text.wholeMatch(of: /[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil
    case .expression(_, "path"): text.wholeMatch(of: /[^ \t]*\/[^ \t]*/) != nil
    case .expression: text.wholeMatch(of: /(a|b-?)*1?/) != nil
    }
  }
}
