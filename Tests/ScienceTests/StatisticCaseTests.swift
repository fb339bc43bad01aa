import Glibc
import Science
import Testing

/// Tests of the statistics of one group against a thousand random cases each.
struct StatisticCaseTests {
  @Test func `Wilson's interval is that of statsmodels`() {
    let differences = CaseFile("proportion").differences { numbers in
      let proportion = try Proportion(numbers.whole(), of: numbers.whole())
      let interval = try proportion.interval(confidence: numbers.number())
      return [
        Comparison("lower", interval.lower, numbers.number(), absolute: 1e-14),
        Comparison("upper", interval.upper, numbers.number(), absolute: 1e-14),
      ]
    }
    #expect(differences == [])
  }

  @Test func `Chance is what is counted`() {
    let differences = CaseFile("chance").differences { numbers in
      let chance = try Chance(numeralCount: numbers.whole(), isFirstSeen: numbers.whole() == 1)
      let trialCount = numbers.whole()
      let passedCount = numbers.whole()
      return [
        Comparison("sequence", chance.ofSequence, numbers.number()),
        Comparison("mean right", chance.meanRightCount, numbers.number()),
        Comparison(
          "tail", chance.ofPassing(atLeast: passedCount, of: trialCount), numbers.number()),
        Comparison(
          "fewest", Double(chance.fewestAbove(trialCount: trialCount) ?? -1), numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `Each position is counted for those who reached it`() {
    let differences = CaseFile("serial-positions").differences { numbers in
      var positions = SerialPositions()
      for _ in 0..<numbers.whole() {
        positions.add(rightCount: numbers.whole(), hasError: numbers.whole() == 1)
      }
      return try positions.proportions().flatMap { position in
        [
          Comparison("right", Double(position.passedCount), numbers.number()),
          Comparison("reached", Double(position.count), numbers.number()),
        ]
      }
    }
    #expect(differences == [])
  }

  @Test func `The geometric mean has the interval of its logarithm`() {
    let differences = CaseFile("latency").differences { numbers in
      var tally = LatencyTally()
      for time in numbers.numbers(numbers.whole()) { tally.add(time) }
      let estimate = try tally.estimate(confidence: numbers.number())
      return [
        Comparison("mean", estimate.value, numbers.number()),
        Comparison("spread", try tally.spread(), numbers.number()),
        Comparison("lower", estimate.interval.lower, numbers.number()),
        Comparison("upper", estimate.interval.upper, numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `Learning is fitted as statsmodels fits it`() {
    let differences = CaseFile("learning").differences { numbers in
      let curve = try LearningCurve(numbers.points(numbers.whole())).logistic
      return [
        Comparison("intercept", curve.intercept, numbers.number(), absolute: 1e-8),
        Comparison("slope", curve.slope, numbers.number(), absolute: 1e-8),
        Comparison("its error", curve.interceptVariance.squareRoot(), numbers.number()),
        Comparison("the slope's", curve.slopeVariance.squareRoot(), numbers.number()),
        Comparison("deviance", curve.deviance, numbers.number(), absolute: 1e-8),
      ]
    }
    #expect(differences == [])
  }

  @Test func `The curve over holds is fitted as scipy fits it`() {
    let differences = CaseFile("hold").differences { numbers in
      let chance = try Chance(numeralCount: numbers.whole(), isFirstSeen: false)
      let lapse = numbers.number()
      let curve = try HoldCurve(
        numbers.points(numbers.whole()), guess: chance.ofSequence, lapse: lapse)
      let (logistic, threshold) = (curve.logistic, curve.threshold())
      let ratio = threshold.interval.upper / threshold.interval.lower
      let error = log(ratio) / 2 / 1.959963984540054
      return [
        Comparison("threshold", threshold.value, numbers.number(), relative: 1e-6),
        Comparison("slope", logistic.slope, numbers.number(), relative: 1e-6),
        Comparison("its error", error, numbers.number(), relative: 1e-4),
        Comparison(
          "the slope's", logistic.slopeVariance.squareRoot(), numbers.number(), relative: 1e-4),
        Comparison("likelihood", logistic.logLikelihood, numbers.number()),
      ]
    }
    #expect(differences == [])
  }
}

extension CaseReader {
  /// Returns the next points of a case; each has a position, the number of passed trials and that
  /// of all trials.
  mutating func points(_ count: Int) throws -> [CurvePoint] {
    try (0..<count).map { _ in
      CurvePoint(position: number(), try Proportion(whole(), of: whole()))
    }
  }
}
