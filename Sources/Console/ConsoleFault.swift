package import SystemCalls

/// An error of one of the console's own commands, such as `help`, `set` or `source`.
///
/// The description is the English sentence; `ConsoleWords` has those of other languages.
///
///     print(ConsoleFault.noSuchTopic("pres", nearest: "press"))
///     // no help about "pres", did you mean "press"?
package enum ConsoleFault: Error, Equatable {
  /// The topic of `help` is unknown.
  case noSuchTopic(String, nearest: String?)
  case noSuchSetting(String, known: [String])
  case noSuchValue(String, of: String, known: [String])
  /// The setting is read-only and can't be changed with `set`.
  case settingIsFixed(String)
  /// The command is not available in a restricted session.
  case restricted(String)
  /// The command would delay the test in progress, which is timed by a real clock.
  case timedTest(String)
  case cannotRead(String, SystemError)
  case cannotWrite(String, SystemError)
  /// The file is outside of the session's private folder.
  case outside(String, column: Int?)
  /// The file is a pipe or a device, whose end `source` might never reach.
  case notPlain(String)
  /// The file is open in the program itself, for example as its store.
  case inUse(String)
  /// The sourced file would run itself.
  case sourcedAlready(String)
  case sourcedTooDeep(limit: Int)
  /// A recording is already in progress, to the file with this name.
  case recordingAlready(String)

  /// There is no recording that `record off` could end.
  case notRecording
  /// The session can't be recorded, because the history has dropped some of its lines.
  case tooMuchToRecord
  /// The line has a request identifier but no command.
  case noCommand

  /// The line ends in `&`, but its command is not an operation that can run as a job.
  case noJob(String)
  /// There is no job with this number; the second value has the numbers of the running jobs.
  case noSuchJob(Int, running: [Int])
}

extension ConsoleFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSuchTopic(let word, let nearest):
      "no help about \"\(word)\"" + ArgumentFault.hint(nearest)
    case .noSuchSetting(let name, let known):
      "unknown setting \"\(name)\" (known: \(known.joined(separator: ", ")))"
    case .noSuchValue(let value, let name, let known):
      "\(name) must be one of \(known.joined(separator: ", ")): \"\(value)\""
    case .settingIsFixed(let name): "\"\(name)\" can't be changed"
    case .restricted(let name): "a restricted session has no \(name)"
    case .timedTest(let name):
      "no \(name) during a test: it would delay the test's clock (\"stop\" ends the test)"
    case .cannotRead(let path, let fault): "can't read \"\(path)\": \(fault)"
    case .cannotWrite(let path, let fault): "can't write \"\(path)\": \(fault)"
    case .outside(let name, let column):
      """
      can't use "\(name)"\(column.map { " at column \($0)" } ?? ""): \
      the files of a transcript are in a folder of its own (see --trust)
      """
    case .notPlain(let path): "not a plain file: \"\(path)\""
    case .inUse(let path): "the program is using \"\(path)\" itself"
    case .sourcedAlready(let path): "\"\(path)\" is already being read"
    case .sourcedTooDeep(let limit): "files can be nested at most \(limit) deep"
    case .recordingAlready(let path): "the session is already being recorded to \"\(path)\""
    case .notRecording: "the session is not being recorded"
    case .tooMuchToRecord: "too many lines were entered: a recording can't begin here any more"
    case .noJob(let name): "\"\(name)\" can't run as a job"
    case .noSuchJob(let number, let running):
      running.isEmpty
        ? "no job \(number), no jobs are running"
        : "no job \(number) (running: \(running.map(String.init).joined(separator: ", ")))"
    case .noCommand: "no command follows the number"
    }
  }
}
