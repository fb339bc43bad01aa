import Examiner
import Glibc
import Science
import Testing

/// Tests that p-values are below .05 in about 5 % of studies without an effect.
///
/// `.ci/null-studies` does the same with the whole program.
struct NullStudyTests {
  /// Draws normal values.
  private struct Normal {
    private var generator: Generator

    init(_ text: String) { generator = Generator(text: text) }

    mutating func uniform() -> Double {
      (Double(generator.next() >> 11) + 0.5) / 9_007_199_254_740_992
    }

    mutating func next() -> Double {
      (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
    }

    mutating func values(_ count: Int, deviation: Double = 1) -> [Double] {
      (0..<count).map { _ in deviation * next() }
    }
  }

  /// Returns in how many of 300 studies p is below .05.
  private func rejected(
    _ name: String, _ probability: (inout Normal) throws -> Double
  ) rethrows -> Int {
    var count = 0
    for study in 1...300 {
      var normal = Normal("\(name) \(study)")
      if try probability(&normal) < 0.05 { count += 1 }
    }
    return count
  }

  /// The numbers of 300 studies between which 99 % of right tests lie.
  private static let limits = 6...26

  @Test func `The tests of means and ranks reject one of twenty null studies`() throws {
    let paired = try rejected("paired") { normal in
      try PairedMeans(differences: normal.values(12)).test().probability
    }
    let welch = try rejected("welch") { normal in
      try IndependentMeans(
        MeanTally(normal.values(8)), MeanTally(normal.values(16, deviation: 3))
      ).test().probability
    }
    let ranks = try rejected("ranks") { normal in
      try SignedRanks(differences: normal.values(14)).probability
    }
    for count in [paired, welch, ranks] { #expect(Self.limits.contains(count), "\(count)") }
  }

  @Test func `McNemar's mid-p rejects one of twenty null studies, and its exact p fewer`() throws {
    var exact = 0
    let middle = try rejected("boards") { normal in
      var outcomes = PairedOutcomes()
      for _ in 0..<60 { outcomes.add(first: normal.next() > 0, second: normal.next() > 0) }
      let found = try outcomes.mcNemar()
      if found.exact < 0.05 { exact += 1 }
      return found.midP
    }
    #expect(Self.limits.contains(middle), "\(middle)")
    #expect(exact <= middle)
  }

  /// Returns the trials of a study in which the effect of a condition differs from person to
  /// person, and is 0 on average.
  private func trials(_ study: Int) throws -> MixedTrials {
    var normal = Normal("slopes \(study)")
    var trials = MixedTrials(predictorCount: 1)
    let boards = normal.values(4, deviation: 0.3)
    for person in 0..<12 {
      let intercept = normal.next()
      let slope = 3 * normal.next()
      for condition in 0...1 {
        for (board, ease) in boards.enumerated() {
          let logit = intercept + slope * (Double(condition) - 0.5) + ease
          try trials.add(
            participant: person, board: board, predictors: [Double(condition)],
            isPassed: normal.uniform() < 1 / (1 + exp(-logit)))
        }
      }
    }
    return trials
  }

  @Test func `Random slopes keep the regression from rejecting too often`() throws {
    var intercepts = 0
    var slopes = 0
    for study in 1...16 {
      let trials = try trials(study)
      if try MixedLogistic(trials).coefficients[1].probability < 0.05 { intercepts += 1 }
      let fit = try MixedLogistic(trials, testingSlopeOf: 0)
      if fit.coefficients[1].probability < 0.05 { slopes += 1 }
    }
    // Of 16 studies 99 % of right tests reject at most 3.
    #expect(slopes <= 3, "\(slopes)")
    #expect(intercepts > slopes, "\(intercepts)")
  }
}
