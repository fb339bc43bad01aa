import Examiner
@testable import Game
import Glibc
import Science
@testable import Statistics
import TestSupport
import Testing

/// Tests of simulated participants, of the fits of their parameters, and of the report.
struct SimulationTests {
  /// Returns the rounds of a simulated test; `change` alters its settings.
  private func rounds(
    _ name: String, _ seed: String, _ change: (inout TestSettings) -> Void = { _ in }
  ) throws -> [KeptRound] {
    let preset = try #require(TestPreset.named(name))
    var settings = TestSettings()
    change(&settings)
    var session = SimulatedSession(
      try MemoryModel(capacity: 6.5), try PressLatencies(spread: 0.3), drawnFrom: try Seed(seed))
    var rounds: [KeptRound] = []
    try session.play(TestSeries(preset, settings)) {
      rounds.append($0)
      return true
    }
    return rounds
  }

  @Test(arguments: TestPreset.names)
  func `Whole tests are played, and each round ends when it is played once more as it ended then`(
    _ name: String
  ) throws {
    let played = try rounds(name, "whole") { if name == "kawai" { $0.count = 5 } }
    #expect(played.last?.testEnd == .complete)
    #expect(played.map { $0.test?.number } == Array(1...played.count))
    for round in played {
      let report = RoundReport(round)
      #expect(report.measures.finish != nil)
      #expect(report.outcome == round.outcome)
      #expect(report.presses.allSatisfy { $0.input == .simulated })
    }
  }

  @Test func `The same seed plays the same, another one does not`() throws {
    #expect(try rounds("span", "apple") == rounds("span", "apple"))
    #expect(try rounds("span", "apple") != rounds("span", "pear"))
  }

  @Test func `A response limit ends a round that takes longer`() throws {
    let played = try rounds("inoue-210", "late") { $0.limit = 900 }
    #expect(played.contains { $0.outcome == .timedOut })
    #expect(
      played.allSatisfy { round in
        round.moves.allSatisfy { $0.time - round.onset <= 210 + 900 }
      })
  }

  @Test(arguments: [nil, 4000])
  func `After an error with wrong=again a trial continues, and is kept once`(
    _ limit: Int?
  ) throws {
    let played = try rounds("plain", "again") {
      ($0.count, $0.hold, $0.trials) = (7, 210, 50)
      ($0.wrong, $0.limit) = (.again, limit)
    }
    #expect(played.map { $0.test?.number } == Array(1...played.count))
    #expect(played.allSatisfy { limit == nil ? $0.outcome == .passed : $0.outcome != nil })
    #expect(limit == nil || played.contains { $0.outcome == .timedOut })
    var errorCount = 0
    for round in played {
      let presses = RoundReport(round).presses
      errorCount += presses.count { $0.judgement == .wrong }
      if limit == nil { #expect(presses.count { $0.judgement == .right } == 7) }
      // No square is pressed twice for the same numeral, nor after it was right.
      for (index, press) in presses.enumerated() {
        #expect(press.judgement != .ignored)
        #expect(
          !presses.prefix(index).contains {
            $0.numeral == press.numeral
              && ($0.expected == press.expected || $0.judgement == .right)
          })
      }
    }
    #expect(errorCount > 10)
  }

  @Test func `What is simulated is found again by a fit within its intervals`() throws {
    var trials = ObservedTrials()
    for number in 0..<20 {
      for name in ["inoue-210", "human-benchmark", "span"] {
        for round in try rounds(name, "\(name)\(number)") {
          let isTaken = trials.add(round)
          #expect(isTaken)
        }
      }
    }
    let fit = try MemoryFit(trials)
    let profile = try fit.profile(.capacity, of: trials)
    #expect(profile.lower ?? 0 < 6.5 && profile.upper ?? 100 > 6.5)
    #expect(abs(fit.model.capacity - 6.5) < 0.6)
  }

  @Test func `A test that adapts notes after each round what it has estimated`() throws {
    let played = try rounds("adapt-span", "notes") { $0.practice = 1 }
    #expect(played[0].estimate == nil)
    #expect(played.dropFirst().allSatisfy { $0.estimate?.deviation != nil })
    #expect(try #require(played.last?.estimate?.deviation.flatMap(Double.init)) < 0.5)
    let stairs = try rounds("adapt-hold", "notes") { $0.procedure.method = .staircase }
    #expect(stairs[0].estimate == nil)
    #expect(stairs.last?.estimate != nil)
    #expect(stairs.last?.estimate?.deviation == nil)
  }

  @Test func `The settings of a procedure are kept as they were said`() throws {
    for text in [
      "trials=12 method=staircase start=5 step=2 down=2", "method=quest sd=0.400", "begin=key",
    ] {
      #expect(TestSettings(text)?.description == text)
    }
    #expect(TestSettings("sd=-1") == nil)
    #expect(TestSettings("method=guess") == nil)
  }

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
    #expect(lines[1].contains(": memory, \(count) trials, "))
    #expect(lines[3] == "0 of 4 enrolled")
    #expect(lines[4] == "no trials to show" && lines[5].contains("\(count) simulated"))
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

  /// Runs lines and then `report`, and returns the result and the text of the page.
  private func report(_ lines: String...) -> (ProgramResult, String) {
    let folder = TemporaryFolder(isInMemory: true)
    let path = folder.path + "/report.html"
    let result = run(
      [], input: (lines + ["report \(path) include=simulated"]).joined(separator: "\n") + "\n")
    return (result, TemporaryFolder.text(at: path))
  }

  private var golden: String {
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    return folder + "/Golden/report-"
  }

  private static let played = [
    "simulate 2 inoue-210 seed=apple trials=20", "simulate 2 inoue-650 seed=fig trials=20",
    "simulate 3 human-benchmark seed=plum", "simulate 2 adapt-span seed=pear trials=8",
  ].joined(separator: "\n")

  @Test(arguments: ["en", "ja"])
  func `A report has the same bytes every time, in each language`(_ language: String) {
    let (result, page) = report(Self.played, "set language \(language)")
    #expect(result.status == 0)
    #expect(page == TemporaryFolder.text(at: golden + language + ".html"))
  }

  @Test func `A report has no script, nothing from outside, and a table for each picture`() {
    let page = report(Self.played).1
    for word in ["<script", "http", "src=", "@import", "url(", "NaN", "nan ", "inf "] {
      #expect(!page.contains(word), "\(word)")
    }
    func count(_ word: String) -> Int { page.split(separator: word).count - 1 }
    #expect(count("<svg role=\"img\"") == 11)
    #expect(count("<table>") == count("<svg "))
    #expect(count("<title id=") == count("<svg ") && count("<desc id=") == count("<svg "))
  }

  @Test func `A report of nothing says so`() {
    let page = report("start 3 3 3").1
    #expect(page.contains("<p>no trials to show</p>"))
  }
}
