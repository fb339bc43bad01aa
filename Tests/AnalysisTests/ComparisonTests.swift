import Glibc
import Science
import Testing

@testable import Analysis

/// Conditions side by side, as values.
struct ComparisonTests {
  private func compare(_ words: [String], _ trials: [ReadTrial]) -> Comparison {
    figures(ComparisonTally(words.compactMap { TrialCondition($0, isCode: false) }), trials)
  }

  /// Boards of two holds: both passed, the longer one, the shorter one, none.
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
      first: "650", second: "210", boards: Comparison.SharedBoards(outcomes),
      difference: try outcomes.difference(), accuracy: nil,
      times: [
        Comparison.TimeDifference(
          measure: .firstPress, unit: .boards(4),
          result: Comparison.PairedDifference(logarithms, mapped: exp).result),
        Comparison.TimeDifference(
          measure: .laterPresses, unit: .groups, result: .failure(.empty)),
      ])
    #expect(
      comparison
        == Comparison(
          kind: .test,
          conditions: [
            Comparison.Condition(word: "210", passes: try share(2, of: 4)),
            Comparison.Condition(word: "650", passes: try share(3, of: 4)),
          ], pairs: [pair]))
  }

  @Test func `Two participants are paired, and their difference stays in its range`() throws {
    let comparison = compare(
      ["210", "650"], boards([0, 2, 0, 0]) + boards([1, 1, 0, 0], of: "P08"))
    let accuracy = try #require(comparison.pairs.first?.accuracy)
    #expect(accuracy.count == 2)
    let difference = try accuracy.result.get()
    #expect(difference.estimate == Estimate(0.75, Interval(-1, 1)))
    #expect(difference.degrees == 1)
    #expect(difference.effect?.unbiasedSize == nil)
    #expect(comparison.pairs.first?.times.map(\.unit) == [.participants(2), .groups])
  }

  @Test func `Conditions without a shared board are groups`() throws {
    let trials = (0..<4).flatMap { index in
      [
        trial([400 + index], isPassed: index < 3, board: index, of: "P1"),
        trial([600 + index], isPassed: index < 1, board: index + 4, of: "P2"),
      ]
    }
    let comparison = compare(["P2", "P1"], trials)
    let pair = try #require(comparison.pairs.first)
    #expect(pair.boards == nil)
    #expect(
      pair.difference
        == (try ProportionDifference(Proportion(3, of: 4), Proportion(1, of: 4)).estimate()))
    #expect(pair.accuracy == nil)
    let welch = try IndependentMeans(
      MeanTally((0..<4).map { log(Double(400 + $0)) }),
      MeanTally((0..<4).map { log(Double(600 + $0)) })
    ).test()
    #expect(
      pair.times.first
        == Comparison.TimeDifference(
          measure: .firstPress, unit: .groups,
          result: .success(TestedDifference(welch, mapped: exp))))
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
  func `A word means one kind of condition`(_ word: String, _ kind: TrialCondition.Kind) {
    #expect(TrialCondition(word, isCode: false)?.kind == kind)
    #expect(TrialCondition(word, isCode: true)?.kind == .participant)
  }
}
