import TestSupport
import Testing

/// Rounds that continue after a wrong press, in the store and in exported files.
struct WrongAgainTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Runs lines on the store.
  private func session(_ lines: String..., store: String? = nil) -> ProgramResult {
    run(["--store", store ?? path], input: lines.map { $0 + "\n" }.joined())
  }

  @Test func `Every press is kept, and the round is exported, proven and replayed`() {
    let data = folder.path + "/data.csv"
    #expect(
      session(
        "start 2x1:1,1;2,1 wrong=again empty=ignore", "press 2 1 2 1 1 1 2 1", "export \(data)"
      ).output == """
        round 1: 2 numerals on 2x1, board 2x1:1,1;2,1
             1  2
          1  1  2
        wrong: 1 still comes next
        wrong: 1 still comes next
        passed: 2 of 2
             1  2
          1  .  .
        exported 1 trial and 4 presses to "\(data)", "\(folder.path)/data-presses.csv", \
        "\(folder.path)/data-sessions.csv", "\(folder.path)/data-long.csv", \
        "\(data).dictionary.txt"
        round 1: passed, 2 of 2 in 0 ms

        """)
    #expect(
      Database.value(
        "SELECT emptyCellRule || ' ' || outcome || ' ' || pressedCount || ' ' || "
          + "(SELECT group_concat(judgement) FROM Press) FROM Round", path)
        == "ignore again passed 0 wrong,wrong,right,right")
    let other = folder.path + "/other"
    #expect(
      session("import \(data)", "replay 1", store: other).output.hasSuffix(
        "the outcome is the same: passed\n"))
    #expect(Database.value("SELECT emptyCellRule FROM Round", other) == "ignore again")
  }

  @Test func `A rule that there is not is no trial's`() throws {
    let data = folder.path + "/data.jsonl"
    _ = session("start 2x1:1,1;2,1 wrong=again", "press 2 1", "give-up", "export \(data)")
    let lines = String(decoding: folder.bytes("data.jsonl"), as: UTF8.self)
    _ = folder.file("data.jsonl", lines.replacing("wrong again", with: "wrong twice"))
    #expect(
      session("import \(data)", store: folder.path + "/other").output
        == "error: \(data):2: \"empty_cell\" has an impossible value\n")
    _ = folder.file("data.jsonl", lines.replacing("wrong again", with: "wrong"))
    #expect(
      session("import \(data)", store: folder.path + "/other").output
        == "error: \(data):2: move 2 is not possible: the round is over\n")
  }

  @Test func `What can be passed by trying is no best result`() {
    #expect(
      session(
        "start 1x1:1,1 wrong=again", "press 1 1", "news", "start 1x1:1,1", "press 1 1", "news"
      ).output.hasPrefix(
        """
        round 1: 1 numeral on 1x1, board 1x1:1,1
             1
          1  1
        passed: 1 of 1
             1
          1  .
        no news

        """))
    #expect(Database.value("SELECT count(*) FROM News", path) == "1")
  }
}
