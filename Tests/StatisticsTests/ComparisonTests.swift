import Archive
import Glibc
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of `ComparisonTally`: the figures that compare conditions, as values.
struct ComparisonTests {
  /// Returns the figures that compare the named conditions over some trials.
  private func compare(_ words: [String], _ trials: [ReadTrial]) -> Comparison {
    figures(ComparisonTally(words.compactMap { TrialCondition($0, isCode: false) }), trials)
  }

  /// Returns trials of the same boards with a hold of 650 ms and one of 210 ms.
  ///
  /// `counts` has the number of boards that are passed with both holds, with the longer one only,
  /// with the shorter one only, and with none.
  private func boards(_ counts: [Int], of participant: String = "P07") -> [ReadTrial] {
    let outcomes = [(true, true), (true, false), (false, true), (false, false)]
    let all = zip(outcomes, counts).flatMap { Array(repeating: $0, count: $1) }
    return all.enumerated().flatMap { index, passed in
      [
        trial(
          [500 + 10 * index], in: "inoue-650", isPassed: passed.0, board: index, of: participant),
        trial([400], in: "inoue-210", isPassed: passed.1, board: index, of: participant),
      ]
    }
  }

  @Test func `Shared boards of one participant are paired`() throws {
    let comparison = compare(["210", "650"], boards([2, 1, 0, 1]))
    var outcomes = PairedOutcomes()
    outcomes.add(first: true, second: true)
    outcomes.add(first: true, second: true)
    outcomes.add(first: true, second: false)
    outcomes.add(first: false, second: false)
    let logarithms = [500.0, 510, 520, 530].map { log($0) - log(400) }
    let pair = Comparison.Pair(
      first: "650", second: "210",
      boards: Comparison.SharedBoards(
        outcomes, boardCount: 4, participantCount: 1, areUnits: true),
      difference: try outcomes.difference(), regression: nil,
      differences: [
        Comparison.Difference(
          measure: .firstPress, unit: .boards(4),
          result: .success(try TestedDifference(pairs: logarithms, mapped: exp))),
        Comparison.Difference(measure: .laterPresses, unit: .trials, result: .failure(.empty)),
      ], comparability: Comparability())
    #expect(
      comparison
        == Comparison(
          kind: .test,
          conditions: [
            Comparison.Condition(word: "210", passes: try share(2, of: 4)),
            Comparison.Condition(word: "650", passes: try share(3, of: 4)),
          ], pairs: [pair]))
  }

  @Test func `Two participants are the unit, and their difference stays in its range`() throws {
    let comparison = compare(
      ["210", "650"], boards([0, 2, 0, 0]) + boards([1, 1, 0, 0], of: "P08"))
    #expect(
      comparison.conditions.map(\.passes) == [
        Share([try Proportion(0, of: 2), try Proportion(1, of: 2)]),
        Share([try Proportion(2, of: 2), try Proportion(2, of: 2)]),
      ])
    let pair = try #require(comparison.pairs.first)
    #expect(
      pair.differences.map(\.unit) == [.participants(2), .participants(2), .groups(0, 0)])
    let difference = try pair.differences[0].result.get()
    #expect(difference.estimate == Estimate(0.75, Interval(-1, 1)))
    #expect(difference.degrees == 1)
    #expect(difference.effect?.unbiasedSize == nil)
    // Without McNemar's test there is no interval, because boards are not independent units.
    #expect(pair.difference == nil)
    #expect(pair.boards?.exactProbability == nil)
    #expect(pair.boards?.boardCount == 2)
    #expect(pair.boards?.participantCount == 2)
    #expect(pair.boards?.outcomes.count == 4)
    #expect(pair.regression == .failure(.tooFew(count: 2, needed: 5)))
    // An interval of two participants says nothing.
    #expect(difference.interval == nil && difference.effect?.interval == nil)
    #expect(pair.differences[1].result == .failure(.noSpread))
    #expect(comparison.family == nil)
    let ranks = try #require(difference.effect).signedRankProbability
    #expect(
      pair.probabilities
        == [.means(.accuracy): difference.probability, .ranks(.accuracy): ranks])
  }

  @Test func `Participants of one condition each are two groups`() throws {
    let passes = [("P1", "inoue-210", 1), ("P2", "inoue-210", 2), ("P3", "inoue-650", 3)]
    let trials = passes.flatMap { code, test, passedCount in
      (0..<4).map {
        trial([400 + $0], in: test, isPassed: $0 < passedCount, board: $0, of: code)
      }
    }
    let pair = try #require(compare(["210", "650"], trials).pairs.first)
    #expect(pair.differences.map(\.unit) == [.groups(1, 2), .groups(1, 2), .groups(0, 0)])
    #expect(pair.differences[0].result == .failure(.tooFew(count: 1, needed: 2)))
    #expect(pair.boards == nil)
    let more =
      trials
      + (0..<4).map { trial([500], in: "inoue-650", isPassed: $0 < 2, board: $0, of: "P4") }
    let other = try #require(compare(["210", "650"], more).pairs.first)
    let welch = try TestedDifference(
      groups: IndependentMeans(MeanTally([0.75, 0.5]), MeanTally([0.25, 0.5])), mapped: { $0 },
      limits: -1...1)
    #expect(other.differences[0].result == .success(welch))
  }

  @Test func `Two participants who are compared are groups of trials, or share boards`() throws {
    let trials = (0..<4).flatMap { index in
      [
        trial([400 + index], isPassed: index < 3, board: index, of: "P1"),
        trial([600 + index], isPassed: index < 1, board: index + 4, of: "P2"),
      ]
    }
    let comparison = compare(["P2", "P1"], trials)
    let pair = try #require(comparison.pairs.first)
    #expect(comparison.conditions.map(\.passes) == [try share(1, of: 4), try share(3, of: 4)])
    #expect(pair.boards == nil)
    #expect(
      pair.difference
        == (try ProportionDifference(Proportion(3, of: 4), Proportion(1, of: 4)).estimate()))
    #expect(pair.regression == nil)
    let times: [[Double]] = [[400, 401, 402, 403], [600, 601, 602, 603]]
    let tallies = times.map { MeanTally($0.map { log($0) }) }
    let welch = try IndependentMeans(tallies[0], tallies[1]).test()
    #expect(
      pair.differences.first
        == Comparison.Difference(
          measure: .firstPress, unit: .trials,
          result: .success(TestedDifference(welch, mapped: exp))))
    let same = (0..<4).flatMap { index in
      ["P1", "P2"].map { trial([400], isPassed: $0 == "P1", board: index, of: $0) }
    }
    let shared = try #require(compare(["P2", "P1"], same).pairs.first?.boards)
    #expect(shared.outcomes.count == 4)
    #expect(abs((shared.exactProbability ?? 0) - 0.125) < 1e-12)
  }

  @Test func `Three conditions are compared two by two, the later minus the earlier`() throws {
    let names = ["inoue-210", "inoue-430", "inoue-650"]
    let trials = (0..<5).flatMap { person in
      names.enumerated().flatMap { condition, test in
        (0..<6).map { board in
          trial(
            [400], in: test, isPassed: (board + person) % 6 < 2 + condition, board: board,
            of: "P\(person)")
        }
      }
    }
    let comparison = compare(["210", "430", "650"], trials)
    #expect(
      comparison.pairs.map { [$0.first, $0.second] }
        == [["430", "210"], ["650", "210"], ["650", "430"]])
    #expect(
      comparison.pairs.map { $0.boards.map { [$0.boardCount, $0.participantCount] } }
        == [[6, 5], [6, 5], [6, 5]])
    let effects = try comparison.pairs.map { try #require($0.regression).get().coefficients[1] }
    #expect(effects.allSatisfy { $0.value > 0 && $0.error > 0 })
    #expect(effects[1].value > effects[0].value && effects[1].value > effects[2].value)
    // Outside of a study nothing says which contrasts belong together.
    #expect(comparison.family == nil)
    #expect(comparison.pairs.allSatisfy { $0.adjusted.isEmpty })
  }

  @Test func `Times outside a rule are left out, by participant and condition, and counted`() throws
  {
    let times = [200, 400, 410, 420, 3000]
    let trials = times.enumerated().flatMap { board, time in
      [
        trial([time, 300], in: "inoue-650", board: board),
        trial([time / 2, 150], board: board),
      ]
    }
    let words = ["210", "650"].compactMap { TrialCondition($0, isCode: false) }
    let ranged = figures(ComparisonTally(words, trim: .range(150...2000)), trials)
    #expect(
      ranged.trimmed == TrimmedTimes(.range(150...2000), belowCount: 1, aboveCount: 1))
    #expect(ranged.pairs[0].differences[0].unit == .boards(3))
    let rule = LatencyTrim.deviations(1.5)
    let trimmed = figures(ComparisonTally(words, trim: rule), trials)
    // One time of each condition is more than 1.5 deviations from the mean logarithm.
    #expect(trimmed.trimmed == TrimmedTimes(rule, belowCount: 0, aboveCount: 2))
    #expect(trimmed.pairs[0].differences[0].unit == .boards(4))
    #expect(figures(ComparisonTally(words), trials).trimmed == nil)
  }

  @Test func `Equal times in both conditions have no difference to test`() throws {
    let counts = [("P1", 1), ("P2", 3), ("P3", 6), ("P4", 7)]
    let trials = counts.flatMap { code, count in
      [trial([500], in: "inoue-650", of: code)]
        + (0..<count).map { trial([500], in: "inoue-210", isPassed: false, board: $0, of: code) }
    }
    let pair = try #require(compare(["210", "650"], trials).pairs.first)
    // The mean of three logarithms is rounded.
    #expect(pair.differences[1].unit == .participants(4))
    #expect(pair.differences[1].result == .failure(.noSpread))
  }

  @Test func `Equal differences of shares share their rank, however they were rounded`() throws {
    // Of five trials: 3 - 2, 1 - 2 and 4 - 3, whose sizes are rounded to three different numbers.
    let passes = [("P1", 3, 2), ("P2", 1, 2), ("P3", 4, 3), ("P4", 5, 2)]
    let trials = passes.flatMap { code, long, short in
      (0..<5).flatMap {
        [
          trial([500], in: "inoue-650", isPassed: $0 < long, board: $0, of: code),
          trial([500], in: "inoue-210", isPassed: $0 < short, board: $0, of: code),
        ]
      }
    }
    let pair = try #require(compare(["210", "650"], trials).pairs.first)
    let effect = try pair.differences[0].result.get().effect
    // The ranks are 2, 2, 2 and 4; a sum of at most 2 has 4 of 16 ways.
    #expect(effect?.signedRankProbability == 0.5)
  }

  @Test func `Groups have different participants: Welch's test, and no pairs`() throws {
    let trials = [("P1", 4), ("P2", 2), ("P3", 1), ("P4", 0)].flatMap { code, passedCount in
      (0..<4).map { board in
        var trial = trial([400], isPassed: board < passedCount, board: board, of: code)
        trial.group = code < "P3" ? "stress" : "control"
        return trial
      }
    }
    let words = ["control", "stress"].map { TrialCondition(ofGroup: $0) }
    let other = trial([400], of: "P9")
    let comparison = figures(ComparisonTally(words), trials + [other])
    #expect(comparison.kind == .group)
    #expect(comparison.conditions.map(\.passes.count) == [8, 8])
    let pair = try #require(comparison.pairs.first)
    #expect([pair.first, pair.second] == ["stress", "control"])
    #expect(pair.boards == nil && pair.difference == nil)
    let shares = [MeanTally([1, 0.5]), MeanTally([0.25, 0])]
    #expect(
      pair.differences[0]
        == Comparison.Difference(
          measure: .accuracy, unit: .groups(2, 2),
          result: .success(
            try TestedDifference(
              groups: IndependentMeans(shares[0], shares[1]), mapped: { $0 }, limits: -1...1)),
          unfinishedCount: 0))
    #expect(pair.regression == .failure(.tooFew(count: 2, needed: 5)))
    let more = [
      ("P1", 9), ("P2", 7), ("P3", 4), ("P4", 5), ("P5", 3), ("P6", 4), ("P7", 6), ("P8", 2),
      ("P9", 5), ("P0", 8),
    ].flatMap { code, passedCount in
      (0..<12).map { board in
        // Each participant fails on other boards, so that the boards do not explain it.
        let isPassed = (5 * board + 3 * passedCount) % 12 < passedCount
        var trial = trial([400], isPassed: isPassed, board: board, of: code)
        trial.group = "P1"..."P5" ~= code ? "stress" : "control"
        return trial
      }
    }
    let ten = try #require(figures(ComparisonTally(words), more).pairs.first)
    let fit = try #require(ten.regression).get()
    #expect(fit.coefficients[1].oddsRatio.value > 1)
    #expect(fit.participantCount == 10)
    #expect(fit.coefficients[1].degrees == 8)
    // A group of fewer is no sample, whoever has more trials.
    let nine = figures(ComparisonTally(words), more.filter { $0.participant != "P0" })
    #expect(nine.pairs.first?.regression == .failure(.tooFew(count: 4, needed: 5)))
  }

  @Test func `A condition without trials has no pair`() throws {
    let comparison = compare(["210", "430", "650"], boards([1, 0, 0, 0]))
    #expect(comparison.conditions.map(\.passes.count) == [1, 0, 1])
    #expect(comparison.pairs.map { [$0.first, $0.second] } == [["650", "210"]])
  }

  @Test(arguments: [
    ("210", TrialCondition.Kind.test), ("masking", .test), ("span", .test), ("5", .count),
    ("49", .count), ("50", .hold), ("333", .hold), ("P07", .participant),
  ])
  func `Each word of a comparison means one kind of condition`(
    _ word: String, _ kind: TrialCondition.Kind
  ) {
    #expect(TrialCondition(word, isCode: false)?.kind == kind)
    #expect(TrialCondition(word, isCode: true)?.kind == .participant)
  }
}
