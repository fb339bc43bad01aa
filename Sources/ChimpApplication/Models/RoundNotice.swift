package import Examiner

/// What the view is told of the round: the value that the model's `notice` is set to.
package enum RoundNotice {
  /// Before the first round.
  case nothing
  case started(Round)
  /// A move was made; the reply is due when it was the last one of the command.
  case moved(Round, Outcome, isLast: Bool, unmadeCount: Int)
  case shown(Round)
  case identified(Round)
  case refused(RoundFault)
}
