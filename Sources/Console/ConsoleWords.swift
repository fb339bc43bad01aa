package import Operations

/// What the console says to a person: English, unless a program brings another language.
package protocol ConsoleWords {
  /// What stands before a refusal.
  var refusal: StaticString { get }

  func words(for fault: LineFault) -> String
  func words(for fault: ArgumentFault) -> String
  func words(for fault: ConsoleFault) -> String
  func words(for reply: ConsoleReply) -> String

  /// What the help says of the console's own commands; nil for what it says in English.
  func help(on command: StaticString) -> String?
}

/// What a console has to say of its own.
package enum ConsoleReply: Equatable {
  case noJobs
  case cancelling(Int, command: String)
  /// So many jobs run where the session is to end.
  case jobsRunning(Int)
  case job(Int, OperationState?, progress: String, command: String)
  case cancelled(String)
  case recording(String)
  case recorded(String)
  case recordedUnchecked(String)
  case nothingRecorded(String)
  case aliases([String])
  case examples, helpOfHelp, boardWaits, pageWaits
  case boardNeeds(Int, has: Int)
  case answer(Bool)
  /// One of so many measured times is running.
  case measuring(Int, of: Int)
}

/// The words of a console in English, for a program that brings none.
package struct EnglishConsoleWords: ConsoleWords {
  package init() {}

  package var refusal: StaticString { "error:" }

  package func words(for fault: LineFault) -> String { "\(fault)" }
  package func words(for fault: ArgumentFault) -> String { "\(fault)" }
  package func words(for fault: ConsoleFault) -> String { "\(fault)" }
  package func help(on command: StaticString) -> String? { nil }

  package func words(for reply: ConsoleReply) -> String {
    switch reply {
    case .noJobs: "no jobs are running"
    case .cancelling(let number, let command): "cancelling [\(number)]: \(command)"
    case .jobsRunning(let count):
      "\(count) \(count == 1 ? "job is" : "jobs are") running, "
        + "another quit in a row cancels \(count == 1 ? "it" : "them"):"
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
    case .boardNeeds(let count, let room): "the board needs \(count) rows, the terminal has \(room)"
    case .answer(let isYes): isYes ? "yes" : "no"
    case .measuring(let number, let count): "hold \(number) of \(count)"
    case .helpOfHelp:
      "\"help all\" lists all commands, \"help start\" explains one, \"help tests\" the tests"
    }
  }

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
