import Game
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of the figures of `learning` and `results`, as values.
struct LearningTests {
  /// The figures of two participants with four trials a session, of whom the first passes 1, 3 and
  /// 2 of them, the second all.
  private var learning: Learning {
    let counts = [("P07", [1, 3, 2]), ("P08", [4, 4])]
    let trials = counts.flatMap { code, passed in
      passed.enumerated().flatMap { index, passedCount in
        (0..<4).map {
          trial([500], isPassed: $0 < passedCount, board: $0, of: code, session: index + 1)
        }
      }
    }
    return figures(LearningTally(), trials)
  }

  /// Returns the progress of the first of the two participants.
  private func firstProgress() throws -> Progress {
    Progress([
      1: try Proportion(1, of: 4), 2: try Proportion(3, of: 4), 3: try Proportion(2, of: 4),
    ])
  }

  /// Returns the progress of the second of the two participants.
  private func secondProgress() throws -> Progress {
    Progress([1: try Proportion(4, of: 4), 2: try Proportion(4, of: 4)])
  }

  @Test func `Each participant has sessions, and all have them as one`() throws {
    let learning = learning
    let all = try #require(learning.tests.first?.all)
    #expect(
      learning
        == Learning(tests: [
          Learning.Test(
            name: "inoue-210",
            participants: [
              Learning.Participant(code: "P07", progress: try firstProgress()),
              Learning.Participant(code: "P08", progress: try secondProgress()),
            ], all: all, kind: TestKind(test: "inoue-210"))
        ]))
    #expect(
      all.sessions.map(\.share) == [
        Share([try Proportion(1, of: 4), try Proportion(4, of: 4)]),
        Share([try Proportion(3, of: 4), try Proportion(4, of: 4)]),
        Share([try Proportion(2, of: 4), Proportion()]),
      ])
    #expect(figures(LearningTally(), []) == Learning(tests: []))
  }

  @Test func `Each participant has an odds ratio, and two have no regression`() throws {
    let learning = learning
    let all = try #require(learning.tests.first?.all)
    guard case .success(.overParticipants(.byParticipant(let lines, let fault))) = all.slope else {
      Issue.record("\(all.slope)")
      return
    }
    #expect(lines.participantCount == 2)
    #expect(fault == .tooFew(count: 2, needed: 5))
    let progress = try firstProgress()
    #expect(
      progress.sessions == [
        try group(1, 1, of: 4), try group(2, 3, of: 4), try group(3, 2, of: 4),
      ])
    #expect(
      progress.slope
        == .success(.ofTrials(try LearningCurve(progress.sessions.curvePoints).oddsRatio())))
    #expect(try secondProgress().slope == .failure(.allPassed(count: 8)))
  }

  @Test func `A test has its score, and the best one so far of the same participant`() throws {
    func score(_ passedCount: Int, of count: Int, level: Int) -> TestScore {
      var score = TestScore()
      for index in 0..<count {
        score.add(isPassed: index < passedCount, level: index < passedCount ? level : 0)
      }
      return score
    }
    func test(
      _ session: Int, _ passed: Int, of count: Int, best: TestScore, isComplete: Bool = true
    ) throws -> Results.Test {
      Results.Test(
        name: "inoue-210", participant: "P07", session: session,
        date: "2026-11-22T13:04:53.503Z", isComplete: isComplete,
        passes: try share(passed, of: count), level: passed > 0 ? 5 : 0, isScoredByLevel: false,
        estimate: nil, deviation: nil, best: best, kind: TestKind(test: "inoue-210"),
        number: session, numeralCount: 5)
    }
    let results = figures(
      ResultsTally(),
      [
        trial([500], session: 1), trial([], isPassed: false, session: 1),
        trial([], isPassed: false, session: 2),
        trial([500], session: 3, isComplete: false),
      ])
    let best = score(1, of: 2, level: 5)
    let tests = [
      try test(1, 1, of: 2, best: best), try test(2, 0, of: 1, best: best),
      try test(3, 1, of: 1, best: best, isComplete: false),
    ]
    #expect(results == Results(tests: tests))
    #expect(results.newest(2) == Results(tests: Array(tests.suffix(2)), olderCount: 1))
    #expect(results.newest(2).newest(1) == Results(tests: [tests[2]], olderCount: 2))
    #expect(results.newest(.max) == results)
  }

  @Test func `A procedure has its last estimate`() throws {
    let results = figures(
      ResultsTally(),
      [
        trial([500], in: "adapt-hold", isComplete: false, estimate: "300.0000"),
        trial([500], in: "adapt-hold", estimate: "240.5000"),
      ])
    #expect(results.tests.map(\.estimate) == [240.5])
    #expect(results.tests.map(\.deviation) == [0.5])
    #expect(results.tests.map(\.isComplete) == [true])
  }

  @Test func `The outcome of a test has guessing unless its boards differ`() throws {
    var series = TestSeries(try #require(TestPreset.named("inoue-210")))
    series.endTrial(hasPassed: true)
    series.endTrial(hasPassed: false)
    var score = TestScore()
    score.add(isPassed: true, level: 5)
    let outcome = TestOutcome(series, best: score)
    #expect(outcome.best == score)
    #expect(outcome.isScoredByLevel == false)
    #expect(outcome.passes == (try share(1, of: 2)))
    let chance = try Chance(numeralCount: 5, isFirstSeen: false)
    #expect(outcome.guessing == Guessing(chance, outcome.passes.proportion))
    var span = TestSeries(try #require(TestPreset.named("span")))
    span.endTrial(hasPassed: true)
    #expect(TestOutcome(span, best: nil).guessing == nil)
    #expect(TestOutcome(TestSeries(series.preset), best: nil).guessing == nil)
  }
}
