import TestSupport
import Testing

/// Tests of the prediction of a second game that `results` and the end of a game tell.
struct SecondLevelTests {
  /// Returns the lines about a second game after a finished game with these settings.
  private func lines(_ settings: String, then more: [String] = []) -> [String] {
    let game =
      ["start human-benchmark \(settings)"] + Array(repeating: "give-up\nwait 100", count: 3)
    let input = (game + more).joined(separator: "\n") + "\n"
    return run(["--clock", "virtual"], input: input).output
      .split(separator: "\n").map(String.init)
      .filter { $0.contains("second game") || $0.contains("2回目") }
  }

  @Test func `The end of a game and the results tell the levels of a second game`() {
    let second = "a second game of the same person reaches level 0 to 6 in 95 of 100 cases"
    let last = "last finished human-benchmark game, level 0: "
    #expect(lines("", then: ["results include=all"]) == [second, last + second])
    #expect(
      lines("count=5") == [
        "a second game of the same person reaches level 0 to 7 in 98 of 100 cases"
      ])
  }

  @Test func `The second game of each of several people is told, with the code`() {
    let second = "a second game of the same person reaches level 0 to 6 in 95 of 100 cases"
    let game = ["start human-benchmark"] + Array(repeating: "give-up\nwait 100", count: 3)
    let others = ["set participant P1"] + game + game + ["set participant P2"] + game
    #expect(
      lines("", then: others + ["results include=all"]).suffix(3) == [
        "last finished human-benchmark game of guest, level 0: " + second,
        "last finished human-benchmark game of P1, level 0: " + second,
        "last finished human-benchmark game of P2, level 0: " + second,
      ])
    #expect(
      lines("", then: others + ["results all include=all test=human-benchmark participant=P2"])
        .last == "last finished human-benchmark game, level 0: " + second)
    #expect(
      lines("", then: others + ["set language ja", "results include=all"]).last
        == "P2 が最後まで遊んだ最近の human-benchmark、レベル0: "
        + "同じ人の2回目は、100回中95回はレベル0〜6です")
  }

  @Test func `A limit of the answer time, restricted feedback and boards played before have none`()
  {
    #expect(lines("limit=5000") == [])
    #expect(lines("feedback=none") == [])
    let second = "a second game of the same person reaches level 0 to 6 in 95 of 100 cases"
    let again = ["start human-benchmark seed=fig"] + Array(repeating: "give-up\nwait 100", count: 3)
    #expect(lines("seed=fig", then: again) == [second])
  }

  @Test func `Simulated players have no second game`() {
    let output = run([], input: "simulate 1 human-benchmark\nresults include=all\n").output
    #expect(!output.contains("second game"))
  }
}
