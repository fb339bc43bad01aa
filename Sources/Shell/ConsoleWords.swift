/// The texts of the console's own replies and errors in one language.
///
/// Texts are output only: the console never makes a decision by them.
///
///     let words: any ConsoleWords = EnglishConsoleWords()
///     words.words(for: .recording("session.txt"))  // recording to "session.txt"
package protocol ConsoleWords: Sendable {
  /// The word before each refusal, such as `error:`.
  var refusal: String { get }

  /// Returns the error message for a line, its arguments, or one of the console's own commands.
  func words(for error: ConsoleError) -> String
  /// Returns the text of a reply of the console.
  func words(for reply: ConsoleReply) -> String

  /// Returns the heading of a section of the help.
  ///
  /// It contains the section's name, because `help` takes that.
  func heading(of group: CommandGroup) -> String
}

/// A reply of the console's own commands, as a value that `ConsoleWords` turns into text.
///
///     EnglishConsoleWords().words(for: .cancelling(1, command: "check"))  // cancelling [1]: check
package enum ConsoleReply: Equatable {
  /// No job is running.
  case noJobs
  /// The job with this number will be cancelled.
  case cancelling(Int, command: String)
  /// Jobs are running that `quit` would cancel; the value is their number.
  case jobsRunning(Int)
  /// The line of one job in the list of `jobs`; the state is `nil` if its operation has not begun.
  case job(Int, OperationState?, progress: String, command: String)
  /// The foreground command was cancelled.
  case cancelled(String)
  /// A recording to this file has begun.
  case recording(String)
  /// The recording to this file has ended.
  case recorded(String)
  /// The recording to this file has ended; it contains no reply to compare when it is checked.
  case recordedUnchecked(String)
  /// The recording has ended without an entry, so no file was created.
  case nothingRecorded(String)
  /// The other names of a command, in its help.
  case aliases([String])

  /// The heading of the examples in the help of a command.
  case examples
  /// The last line of `help`, which explains `help NAME`.
  case helpOfHelp
  /// The prompt below a reply that covers the board.
  case boardWaits
  /// The prompt below a page of a reply that is longer than the screen.
  case pageWaits

  /// The history file of typed lines can't be used, because of this error.
  case historyUnusable(ConsoleError)
  /// The hint after the first Ctrl-C on an empty line, that it does not end the program.
  case leaveHint

  /// The hint after Ctrl-C or Ctrl-D on an empty line in a test, that neither leaves it.
  case testLeaveHint

  /// The board needs more rows than the terminal has.
  case boardNeeds(Int, has: Int)
  /// The number of completion candidates that the list has no room for.
  case hiddenCandidates(Int)
  /// The answer that the user gave to a question with a key.
  case answer(Bool)
  /// The progress of `measure`: the number of the current measurement, and the total.
  case measuring(Int, of: Int)
}

/// The English sentences of a console: the `description` of each error and reply.
///
///     EnglishConsoleWords().words(for: .noJobs)  // no jobs are running
package struct EnglishConsoleWords: ConsoleWords {
  /// Creates the English words.
  package init() {}

  package var refusal: String { "error:" }

  package func words(for error: ConsoleError) -> String { "\(error)" }
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
    case .historyUnusable(let error):
      "the lines that you type are not kept for the next time: \(words(for: error))"
    case .leaveHint: "quit or Ctrl-D ends the program"
    case .testLeaveHint: "stop leaves the test, quit ends the program"
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
