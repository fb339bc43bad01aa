import TestSupport
import Testing

/// Tests of the commands that simulate participants and fit their parameters.
struct SimulationTests {
  @Test func `Of many who are made up, one whose code is known already gets another`() {
    let folder = TemporaryFolder(isInMemory: true)
    let line = "simulate 3 span seed=apple\n"
    let fit = line + "fit all include=simulated\n"
    func codes(_ lines: [Substring]) -> [Substring] {
      lines.filter { $0.hasPrefix("SIM-") }.map { $0.prefix { $0 != " " } }
    }
    let first = codes(run([], input: fit).output.split(separator: "\n"))
    #expect(first.count == 3)
    let store = "\(folder.path)/store"
    // A real participant has the code of the second simulated one.
    let name = first.sorted()[0]
    let drawn = run([], input: line).output
    let second = first.first { !drawn.contains($0) } ?? name
    _ = run(["--store", store, "--participant", String(second)], input: "start 1x1:1,1\n")
    let again = codes(run(["--store", store], input: fit).output.split(separator: "\n"))
    #expect(again.count == 3 && !again.contains(second))
    #expect(Set(again).subtracting(first).count == 1)
  }

  private static let study = """
    @ chimp-study 1
    name memory
    participants 4
    order latin
    boards own
    seed fig
    sessions 2 gap=24h
    practice inoue-650 practice=6 until=2
    condition short inoue-210 trials=4
    condition span human-benchmark trials=3

    """

  @Test func `A study is simulated whole: practice, orders, sessions and their gap`() {
    let folder = TemporaryFolder(isInMemory: true)
    _ = folder.file("memory.study", Self.study)
    let store = folder.path + "/store"
    func value(_ text: String) -> String? { Database.value("SELECT \(text)", store) }
    let script = """
      study check \(folder.path)/memory.study
      simulate 3 study=memory seed=apple
      study status
      summary study=memory
      """
    let result = run(["--store", store], input: script + "\n")
    let lines = result.output.split(separator: "\n")
    let count = value("count(*) FROM Round") ?? ""
    #expect(lines[2].contains(": memory, \(count) trials, "))
    #expect(lines[4] == "0 of 4 enrolled")
    #expect(lines[5] == "no trials to show" && lines[6].contains("\(count) simulated"))
    #expect(
      value(
        "group_concat(studyOrder || studyCondition) FROM "
          + "(SELECT DISTINCT session, studyOrder, studyCondition FROM Round)")
        == [1, 2, 1].map { order in
          let blocks = order == 1 ? ["short", "span"] : ["span", "short"]
          return (["practice"] + blocks + blocks).map { "\(order)\($0)" }.joined(separator: ",")
        }.joined(separator: ","))
    #expect(value("count(*) FROM Session") == "6")
    #expect(value("count(*) FROM Participant") == "3")
    #expect(
      value(
        "min(later.dateCreated - earlier.dateEnded) FROM Session later JOIN Session earlier "
          + "ON earlier.participant = later.participant AND earlier.row < later.row") == "86400000")
    #expect(value("count(*) FROM Round WHERE studyBlock = 0 AND trialPhase != 'practice'") == "0")
    #expect(value("count(*) FROM Round WHERE testState != 'complete'") == "0")
    #expect(value("max(sessionNumber) || max(block) FROM Round") == "23")
  }

  @Test func `Simulated trials whose time was over before a press count as simulated`() {
    let folder = TemporaryFolder(isInMemory: true)
    let study = """
      @ chimp-study 1
      name quick
      participants 4
      order fixed
      boards own
      condition quick hold=300 count=3 trials=9 limit=1 feedback=none

      """
    let script = """
      simulate 1 study=\(folder.file("quick.study", study)) seed=apple
      summary
      summary include=simulated
      """
    let lines = run([], input: script + "\n").output.split(separator: "\n").dropFirst()
    #expect(
      lines == [
        "no trials to show", "9 simulated trials left out (include=simulated shows them)",
        "quick (plain): the participant passed 0 of 9, 0 %",
        "quick (plain): 0 of 9 passed, 0.0 % (95 % interval 0.0 to 29.9)",
        "chance 16.67 % (1/3!), above chance from 4 of 9",
        "by guessing: 0 or more of 9 with p = 1.0000; on average 0.67 right before the first error",
        "right before the first error: 0.00; of the numerals 0.0 %",
        "boards in reading order: 2; without them 0 of 7 passed",
        "first press after mask: none", "later presses: none",
        "SIMULATED: 9 trials of 1 participant in these figures",
      ])
  }

  @Test func `What was simulated of a study file is exported, and proven by an import`() {
    let folder = TemporaryFolder(isInMemory: true)
    _ = folder.file("memory.study", Self.study)
    let script = """
      simulate 2 study=\(folder.path)/memory.study
      export \(folder.path)/data.jsonl
      """
    #expect(run([], input: script + "\n").status == 0)
    let store = folder.path + "/store"
    #expect(run(["--store", store], input: "import \(folder.path)/data.jsonl\n").status == 0)
    #expect(Database.value("SELECT count(DISTINCT session) FROM Round", store) == "4")
  }

  @Test func `A fit that does not converge says so, and ends in status 1`() {
    let folder = TemporaryFolder(isInMemory: true)
    // Ten boards of 100 numerals that are passed, and one that fails long before its end.
    let cells = (0..<100).map { (h: $0 % 10 + 1, v: $0 / 10 + 1) }
    let board = cells.map { "\($0.h),\($0.v)" }.joined(separator: ";")
    let presses = cells.map { "press \($0.h) \($0.v)\nwait 10\n" }
    let whole = "start 10x10:\(board)\n" + presses.joined()
    let failed = "start 10x10:\(board)\n" + presses.prefix(67).joined() + "press 10 10\n"
    let path = folder.path + "/data"
    _ = run([], input: String(repeating: whole, count: 10) + failed + "export \(path).csv\n")
    // The rounds are changed to those of a test, so that they count.
    let played = folder.text("data.csv")
    let test = folder.file(
      "test.csv", played.split(separator: ",free,,").joined(separator: ",test,inoue-masking,"))
    for rest in ["-presses.csv", "-sessions.csv"] {
      _ = folder.file("test" + rest, folder.text("data" + rest))
    }
    let result = run([], input: "import \(test)\nfit all include=scripts\n")
    #expect(
      result.output.split(separator: "\n").dropFirst()
        == [
          "SCRIPTS: 11 trials played by a script in these figures",
          "error: guest: the fit did not converge in 200 steps",
        ])
    #expect(result.status == 1)
  }
}
