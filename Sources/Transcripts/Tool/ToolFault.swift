/// The reason why the tool can't follow its arguments or use a file, without a full stop.
struct ToolFault: Error, Equatable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension ToolFault {
  /// Makes the fault of a given name.
  typealias Words = @Sendable (String) -> Self

  static let missingVerb = Self("a verb is missing (known: \(Self.verbs))")
  static let unknownVerb: Words = { Self("unknown verb \"\($0)\" (known: \(Self.verbs))") }
  static let unknownOption: Words = { Self("unknown option \"\($0)\"") }
  static let missingValue: Words = { Self("\($0) needs a value") }
  static let missingOption: Words = { Self("\($0) is missing") }
  static func badValue(_ option: String, _ value: String) -> Self {
    Self("\(option) can't be \"\(value)\"")
  }
  static func cannotUse(_ path: String, _ fault: FileFault) -> Self { Self("\(path): \(fault)") }
  static func malformed(_ path: String, _ fault: TranscriptFault) -> Self {
    Self("\(path):\(fault)")
  }
  static func noReports(_ verb: TranscriptVerb) -> Self {
    Self("\(verb.rawValue) makes no reports")
  }
  static let reportsMixed = Self(
    "of several formats only one can go to the output (as in tap=FILE)")
  static let reportsInOneFile: Words = { Self("\($0): two reports can't go to one file") }
  static func reportOverTranscript(_ path: String) -> Self {
    Self("\(path): a report can't go where a transcript is")
  }
  static let changedWhileRunning: Words = { Self("\($0): the file has changed while it ran") }
  static let nothingSelected = Self("nothing is selected")
  static let nothingRan = Self("nothing ran")
  static let nothingRecorded: Words = { Self("\($0): nothing was recorded") }
  static let nothingForeseen: Words = { Self("\($0): nothing that was recorded can be checked") }
  static func noSuchLine(_ path: String, line: Int, count: Int) -> Self {
    Self("\(path):\(line): nothing is selected, the file has \(counted(count, "line"))")
  }
  static let oneFileOnly = Self("one file has to be named")
  static let nothingFails: Words = { Self("\($0): nothing fails") }
  static func writesInContinuousIntegration(_ verb: TranscriptVerb) -> Self {
    Self("\(verb.rawValue) writes nothing where CI is set")
  }
  static func blessedMalformed(_ path: String, _ fault: TranscriptFault) -> Self {
    Self("\(path): not blessed, it could not be read any more: \(fault)")
  }
  static func directiveMoves(_ path: String, line: Int) -> Self {
    Self(
      "\(path):\(line): not blessed, a directive of the command would belong to the one behind it")
  }
  static func answerChanges(_ path: String, line: Int) -> Self {
    Self("\(path):\(line): not blessed, the command does not pass when it runs again")
  }
  static func cannotReplace(_ path: String, _ fault: FileFault) -> Self {
    Self("\(path): not blessed, \(fault == .changedMeanwhile ? "" : "can't be replaced: ")\(fault)")
  }
  static func blessedAlready(_ path: String) -> Self {
    Self("\(path): blessed once in this run already, what else was named of it is left as it was")
  }
  static let leftBehind: Words = {
    Self("\($0) was left by a run that was killed: nothing needs it, remove it")
  }

  private static var verbs: String {
    TranscriptVerb.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
