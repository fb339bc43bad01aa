/// Why the tool can't do what its arguments ask for, in words without a full stop.
package struct ToolFault: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Everything that can go wrong.
extension ToolFault {
  static let missingVerb = Self("a verb is missing (known: \(Self.verbs))")
  static func unknownVerb(_ word: String) -> Self {
    Self("unknown verb \"\(word)\" (known: \(Self.verbs))")
  }
  static func unknownOption(_ option: String) -> Self { Self("unknown option \"\(option)\"") }
  static func missingValue(_ option: String) -> Self { Self("\(option) needs a value") }
  static func missingOption(_ option: String) -> Self { Self("\(option) is missing") }
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
  static func reportsInOneFile(_ path: String) -> Self {
    Self("\(path): two reports can't go to one file")
  }
  static func reportOverTranscript(_ path: String) -> Self {
    Self("\(path): a report can't go where a transcript is")
  }
  static func changedWhileRunning(_ path: String) -> Self {
    Self("\(path): the file has changed while it ran")
  }
  static let nothingSelected = Self("nothing is selected")
  static let nothingRan = Self("nothing ran")
  static func nothingRecorded(_ path: String) -> Self { Self("\(path): nothing was recorded") }
  static func nothingForeseen(_ path: String) -> Self {
    Self("\(path): nothing that was recorded can be checked")
  }
  static func noSuchLine(_ path: String, line: Int, count: Int) -> Self {
    Self("\(path):\(line): nothing is selected, the file has \(counted(count, "line"))")
  }
  static let oneFileOnly = Self("one file has to be named")
  static func nothingFails(_ path: String) -> Self { Self("\(path): nothing fails") }
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
    Self("\(path): not blessed, can't be replaced: \(fault)")
  }
  static func changedMeanwhile(_ path: String) -> Self {
    Self("\(path): not blessed, the file has changed meanwhile")
  }
  static func blessedAlready(_ path: String) -> Self {
    Self("\(path): blessed once in this run already, what else was named of it is left as it was")
  }

  private static var verbs: String {
    TranscriptVerb.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
