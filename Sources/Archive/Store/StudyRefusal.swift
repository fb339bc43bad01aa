package import Studies

/// The reason why a command about a study is refused.
///
///     throw ArchiveError.study(.tooLong("memory.study"))
package enum StudyRefusal: Equatable, Sendable {
  /// A line of the study's text is invalid.
  case content(StudyError)
  /// A line of the study file is invalid.
  case file(String, StudyError)
  case exists(String)
  /// The file is larger than the maximum size of a study.
  case tooLong(String)
  case noStudy
  /// The studies have only these conditions.
  case noCondition(String, of: [String])
  /// The file has changed since participants were enrolled.
  case changed(String, study: String, since: String)
  /// A number of capacities that is neither 1 nor the number of the groups.
  case capacityCount(Int, groups: [String])
  /// The text of the stored study doesn't match its hash.
  case damaged(String)
  /// A closed session needs a terminal with a live picture.
  case noStage
}

/// The reason why a participant is not enrolled in a study, or not found in it.
///
///     throw ArchiveError.enrolment(.isNotEnrolled("P07"))
package enum EnrolmentRefusal: Equatable, Sendable {
  case noCode
  /// The code of a simulated participant, with which no person can be enrolled.
  case isSimulated(String)
  case noGroup(String, of: [String])
  case noGroups
  /// The participant is already enrolled, with this order.
  case isEnrolled(String, order: Int, of: Int)
  /// A code that differs only in capitals from that of an enrolled participant.
  case isSimilar(String, to: String)
  case isFull(Int)
  case isNotEnrolled(String)
  /// The data of the participant with this code was erased.
  case hasWithdrawn(String)
}

/// The reason why a participant's block of a study does not begin, or why an answer is invalid.
///
///     throw ArchiveError.block(.isDone("P07", blockCount: 6))
package enum BlockRefusal: Equatable, Sendable {
  case nothingAsked
  /// The text is not a valid answer to the question.
  case notAnswer(String, to: StudyQuestion)
  /// The text is neither the consent nor the refusal of the consent page.
  case notConsent(String, key: String)
  case isDone(String, blockCount: Int)
  /// The next session may not begin yet; the value is the remaining time in milliseconds.
  case tooEarly(session: Int, rest: Int)
  /// The process of this number is running the block, or shows its pages.
  case goesOnElsewhere(block: Int, Int?)
  /// Another program has stored an answer since this one asked, or this one has not asked.
  case notAsked(hasAsked: Bool)
  /// The block was interrupted in another store, which was merged into this one.
  case interruptedElsewhere(block: Int, String)
  /// The participant has no interrupted block to begin anew.
  case nothingInterrupted(String)
}

/// The reason why the data of a participant is not erased.
///
///     throw ArchiveError.withdrawal(.isUnknown("P07"))
package enum WithdrawalRefusal: Equatable, Sendable {
  /// The store has no participant with this code.
  case isUnknown(String)
  /// The participant is playing a round, perhaps in another program.
  case isPlaying(String)
  case notConfirmed(String)
  /// The code is the default code of participants who have given none.
  case isGuest(String)
}
