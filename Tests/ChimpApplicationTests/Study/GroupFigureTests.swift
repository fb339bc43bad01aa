import Records
import TestSupport
import Testing

@testable import ChimpApplication

/// The figures of the groups of a study's participants.
struct GroupFigureTests {
  typealias Player = TestKeepingTests.Player

  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs a line on the store and returns the lines of the reply.
  private func chimp(_ line: String) -> [String] {
    run(["--store", path, "-c", line]) { $0.configureStore = { $0.reserve = 0 } }.output
      .split(separator: "\n").map(String.init)
  }

  /// Plays as two participants of each group, of whom one gives up some trials.
  private func play() {
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 8
      groups stress control
      condition short hold=50 count=1 size=1x1 numerals=1..1 trials=4
      """)
    let player = Player(path, process: "one")
    player.play("study check \(file)")
    for (code, group, passedCount) in [
      ("P1", "stress", 1), ("P2", "stress", 2), ("P3", "control", 4), ("P4", "control", 3),
    ] {
      player.play("enrol \(code) group=\(group)", "next \(code)")
      for number in 0..<4 {
        player.play("wait 50", "wait 300", number < passedCount ? "1 1" : "give-up", "wait 32")
      }
    }
    player.quit()
  }

  @Test func `Two groups are compared, and one is selected`() {
    play()
    #expect(
      chimp("compare stress control by=group include=virtual") == [
        "stress: mean of 2 participants 37.5 % (95 % t 0.0 to 100.0), pooled 3 of 8",
        "control: mean of 2 participants 87.5 % (95 % t 0.0 to 100.0), pooled 7 of 8",
        "accuracy of 2 and 2 participants: difference 50.0 points (95 % -26.1 to 100.0), "
          + "Welch t(2) = 2.83, p = 0.1056 (Holm 0.1155)",
        "odds ratio 11.667 (95 % 0.922 to 147.563), z = 1.90, p = 0.0578 (Holm 0.1155): "
          + "mixed logistic regression, random intercepts of 4 participants; "
          + "singular: the variance of participants is 0, "
          + "so the trials of one participant count as independent",
        "first press of 2 and 2 participants: all are equal, so there is no interval",
        "later presses of 0 and 0 participants: none",
        "Holm: adjusted for all 2 probabilities of this reply",
      ])
    #expect(
      chimp("summary group=stress include=virtual").first
        == "plain: mean of 2 participants 37.5 % (95 % t 0.0 to 100.0), pooled 3 of 8")
    #expect(chimp("summary group=none include=virtual") == ["no trials to show"])
  }
}
