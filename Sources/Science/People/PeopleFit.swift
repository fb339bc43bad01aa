/// A regression over people by the best way that the data allow.
package enum PeopleFit: Equatable, Sendable {
  /// With random intercepts of participants and boards.
  case mixed(MixedLogistic)
  /// By participant, because the mixed regression can't be fitted for this reason.
  case byParticipant(ParticipantSlopes, because: StatisticFault)

  /// Fits the mixed regression, or else a line for each participant.
  ///
  /// Throws what the lines throw where neither can be had.
  package init(
    _ trials: MixedTrials, precision: MixedLogistic.Precision = .lme4
  ) throws(StatisticFault) {
    let fault: StatisticFault
    do throws(StatisticFault) {
      self = .mixed(try MixedLogistic(trials, precision: precision))
      return
    } catch {
      fault = error
    }
    self = .byParticipant(try ParticipantSlopes(trials), because: fault)
  }
}

/// A line for each participant, and the mean of their coefficients (Lorch & Myers 1990).
///
/// The lines are those of least squares through the outcomes, 0 and 1: with a predictor that is 0 or
/// 1 the slope is the difference of two shares, and a participant who passes all has one, too.
package struct ParticipantSlopes: Equatable, Sendable {
  /// The intercept first, then the predictors: the mean with Student's interval.
  package let coefficients: [MeanTest]
  package let participantCount: Int
  /// The participants who have no line of their own, because a predictor never changed.
  package let skippedCount: Int

  /// Fits the lines.
  ///
  /// Throws `tooFew` where fewer than two participants have one, `noSpread` where all are the same.
  package init(_ trials: MixedTrials) throws(StatisticFault) {
    guard trials.count > 0 else { throw .empty }
    var tallies = [MeanTally](repeating: MeanTally(), count: trials.predictorCount + 1)
    var lines = [Line](
      repeating: Line(count: trials.predictorCount + 1), count: trials.participantCount)
    let scale = try PredictorScale(trials)
    for trial in 0..<trials.count {
      lines[trials.participants.ofTrials[trial]].add(
        scale.row(trials.predictors(of: trial)), outcome: trials.outcomes[trial] ? 1 : 0)
    }
    var count = 0
    for line in lines {
      guard let coefficients = line.coefficients else { continue }
      count += 1
      for (index, value) in scale.restored(coefficients).enumerated() { tallies[index].add(value) }
    }
    guard count > 1 else { throw .tooFew(count: count, needed: 2) }
    participantCount = count
    skippedCount = lines.count - count
    var tests: [MeanTest] = []
    for tally in tallies { tests.append(try tally.test()) }
    coefficients = tests
  }

  /// The sums of a participant's trials.
  private struct Line {
    private var matrix: SymmetricMatrix
    private var vector: [Double]

    init(count: Int) {
      matrix = SymmetricMatrix(count: count)
      vector = [Double](repeating: 0, count: count)
    }

    mutating func add(_ row: [Double], outcome: Double) {
      for (index, value) in row.enumerated() {
        vector[index] += value * outcome
        for (other, factor) in row.enumerated() { matrix[index, other] += value * factor }
      }
    }

    var coefficients: [Double]? {
      guard let factor = matrix.factor else { return nil }
      let roots = factor.diagonal
      guard roots.min() ?? 0 > 1e-7 * (roots.max() ?? 0) else { return nil }
      return factor.solution(of: vector)
    }
  }
}

/// The shares of several participants: each counts once, however many trials it has.
package struct ParticipantShares: Equatable, Sendable {
  private var shares: [Double] = []
  /// All trials of all participants, without an interval.
  package private(set) var pooled = Proportion()
  /// The participants without any trial.
  package private(set) var emptyCount = 0

  package init() {}

  /// Adds a participant's trials; one without any is only counted.
  package mutating func add(_ proportion: Proportion) {
    guard let share = try? proportion.value() else {
      emptyCount += 1
      return
    }
    shares.append(share)
    pooled.add(proportion)
  }

  package var participantCount: Int { shares.count }

  package func mean() throws(StatisticFault) -> Double { try MeanTally(shares).mean() }

  /// The standard deviation between participants.
  package func deviation() throws(StatisticFault) -> Double {
    try MeanTally(shares).deviation()
  }

  /// The mean with Student's interval, which is cut at 0 and 1.
  ///
  /// Throws `tooFew` for a single participant and `noSpread` where all shares are the same.
  package func estimate() throws(StatisticFault) -> Estimate {
    let estimate = try MeanTally(shares).estimate()
    return Estimate(estimate.value, estimate.interval.clamped(to: 0...1))
  }
}
