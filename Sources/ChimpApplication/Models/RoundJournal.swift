/// Keeps what happens to the rounds for good, before anybody is told that it has happened.
///
/// What can't be kept has not happened: the round stays as it was.
package protocol RoundJournal: AnyObject {
  /// Keeps the beginning of a round, and answers the number that it is kept under; and how the
  /// round before it was left, if it was: both or neither.
  func begin(_ round: KeptRound, leaving left: KeptRound?) throws(RoundFault) -> Int

  /// Keeps the round that was begun last as it is after its next moves.
  func keep(_ round: KeptRound) throws(RoundFault)

  /// Keeps that a round which was left behind goes on, and how the round before it was left.
  func resume(_ round: KeptRound, leaving left: KeptRound?) throws(RoundFault)
}
