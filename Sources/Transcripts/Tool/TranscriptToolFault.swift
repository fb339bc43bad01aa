import SystemCalls
public import TranscriptSyntax

/// An error of the transcript tool, of a session or of a recording.
///
/// A `TranscriptSessionMaker` throws ``session(_:)`` with a message of its own:
///
///     func number(_ seed: String?) throws(TranscriptToolFault) -> Int {
///       guard let number = Int(seed ?? "0") else { throw .session("the seed is no number") }
///       return number
///     }
public enum TranscriptToolFault: Error, Equatable, Sendable {
  // The arguments.
  case missingVerb
  /// Several reports would be written to the standard output.
  case reportsMixed
  /// The verb needs exactly one file.
  case oneFileOnly
  case unknownVerb(String)
  case unknownOption(String)
  case missingValue(option: String)
  case missingOption(String)
  case badValue(option: String, String)
  case noReports(verb: String)
  /// The verb writes files, which is not allowed where the variable `CI` is set.
  case writesInContinuousIntegration(verb: String)

  // The selected files.
  case nothingSelected
  /// All selected blocks are skipped.
  case nothingRan
  case cannotUse(String, FileProblem)
  case malformed(String, TranscriptFault)
  /// The selected line is beyond the end of the file, which has `count` lines.
  case noSuchLine(String, line: Int, count: Int)
  /// All blocks pass, but none of them could fail.
  case nothingChecked(String, line: Int)
  case changedWhileRunning(String)
  /// The session passes, so that it can't be shrunk.
  case nothingFails(String)

  // The files that a transcript includes.
  /// The file with this name can't be included, for another reason.
  indirect case cannotInclude(String, line: Int, name: String, TranscriptToolFault)
  case outsideFolder, includesItself, hasCases
  case includesTooDeep(limit: Int)
  case includesTooMany(limit: Int)

  // The files of reports.
  case reportsInOneFile(String)
  case reportOverTranscript(String)

  // Blessed files.
  /// The updated contents are not a valid transcript, or can't be written.
  indirect case notBlessed(String, TranscriptToolFault)
  /// A directive of the command would become one of the next command.
  case directiveMoves(String, line: Int)
  /// The command has another reply in the second run.
  case answerChanges(String, line: Int)
  /// The file was named twice in the arguments.
  case blessedAlready(String)
  /// A killed process has left a temporary file.
  case leftTemporaryFile(String)

  // Sessions.
  /// An error with a message of the `TranscriptSessionMaker`.
  case session(String)
  /// The session of a file can't begin, with the message of another error.
  case cannotBegin(String, line: Int?, String)
  /// Either the command of the tested program or the session has a seed, but not both.
  case seedMissing, seedUnused
  case unknownLanguage(String)
  case cannotStart(program: String, FileProblem)
  case cannotStartWorker(FileProblem)
  case cannotMakeFolder(in: String, FileProblem)
  /// A pattern of an error message is invalid.
  case badRefusal(String, TranscriptFault.Reason)

  // Recorded lines and files.
  case lineNotUnicode, severalLines, incompleteReply
  case nothingRecorded(String)
  /// The recording accepts any reply to every line.
  case nothingPredicted(String)
}

extension TranscriptToolFault {
  /// The reason why a file can't be used.
  public enum FileProblem: Equatable, Sendable {
    /// An error number of the system.
    case system(Int32)
    case notRegular, notUnicode, changedMeanwhile
  }
}

extension TranscriptToolFault.FileProblem: CustomStringConvertible {
  /// The reason as text; that of the system for an error number.
  public var description: String {
    switch self {
    case .system(let number): SystemError(number: number).description
    case .notRegular: "not a regular file"
    case .notUnicode: "the name is not UTF-8"
    case .changedMeanwhile: "the file has changed meanwhile"
    }
  }
}

extension TranscriptToolFault: CustomStringConvertible {
  /// The error message without a full stop.
  public var description: String {
    switch self {
    case .cannotUse(let path, _): "\(path): \(words)"
    case .malformed(let path, _), .cannotInclude(let path, _, _, _): "\(path):\(words)"
    default: words
    }
  }

  /// The error message without the path.
  private var words: String {
    switch self {
    case .missingVerb: "a verb is missing (known: \(Self.verbs))"
    case .reportsMixed: "of several formats only one can go to the output (as in tap=FILE)"
    case .oneFileOnly: "one file has to be named"
    case .unknownVerb(let word): "unknown verb \"\(word)\" (known: \(Self.verbs))"
    case .unknownOption(let word): "unknown option \"\(word)\""
    case .missingValue(let option): "\(option) needs a value"
    case .missingOption(let option): "\(option) is missing"
    case .badValue(let option, let value): "\(option) can't be \"\(value)\""
    case .noReports(let verb): "\(verb) makes no reports"
    case .writesInContinuousIntegration(let verb): "\(verb) writes nothing where CI is set"

    case .nothingSelected: "nothing is selected"
    case .nothingRan: "nothing ran"
    case .cannotUse(_, let problem): "\(problem)"
    case .malformed(_, let fault): "\(fault)"
    case .noSuchLine(let path, let line, let count):
      "\(path):\(line): nothing is selected, the file has \(counted(count, "line"))"
    case .nothingChecked(let path, let line):
      "\(path):\(line):1: nothing is checked: whatever the commands answer, they pass"
    case .changedWhileRunning(let path): "\(path): the file has changed while it ran"
    case .nothingFails(let path): "\(path): nothing fails"

    case .cannotInclude(_, let line, let name, let cause):
      "\(line):1: \(cause.words(forIncluding: name))"
    case .outsideFolder: "it is not in the folder of the transcript (see --trust)"
    case .includesItself: "includes itself"
    case .hasCases: "it has cases"
    case .includesTooDeep(let limit): "more than \(limit) files include one another"
    case .includesTooMany(let limit): "a session includes more than \(limit) files"

    case .reportsInOneFile(let path): "\(path): two reports can't go to one file"
    case .reportOverTranscript(let path): "\(path): a report can't go where a transcript is"

    case .notBlessed(let path, let cause): "\(path): not blessed, \(cause.wordsForBlessing)"
    case .directiveMoves(let path, let line):
      "\(path):\(line): not blessed, a directive of the command would belong to the one behind it"
    case .answerChanges(let path, let line):
      "\(path):\(line): not blessed, the command does not pass when it runs again"
    case .blessedAlready(let path):
      "\(path): blessed once in this run already, what else was named of it is left as it was"
    case .leftTemporaryFile(let path):
      "\(path) was left by a run that was killed: nothing needs it, remove it"

    case .session(let words): words
    case .cannotBegin(let path, nil, let words): "\(path): \(words)"
    case .cannotBegin(let path, let line?, let words): "\(path):\(line):1: \(words)"
    case .seedMissing: "the command needs a seed, but the session has none"
    case .seedUnused: "the command takes no seed (as in \"--seed {seed}\")"
    case .unknownLanguage(let language): "the session does not speak \"\(language)\""
    case .cannotStart(let program, let problem): "can't start \"\(program)\": \(problem)"
    case .cannotStartWorker(let problem): "can't start a worker: \(problem)"
    case .cannotMakeFolder(let parent, let problem):
      "can't make a folder in \"\(parent)\": \(problem)"
    case .badRefusal(let pattern, let reason): "\(reason): \(pattern)"

    case .lineNotUnicode: "the line is not UTF-8 and can't be recorded"
    case .severalLines: "the line holds a line feed and can't be recorded"
    case .incompleteReply: "the reply is not complete and can't be recorded"
    case .nothingRecorded(let path): "\(path): nothing was recorded"
    case .nothingPredicted(let path): "\(path): nothing that was recorded can be checked"
    }
  }

  /// The error message about an included file, of which this error is the cause.
  private func words(forIncluding name: String) -> String {
    switch self {
    case .includesItself: "\"\(name)\" \(words)"
    case .hasCases: "\"\(name)\" can't be included: \(words)"
    default: "can't include \"\(name)\": \(words)"
    }
  }

  /// The end of the message about a file that is not updated because of this error.
  private var wordsForBlessing: String {
    switch self {
    case .cannotUse(_, .changedMeanwhile): words
    case .malformed: "it could not be read any more: \(words)"
    default: "can't be replaced: \(words)"
    }
  }

  private static var verbs: String {
    TranscriptVerb.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
