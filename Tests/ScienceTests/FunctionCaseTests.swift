@testable import Science
import Testing

/// Tests of the special functions against a thousand random cases each.
struct FunctionCaseTests {
  @Test func `The normal distribution is that of scipy`() {
    let differences = CaseFile("normal").differences { numbers in
      let value = numbers.number()
      return [
        Comparison.precise("below", NormalDistribution.cumulative(value), numbers.number()),
        Comparison.precise("above", NormalDistribution.upperTail(value), numbers.number()),
        Comparison.precise(
          "quantile", NormalDistribution.quantile(numbers.number()), numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `The incomplete gamma function is scipy's chi-square distribution`() {
    let differences = CaseFile("chi-square").differences { numbers in
      let tails = Tails.gamma(numbers.number() / 2, at: numbers.number() / 2)
      let comparisons = [
        Comparison.precise("below", tails.lower, numbers.number()),
        Comparison.precise("above", tails.upper, numbers.number()),
      ]
      // No caller needs its quantiles.
      _ = numbers.numbers(2)
      return comparisons
    }
    #expect(differences == [])
  }

  @Test func `Student's distribution is that of scipy`() {
    let differences = CaseFile("student").differences { numbers in
      let distribution = StudentDistribution(degrees: numbers.number())
      let value = numbers.number()
      return [
        Comparison.precise("below", distribution.cumulative(value), numbers.number()),
        Comparison.precise("above", distribution.upperTail(value), numbers.number()),
        Comparison.precise("quantile", distribution.quantile(numbers.number()), numbers.number()),
      ]
    }
    #expect(differences == [])
  }

  @Test func `The noncentral distribution is its integral to forty digits`() {
    let differences = CaseFile("noncentral-student").differences { numbers in
      let distribution = NoncentralStudentDistribution(
        degrees: numbers.number(), noncentrality: numbers.number())
      let value = numbers.number()
      let comparisons = [
        Comparison.precise("below", distribution.cumulative(value), numbers.number()),
        Comparison.precise("above", distribution.upperTail(value), numbers.number()),
      ]
      // No caller needs its quantiles.
      _ = numbers.numbers(2)
      return comparisons
    }
    #expect(differences == [])
  }

  /// The expected values are the integral computed to thirty digits.
  @Test(arguments: [
    (5.0, 1000.0, 900.0, 0.289763637027), (2, 5000, 7000, 0.600373041448),
    (9, -2000, -2500, 0.236322877874), (40, 3000, 2800, 0.240293127692),
  ])
  func `A huge noncentrality is no hindrance`(
    degrees: Double, noncentrality: Double, value: Double, expected: Double
  ) {
    let distribution = NoncentralStudentDistribution(
      degrees: degrees, noncentrality: noncentrality)
    #expect(abs(distribution.cumulative(value) - expected) < 1e-11)
    #expect(abs(distribution.upperTail(value) - (1 - expected)) < 1e-11)
  }

  @Test func `The binomial distribution is that of scipy`() {
    let differences = CaseFile("binomial").differences { numbers in
      let distribution = BinomialDistribution(
        trialCount: numbers.whole(), probability: numbers.number())
      let count = numbers.whole()
      let comparisons = [
        Comparison.precise("exactly", distribution.density(count), numbers.number()),
        Comparison.precise("at most", distribution.cumulative(count), numbers.number()),
        Comparison.precise("at least", distribution.atLeast(count), numbers.number()),
      ]
      // No caller needs its quantiles.
      _ = numbers.numbers(2)
      return comparisons
    }
    #expect(differences == [])
  }
}
