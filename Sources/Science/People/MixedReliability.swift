import Glibc

/// The reliability of participants' scores, as a mixed logistic regression estimates it.
///
/// Split halves need no model, but ignore the boards, and take each participant to have as many
/// trials as the others. The regression has intercepts of boards, too.
///
///     let scores = try MixedReliability(ofScores: trials)
///     print(scores.reliability.value ?? 0, scores.regression.boardCount)
public struct MixedReliability: Equatable, Sendable {
  /// The reliability; its correlation is that of two single trials or, of sessions, that of the
  /// participants' intercepts.
  public let reliability: Reliability
  public let regression: MixedLogistic

  /// Estimates the reliability of each participant's share of passed trials.
  ///
  /// Two trials of a participant correlate by the variance of the probabilities of passing between
  /// participants, as a part of all variance (Goldstein, Browne & Rasbash 2002). The formula of
  /// Spearman and Brown gives the reliability of all trials. Their number is the harmonic mean,
  /// since the variance of a share is inverse to its number of trials. The interval is Wald's, of
  /// the logit.
  ///
  /// Throws `tooFew` below ``Reliability/fewestParticipants``, `notIdentified` if the participants'
  /// variance is 0 or nobody has two trials, and the errors of ``MixedLogistic``. The trials have
  /// no predictors.
  public init(ofScores trials: MixedTrials) throws(ScienceError) {
    precondition(trials.predictorCount == 0)
    try Self.refuseFew(trials)
    // Single trials can't tell what differs between participants from chance.
    guard trials.count > trials.participantCount else { throw .notIdentified }
    let fit = try MixedLogistic(trials)
    guard fit.participantDeviation != 0 else { throw .notIdentified }
    let count = trials.meanTrialCount
    let hasBoards = fit.boardDeviation != nil
    let chances = PassProbabilities()
    func logit(_ point: [Double]) -> Double {
      let correlation = chances.correlation(
        participants: point[0], boards: hasBoards ? point[1] : 0, intercept: point[point.count - 1])
      return log(count * correlation / (1 - correlation))
    }
    let estimate = fit.maximum.estimate(of: logit).mapped { 1 / (1 + exp(-$0)) }
    let odds = exp(logit(fit.maximum.point)) / count
    reliability = Reliability(
      correlation: odds / (1 + odds), value: estimate.value, interval: estimate.interval,
      participantCount: fit.participantCount)
    regression = fit
  }

  /// Estimates the correlation of the participants' intercepts in two sessions.
  ///
  /// The only predictor is 0 in the first and 1 in the second session; its slopes over participants
  /// are random, whatever their variance. The interval is Wald's, of Fisher's transformation; there
  /// is none for an error above `mostError`, as near a correlation of 1, where the curvature of
  /// the likelihood no longer tells how far the estimate may be off.
  ///
  /// Throws `tooFew` below ``Reliability/fewestParticipants``, `notIdentified` if the correlation
  /// is at an end of its range or a session has no variance, and the errors of ``MixedLogistic``.
  public init(ofSessions trials: MixedTrials) throws(ScienceError) {
    precondition(trials.predictorCount == 1)
    try Self.refuseFew(trials)
    let fit = try MixedLogistic(trials, slope: 0, precision: .lme4)
    let diagonal = [fit.maximum.point[0], fit.maximum.point[2]]
    guard diagonal.allSatisfy({ abs($0) >= MixedLogistic.singularDeviation }) else {
      throw .notIdentified
    }
    let scale = try PredictorScale(trials)
    let sessions = [0, 1].map { scale.row([$0])[1] }
    func transformed(_ point: [Double]) -> Double {
      let first = (point[0] + point[1] * sessions[0], point[2] * sessions[0])
      let second = (point[0] + point[1] * sessions[1], point[2] * sessions[1])
      let product = first.0 * second.0 + first.1 * second.1
      return atanh(product / (hypot(first.0, first.1) * hypot(second.0, second.1)))
    }
    let estimate = fit.maximum.estimate(of: transformed)
    guard estimate.value.isFinite else { throw .notIdentified }
    let correlation = tanh(estimate.value)
    let reach = Estimate(estimate.value, error: Self.mostError).interval
    let isWide = estimate.interval.upper - estimate.interval.lower > reach.upper - reach.lower
    reliability = Reliability(
      correlation: correlation, value: correlation,
      interval: isWide ? nil : estimate.mapped(by: tanh).interval,
      participantCount: fit.participantCount)
    regression = fit
  }

  /// The largest error of a transformed correlation with an interval: that of four participants.
  static var mostError: Double { 1 }

  private static func refuseFew(_ trials: MixedTrials) throws(ScienceError) {
    let count = trials.participantCount
    guard count >= Reliability.fewestParticipants else {
      throw .tooFew(count: count, needed: Reliability.fewestParticipants)
    }
  }
}

extension MixedSearch.Maximum {
  /// Returns a function of the parameters with its interval by the delta method.
  fileprivate func estimate(of function: ([Double]) -> Double) -> Estimate {
    let slope = Curvature.slope(at: point, step: 1e-5, of: function)
    let variance = zip(covariance.product(slope), slope).reduce(0) { $0 + $1.0 * $1.1 }
    return Estimate(function(point), error: max(0, variance).squareRoot())
  }
}

/// The probabilities of passing of participants on boards, whose intercepts are normal.
private struct PassProbabilities {
  private let grid = NormalGrid(step: 0.1)

  /// Returns the correlation of two trials of a participant on different boards, given the standard
  /// deviations of the intercepts.
  func correlation(participants: Double, boards: Double, intercept: Double) -> Double {
    // Without boards, their grid is the mean alone.
    let scores = boards == 0 ? [0] : grid.scores
    let shares = boards == 0 ? [1] : grid.weights
    var mean = 0.0
    var square = 0.0
    for (score, weight) in zip(grid.scores, grid.weights) {
      let logit = intercept + participants * score
      var chance = 0.0
      for (board, share) in zip(scores, shares) {
        chance += share / (1 + exp(-logit - boards * board))
      }
      mean += weight * chance
      square += weight * chance * chance
    }
    return (square - mean * mean) / (mean * (1 - mean))
  }
}

extension MixedTrials {
  /// The harmonic mean of the participants' numbers of trials.
  fileprivate var meanTrialCount: Double {
    var counts = [Double](repeating: 0, count: participantCount)
    for participant in participants.ofTrials { counts[participant] += 1 }
    return Double(participantCount) / counts.reduce(0) { $0 + 1 / $1 }
  }
}
