package import Studies

/// Why nothing is done about a study.
package enum StudyFault: Error, Equatable, Sendable {
  /// A line of a text is wrong.
  case content(StudyFileFault)
  /// A line of the file with this name is wrong.
  case file(String, StudyFileFault)
  case exists(String)
  case tooLong(String)
  case notText(String)
  case noStudy
  /// Somebody is enrolled in what the study was before.
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
