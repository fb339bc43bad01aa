@testable import Science
import Testing

/// Tests of populations and norms against a second implementation.
struct PopulationCaseTests {
  @Test func `The probability of passing is the sum over all that may have been taken in`() {
    let differences = CaseFile("pass-probability").differences { numbers in
      let count = numbers.whole()
      let hold = numbers.number()
      let latencies = try PressLatencies(first: numbers.number(), later: numbers.number())
      let model = try MemoryModel(
        capacity: numbers.number(), timeConstant: numbers.number(), decay: numbers.number(),
        slip: numbers.number(), spread: numbers.number())
      let probability = model.passProbability(
        numeralCount: count, hold: hold < 0 ? nil : hold, latencies: latencies)
      return [Comparison("probability", probability, numbers.number(), absolute: 1e-14)]
    }
    #expect(differences == [])
  }

  @Test func `The expectation over a course follows every number of failures`() {
    let differences = CaseFile("course", count: 6).differences { numbers in
      let capacity = numbers.number()
      let capacitySpread = numbers.number()
      let median = try MemoryModel(
        capacity: capacity, timeConstant: numbers.number(), decay: numbers.number(),
        slip: numbers.number(), spread: numbers.number())
      let population = try Population(
        median: median, capacitySpread: capacitySpread, latencies: .standard)
      let expectation = CourseExpectation(.zoo, of: population)
      let computed =
        expectation.training.map(\.passedCount) + expectation.levels.map(\.playedCount)
        + expectation.levels.map(\.passedCount) + expectation.passedLevels
      return computed.enumerated().map { index, value in
        Comparison("number \(index)", value, numbers.number(), relative: 1e-6, absolute: 1e-9)
      }
    }
    #expect(differences == [])
  }

  @Test func `Every level of every age group stands where Wilson's score test puts it`() {
    let differences = CaseFile("standing", count: 8 * 37).differences { numbers in
      let age = numbers.whole()
      let level = CourseLevel(numeralCount: numbers.whole(), hold: numbers.whole())
      let standing = try Standing(
        highest: level.hold < 0 ? nil : level, age: age < 0 ? nil : age)
      return [
        Comparison("games", Double(standing.gameCount), numbers.number()),
        Comparison("below", Double(standing.belowCount), numbers.number()),
        Comparison("same", Double(standing.sameCount), numbers.number()),
        Comparison("share", standing.share.value, numbers.number()),
        Comparison("lower", standing.share.interval.lower, numbers.number(), absolute: 1e-9),
        Comparison("upper", standing.share.interval.upper, numbers.number(), absolute: 1e-9),
      ]
    }
    #expect(differences == [])
  }
}
