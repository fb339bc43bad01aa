package import Science

/// The change of passing from session to session.
package struct Progress: Equatable, Sendable {
  package let sessions: [TrialGroup]
  /// The factor by which each session multiplies the odds of passing, or the error of the fit.
  package let oddsRatio: Result<Estimate, StatisticFault>

  /// Fits the learning curve to the trials of each session.
  init(_ shares: [Int: Proportion]) {
    let sessions = [TrialGroup](shares)
    self.sessions = sessions
    oddsRatio = Result { () throws(StatisticFault) in
      try LearningCurve(sessions.curvePoints).oddsRatio().bounded(orElse: .separated)
    }
  }
}

extension Estimate {
  /// Returns the estimate; throws `fault` where its upper bound is 1,000,000 or more.
  func bounded(orElse fault: StatisticFault) throws(StatisticFault) -> Estimate {
    guard interval.upper < 1e6 else { throw fault }
    return self
  }
}
