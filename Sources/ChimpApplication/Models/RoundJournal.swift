package import Examiner

/// Keeps what happens to the rounds for good, before anybody is told that it has happened.
///
/// Where something can't be kept, the journal itself says so, and the round stays as it was.
package protocol RoundJournal: AnyObject {
  /// Keeps the beginning of a round; false where it can't be kept.
  func keep(beginningOf round: KeptRound) -> Bool

  /// Keeps moves of the round that was begun last, and what they do; false where none are kept.
  func keep(_ moves: [TimedMove], doing outcomes: [Outcome]) -> Bool
}
