package import Science

/// The change of the proportion of passes from session to session.
///
///     for session in test.progress.sessions {
///       print(session.numbers, session.share.proportion)
///     }
package struct Progress: Equatable, Sendable {
  package let sessions: [TrialGroup]
  /// The slope of the learning curve, or the error of the fit.
  package let slope: Result<Slope, ScienceError>
  /// The fitted learning curve; `nil` if none can be fitted.
  package let curve: FittedCurve?

  /// Computes the change for a single participant, from the trials of each session.
  init(_ sessions: [Int: Proportion]) {
    self.sessions = [TrialGroup]([sessions], overParticipants: false)
    let points = self.sessions.curvePoints
    let fit = Result { () throws(ScienceError) in
      let curve = try LearningCurve(points)
      return (curve: curve, ratio: try curve.oddsRatio().bounded(orElse: .separated))
    }
    slope = fit.map { .ofTrials($0.ratio) }
    curve = (try? fit.get()).map { .logistic($0.curve) }
  }

  /// Computes the change over participants, by a regression.
  init(_ participants: [[Int: Proportion]], _ trials: PeopleTrials) {
    sessions = [TrialGroup](participants, overParticipants: true)
    let fit = Result { () throws(ScienceError) in
      try trials.fit(participants.map { $0.curvePoints { Double($0) } })
    }
    slope = fit.map { .overParticipants($0) }
    curve = (try? fit.get()).flatMap { FittedCurve($0, isLogarithmic: false) }
  }
}

extension FittedCurve {
  /// Creates the curve of a mixed regression; returns `nil` for lines by participant, which are no
  /// curve.
  init?(_ fit: PeopleFit, isLogarithmic: Bool) {
    guard case .mixed(let fit) = fit else { return nil }
    self = .mixed(fit, isLogarithmic: isLogarithmic)
  }
}

extension [Int: Proportion] {
  /// Returns a curve point for each number, at the position that a closure returns.
  func curvePoints(at position: (Int) -> Double) -> [CurvePoint] {
    sorted { $0.key < $1.key }.map { CurvePoint(position: position($0.key), $0.value) }
  }
}

extension Estimate {
  /// Returns the estimate; throws `fault` if its upper bound is 1,000,000 or more, and `tooWide`
  /// as ``ofRatio()`` does.
  func bounded(orElse fault: ScienceError) throws(ScienceError) -> Estimate {
    guard interval.upper < 1e6 else { throw fault }
    return try ofRatio()
  }
}
