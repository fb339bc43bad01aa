import Examiner
import Glibc
import Science
import Shell
import TestSupport
import Testing

@testable import ChimpApplication

/// Participants who are made up, what is found of them, and the report.
struct SimulationTests {
  private func rounds(
    _ name: String, _ seed: String, _ change: (inout TestSettings) -> Void = { _ in }
  ) throws -> [KeptRound] {
    let preset = try #require(TestPreset.named(name))
    var settings = TestSettings()
    change(&settings)
    var sitting = SimulatedSitting(
      try MemoryModel(capacity: 6.5), try PressLatencies(spread: 0.3), drawnFrom: try Seed(seed))
    var rounds: [KeptRound] = []
    try sitting.play(TestSeries(preset, settings)) {
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

  @Test func `What is simulated is found again by a fit within its intervals`() throws {
    var trials = ObservedTrials()
    for seed in ["a", "b", "c", "d"] {
      for name in ["inoue-210", "human-benchmark", "span"] {
        for round in try rounds(name, seed) {
          let isTaken = trials.add(round)
          #expect(isTaken)
        }
      }
    }
    let fit = try MemoryFit(trials)
    let profile = try fit.profile(.capacity, of: trials)
    #expect(profile.lower ?? 0 < 6.5 && profile.upper ?? 100 > 6.5)
    #expect(fit.model.capacity > 5 && fit.model.capacity < 8)
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

  /// The lines of a session in a folder of its own.
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
    #expect(page.contains("<p>no trials count</p>"))
  }
}
