import Glibc
package import Science

/// The change of the probability of passing with a number, such as the session or the hold.
///
/// For several participants it is a regression over participants, for a single one an odds ratio.
///
///     if case .ofTrials(let ratio)? = try? progress.slope.get() { print(ratio.value) }
package enum Slope: Equatable, Sendable {
  /// The odds ratio per step for a single participant.
  case ofTrials(Estimate)
  /// A regression over participants.
  case overParticipants(PeopleFit)
}

/// The trials of several participants with a number as the predictor, for a regression.
///
/// At most as many trials are kept as a mixed regression can use, but all counts of each
/// participant.
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

  /// Fits a mixed regression, or else a line for each participant.
  ///
  /// Throws the error of the regression if fewer than two participants have a line.
  ///
  /// An odds ratio for a change of `step` whose interval has no upper bound counts as separated.
  func fit(_ participants: [[CurvePoint]], step: Double = 1) throws(ScienceError) -> PeopleFit {
    let fault: ScienceError
    do throws(ScienceError) {
      if isOverLimit { throw .tooMany(most: MixedLogistic.most) }
      return .mixed(try MixedLogistic(ofPeople: trials, step: step))
    } catch { fault = error }
    do throws(ScienceError) {
      return .byParticipant(try ParticipantSlopes(participants), because: fault)
    } catch {
      if case .tooFew = error { throw fault }
      throw error
    }
  }
}

extension MixedLogistic {
  /// The fewest participants over whom a regression is shown.
  ///
  /// Of fewer, the variance between participants is hardly known; where it is estimated as 0, their
  /// trials would count as independent.
  static var fewestParticipants: Int { 5 }

  /// Fits the regression, with random slopes of the predictor at an index if the data carry them.
  ///
  /// If no maximum is found, the effects of boards are left out.
  ///
  /// Throws `tooFew` below ``fewestParticipants``, `separated` if the interval of the odds ratio
  /// has no upper bound, and `tooWide`.
  init(
    ofPeople trials: MixedTrials, step: Double = 1, slope: Int? = nil
  ) throws(ScienceError) {
    guard trials.participantCount >= Self.fewestParticipants else {
      throw .tooFew(count: trials.participantCount, needed: Self.fewestParticipants)
    }
    do throws(ScienceError) {
      self = try Self.fit(trials, step: step, slope: slope)
    } catch {
      guard trials.boardCount > 1,
        let fit = try? Self.fit(trials.withoutBoards, step: step, slope: slope)
      else { throw error }
      self = fit
    }
  }

  private static func fit(
    _ trials: MixedTrials, step: Double, slope: Int?
  ) throws(ScienceError) -> MixedLogistic {
    let fit =
      if let slope {
        try MixedLogistic(trials, testingSlopeOf: slope)
      } else { try MixedLogistic(trials) }
    return try fit.bounded(step: step)
  }

  /// Returns the regression; throws `separated` if the interval of the odds ratio has no upper
  /// bound, and `tooWide` as `Estimate.ofRatio()` does.
  private func bounded(step: Double) throws(ScienceError) -> MixedLogistic {
    let estimate = coefficients[1].estimate
    let bounds = [estimate.interval.lower * step, estimate.interval.upper * step]
    guard bounds.allSatisfy({ abs($0) < log(1e9) }) else { throw .separated }
    _ = try estimate.mapped { exp($0 * step) }.ofRatio()
    return self
  }
}

/// A fitted curve: the probability of passing by a number.
///
///     if let curve = test.curve { print(curve.estimate(at: 5).interval) }
package enum FittedCurve: Equatable, Sendable {
  /// The curve of a single participant over sessions or numbers of numerals.
  case logistic(LearningCurve)
  /// The curve of a single participant over the hold.
  case overHold(HoldCurve)
  /// The curve of a mixed regression, for an average participant and board.
  case mixed(MixedLogistic, isLogarithmic: Bool)

  /// Returns the probability of passing at a number, with its confidence interval.
  package func estimate(at number: Double) -> Estimate {
    switch self {
    case .logistic(let curve): curve.estimate(session: number)
    case .overHold(let curve): curve.estimate(hold: number)
    case .mixed(let fit, let isLogarithmic):
      fit.estimate(at: [isLogarithmic ? log(number) : number])
    }
  }
}
