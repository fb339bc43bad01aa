package import Examiner

/// What happened to the round that is played: the model's `notice` is set to it.
package enum RoundNotice: Equatable, Sendable {
  /// Before the first round.
  case nothing
  case started
  /// A round that was left behind goes on.
  case resumed
  /// A move was made; the reply is due when it was the last one of the command.
  case moved(Outcome, isLast: Bool, unmadeCount: Int)
  /// The round was left before its end.
  case abandoned
  /// The round is over, and something else begins.
  case concluded
  case shown
  case reported
  case identified
  /// A command was refused; the round has the reason.
  // NB: a notice is copied with each press; with the words of a fault in it, that takes long.
  case refused
}
