@testable import Science
import Testing

/// Tests of the mixed regression against lme4 on twelve data sets, four of them singular.
struct MixedLogisticCaseTests {
  /// Returns the trials of data set `number`, read from its file.
  private func trials(_ number: Int, predictorCount: Int) throws -> MixedTrials {
    var trials = MixedTrials(predictorCount: predictorCount)
    for row in CaseFile("mixed-\(number < 10 ? "0" : "")\(number)").lines {
      try trials.add(
        participant: Int(row[0]), board: Int(row[1]), predictors: Array(row[3...]),
        isPassed: row[2] == 1)
    }
    return trials
  }

  /// Returns the differences between the fits of all data sets and a file of cases.
  private func differences(
    _ file: String, _ precision: MixedLogistic.Precision
  ) -> [String] {
    CaseFile(file, count: 12).differences { numbers in
      let number = numbers.whole()
      let trials = try trials(number, predictorCount: numbers.whole())
      let fit = try MixedLogistic(trials, precision: precision)
      func near(_ name: String, _ value: Double) -> Comparison {
        Comparison(name, value, numbers.number(), relative: 1e-3, absolute: 1e-4)
      }
      var comparisons = [
        near("boards", fit.boardDeviation == nil ? 0 : 1),
        near("singular", fit.isSingular ? 1 : 0),
      ]
      for (index, coefficient) in fit.coefficients.enumerated() {
        comparisons.append(near("estimate \(index)", coefficient.value))
      }
      for (index, coefficient) in fit.coefficients.enumerated() {
        comparisons.append(near("error \(index)", coefficient.error))
      }
      comparisons += [
        near("participants", fit.participantDeviation ?? -1),
        near("boards", fit.boardDeviation ?? -1),
        Comparison("deviance", fit.deviance, numbers.number(), relative: 1e-6),
        Comparison("precision", fit.precision == precision ? 1 : 0, 1),
      ]
      return comparisons
    }
  }

  @Test func `The mixed regression is what glmer prints by default`() {
    #expect(differences("mixed-defaults", .lme4) == [])
  }

  @Test func `With an iteration to the end it is glmer's with one, too`() {
    #expect(differences("mixed", .converged) == [])
  }

  @Test func `Participants and boards may have any numbers, and predictors any scale`() throws {
    let rows = CaseFile("mixed-03").lines
    var plain = MixedTrials(predictorCount: 1)
    var other = MixedTrials(predictorCount: 1)
    for row in rows {
      try plain.add(
        participant: Int(row[0]), board: Int(row[1]), predictors: [row[3]], isPassed: row[2] == 1)
      try other.add(
        participant: -1000 * Int(row[0]), board: 7 - Int(row[1]),
        predictors: [5000 + 1000 * row[3]], isPassed: row[2] == 1)
    }
    let one = try MixedLogistic(plain)
    let scaled = try MixedLogistic(other)
    #expect(one.coefficients[1].value.rounded(6) == "0.418869")
    #expect((1000 * scaled.coefficients[1].value).rounded(6) == "0.418869")
    let error = 1000 * scaled.coefficients[1].error
    #expect(error.rounded(5) == one.coefficients[1].error.rounded(5))
    #expect(one.participantCount == 12)
    #expect(one.boardCount == 15)
    #expect(one.trialCount == 360)
    #expect(one.coefficients[1].probability.rounded(4) == "0.0677")
    #expect(one.coefficients[1].oddsRatio.text(2) == "1.52 [0.97, 2.38]")
    #expect(one.estimate(at: [1]).text(3) == "0.606 [0.465, 0.732]")
  }

  @Test func `Between groups the effect has Student's test, with more than Wald's error`() throws {
    let fit = try MixedLogistic(try trials(2, predictorCount: 1))
    let (wald, group) = (fit.coefficients[1], fit.ofGroups.coefficients[1])
    let count = Double(fit.participantCount)
    #expect(group.error == wald.error)
    #expect(group.statistic == wald.statistic * ((count - 2) / count).squareRoot())
    let student = StudentDistribution(degrees: count - 2)
    #expect(group.probability == 2 * student.upperTail(abs(group.statistic)))
    #expect(group.probability > wald.probability)
    let reach = student.quantile(0.975) * wald.error * (count / (count - 2)).squareRoot()
    #expect(abs(group.estimate.interval.upper - group.value - reach) < 1e-9)
    #expect(abs(group.value - group.estimate.interval.lower - reach) < 1e-9)
  }

  @Test func `Without effects of boards a regression has those of participants alone`() throws {
    let all = try trials(2, predictorCount: 1)
    let fit = try MixedLogistic(all.withoutBoards)
    #expect(fit.boardCount == 0)
    #expect(fit.boardDeviation == nil)
    #expect(fit.participantDeviation != nil)
    #expect(fit.trialCount == all.count)
  }

  @Test func `The hold for half of people follows from both effects and their covariance`() throws {
    let fit = try MixedLogistic(try trials(2, predictorCount: 1), precision: .converged)
    let half = try fit.point()
    #expect(half.value.rounded(4) == "5.6844")
    let covariance = fit.covariance
    let variance =
      covariance[0][0] + 2 * half.value * covariance[0][1]
      + half.value * half.value * covariance[1][1]
    let error = variance.squareRoot() / fit.coefficients[1].value
    #expect(half == Estimate(half.value, error: error))
    #expect(fit.estimate(at: [half.value]).value.rounded(9) == "0.500000000")
  }
}

/// Tests of the mixed regression with data to which it can't be fitted.
struct PeopleFitTests {
  /// Returns trials, each from a participant, a board, a predictor, and `true` if it was passed.
  private func trials(_ rows: [(Int, Int, Double, Bool)]) throws -> MixedTrials {
    var trials = MixedTrials(predictorCount: 1)
    for row in rows {
      try trials.add(participant: row.0, board: row.1, predictors: [row.2], isPassed: row.3)
    }
    return trials
  }

  /// Returns trials of six participants, who play ten boards under two conditions each; `passes`
  /// decides the outcome.
  private func crossed(
    _ passes: (_ participant: Int, _ board: Int, _ condition: Int) -> Bool
  ) throws -> MixedTrials {
    try trials(
      (0..<6).flatMap { participant in
        (0..<10).flatMap { board in
          (0...1).map { condition in
            (participant, board, Double(condition), passes(participant, board, condition))
          }
        }
      })
  }

  @Test func `A mixed regression is preferred`() throws {
    let trials = try crossed { ($0 * 7 + $1 * 3 + $2 * 4) % 10 > 4 }
    let fit = try MixedLogistic(trials)
    #expect(try PeopleFit(trials) == .mixed(fit))
  }

  @Test func `Where a condition decides all, the fit is by participant and says why`() throws {
    let trials = try crossed { participant, board, condition in
      condition == 1 && !(participant == 2 && board == 3)
    }
    let slopes = try ParticipantSlopes(trials)
    #expect(try PeopleFit(trials) == .byParticipant(slopes, because: .separated))
    #expect(slopes.coefficients[1].difference.value.rounded(6) == "0.983333")
    #expect(slopes.participantCount == 6)
  }

  /// Whichever trials are passed, a predictor above (or below) which all are passed separates them.
  @Test(arguments: 0..<100)
  func `Passes and failures that a predictor separates are said to be separated`(
    _ seed: Int
  ) throws {
    // A linear congruential generator is enough here.
    var state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    func number(below limit: Int) -> Int {
      state = state &* 2_862_933_555_777_941_757 &+ 3_037_000_493
      return Int(state >> 33) % limit
    }
    let people = 2 + number(below: 7)
    let boards = 2 + number(below: 6)
    let sign = seed.isMultiple(of: 2) ? 1.0 : -1.0
    var rows: [(Int, Int, Double, Bool)] = []
    for person in 0..<people {
      for board in 0..<boards {
        for level in 0...2 {
          // At the level between, both happen.
          let isPassed = level == 2 || level == 1 && number(below: 2) == 0
          rows.append((person, board, sign * Double(level), isPassed))
        }
      }
    }
    let trials = try trials(rows)
    #expect(throws: ScienceError.separated) { try MixedLogistic(trials) }
  }

  @Test(arguments: 0..<4)
  func `A fit of passes that a predictor separates by participant fails only as separated`(
    _ seed: Int
  ) throws {
    let people = 5 + seed % 4
    let rows = (0..<people).flatMap { person in
      (0..<3).flatMap { board in
        // Each participant passes from a level of the own on.
        (1...6).map { level in
          (person, board, Double(level), level > (person * (seed + 1)) % 5 + 1)
        }
      }
    }
    let trials = try trials(rows)
    do throws(ScienceError) { _ = try MixedLogistic(trials) } catch {
      #expect(error == .separated)
    }
  }

  @Test func `Trials that all have one outcome have no regression`() throws {
    let trials = try crossed { _, _, _ in true }
    #expect(throws: ScienceError.allPassed(count: 120)) { try MixedLogistic(trials) }
    #expect(throws: ScienceError.noSpread) { try PeopleFit(trials) }
    let none = try crossed { _, _, _ in false }
    #expect(throws: ScienceError.allFailed(count: 120)) { try MixedLogistic(none) }
  }

  @Test func `No trials, one participant, and constant or doubled predictors are refused`() throws {
    #expect(throws: ScienceError.empty) { try MixedLogistic(MixedTrials(predictorCount: 1)) }
    #expect(throws: ScienceError.empty) { try PeopleFit(MixedTrials(predictorCount: 1)) }
    let alone = try trials([(1, 1, 0, true), (1, 2, 1, false), (1, 1, 1, true), (1, 2, 0, false)])
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) { try MixedLogistic(alone) }
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) { try PeopleFit(alone) }
    let constant = try trials([
      (1, 1, 3, true), (2, 1, 3, false), (1, 2, 3, false), (2, 2, 3, true),
    ])
    #expect(throws: ScienceError.noSpread) { try MixedLogistic(constant) }
    var doubled = MixedTrials(predictorCount: 2)
    for number in 0..<40 {
      let value = Double(number % 5)
      try doubled.add(
        participant: number % 4, board: number % 7, predictors: [value, 2 * value],
        isPassed: number % 3 == 0)
    }
    #expect(throws: ScienceError.noSpread) { try MixedLogistic(doubled) }
    #expect(throws: ScienceError.impossible(.value)) {
      try doubled.add(participant: 1, board: 1, predictors: [1, .nan], isPassed: true)
    }
    #expect(doubled.count == 40)
  }

  @Test func `Participants with the same shares have no interval, one alone has none`() throws {
    var shares = ParticipantShares()
    #expect(throws: ScienceError.empty) { try shares.estimate() }
    shares.add(try Proportion(3, of: 6))
    shares.add(Proportion())
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) { try shares.estimate() }
    shares.add(try Proportion(5, of: 10))
    #expect(throws: ScienceError.noSpread) { try shares.estimate() }
    #expect(try shares.mean() == 0.5)
    #expect(shares.pooled == (try Proportion(8, of: 16)))
    #expect(shares.emptyCount == 1)
    #expect(shares.participantCount == 2)
  }

  @Test func `Probabilities, shares and rules that can't be are refused`() throws {
    #expect(try holmAdjusted([]) == [])
    #expect(throws: ScienceError.impossible(.probability)) { try holmAdjusted([0.5, .nan]) }
    #expect(throws: ScienceError.impossible(.numeralCount)) {
      try PartialCredit(pressed: [1], numeralCount: 0)
    }
    #expect(throws: ScienceError.impossible(.latency)) {
      try LatencyTrim.range(-5...0).applied(to: [1])
    }
    #expect(throws: ScienceError.impossible(.value)) {
      try LatencyTrim.deviations(0).applied(to: [1, 2])
    }
    #expect(throws: ScienceError.tooFew(count: 1, needed: 2)) {
      try LatencyTrim.deviations(2).applied(to: [1])
    }
  }

  @Test func `A range keeps its bounds, and counts what it excludes by side`() throws {
    let outcome = try LatencyTrim.range(200...2000)
      .applied(to: [199, 200, 750, 2000, 2001, 0, -3, .nan, 9000])
    #expect(outcome.kept == [200, 750, 2000])
    #expect(outcome.belowCount == 1)
    #expect(outcome.aboveCount == 2)
    #expect(outcome.impossibleCount == 3)
    #expect(outcome.bounds == Interval(200, 2000))
  }

  @Test func `Partial credit is given up to the first error, also of a trial that went on`() throws
  {
    let ended = try PartialCredit(pressed: [1, 2, 4], numeralCount: 5)
    #expect(ended.rightCount == 2)
    #expect(ended.share == 0.4)
    #expect(ended.editDistance == 2)
    let went = try PartialCredit(pressed: [1, 2, 4, 3, 4, 5], numeralCount: 5)
    #expect(went.rightCount == 2)
    #expect(went.editDistance == 1)
    let whole = try PartialCredit(pressed: [1, 2, 3, 4, 5], numeralCount: 5)
    #expect(whole.share == 1)
    #expect(whole.editDistance == 0)
  }
}
