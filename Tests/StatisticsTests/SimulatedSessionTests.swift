import Examiner
import Game
import Science
@testable import Statistics
import Testing

/// Tests of simulated participants: the tests that they play, and fits of their parameters.
struct SimulatedSessionTests {
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
      rounds.append($0.round)
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
          let isTaken = trials.add(RoundReport(round))
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
}
