import TestSupport
import Testing

/// Tests of what is told of an agent on a virtual clock: requests and tokens, and no times.
struct AgentTurnTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// A trial with a hold: the look, two other requests, and a right and a wrong press.
  private static let trial = [
    "start inoue-210 trials=1 seed=fig", "wait 300", "sum 1 2", "press 8 5", "press 1 1",
  ]

  /// Runs lines on a pipe with a store, and returns the lines of the output without the folder.
  @discardableResult
  private func play(
    _ options: String..., lines: [String], store: String = "store"
  ) -> [String] {
    run(
      ["--store", folder.path + "/" + store] + options,
      input: lines.map { $0 + "\n" }.joined()
    ).output.replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init)
  }

  /// Plays the trial with an agent.
  private func playTrial() { play("--agent", "llama 3.1", lines: Self.trial) }

  /// Returns the lines of a file without their ends.
  private func lines(of file: String) -> [Substring] {
    folder.text(file).split(separator: "\r\n")
  }

  /// Returns the cells of a column.
  private func cells(_ column: String, of file: String) -> [String] {
    let rows = lines(of: file).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    guard let index = rows.first?.firstIndex(where: { $0 == column }) else { return ["no column"] }
    // Only the last columns of a trial are counted from the end, behind cells with commas.
    let fromEnd = (rows.first?.count ?? 0) - index
    return rows.dropFirst().map { String($0[$0.count - fromEnd]) }
  }

  @Test func `An export has requests in the place of times, and an import gives the same file`() {
    playTrial()
    play(lines: ["export \(folder.path)/data.csv"])
    for (column, value) in [
      ("time", ""), ("study_time", ""), ("recall_time", ""), ("first_press_from_onset", ""),
      ("first_press_from_mask", ""), ("turns", "4"), ("first_turn", "3"), ("tokens", ""),
    ] {
      #expect(cells(column, of: "data.csv") == [value], "\(column)")
    }
    for column in ["time", "line_latency"] {
      #expect(cells(column, of: "data-presses.csv") == ["", ""], "\(column)")
    }
    #expect(
      play(lines: ["import \(folder.path)/data.csv"], store: "other")
        == ["imported 1 trial and 2 presses from \"data.csv\""])
    play(lines: ["export \(folder.path)/again.csv"], store: "other")
    #expect(lines(of: "again.csv") == lines(of: "data.csv"))
    #expect(lines(of: "again-presses.csv") == lines(of: "data-presses.csv"))
    #expect(
      play(lines: ["check-store full"], store: "other").last?.hasSuffix("no damage found") == true)
  }

  @Test func `A person on a virtual clock has times`() {
    play("--player", "person", lines: Self.trial)
    play(lines: ["export \(folder.path)/data.csv"])
    #expect(cells("turns", of: "data.csv") == [""])
    #expect(cells("line_latency", of: "data-presses.csv") == ["304", "0"])
  }

  @Test func `An agent on a real clock has times`() {
    play("--clock", "real", "--agent", "llama 3.1", lines: ["start 4x3:4,1;1,2", "press 1 1"])
    play(lines: ["export \(folder.path)/data.csv"])
    #expect(cells("turns", of: "data.csv") == [""])
    #expect(cells("time", of: "data-presses.csv") != [""])
  }

  @Test func `The report of a round counts requests`() {
    let replies = play("--agent", "llama 3.1", lines: Self.trial + ["round 1"])
    #expect(
      replies.drop { !$0.hasPrefix("hold:") }.prefix(5) == [
        "hold: requested 210 ms, told by requests",
        "requests after the look: the first press with request 3, 4 in all",
        "press   cell    held     due   result     time  line_latency",
        "    1    8 5       2       2    right        -             -",
        "    2    1 1       -       3    wrong        -             -",
      ])
  }

  @Test func `Agents are in no row of people, and each look has a row of its own`() {
    play(
      "--clock", "real", "--player", "person", lines: ["start kawai trials=1 seed=a", "give-up"])
    for look in ["context", "withheld"] {
      play(
        "--agent", "llama 3.1",
        lines: ["set look \(look)", "start kawai trials=1 seed=a", "give-up"])
    }
    let rows = play(lines: ["summary include=agents"]).filter { $0.contains(" of 1 passed") }
    #expect(
      rows == [
        "kawai: 0 of 1 passed, 0.0 % (95 % interval 0.0 to 79.3)",
        "kawai [llama 3.1, look=context]: 0 of 1 passed, 0.0 % (95 % interval 0.0 to 79.3) (agent)",
        "kawai [llama 3.1, look=withheld]: 0 of 1 passed, 0.0 % (95 % interval 0.0 to 79.3) (agent)",
      ])
  }
}
