import Game
import Shell
import Studies
import Testing

/// Tests of what a study requires of the sessions in which it is played.
struct RequirementTests {
  private static let head = StudyText.head + "seed x\ncondition a span\n"

  private func error(_ lines: String, after head: String = Self.head) -> String {
    do throws(StudyError) {
      _ = try StudyFile.read(head + lines)
      return ""
    } catch { return error.words(in: .english) }
  }

  @Test func `Each trial has the device and the window in its settings, practice too`() throws {
    let plan = try StudyFile.read(
      StudyText.head + "seed x\npractice practice=3\nrequire mouse\nrequire window=80x24\n"
        + "condition a trials=2 size=4x4 numerals=1..5\n")
    #expect(
      plan.blocks(of: "P07", order: 1).map { "\($0.settings)" } == [
        "practice=3 until=3 seed=x.0 device=mouse window=80x24",
        "trials=2 seed=x.1 numerals=1..5 size=4x4 device=mouse window=80x24",
      ])
  }

  @Test func `Both requirements may share a line, and belong to the hash`() throws {
    let hashes = try [
      "", "require mouse", "require window=80x24", "require window=81x24",
      "require mouse window=80x24", "require window=80x24\nrequire mouse",
    ].map { try StudyFile.read(Self.head + $0).hash }
    #expect(Set(hashes).count == 5)
    #expect(hashes[4] == hashes[5])
  }

  @Test(arguments: [
    (
      "require", "6: DEVICE is missing (usage: require mouse, or require window=80x24), at column 8"
    ),
    ("require pen", "6: DEVICE must be mouse: \"pen\" at column 9"),
    ("require mouse\nrequire mouse", "7: \"require mouse\" appears twice, at column 9"),
    (
      "require window=80x24\nrequire window=81x24",
      "7: \"require window=\" appears twice, at column 9"
    ),
    (
      "require window=80x24 window=80x24",
      "6: key \"window\" is given twice, again at column 22"
    ),
    ("require touch=1", "6: unknown key \"touch\" at column 9 (known: window)"),
    ("require mouse pen", ""),
  ])
  func `An unknown or repeated requirement is refused`(_ lines: String, _ words: String) {
    let found = error(lines)
    #expect(found == words || words.isEmpty && found.hasPrefix("6: unexpected argument"))
  }

  @Test(arguments: [
    "80", "80x", "x24", "80x24x2", "080x24", "9x24", "80x9", "501x24", "-80x24", "",
  ])
  func `A window that is malformed, too small or too large is refused`(_ text: String) {
    #expect(
      error("require window=\(text)")
        == "6: \"\(text)\" is not a window such as 80x24: columns and rows from 10 to 500, "
        + "at column 9")
  }

  @Test(arguments: [
    ("require window=26x20", "a window of 26x20 has no room for the boards of a, which need 27x9"),
    ("require window=27x10", ""),
    ("condition b size=20x12\nrequire window=62x40", "b, which need 63x16"),
    ("condition b size=20x12\nrequire window=63x15", "b, which need 63x16"),
    ("condition b size=20x12\nrequire window=63x16", ""),
    ("condition b count=2 numerals=1..1000\nrequire window=44x20", "b, which need 45x9"),
    ("require window=26x20\npractice size=3x3 count=2 practice=1", "of a, which need 27x9"),
    ("practice size=20x12 practice=1\nrequire window=62x40", "practice, which need 63x16"),
  ])
  func `A window below the size of a board is refused`(_ lines: String, _ end: String) {
    let found = error(lines)
    #expect(end.isEmpty ? found.isEmpty : found.contains(end + ", at column 9"), "\(found)")
  }

  @Test func `The sentences about requirements are told in Japanese, too`() {
    do throws(StudyError) { _ = try StudyFile.read(Self.head + "require window=26x20") } catch {
      #expect(
        error.words(in: .japanese)
          == "6: 26x20 のウィンドウには a の盤が入りません。27x9 が必要です（9文字目）")
    }
    do throws(StudyError) { _ = try StudyFile.read(Self.head + "require window=2") } catch {
      #expect(
        error.words(in: .japanese)
          == "6: 80x24 のようなウィンドウの大きさではありません（桁と行は10から500）: 2（9文字目）")
    }
  }

  @Test func `A required mouse allows clicks and simulated presses`() {
    let device = PresentationSettings.Device.mouse
    #expect(PressInput.allCases.filter(device.allows) == [.mouse, .simulated])
  }
}
