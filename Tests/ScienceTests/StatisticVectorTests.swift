import Glibc
@testable import Science
import Testing

/// Tests of the values that the requirements publish, to the last published digit.
struct StatisticVectorTests {
  @Test(arguments: [
    (0, 10, "0.000000", "0.277533"), (8, 10, "0.490162", "0.943318"),
    (39, 50, "0.647585", "0.872461"), (50, 50, "0.928652", "1.000000"),
    (81, 263, "0.2553", "0.3662"), (0, 20, "0.0000", "0.1611"),
    (40, 50, "0.6696", "0.8876"),
  ])
  func `Wilson's interval has the reference values`(
    passed: Int, count: Int, lower: String, upper: String
  ) throws {
    let interval = try Proportion(passed, of: count).interval()
    #expect(interval.lower.rounded(lower.count - 2) == lower)
    #expect(interval.upper.rounded(upper.count - 2) == upper)
  }

  @Test func `The chance of a sequence, and what is above it, have the reference values`() throws {
    let held = try Chance(numeralCount: 5, isFirstSeen: false)
    let masked = try Chance(numeralCount: 5, isFirstSeen: true)
    #expect(held.ofPassing(atLeast: 1, of: 10).rounded(7) == "0.0802768")
    #expect(held.ofPassing(atLeast: 3, of: 50).rounded(8) == "0.00847231")
    #expect((masked.ofPassing(atLeast: 8, of: 10) * 1e10).rounded(5) == "3.79097")
    #expect(held.fewestAbove(trialCount: 50) == 3)
    #expect(masked.fewestAbove(trialCount: 50) == 6)
    #expect(held.meanRightCount.rounded(5) == "0.28333")
    #expect(masked.meanRightCount.rounded(5) == "1.41667")
    #expect(
      (1...5).map { held.ofPosition($0).rounded(4) }
        == ["0.2000", "0.2500", "0.3333", "0.5000", "1.0000"])
    #expect(masked.ofPosition(1) == 1)
  }

  @Test func `A position is judged by the trials that reached it`() throws {
    var positions = SerialPositions()
    for rightCount in [5, 5, 3] { positions.add(rightCount: rightCount, hasError: rightCount < 5) }
    positions.add(rightCount: 2, hasError: false)
    let shares = try positions.proportions().map { "\($0.passedCount)/\($0.count)" }
    #expect(shares == ["4/4", "4/4", "3/3", "2/3", "2/2"])
  }

  @Test func `Latencies have the reference values`() throws {
    var ten = LatencyTally()
    for time in [420.0, 510, 610, 480, 950, 700, 530, 1210, 640, 560] { ten.add(time) }
    let estimate = try ten.estimate()
    #expect(estimate.text(1) == "628.3 [499.0, 791.1]")
    #expect(try ten.spread().rounded(4) == "0.3221")
    var eight = LatencyTally()
    for time in [310.0, 420, 505, 290, 1250, 610, 480, 395] { eight.add(time) }
    #expect(try eight.estimate().text(3) == "478.682 [326.041, 702.785]")
  }

  @Test func `Learning over sessions has the reference values`() throws {
    let sessions = try [12, 18, 24, 29, 33, 36].enumerated().map { session, passed in
      CurvePoint(position: Double(session + 1), try Proportion(passed, of: 50))
    }
    let curve = try LearningCurve(sessions)
    #expect(curve.logistic.intercept.rounded(5) == "-1.42688")
    #expect(curve.logistic.slope.rounded(5) == "0.41624")
    #expect(curve.logistic.slopeVariance.squareRoot().rounded(5) == "0.07499")
    #expect(curve.oddsRatio().text(3) == "1.516 [1.309, 1.756]")
    #expect(curve.logistic.probability(at: 3).rounded(3) == "0.456")
  }

  /// Returns the points of holds of 210, 430 and 650 ms, with 20, 30 and 40 of 50 trials passed.
  private func holds() throws -> [CurvePoint] {
    try zip([210.0, 430, 650], [20, 30, 40]).map { hold, passed in
      CurvePoint(position: hold, try Proportion(passed, of: 50))
    }
  }

  @Test func `The curve over holds has the reference values`() throws {
    let curve = try HoldCurve(holds(), guess: 1 / 120, lapse: 0.02)
    #expect(curve.threshold().text(1) == "283.3 [217.2, 369.5]")
    #expect(curve.logistic.slope.rounded(4) == "1.5503")
    #expect((-curve.logistic.logLikelihood).rounded(6) == "92.710588")
    #expect(curve.logistic.probability(at: log(283.2801936)).rounded(5) == "0.49417")
  }

  @Test func `The plain curve over logarithms of holds has the reference values`() throws {
    let logarithms = [5.347107530717469, 6.063785208687608, 6.476972362889683]
    let points = try zip(logarithms, holds()).map { CurvePoint(position: $0, $1.proportion) }
    let curve = try LearningCurve(points).logistic
    #expect(curve.intercept.rounded(6) == "-8.476509")
    #expect(curve.slope.rounded(6) == "1.496465")
    #expect(curve.interceptVariance.squareRoot().rounded(6) == "2.266155")
    #expect(curve.slopeVariance.squareRoot().rounded(6) == "0.382066")
    #expect(curve.deviance.rounded(6) == "0.734428")
  }

  @Test func `The comparison of two groups has the reference values`() throws {
    let first = try ProportionDifference(Proportion(56, of: 70), Proportion(48, of: 80))
    #expect(try first.estimate().text(4) == "0.2000 [0.0524, 0.3339]")
    let second = try ProportionDifference(Proportion(39, of: 50), Proportion(20, of: 50))
    #expect(try second.estimate().text(4) == "0.3800 [0.1886, 0.5346]")
  }

  @Test func `The comparison of boards in two conditions has the reference values`() throws {
    func test(_ first: Int, _ second: Int) throws -> (exact: Double, midP: Double) {
      try PairedOutcomes(both: 9, onlyFirst: first, onlySecond: second, neither: 9).mcNemar()
    }
    #expect(try test(15, 5).exact.rounded(5) == "0.04139")
    #expect(try test(15, 5).midP.rounded(5) == "0.02660")
    #expect(try test(1, 7).exact.rounded(7) == "0.0703125")
    #expect(try test(0, 0) == (1, 1))
    let some = PairedOutcomes(both: 36, onlyFirst: 12, onlySecond: 2, neither: 0)
    #expect(try some.difference().text(4) == "0.2000 [0.0569, 0.3404]")
    let others = PairedOutcomes(both: 25, onlyFirst: 15, onlySecond: 5, neither: 5)
    #expect(try others.difference().text(4) == "0.2000 [0.0248, 0.3598]")
  }

  @Test func `Paired means of Student's sleep data have the reference values`() throws {
    let pairs = PairedMeans(
      differences: [-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -0.8, -4.6, -1.4])
    let test = try pairs.test()
    #expect(test.statistic.rounded(4) == "-4.0621")
    #expect(test.probability.rounded(6) == "0.002833")
    #expect(test.degrees == 9)
    #expect(try pairs.effect().text(3) == "-1.285 [-2.118, -0.415]")
    #expect(try pairs.effect().value.rounded(4) == "-1.2846")
  }

  @Test func `Signed ranks of Hollander and Wolfe's nine pairs have the reference values`() throws {
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    let ranks = try SignedRanks(differences: zip(before, after).map { $0 - $1 })
    #expect(ranks.statistic == 5)
    #expect(ranks.probability == 0.0390625)
  }

  @Test func `Differences within rounding are ties of signed ranks, and the least are 0`() throws {
    let differences = [0.3 - 0.1, 0.2 - 0.4, 0.8 - 0.6, 0.3 - 0.1 - 0.2]
    #expect(Set(differences.map { abs($0) }).count == 4)
    let ranks = try SignedRanks(differences: differences, rounding: 1e-12)
    #expect(ranks == (try SignedRanks(differences: [1, -1, 1, 0])))
    #expect(ranks.statistic == 2)
    #expect(ranks.probability == 1)
  }

  @Test func `A plan for half a deviation and 80 percent has the reference values`() throws {
    #expect(try Planning(.pairs, effect: 0.5).count(power: 0.8) == 34)
    #expect(try Planning(.groups, effect: 0.5).count(power: 0.8) == 64)
  }

  @Test func `The effect size of two groups is Hedges' g`() throws {
    // In R: the difference of the means by the pooled deviation, times
    // gamma(m / 2) / (sqrt(m / 2) * gamma((m - 1) / 2)) with m = 5.
    let means = IndependentMeans(MeanTally([5, 6, 7, 9]), MeanTally([4, 4, 6]))
    #expect(abs(try means.unbiasedEffect() - 1.15915176181) < 1e-10)
    let equal = IndependentMeans(MeanTally([1, 1]), MeanTally([2, 2]))
    #expect(throws: ScienceError.noSpread) { try equal.unbiasedEffect() }
  }

  @Test func `The smallest effect that a plan finds is that of R`() throws {
    // uniroot over pt with its noncentrality, which power.t.test solves less exactly.
    #expect(abs(try Planning.effect(power: 0.8, .pairs(24)) - 0.597184100291) < 1e-10)
    #expect(abs(try Planning.effect(power: 0.8, .groups(12, 12)) - 1.19681191375) < 1e-10)
    #expect(abs(try Planning.effect(power: 0.8, .groups(16, 8)) - 1.26941073003) < 1e-10)
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) {
      try Planning.effect(power: 0.8, .groups(9, 1))
    }
    #expect(throws: ScienceError.impossible(.probability)) {
      try Planning.effect(power: 0.05, .pairs(24))
    }
  }
}
