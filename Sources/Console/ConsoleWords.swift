package import Operations

/// The sentences of the console: English, unless a program brings another language.
///
/// The console decides by facts only; the words never influence what it does.
///
///     let words: any ConsoleWords = EnglishConsoleWords()
///     words.words(for: .recording("session.txt"))  // recording to "session.txt"
package protocol ConsoleWords {
  /// The word before each refusal, such as `error:`.
  var refusal: StaticString { get }

  /// Returns the error message for a line that can't be read.
  func words(for fault: LineFault) -> String
  /// Returns the error message for a line that is no command, or has wrong arguments.
  func words(for fault: ArgumentFault) -> String
  /// Returns the error message for one of the console's own commands.
  func words(for fault: ConsoleFault) -> String
  /// Returns a reply of the console.
  func words(for reply: ConsoleReply) -> String

  /// Returns the help of one of the console's own commands; `nil` to keep the English one.
  func help(on command: StaticString) -> String?

  /// Returns the heading of a section of the help.
  ///
  /// It contains the section's name, because `help` takes that.
  func heading(of group: CommandGroup) -> String
}

/// A reply of the console itself, as a fact for which `ConsoleWords` has the sentence.
///
///     EnglishConsoleWords().words(for: .cancelling(1, command: "check"))  // cancelling [1]: check
package enum ConsoleReply: Equatable {
  /// No job is running.
  case noJobs
  /// A job is being cancelled.
  case cancelling(Int, command: String)
  /// The number of running jobs; `quit` warns about them once.
  case jobsRunning(Int)
  /// The state of a job; the state is `nil` if the operation has not begun.
  case job(Int, OperationState?, progress: String, command: String)
  /// A command in the foreground was cancelled.
  case cancelled(String)
  /// A recording has begun, to this file.
  case recording(String)
  /// A recording has ended.
  case recorded(String)
  /// A recording has ended in which no reply can be checked.
  case recordedUnchecked(String)
  /// A recording has ended before the first line.
  case nothingRecorded(String)
  /// The other names of a command, in its help.
  case aliases([String])

  /// The heading of examples; the last line of `help`; the prompts below a reply that covers the
  /// board, and below each of its pages.
  case examples, helpOfHelp, boardWaits, pageWaits

  /// The hint after the first Ctrl-C on an empty line: it does not end the program.
  case leaveHint

  /// The board needs more rows than the terminal has.
  case boardNeeds(Int, has: Int)
  /// The number of completion candidates that a list has no room for.
  case hiddenCandidates(Int)
  /// The answer to a question that a key has answered.
  case answer(Bool)
  /// The progress of `measure`: the number of the current measurement, and the total.
  case measuring(Int, of: Int)
}

/// The English sentences of a console: the descriptions of the facts.
///
///     EnglishConsoleWords().words(for: .noJobs)  // no jobs are running
package struct EnglishConsoleWords: ConsoleWords {
  /// Creates the English words.
  package init() {}

  package var refusal: StaticString { "error:" }

  package func words(for fault: LineFault) -> String { "\(fault)" }
  package func words(for fault: ArgumentFault) -> String { "\(fault)" }
  package func words(for fault: ConsoleFault) -> String { "\(fault)" }
  package func help(on command: StaticString) -> String? { nil }
  package func heading(of group: CommandGroup) -> String { group.rawValue }

  package func words(for reply: ConsoleReply) -> String {
    switch reply {
    case .noJobs: "no jobs are running"
    case .cancelling(let number, let command): "cancelling [\(number)]: \(command)"
    case .jobsRunning(let count):
      "\(count) \(count == 1 ? "job is" : "jobs are") running, "
        + "quit again to cancel \(count == 1 ? "it" : "them"):"
    case .job(let number, let state, let progress, let command):
      "[\(number)] \(words(for: state))\(progress.isEmpty ? "" : ", ")\(progress): \(command)"
    case .cancelled(let command): "cancelled: \(command)"
    case .recording(let path): "recording to \"\(path)\""
    case .recorded(let path): "recorded to \"\(path)\""
    case .recordedUnchecked(let path): "recorded to \"\(path)\", where nothing can be checked"
    case .nothingRecorded(let path): "nothing was recorded to \"\(path)\""
    case .aliases(let names): "also: " + names.joined(separator: ", ")
    case .examples: "examples:"
    case .boardWaits: "-- any key goes back to the board --"
    case .pageWaits: "-- Enter shows more, q ends --"
    case .hiddenCandidates(let count): "... and \(count) more"
    case .leaveHint: "quit or Ctrl-D ends the program"
    case .boardNeeds(let count, let room): "the board needs \(count) rows, the terminal has \(room)"
    case .answer(let isYes): isYes ? "yes" : "no"
    case .measuring(let number, let count): "hold \(number) of \(count)"
    case .helpOfHelp:
      "\"help all\" lists all commands, \"help start\" explains one, \"help tests\" the tests"
    }
  }

  /// Returns the word for the state of an operation.
  private func words(for state: OperationState?) -> String {
    switch state {
    case .ready: "ready"
    case .executing: "executing"
    case .pending, nil: "pending"
    case .finished(.success): "done"
    case .finished(.failure): "failed"
    case .finished(.cancelled): "cancelled"
    }
  }
}
