package import ChimpSystem
package import Examiner
package import Game

/// The reason why a command about the round, such as `press` or `resume`, is refused.
///
///     throw ArchiveError.round(.unknownRound(99))
package enum RoundRefusal: Equatable, Sendable {
  /// The session rejects the input.
  case rejected(Rejection)
  case board(ExaminerError)
  case terminalTooSmall(TerminalSize, needed: TerminalSize)
  case unknownRound(Int)
  case notOver(Int)
  /// The terminal can't hide numerals after they were written, so they can't be shown for a limited
  /// time.
  case cannotHide
  /// Boards are described in words, which takes longer than the limited time.
  case cannotSpeakHold
  case nothingInterrupted, nothingWaits, testGoesOn, testIsSilent, noTest
  /// Another process has resumed the current round.
  case playedElsewhere
  /// The limit of stored rounds in a restricted session is reached.
  case keptTooMuch(limit: Int)
}
