package import Studies

/// The reason why an action on a study is refused.
package enum StudyFault: Error, Equatable, Sendable {
  /// An error in a line of a text.
  case content(StudyFileFault)
  /// An error in a line of the file with this name.
  case file(String, StudyFileFault)
  case exists(String)
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
  case isEnrolled(String, order: Int, of: Int)
  case isFull(Int)
  case isNotEnrolled(String)
  case isDone(String, blockCount: Int)
  case tooEarly(session: Int, rest: Int)
  case goesOnElsewhere(block: Int)
  case leftBehind(block: Int)
  case damaged(String)
  /// A closed session is wanted where no stage can show it.
  case noStage
  /// A participant with this code has withdrawn.
  case hasWithdrawn(String)
  /// The store knows no participant with this code.
  case isUnknown(String)
  /// A round goes on, perhaps in another program.
  case isPlaying(String)
  case notConfirmed
  case work(StoreWorkFault)
}
