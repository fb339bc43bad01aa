import Science
import Testing

/// Tests of the values that the requirements state, as one table of the stated and the computed
/// ones.
struct RequirementTableTests {
  private static let stated = """
    Wilson 0/10             0-.277533                     0.000000-0.277533
    Wilson 8/10             .490162-.943318               0.490162-0.943318
    Wilson 39/50            .647585-.872461               0.647585-0.872461
    Wilson 50/50            .928652-1                     0.928652-1.000000
    Wilson 81/263           .2553-.3662                   0.2553-0.3662
    Wilson 0/20             0-.1611                       0.0000-0.1611
    Wilson 40/50            .6696-.8876                   0.6696-0.8876
    1 of 10 at 1/120        .0802768                      0.0802768
    3 of 50 at 1/120        .00847231                     0.00847231
    8 of 10 at 1/24         3.79097e-10                   3.79097e-10
    fewest above chance     3 hold, 6 masking             3 hold, 6 masking
    right by guessing       .28333 hold, 1.41667 masking  0.28333 hold, 1.41667 masking
    latencies               628.3 [499.0, 791.1] s .3221  628.3 [499.0, 791.1] s 0.3221
    latencies               478.682 [326.041, 702.785]    478.682 [326.041, 702.785]
    learning                a -1.42688 b .41624 (.07499)  a -1.42688 b 0.41624 (0.07499)
    learning, odds ratio    1.516 [1.309, 1.756]          1.516 [1.309, 1.756]
    hold, threshold         283.3 [217.2, 369.5]          283.3 [217.2, 369.5]
    hold, slope and -ln L   1.5503, 92.7107               1.5503, 92.7106
    hold, plain logit       -8.476509, 1.496465           -8.476509, 1.496465
    hold, plain errors      2.266155, .382066             2.266155, 0.382066
    hold, plain deviance    .734428                       0.734428
    groups 56/70 - 48/80    .0524-.3339                   0.0524-0.3339
    groups 39/50 - 20/50    .1886-.5346                   0.1886-0.5346
    McNemar 15:5            .04139, mid-p .02660          0.04139, mid-p 0.02660
    McNemar 1:7             .0703125                      0.0703125
    pairs (36,12,2,0)       .0569-.3404                   0.0569-0.3404
    pairs (25,15,5,5)       .0248-.3598                   0.0248-0.3598
    sleep data              t -4.0621, p .002833          t -4.0621, p 0.002833
    sleep data, d_z         -1.2846 [-2.118, -.415]       -1.2846 [-2.118, -0.415]
    signed ranks            W 5, p .0390625               W 5, p 0.0390625
    planning d .5, 80 %     34 pairs, 64 a group          34 pairs, 64 a group
    QUEST+ of 8 trials      7.1926, .9890, 5.5-9.5, 8     7.1926, 0.9890, 5.5-9.5, 8
    ln L RRRRR              -.607391                      -0.607391
    ln L RRW                -1.972411                     -1.972411
    ln L masking RRW        -2.794431                     -2.794431
    """

  /// Returns the table of stated values, with computed ones in its last column.
  private func table(_ computed: [String]) -> String {
    let rows = Self.stated.split(separator: "\n").map { $0.prefix(54) }
    return zip(rows, computed).map { $0 + $1 }.joined(separator: "\n")
  }

  @Test func `Every value is the one that is stated, but for its last digit`() throws {
    let computed = try shares() + times() + holds() + pairs() + procedures()
    #expect(table(computed) == Self.stated)
    #expect(computed.count == Self.stated.split(separator: "\n").count)
  }

  /// Returns an interval as text, such as `0.1-0.9`, with a number of decimals.
  private func text(_ interval: Interval, _ digits: Int) -> String {
    "\(interval.lower.rounded(digits))-\(interval.upper.rounded(digits))"
  }

  /// Returns the computed values for the table's rows about shares of passed trials.
  private func shares() throws -> [String] {
    let wilson = [
      (0, 10, 6), (8, 10, 6), (39, 50, 6), (50, 50, 6), (81, 263, 4), (0, 20, 4), (40, 50, 4),
    ]
    let held = try Chance(numeralCount: 5, isFirstSeen: false)
    let masked = try Chance(numeralCount: 5, isFirstSeen: true)
    func both(_ describe: (Chance) -> String) -> String {
      "\(describe(held)) hold, \(describe(masked)) masking"
    }
    return try wilson.map { text(try Proportion($0, of: $1).interval(), $2) } + [
      held.ofPassing(atLeast: 1, of: 10).rounded(7), held.ofPassing(atLeast: 3, of: 50).rounded(8),
      (masked.ofPassing(atLeast: 8, of: 10) * 1e10).rounded(5) + "e-10",
      both { "\($0.fewestAbove(trialCount: 50) ?? 0)" }, both { $0.meanRightCount.rounded(5) },
    ]
  }

  /// Returns the computed values for the table's rows about latencies and learning.
  private func times() throws -> [String] {
    var (ten, eight) = (LatencyTally(), LatencyTally())
    for time in [420.0, 510, 610, 480, 950, 700, 530, 1210, 640, 560] { ten.add(time) }
    for time in [310.0, 420, 505, 290, 1250, 610, 480, 395] { eight.add(time) }
    let sessions = try [12, 18, 24, 29, 33, 36].enumerated().map { session, passed in
      CurvePoint(position: Double(session + 1), try Proportion(passed, of: 50))
    }
    let learning = try LearningCurve(sessions)
    let curve = learning.logistic
    return [
      "\(try ten.estimate().text(1)) s \(try ten.spread().rounded(4))",
      try eight.estimate().text(3),
      "a \(curve.intercept.rounded(5)) b \(curve.slope.rounded(5)) "
        + "(\(curve.slopeVariance.squareRoot().rounded(5)))", learning.oddsRatio().text(3),
    ]
  }

  /// Returns the computed values for the table's rows about holds.
  private func holds() throws -> [String] {
    let points = try zip([210.0, 430, 650], [20, 30, 40]).map { hold, passed in
      CurvePoint(position: hold, try Proportion(passed, of: 50))
    }
    let curve = try HoldCurve(points, guess: 1 / 120, lapse: 0.02)
    let logarithms = [5.347107530717469, 6.063785208687608, 6.476972362889683]
    let plain = try LearningCurve(
      zip(logarithms, points).map { CurvePoint(position: $0, $1.proportion) }
    ).logistic
    return [
      curve.threshold().text(1),
      "\(curve.logistic.slope.rounded(4)), \((-curve.logistic.logLikelihood).rounded(4))",
      "\(plain.intercept.rounded(6)), \(plain.slope.rounded(6))",
      "\(plain.interceptVariance.squareRoot().rounded(6)), "
        + plain.slopeVariance.squareRoot().rounded(6),
      plain.deviance.rounded(6),
    ]
  }

  /// Returns the computed values for the table's rows about paired outcomes.
  private func pairs() throws -> [String] {
    func difference(_ one: Proportion, _ other: Proportion) throws -> String {
      text(try ProportionDifference(one, other).estimate().interval, 4)
    }
    func outcomes(_ both: Int, _ first: Int, _ second: Int, _ neither: Int) throws
      -> PairedOutcomes
    {
      PairedOutcomes(both: both, onlyFirst: first, onlySecond: second, neither: neither)
    }
    let test = try outcomes(9, 15, 5, 9).mcNemar()
    let sleep = PairedMeans(differences: [-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -0.8, -4.6, -1.4])
    let (means, effect) = (try sleep.test(), try sleep.effect())
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    let ranks = try SignedRanks(differences: zip(before, after).map { $0 - $1 })
    let (pairs, groups) = (
      try Planning(.pairs, effect: 0.5).count(power: 0.8),
      try Planning(.groups, effect: 0.5).count(power: 0.8)
    )
    let bounds = "[\(effect.interval.lower.rounded(3)), \(effect.interval.upper.rounded(3))]"
    return [
      try difference(Proportion(56, of: 70), Proportion(48, of: 80)),
      try difference(Proportion(39, of: 50), Proportion(20, of: 50)),
      "\(test.exact.rounded(5)), mid-p \(test.midP.rounded(5))",
      try outcomes(9, 1, 7, 9).mcNemar().exact.rounded(7),
      text(try outcomes(36, 12, 2, 0).difference().interval, 4),
      text(try outcomes(25, 15, 5, 5).difference().interval, 4),
      "t \(means.statistic.rounded(4)), p \(means.probability.rounded(6))",
      "\(effect.value.rounded(4)) \(bounds)",
      "W \(Int(ranks.statistic)), p \(ranks.probability.rounded(7))",
      "\(pairs) pairs, \(groups) a group",
    ]
  }

  /// Returns the computed values for the table's rows about adaptive procedures.
  private func procedures() throws -> [String] {
    var quest = try SpanQuest()
    for (count, isPassed) in zip([4, 5, 6, 7, 6, 7, 8, 8], "PPPFPPFF") {
      try quest.add(count: count, isPassed: isPassed == "P")
    }
    let posterior = quest.posterior
    let model = try MemoryModel(capacity: 6.5, timeConstant: 260, decay: 0.06, slip: 0.02)
    func likelihood(_ word: String, hold: Double?) throws -> String {
      var trials = ObservedTrials()
      let presses = word.enumerated().map { index, letter in
        ObservedPress(
          seconds: hold == nil && index == 0 ? nil : 0.6 * Double(hold == nil ? index : index + 1),
          isRight: letter == "R")
      }
      try trials.add(count: 5, hold: hold, presses: presses)
      return trials.logLikelihood(of: model).rounded(6)
    }
    return [
      "\(posterior.mean.rounded(4)), \(posterior.deviation.rounded(4)), "
        + "\(text(posterior.interval, 1)), \(quest.mostInformativeCount)",
      try likelihood("RRRRR", hold: 210), try likelihood("RRW", hold: 210),
      try likelihood("RRW", hold: nil),
    ]
  }
}
