import TestSupport
import Testing

/// Tests of rounds that continue after a wrong press, in the store and in exported files.
struct RepeatedPressTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Runs lines on the store and returns the result.
  private func session(_ lines: String..., store: String? = nil) -> FinishedRun {
    run(["--store", store ?? path], input: lines.map { $0 + "\n" }.joined())
  }

  @Test func `A round with wrong=again is stored, exported, validated and replayed`() {
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

  @Test func `A trial with an unknown rule is refused`() throws {
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

  @Test func `A round that can be passed by trying is never a best result`() {
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

  @Test func `Simulated participants continue, and figures count trials without an error`() {
    let study = folder.file(
      "again.study",
      """
      @ chimp-study 1
      name again
      participants 8
      condition short hold=300 count=5 numerals=1..9 trials=6 practice=0 wrong=again
      condition long hold=1000 count=5 numerals=1..9 trials=6 practice=0 wrong=again limit=6000
      """)
    let output = session(
      "simulate 4 study=\(study) capacity=4,1 seed=apple", "summary include=simulated",
      "compare short long by=condition include=simulated", "learning include=simulated",
      "set language ja", "simulate 1 study=\(study) seed=pear"
    ).output
    #expect(
      output == """
        simulated 4 participants like students, SIM-qh8asj to SIM-ry93cp: again, 48 trials, 34 \
        passed without an error, 267 presses, seed apple
        long (plain): 4 participants passed 88 % on average
        long (plain): mean of 4 participants 87.5 % (95 % t 74.2 to 100.0), pooled 21 of 24
        chance 0.83 % (1/5!), above chance from 2 of 24
        by guessing: 21 or more of 24 with p < 0.0001; on average 0.28 right \
        before the first error
        right before the first error: 4.54 (95 % t 3.99 to 5.00); of the numerals 90.8 % (95 % \
        t 79.9 to 100.0); edit distance 0.21 (95 % t 0.00 to 0.46)
        right at each position that was reached without an error: 1: 95.8 %, 2: 100.0 %, 3: \
        91.7 %, 4: 100.0 %, 5: 100.0 %
        first press after mask: 558 ms (543 to 573), geometric mean of 4 participants, 23 presses
        later presses: 623 ms (562 to 692), geometric mean of 4 participants, 86 presses
        short (plain): 4 participants passed 54 % on average
        short (plain): mean of 4 participants 54.2 % (95 % t 40.9 to 67.4), pooled 13 of 24
        chance 0.83 % (1/5!), above chance from 2 of 24
        by guessing: 13 or more of 24 with p < 0.0001; on average 0.28 right \
        before the first error
        right before the first error: 3.75 (95 % t 3.20 to 4.30); of the numerals 75.0 % (95 % \
        t 64.0 to 86.0); edit distance 0.92 (95 % t 0.29 to 1.55)
        right at each position that was reached without an error: 1: 95.8 %, 2: 100.0 %, 3: \
        78.3 %, 4: 72.5 %, 5: 100.0 %
        first press after mask: 605 ms (564 to 649), geometric mean of 4 participants, 23 presses
        later presses: 571 ms (471 to 692), geometric mean of 4 participants, 67 presses
        48 trials with wrong=again: passed means passed without an error
        SIMULATED: 48 trials of 4 participants in these figures
        short: mean of 4 participants 54.2 % (95 % t 40.9 to 67.4), pooled 13 of 24
        long: mean of 4 participants 87.5 % (95 % t 74.2 to 100.0), pooled 21 of 24
        long - short:
        accuracy of 4 participants: there is no spread, so there is no interval
        no mixed regression (it takes 5 participants, here are 4): the difference is by participant
        played in both: no shared boards
        first press of 4 participants: 0.92 times as long (95 % 0.85 to 1.00), t(3) = -3.18, p = \
        0.0500, d_z -1.59 (-3.11 to 0.00), g -1.15, Wilcoxon p = 0.1250
        later presses of 4 participants: 1.09 times as long (95 % 0.89 to 1.33), t(3) = 1.39, p \
        = 0.2590, d_z 0.69 (-0.46 to 1.77), g 0.50, Wilcoxon p = 0.6250
        48 trials with wrong=again: passed means passed without an error
        SIMULATED: 48 trials of 4 participants in these figures
        long (plain):
        participant  sessions  passed %
        SIM-0kg35x          1     100.0
        SIM-a2a9he          1      83.3
        SIM-qh8asj          1      83.3
        SIM-ry93cp          1      83.3
        short (plain):
        participant  sessions  passed %
        SIM-0kg35x          1      66.7
        SIM-a2a9he          1      50.0
        SIM-qh8asj          1      50.0
        SIM-ry93cp          1      50.0
        learning takes two sessions; "plot score" shows one game after the other
        48 trials with wrong=again: passed means passed without an error
        SIMULATED: 48 trials of 4 participants in these figures
        language = ja
        students 1人（SIM-m687xt）のシミュレーション: again、12試行、誤りなしの成功9、押下63回、シード pear

        """)
  }
}
