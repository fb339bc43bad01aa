import Science
import Testing

/// Tests of the statistics of two groups, of pairs and of planned samples against a thousand random
/// cases each.
struct ComparisonCaseTests {
  @Test func `Newcombe's interval is that of statsmodels`() {
    let differences = CaseFile("two-groups").differences { numbers in
      let groups = try ProportionDifference(
        Proportion(numbers.whole(), of: numbers.whole()),
        Proportion(numbers.whole(), of: numbers.whole()))
      let interval = try groups.estimate().interval
      return [
        Comparison("lower", interval.lower, numbers.number(), absolute: 1e-12),
        Comparison("upper", interval.upper, numbers.number(), absolute: 1e-12),
      ]
    }
    #expect(differences == [])
  }

  @Test func `McNemar's test is that of statsmodels, the interval Newcombe's`() {
    let differences = CaseFile("paired-outcomes").differences { numbers in
      let outcomes = PairedOutcomes(
        both: numbers.whole(), onlyFirst: numbers.whole(), onlySecond: numbers.whole(),
        neither: numbers.whole())
      let test = try outcomes.mcNemar()
      let interval = try outcomes.difference().interval
      return [
        Comparison("exact", test.exact, numbers.number()),
        Comparison("mid-p", test.midP, numbers.number()),
        Comparison("lower", interval.lower, numbers.number(), absolute: 1e-12),
        Comparison("upper", interval.upper, numbers.number(), absolute: 1e-12),
      ]
    }
    #expect(differences == [])
  }

  @Test func `Paired means are tested as scipy tests them`() {
    let differences = CaseFile("paired-means").differences { numbers in
      let pairs = PairedMeans(differences: numbers.numbers(numbers.whole()))
      let test = try pairs.test()
      let effect = try pairs.effect()
      return test.comparisons(&numbers, withDegrees: false) + [
        Comparison("effect", effect.value, numbers.number()),
        Comparison("from", effect.interval.lower, numbers.number(), absolute: 1e-8),
        Comparison("to", effect.interval.upper, numbers.number(), absolute: 1e-8),
        Comparison("unbiased", try pairs.unbiasedEffect(), numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `Welch's test is that of scipy`() {
    let differences = CaseFile("independent-means").differences { numbers in
      let first = MeanTally(numbers.numbers(numbers.whole()))
      let second = MeanTally(numbers.numbers(numbers.whole()))
      return try IndependentMeans(first, second).test().comparisons(&numbers, withDegrees: true)
    }
    #expect(differences == [])
  }

  @Test func `Signed ranks are scipy's, and with ties all signs are counted`() {
    let differences = CaseFile("signed-ranks").differences { numbers in
      let ranks = try SignedRanks(differences: numbers.numbers(numbers.whole()))
      return [
        Comparison("statistic", ranks.statistic, numbers.number()),
        Comparison("probability", ranks.probability, numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `Power and counts are those of statsmodels`() {
    let differences = CaseFile("planning").differences { numbers in
      let planning = try Planning(
        numbers.whole() == 1 ? .pairs : .groups, effect: numbers.number(),
        level: numbers.number())
      return [
        Comparison(
          "power", try planning.power(count: numbers.whole()), numbers.number()),
        Comparison("count", Double(try planning.count(power: numbers.number())), numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `The correlation and the slope are those of scipy`() {
    let differences = CaseFile("correlation").differences { numbers in
      let count = numbers.whole()
      let first = numbers.numbers(count)
      let pairs = Array(zip(first, numbers.numbers(count)))
      let correlation = try Correlation(pairs)
      return [
        Comparison("correlation", correlation.value, numbers.number(), absolute: 1e-12),
        Comparison("slope", correlation.slope, numbers.number(), absolute: 1e-9),
      ]
    }
    #expect(differences == [])
  }
}

extension MeanTest {
  /// Returns comparisons of the statistic, its p-value and its interval with the next numbers of a
  /// case.
  fileprivate func comparisons(
    _ numbers: inout CaseReader, withDegrees: Bool
  ) -> [Comparison] {
    var comparisons = [Comparison("statistic", statistic, numbers.number(), absolute: 1e-12)]
    if withDegrees { comparisons.append(Comparison("degrees", degrees, numbers.number())) }
    return comparisons + [
      Comparison("probability", probability, numbers.number()),
      Comparison("lower", difference.interval.lower, numbers.number(), absolute: 1e-10),
      Comparison("upper", difference.interval.upper, numbers.number(), absolute: 1e-10),
    ]
  }
}
