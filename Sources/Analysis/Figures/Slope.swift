import Glibc
package import Science

/// The change of passing with a number: with the session, the numerals, or the hold.
///
/// Several participants have a regression over participants, a single one only the odds of the
/// trials.
///
///     if let slope = try? progress.slope.get() { print(slope.probability ?? 1) }
package enum Slope: Equatable, Sendable {
  /// The factor of the odds a step, from the trials of a single participant.
  case ofTrials(Estimate)
  /// A regression over participants.
  case overParticipants(PeopleFit)

  /// The probability of the test that passing does not change; `nil` where none is made.
  package var probability: Double? {
    switch self {
    case .ofTrials: nil
    case .overParticipants(.mixed(let fit)): fit.coefficients[1].probability
    case .overParticipants(.byParticipant(let slopes, _)): slopes.coefficients[1].probability
    }
  }
}

/// The trials of several participants by a number, for a regression.
///
/// No more are kept than a mixed regression takes; the counts of each participant are.
struct PeopleTrials: Sendable {
  private var trials = MixedTrials(predictorCount: 1)
  private var boards: [String: Int] = [:]
  private var isOverLimit = false

  mutating func add(participant: Int, board: String, at position: Double, isPassed: Bool) {
    guard trials.count < MixedLogistic.most else {
      isOverLimit = true
      return
    }
    let number = boards[board] ?? boards.count
    boards[board] = number
    try? trials.add(
      participant: participant, board: number, predictors: [position], isPassed: isPassed)
  }

  /// Fits the mixed regression, or lines through the counts of each participant.
  ///
  /// An odds ratio whose interval has no end, for a change of `step`, counts as separated.
  func fit(_ participants: [[CurvePoint]], step: Double = 1) throws(StatisticFault) -> PeopleFit {
    let fault: StatisticFault
    do throws(StatisticFault) {
      if isOverLimit { throw .tooMany(most: MixedLogistic.most) }
      return .mixed(try MixedLogistic(trials).bounded(step: step))
    } catch { fault = error }
    return .byParticipant(try ParticipantSlopes(participants), because: fault)
  }
}

extension MixedLogistic {
  /// Returns the fit; throws `separated` where the odds ratio of a step has no upper end.
  func bounded(step: Double = 1) throws(StatisticFault) -> MixedLogistic {
    let estimate = coefficients[1].estimate
    let bounds = [estimate.interval.lower * step, estimate.interval.upper * step]
    guard bounds.allSatisfy({ abs($0) < log(1e9) }) else { throw .separated }
    return self
  }
}

/// A fitted curve of the probability of passing.
package enum FittedCurve: Equatable, Sendable {
  /// Of a single participant, over sessions or numerals.
  case logistic(LearningCurve)
  /// Of a single participant, over the logarithm of the hold.
  case overHold(HoldCurve)
  /// Of an average participant and board; the predictor may be the logarithm of the number.
  case mixed(MixedLogistic, isLogarithmic: Bool)

  /// Returns the probability of passing at a number, with the bounds of the curve's band there.
  package func estimate(at number: Double) -> Estimate {
    switch self {
    case .logistic(let curve): curve.estimate(session: number)
    case .overHold(let curve): curve.estimate(hold: number)
    case .mixed(let fit, let isLogarithmic):
      fit.estimate(at: [isLogarithmic ? log(number) : number])
    }
  }
}
