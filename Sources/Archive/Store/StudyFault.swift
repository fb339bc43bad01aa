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
  case isEnrolled(String, order: Int, of: Int)
  case isFull(Int)
  case isNotEnrolled(String)
  case isDone(String, blockCount: Int)
  case tooEarly(session: Int, rest: Int)
  case goesOnElsewhere(block: Int)
  case leftBehind(block: Int)
  case damaged(String)
  case work(StoreWorkFault)
}
