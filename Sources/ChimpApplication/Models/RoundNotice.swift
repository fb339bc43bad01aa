package import Examiner

/// What happened to the round that is played: the model's `notice` is set to it.
///
/// It is plain bits, because each press makes and copies some.
package enum RoundNotice: Equatable, Sendable, BitwiseCopyable {
  /// Before the first round.
  case nothing
  case started
  /// A round that was left behind goes on.
  case resumed
  /// A move was made; the reply is due when it was the last one of the command.
  case moved(Outcome, isLast: Bool, unmadeCount: Int32)
  /// The round was left before its end.
  case abandoned
  /// The round is over, and something else begins.
  case concluded
  case shown
  case reported
  case identified
  /// Nothing was done; the model's `refusal` says why.
  case refused
}
