@testable import Screens
import TestSupport
import Testing

/// Tests of rules about latencies far from the mean of the participant and condition.
struct LatencyExclusionTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Plays trials of a square, each pressed after a time; a row of times is a block.
  private func play(_ blocks: [[Int]], _ rules: String, code: String = "P1") -> ScriptedSession {
    let conditions = blocks.indices.map {
      "condition c\($0 + 1) count=1 size=1x1 trials=\(blocks[$0].count)"
    }
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      seed x
      \(conditions.joined(separator: "\n"))
      \(rules)
      """)
    let player = ScriptedSession(path, process: code)
    player.play("study check \(file)", "enrol \(code)")
    for times in blocks {
      player.play("next")
      for time in times { player.play("wait \(time)", "1 1", "wait 32") }
    }
    return player
  }

  private func words() -> [String] {
    run(["--store", path, "-c", "summary include=scripts"]).output
      .split(separator: "\n").map(String.init).filter { $0.contains("exclude ") }
  }

  // Of n equal values and a single other one, that is (n - 1) / sqrt(n) deviations from the mean.
  @Test(arguments: [(11, 1), (10, 0)])
  func `One of eleven can be three deviations from the mean, one of ten can't`(
    _ count: Int, _ excludedCount: Int
  ) {
    let times = Array(repeating: 480, count: count - 1) + [4_800]
    play([times], "exclude trial latency beyond 3 sd").quit()
    let end = "left out by lab: exclude trial latency beyond 3 sd"
    #expect(
      words() == [
        excludedCount == 0
          ? "no trials \(end)"
          : "1 trial of 1 participant \(end) (exclusions=no counts them)"
      ])
  }

  @Test func `Each condition has a mean of its own`() {
    let slow = Array(repeating: 4_800, count: 11)
    let fast = Array(repeating: 480, count: 10) + [960]
    play([slow, fast], "exclude trial latency beyond 3 sd").quit()
    #expect(
      words() == [
        "1 trial of 1 participant left out by lab: exclude trial latency beyond 3 sd "
          + "(exclusions=no counts them)"
      ])
    let data = folder.path + "/data.csv"
    _ = run(["--store", path, "-c", "export \(data)"])
    let lines = TemporaryFolder.text(at: data).split(whereSeparator: \.isNewline)
    #expect(lines.filter { $0.contains("trial latency beyond 3 sd") }.count == 1)
  }

  @Test func `Trials that another rule excludes are not in the mean`() {
    // With the trial of 48 s, the deviation would be too large for that of 4.8 s.
    let times = Array(repeating: 480, count: 10) + [4_800, 48_000]
    play([times], "exclude trial time above 20000\nexclude trial latency beyond 3 sd").quit()
    let end = "(exclusions=no counts them)"
    #expect(
      words().prefix(2) == [
        "1 trial of 1 participant left out by lab: exclude trial time above 20000 \(end)",
        "2 trials of 1 participant left out by lab: exclude trial latency beyond 3 sd \(end)",
      ])
  }

  @Test func `Rules about participants count what a latency excludes`() {
    let times = Array(repeating: 480, count: 11) + [4_800]
    play(
      [times], "exclude trial latency beyond 3 sd\nexclude participant excluded above 5%"
    ).quit()
    let end = "(exclusions=no counts them)"
    #expect(
      words().prefix(2) == [
        "1 trial of 1 participant left out by lab: exclude trial latency beyond 3 sd \(end)",
        "12 trials of 1 participant left out by lab: exclude participant excluded above 5% \(end)",
      ])
  }
}
