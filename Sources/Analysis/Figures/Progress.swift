package import Science

/// The change of passing from session to session.
package struct Progress: Equatable, Sendable {
  package let sessions: [TrialGroup]
  /// The factor by which each session multiplies the odds of passing, or why there is none.
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
  /// Returns the estimate, or throws a fault if its interval is too wide to be of use.
  func bounded(orElse fault: StatisticFault) throws(StatisticFault) -> Estimate {
    guard interval.upper < 1e6 else { throw fault }
    return self
  }
}
