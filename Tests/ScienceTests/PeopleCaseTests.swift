import Science
import Testing

/// Tests of the statistics over participants against R, with a thousand random cases each.
struct PeopleCaseTests {
  @Test func `Holm's probabilities are those of p.adjust`() {
    let differences = CaseFile("holm").differences { numbers in
      let count = numbers.whole()
      let adjusted = try holmAdjusted(numbers.numbers(count))
      return adjusted.map { Comparison("adjusted", $0, numbers.number()) }
    }
    #expect(differences == [])
  }

  @Test func `The edit distance is that of adist`() {
    let differences = CaseFile("edit-distance").differences { numbers in
      let numeralCount = numbers.whole()
      let pressed = numbers.numbers(numbers.whole()).map { Int($0) }
      let credit = try PartialCredit(pressed: pressed, numeralCount: numeralCount)
      return [
        Comparison("right", Double(credit.rightCount), numbers.number()),
        Comparison("distance", Double(credit.editDistance), numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `The mean of participants has the interval of t.test`() {
    let differences = CaseFile("participant-shares").differences { numbers in
      var shares = ParticipantShares()
      for _ in 0..<numbers.whole() {
        shares.add(try Proportion(numbers.whole(), of: numbers.whole()))
      }
      let estimate = try shares.estimate()
      return [
        Comparison("mean", estimate.value, numbers.number()),
        Comparison("deviation", try shares.deviation(), numbers.number()),
        Comparison("lower", estimate.interval.lower, numbers.number(), absolute: 1e-10),
        Comparison("upper", estimate.interval.upper, numbers.number(), absolute: 1e-10),
      ]
    }
    #expect(differences == [])
  }

  /// Returns comparisons of an estimate and the ends of its interval with the next numbers of a
  /// case.
  private func estimate(
    _ name: String, _ estimate: Estimate, _ numbers: inout CaseReader, relative: Double = 1e-6
  ) -> [Comparison] {
    [
      Comparison(name, estimate.value, numbers.number(), relative: relative),
      Comparison("\(name), lower", estimate.interval.lower, numbers.number(), relative: relative),
      Comparison("\(name), upper", estimate.interval.upper, numbers.number(), relative: relative),
    ]
  }

  @Test func `A fitted curve has the band of predict and the point of dose.p`() {
    let differences = CaseFile("curve-band").differences { numbers in
      var points: [CurvePoint] = []
      for _ in 0..<numbers.whole() {
        let position = numbers.number()
        let proportion = try Proportion(numbers.whole(), of: numbers.whole())
        points.append(CurvePoint(position: position, proportion))
      }
      let curve = try LearningCurve(points)
      let band = curve.estimate(session: numbers.number())
      return estimate("band", band, &numbers)
        + estimate("point", try curve.logistic.point(where: numbers.number()), &numbers)
    }
    #expect(differences == [])
  }

  @Test func `A curve over holds has the band and the hold for half of the delta method`() {
    let differences = CaseFile("hold-band").differences { numbers in
      let numeralCount = numbers.whole()
      let lapse = numbers.number()
      var points: [CurvePoint] = []
      for _ in 0..<numbers.whole() {
        let position = numbers.number()
        let proportion = try Proportion(numbers.whole(), of: numbers.whole())
        points.append(CurvePoint(position: position, proportion))
      }
      let guess = try Chance(numeralCount: numeralCount, isFirstSeen: false).ofSequence
      let curve = try HoldCurve(points, guess: guess, lapse: lapse)
      let band = curve.estimate(hold: numbers.number())
      let rates = [
        Comparison("guess", curve.guess, guess),
        Comparison("lapse", curve.lapse, lapse, absolute: 1e-15),
      ]
      let bands = rates + estimate("band", band, &numbers, relative: 1e-4)
      guard guess < 0.5 else {
        let isRefused = (try? curve.hold()) == nil
        _ = numbers.numbers(3)
        return bands + [Comparison("refused", isRefused ? 1 : 0, 1)]
      }
      return bands + estimate("half", try curve.hold(), &numbers, relative: 1e-4)
    }
    #expect(differences == [])
  }

  @Test func `Latencies are trimmed as R trims them`() {
    let differences = CaseFile("latency-trim").differences { numbers in
      let times = numbers.numbers(numbers.whole())
      let outcome = try LatencyTrim.deviations(numbers.number()).applied(to: times)
      var comparisons = [
        Comparison("lower", outcome.bounds.lower, numbers.number()),
        Comparison("upper", outcome.bounds.upper, numbers.number()),
        Comparison("below", Double(outcome.belowCount), numbers.number()),
        Comparison("above", Double(outcome.aboveCount), numbers.number()),
        Comparison("kept", Double(outcome.kept.count), numbers.number()),
      ]
      for time in outcome.kept { comparisons.append(Comparison("time", time, numbers.number())) }
      return comparisons
    }
    #expect(differences == [])
  }

  @Test func `The lines of participants are those of lm, their mean that of t.test`() {
    let differences = CaseFile("participant-slopes").differences { numbers in
      var trials = MixedTrials(predictorCount: 1)
      for board in 0..<numbers.whole() {
        try trials.add(
          participant: numbers.whole(), board: board, predictors: [numbers.number()],
          isPassed: numbers.whole() == 1)
      }
      let slopes = try ParticipantSlopes(trials)
      var comparisons = [
        Comparison("participants", Double(slopes.participantCount), numbers.number()),
        Comparison("skipped", Double(slopes.skippedCount), numbers.number()),
      ]
      for test in slopes.coefficients {
        let interval = test.difference.interval
        comparisons += [
          Comparison("mean", test.difference.value, numbers.number(), absolute: 1e-9),
          Comparison("lower", interval.lower, numbers.number(), absolute: 1e-9),
          Comparison("upper", interval.upper, numbers.number(), absolute: 1e-9),
          Comparison("probability", test.probability, numbers.number(), absolute: 1e-9),
        ]
      }
      return comparisons
    }
    #expect(differences == [])
  }
}
