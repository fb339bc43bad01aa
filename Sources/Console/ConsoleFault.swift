package import SystemCalls

/// A refusal of the console's own commands.
///
/// The description is the English sentence; `ConsoleWords` has those of other languages.
///
///     print(ConsoleFault.noSuchTopic("pres", nearest: "press"))
///     // no help about "pres", did you mean "press"?
package enum ConsoleFault: Error, Equatable {
  /// `help` about an unknown name.
  case noSuchTopic(String, nearest: String?)
  case noSuchSetting(String, known: [String])
  case noSuchValue(String, of: String, known: [String])
  /// `set` with a value for a setting that can only be shown.
  case settingIsFixed(String)
  /// A command that a restricted session doesn't have.
  case restricted(String)
  /// A command that would delay the running test, which is played on a real clock.
  case timedTest(String)
  case cannotRead(String, SystemError)
  case cannotWrite(String, SystemError)
  /// A file outside of the session's private folder.
  case outside(String, column: Int?)
  /// A pipe or a device, on which `source` could block.
  case notPlain(String)
  /// A file that the program itself has open.
  case inUse(String)
  /// A file that sources itself.
  case sourcedAlready(String)
  case sourcedTooDeep(limit: Int)
  /// A second recording, with the name of the one in progress.
  case recordingAlready(String)

  /// `record off` without a recording; a recording after lines of the session were dropped; a
  /// request identifier without a command.
  case notRecording, tooMuchToRecord, noCommand

  /// A `&` after a command that is no operation.
  case noJob(String)
  /// An unknown job, with the numbers of those that run.
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
