package import Characters
package import Examiner
package import Game
package import Records

/// The reason for which a command about the round is refused.
///
///     do throws(RoundFault) {
///       _ = try archive.round(99)
///     } catch { print(error == .unknownRound(99)) }
package enum RoundFault: Error, Equatable, Sendable {
  /// The session rejects the input.
  case rejected(Rejection)
  case board(BoardError)
  case terminalTooSmall(TerminalSize, needed: TerminalSize)
  case unknownRound(Int)
  case notOver(Int)
  /// The output can't be hidden again once it is written, so a hold could not end.
  case cannotHide
  /// Hearing a spoken board takes longer than any hold.
  case cannotSpeakHold
  case nothingLeftBehind, nothingWaits, testGoesOn, testIsSilent, noTest
  /// Another process has resumed the current round.
  case playedElsewhere
  /// A restricted session has stored as many rounds as it may.
  case keptTooMuch(limit: Int)
  // Indirect, so that the other cases stay small and cheap to copy.
  indirect case record(RecordError)
}
