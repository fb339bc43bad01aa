import Game
import Shell
import Studies
import Testing

/// Tests of the times before and between trials in study files.
struct TrialTimeTests {
  private static let head = StudyText.head + "seed x\n"

  @Test func `The times of a condition are those of its trials and of its practice`() throws {
    let plan = try StudyFile.read(
      Self.head + "condition a trials=4 practice=2 until=1 fixation=300 interval=500..700\n"
        + "condition b interval=500")
    let blocks = plan.blocks(of: "P07", order: 1)
    #expect(
      blocks.map { "\($0.settings)" } == [
        "practice=2 until=1 seed=x.100001 draw=0fa9b4e6d6baef4c fixation=300 interval=500..700",
        "trials=4 seed=x.1 draw=e2d308106737b1a5 fixation=300 interval=500..700",
        "seed=x.2 interval=500",
      ])
    #expect(blocks[1].settings.interval(beforeTrial: 2) == 529)
    let other = plan.blocks(of: "P08", order: 1)[1]
    let numbers = 2...4
    #expect(
      numbers.map { other.settings.interval(beforeTrial: $0) }
        != numbers.map { blocks[1].settings.interval(beforeTrial: $0) })
    let anew = blocks[1].restarted(1)
    #expect(
      numbers.map { anew.settings.interval(beforeTrial: $0) }
        == numbers.map { blocks[1].settings.interval(beforeTrial: $0) })
  }

  @Test func `Each of the times belongs to the hash`() throws {
    let hashes = try [
      "", " fixation=0", " fixation=500", " interval=800", " interval=800..900",
      " fixation=500 interval=800",
    ].map { try StudyFile.read(Self.head + "condition a span" + $0).hash }
    #expect(Set(hashes).count == 6)
    #expect(
      try StudyFile.read(Self.head + "condition a interval=800..800").hash
        == StudyFile.read(Self.head + "condition a interval=800").hash)
  }

  @Test(arguments: [
    ("fixation=-1", "fixation must be from 0 to 10000: \"-1\" at column 18"),
    ("fixation=10001", "fixation must be from 0 to 10000: \"10001\" at column 18"),
    ("fixation=short", "fixation must be a number: \"short\" at column 18"),
    (
      "fixation=5 fixation=6", "key \"fixation\" is given twice, again at column 29"
    ),
    (
      "interval=1200..800",
      "\"1200..800\" is not an interval such as 800 or 800..1200: milliseconds from 0 to 60000, "
        + "the shorter one first, at column 18"
    ),
    (
      "interval=",
      "\"\" is not an interval such as 800 or 800..1200: milliseconds from 0 to 60000, "
        + "the shorter one first, at column 18"
    ),
  ])
  func `A time that is none is refused with its column`(_ words: String, _ message: String) {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + "condition a span " + words)
      Issue.record("no error in \(words)")
    } catch { #expect(error.words(in: .english) == "5: " + message) }
  }

  @Test func `An interval that is none is told in Japanese, too`() {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + "condition a span interval=9..1")
      Issue.record("no error")
    } catch {
      #expect(
        error.words(in: .japanese)
          == "5: 800 や 800..1200 のような間隔ではありません（0から60000ミリ秒、短いほうが先）: 9..1（18文字目）")
    }
  }
}
