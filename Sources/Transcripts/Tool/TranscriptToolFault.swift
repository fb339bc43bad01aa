import SystemCalls
public import TranscriptSyntax

/// The reason why the tool, a session or a recording can't go on, with its subject.
///
/// A maker of sessions throws ``session(_:)`` with words of its own:
///
///     func number(_ seed: String?) throws(TranscriptToolFault) -> Int {
///       guard let number = Int(seed ?? "0") else { throw .session("the seed is no number") }
///       return number
///     }
public enum TranscriptToolFault: Error, Equatable, Sendable {
  // The arguments.
  case missingVerb
  /// More than one report would go to the output.
  case reportsMixed
  /// A verb that works on one file got none, or several.
  case oneFileOnly
  case unknownVerb(String)
  case unknownOption(String)
  case missingValue(option: String)
  case missingOption(String)
  case badValue(option: String, String)
  case noReports(verb: String)
  /// A verb that writes files was called where the variable `CI` is set.
  case writesInContinuousIntegration(verb: String)

  // The selected files.
  case nothingSelected
  /// Everything that was selected is skipped.
  case nothingRan
  case cannotUse(String, FileProblem)
  case malformed(String, TranscriptFault)
  /// The selected line is beyond the end of the file, which has `count` lines.
  case noSuchLine(String, line: Int, count: Int)
  /// Blocks pass in a file in which nothing could fail.
  case nothingChecked(String, line: Int)
  case changedWhileRunning(String)
  /// A session that passes can't be shrunk.
  case nothingFails(String)

  // The files that a transcript includes.
  /// The file of this name can't be included, for one of the next reasons or one of a file.
  indirect case cannotInclude(String, line: Int, name: String, TranscriptToolFault)
  case outsideFolder, includesItself, hasCases
  case includesTooDeep(limit: Int)
  case includesTooMany(limit: Int)

  // The files of reports.
  case reportsInOneFile(String)
  case reportOverTranscript(String)

  // Blessed files.
  /// The blessed bytes are no transcript, or can't replace those of the file.
  indirect case notBlessed(String, TranscriptToolFault)
  /// A directive of the command would belong to the next one.
  case directiveMoves(String, line: Int)
  /// The command has another reply when it runs again.
  case answerChanges(String, line: Int)
  /// The file was named twice, and blessed the first time.
  case blessedAlready(String)
  /// A killed run has left a file beside the one that it was to replace.
  case leftBehind(String)

  // Sessions.
  /// The reason in the words of the session's maker.
  case session(String)
  /// The session of a file can't begin; the words are those of another fault.
  case cannotBegin(String, line: Int?, String)
  /// Only one of a driven program's command and its session has a seed.
  case seedMissing, seedUnused
  case unknownLanguage(String)
  case cannotStart(program: String, FileProblem)
  case cannotStartWorker(FileProblem)
  case cannotMakeFolder(in: String, FileProblem)
  /// A pattern of the maker's refusals is malformed.
  case badRefusal(String, TranscriptFault.Reason)

  // Recorded lines and files.
  case lineNotUnicode, severalLines, incompleteReply
  case nothingRecorded(String)
  /// All replies of the recording are open.
  case nothingForeseen(String)
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
  /// The words; those of the system for its error numbers.
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
  /// The sentence, without a full stop; one about a file begins with its path.
  public var description: String {
    switch self {
    case .cannotUse(let path, _): "\(path): \(words)"
    case .malformed(let path, _), .cannotInclude(let path, _, _, _): "\(path):\(words)"
    default: words
    }
  }

  /// The sentence; without a path if the fault can be the cause of another one.
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
    case .leftBehind(let path):
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
    case .nothingForeseen(let path): "\(path): nothing that was recorded can be checked"
    }
  }

  /// The sentence about an included file of this name, of which this fault is the cause.
  private func words(forIncluding name: String) -> String {
    switch self {
    case .includesItself: "\"\(name)\" \(words)"
    case .hasCases: "\"\(name)\" can't be included: \(words)"
    default: "can't include \"\(name)\": \(words)"
    }
  }

  /// The end of the sentence about a file that is not blessed because of this fault.
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
