package import Examiner

/// Keeps what happens to the rounds for good, before anybody is told that it has happened.
package protocol RoundJournal: AnyObject {
  /// Keeps the beginning of a round.
  func keep(beginningOf round: KeptRound) throws(JournalFault)

  /// Keeps moves of the round that was begun last, all of them or none, and what they do.
  func keep(_ moves: [TimedMove], doing outcomes: [Outcome]) throws(JournalFault)
}

/// Why nothing can be kept, in words.
package struct JournalFault: Error, Equatable, Sendable {
  package let words: String

  /// Makes a fault.
  package init(_ words: String) {
    self.words = words
  }
}
