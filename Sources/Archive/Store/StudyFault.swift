package import Studies

/// The reason why an action on a study is refused.
///
///     let fault = StudyFault.isDone("P07", blockCount: 6)
package enum StudyFault: Error, Equatable, Sendable {
  /// An error in a line of a text.
  case content(StudyFileFault)
  /// An error in a line of the file with this name.
  case file(String, StudyFileFault)
  case exists(String)
  /// A file that exceeds the maximum size of a study.
  case tooLong(String)
  case notText(String)
  case noStudy
  /// Participants are enrolled in the earlier version of the study.
  case changed(String, study: String, since: String)
  case noCode
  case noGroup(String, of: [String])
  case noGroups
  case nothingAsked
  /// The text is no answer to the question.
  case notAnswer(String, to: StudyQuestion)
  /// The text is neither the key of the page nor the refusal.
  case notConsent(String, key: String)
  /// A participant who is enrolled already, with an order.
  case isEnrolled(String, order: Int, of: Int)
  case isFull(Int)
  case isNotEnrolled(String)
  case isDone(String, blockCount: Int)
  /// The next session begins only after a rest, in milliseconds.
  case tooEarly(session: Int, rest: Int)
  /// Another program is running the block.
  case goesOnElsewhere(block: Int)
  /// A stored study whose text doesn't match its hash.
  case damaged(String)
  /// A closed session is requested without a terminal that can show it.
  case noStage
  /// A participant with this code has withdrawn.
  case hasWithdrawn(String)
  /// The store knows no participant with this code.
  case isUnknown(String)
  /// A round of the participant is in progress, perhaps in another program.
  case isPlaying(String)
  case notConfirmed(String)
  /// The code that all have who gave none.
  case isGuest(String)
  /// Any other failure of the store.
  case work(StoreWorkFault)
}
