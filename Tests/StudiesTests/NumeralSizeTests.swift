import Game
import Shell
import Studies
import Testing

/// Tests of the size of numerals in study files.
struct NumeralSizeTests {
  private static let head = StudyText.head + "seed x\ncondition a span\n"

  @Test func `A size is a setting of all trials, and belongs to the hash`() throws {
    let plans = try ["", "numerals size=1", "numerals size=block"].map {
      try StudyFile.read(Self.head + $0)
    }
    #expect(Set(plans.map(\.hash)).count == 3)
    #expect(
      plans.map { "\($0.blocks(of: "P07", order: 1)[0].settings)" } == [
        "seed=x.1", "seed=x.1 numeral-size=1", "seed=x.1 numeral-size=block",
      ])
  }

  @Test(arguments: [
    ("numerals size=2", "6: size must be one of 1, block: \"2\" at column 10"),
    (
      "numerals", "6: size= is missing (usage: numerals size=1|block), at column 9"
    ),
    ("numerals size=1\nnumerals size=1", "7: \"numerals\" appears twice, at column 1"),
    ("numerals block", ""),
    ("numerals width=1", "6: unknown key \"width\" at column 10 (known: size)"),
  ])
  func `A size that is none is refused`(_ lines: String, _ words: String) {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + lines)
      Issue.record("no error in \(lines)")
    } catch {
      let found = error.words(in: .english)
      #expect(found == words || words.isEmpty && found.hasPrefix("6: unexpected"), "\(found)")
    }
  }
}
