/// Why the tool can't do what its arguments ask for.
// Indirect, because results that may hold it are handed on by the thousand.
package indirect enum ToolFault: Error, Equatable, Sendable {
  case missingVerb
  case unknownVerb(String)
  case unknownOption(String)
  case missingValue(String)
  case missingOption(String)
  case badValue(option: String, value: String)
  case cannotUse(path: String, FileFault)
  case malformed(path: String, TranscriptFault)
  case noReports(TranscriptVerb)
  case reportsMixed
  case reportsInOneFile(path: String)
  case reportOverTranscript(path: String)
  case changedWhileRunning(path: String)
  case nothingSelected
  case nothingRan
  case nothingRecorded(path: String)
  case nothingForeseen(path: String)
  case noSuchLine(path: String, line: Int, count: Int)
  case oneFileOnly
  case nothingFails(path: String)
  case words(String)
  case worker(String)
  case writesInContinuousIntegration(TranscriptVerb)
  case blessedMalformed(path: String, TranscriptFault)
  case directiveMoves(path: String, line: Int)
  case answerChanges(path: String, line: Int)
  case cannotReplace(path: String, FileFault)
  case changedMeanwhile(path: String)
  case blessedAlready(path: String)
}

extension ToolFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingVerb: "a verb is missing (known: \(Self.verbs))"
    case .unknownVerb(let word): "unknown verb \"\(word)\" (known: \(Self.verbs))"
    case .unknownOption(let option): "unknown option \"\(option)\""
    case .missingValue(let option): "\(option) needs a value"
    case .missingOption(let option): "\(option) is missing"
    case .badValue(let option, let value): "\(option) can't be \"\(value)\""
    case .cannotUse(let path, let fault): "\(path): \(fault)"
    case .malformed(let path, let fault): "\(path):\(fault)"
    case .noReports(let verb): "\(verb.rawValue) makes no reports"
    case .reportsMixed: "of several formats only one can go to the output (as in tap=FILE)"
    case .reportsInOneFile(let path): "\(path): two reports can't go to one file"
    case .reportOverTranscript(let path): "\(path): a report can't go where a transcript is"
    case .changedWhileRunning(let path): "\(path): the file has changed while it ran"
    case .nothingSelected: "nothing is selected"
    case .nothingRan: "nothing ran"
    case .nothingRecorded(let path): "\(path): nothing was recorded"
    case .nothingForeseen(let path): "\(path): nothing that was recorded can be checked"
    case .noSuchLine(let path, let line, let count):
      "\(path):\(line): nothing is selected, the file has \(counted(count, "line"))"
    case .worker(let words), .words(let words): words
    case .oneFileOnly: "one file has to be named"
    case .nothingFails(let path): "\(path): nothing fails"
    default: blessWords ?? ""
    }
  }

  private var blessWords: String? {
    switch self {
    case .writesInContinuousIntegration(let verb):
      "\(verb.rawValue) writes nothing where CI is set"
    case .blessedMalformed(let path, let fault):
      "\(path): not blessed, it could not be read any more: \(fault)"
    case .directiveMoves(let path, let line):
      "\(path):\(line): not blessed, a directive of the command would belong to the one behind it"
    case .answerChanges(let path, let line):
      "\(path):\(line): not blessed, the command does not pass when it runs again"
    case .cannotReplace(let path, let fault): "\(path): not blessed, can't be replaced: \(fault)"
    case .changedMeanwhile(let path): "\(path): not blessed, the file has changed meanwhile"
    case .blessedAlready(let path):
      "\(path): blessed once in this run already, what else was named of it is left as it was"
    default: nil
    }
  }

  private static var verbs: String {
    TranscriptVerb.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
