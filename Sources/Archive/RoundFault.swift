package import Characters
package import Examiner
package import Game
package import Records

/// An error of a command about the round, such as `press` or `resume`.
///
///     do throws(RoundFault) {
///       _ = try archive.round(99)
///     } catch { print(error == .unknownRound(99)) }
package enum RoundFault: Error, Equatable, Sendable {
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
  // Indirect, so that the other cases stay small and cheap to copy.
  indirect case record(RecordError)
}
