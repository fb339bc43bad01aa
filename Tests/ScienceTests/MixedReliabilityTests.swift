import Glibc
import Science
import Testing

/// Tests of the reliabilities by mixed regressions against lme4 on fifteen data sets.
struct MixedReliabilityTests {
  /// Returns the trials of data set `number`; without predictors for scores.
  private func trials(_ number: Int, predictorCount: Int) throws -> MixedTrials {
    var trials = MixedTrials(predictorCount: predictorCount)
    for row in CaseFile("mixed-\(number < 10 ? "0" : "")\(number)").lines {
      try trials.add(
        participant: Int(row[0]), board: Int(row[1]),
        predictors: Array(row[3...].prefix(predictorCount)), isPassed: row[2] == 1)
    }
    return trials
  }

  @Test func `Reliabilities of scores and sessions are those of lme4's estimates`() {
    let differences = CaseFile("mixed-reliability", count: 22).differences { numbers in
      let number = numbers.whole()
      let isOfSessions = numbers.whole() == 2
      let isIdentified = numbers.whole() == 1
      let expected = numbers.numbers(4)
      let trials = try trials(number, predictorCount: isOfSessions ? 1 : 0)
      do throws(ScienceError) {
        let found =
          isOfSessions
          ? try MixedReliability(ofSessions: trials) : try MixedReliability(ofScores: trials)
        let interval = found.reliability.interval
        let values = [
          found.reliability.correlation, found.reliability.value, interval?.lower, interval?.upper,
        ].map { $0 ?? .nan }
        return [Comparison("identified", 1, isIdentified ? 1 : 0)]
          + zip(values, expected).enumerated().map { index, pair in
            Comparison("value \(index)", pair.0, pair.1, relative: 0.003, absolute: 0.002)
          }
      } catch {
        return [
          Comparison("identified", error == .notIdentified ? 0 : 2, isIdentified ? 1 : 0)
        ]
      }
    }
    #expect(differences == [])
  }

  @Test func `Four participants have no reliability by a regression`() throws {
    var scores = MixedTrials(predictorCount: 0)
    var sessions = MixedTrials(predictorCount: 1)
    for trial in 0..<80 {
      let isPassed = trial * 7 % 5 < 2
      try scores.add(participant: trial % 4, board: trial, predictors: [], isPassed: isPassed)
      try sessions.add(
        participant: trial % 4, board: trial, predictors: [trial < 40 ? 0 : 1], isPassed: isPassed)
    }
    let fault = ScienceError.tooFew(count: 4, needed: 5)
    #expect(throws: fault) { try MixedReliability(ofScores: scores) }
    #expect(throws: fault) { try MixedReliability(ofSessions: sessions) }
  }

  @Test func `Participants who pass alike have no reliability that is identified`() throws {
    var scores = MixedTrials(predictorCount: 0)
    for trial in 0..<120 {
      try scores.add(
        participant: trial % 6, board: trial, predictors: [], isPassed: trial / 6 % 2 == 0)
    }
    #expect(throws: ScienceError.notIdentified) { try MixedReliability(ofScores: scores) }
  }

  @Test func `A trial of each participant tells no reliability`() throws {
    var scores = MixedTrials(predictorCount: 0)
    for person in 0..<9 {
      try scores.add(participant: person, board: 0, predictors: [], isPassed: person < 4)
    }
    #expect(throws: ScienceError.notIdentified) { try MixedReliability(ofScores: scores) }
  }

  /// Returns a generator of numbers from 0 to 1.
  private func generator() -> () -> Double {
    var state: UInt64 = 7
    return {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 9_007_199_254_740_992
    }
  }

  @Test func `The reliability is the correlation of two parallel tests of many people`() throws {
    let random = generator()
    func normal() -> Double { sqrt(-2 * log(1 - random())) * cos(2 * .pi * random()) }
    let boards = (0..<60).map { _ in 0.8 * normal() }
    var trials = MixedTrials(predictorCount: 0)
    var pairs: [(Double, Double)] = []
    for person in 0..<600 {
      let own = 0.5 + 1.1 * normal()
      func score(isFirst: Bool) throws -> Double {
        var passed = 0.0
        for _ in 0..<12 {
          let board = Int(random() * 60)
          let isPassed = random() < 1 / (1 + exp(-own - boards[board]))
          passed += isPassed ? 1 : 0
          if isFirst, person < 250 {
            try trials.add(
              participant: person, board: board, predictors: [], isPassed: isPassed)
          }
        }
        return passed / 12
      }
      pairs.append((try score(isFirst: true), try score(isFirst: false)))
    }
    let found = try MixedReliability(ofScores: trials).reliability
    let parallel = try Reliability(of: pairs)
    let interval = try #require(found.interval)
    #expect(interval.lower < parallel.correlation && parallel.correlation < interval.upper)
    #expect(abs(try #require(found.value) - parallel.correlation) < 0.04)
  }
}
