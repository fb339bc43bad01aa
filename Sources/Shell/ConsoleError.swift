package import ChimpSystem

/// An error in the text, the command or the arguments of a line, or of one of the console's own
/// commands, such as `help`, `set` or `source`.
///
/// Each case has the values that its message needs: the user's word, its column, and the expected
/// values. Columns count characters from 1, and 0 is a column that is not shown. The description is
/// the English message; `ConsoleWords` has those of other languages:
///
///     unexpected argument "7" at column 10 (usage: start COUNT H V)
///
/// The cases are indirect, so that a function that may throw them returns quickly when it doesn't.
package indirect enum ConsoleError: Error, Equatable, Sendable {
  /// The line is longer than this number of bytes.
  case lineTooLong(limit: Int)
  /// The limit of lines of a restricted session is reached.
  case tooManyLines(limit: Int)
  case notUnicode(column: Int)
  case nul(column: Int)
  case unterminatedQuote(column: Int)
  case badEscape(Unicode.Scalar?, column: Int)
  /// The command is unknown; `nearest` is the most similar name, if any.
  case unknownCommand(String, column: Int, nearest: String?)
  /// The line has numbers only, which this session does not accept without a command name.
  case bareNumbers(column: Int, command: String)
  /// The command is not available in a restricted session.
  case restricted(String)
  /// The command has no arguments but needs some; the value is an example of a whole line.
  case bare(String, example: String)
  /// A required argument is missing.
  case missing(String, usages: [String])
  /// There are more arguments than the command accepts.
  case surplus(String, column: Int, usages: [String])
  /// The argument must be a number; the first text is the argument's name.
  case notNumber(String, String, column: Int)
  /// The number is outside the limits of the argument.
  case outOfRange(String, String, ClosedRange<Int>, column: Int)
  case tooLong(String, limit: Int, column: Int)
  /// The word is not one of the allowed choices.
  case notChoice(String, String, [String], column: Int)
  case unknownKey(String, column: Int, known: [String])
  /// The key is given twice; the column is that of the second one.
  case keyTwice(String, column: Int)
  /// The last group of repeated arguments, such as `2 3` of `press 1 1 2 3`, is incomplete.
  case incompleteGroup([String], example: String)
  /// The value is rejected by the command itself, with this message.
  case invalid(String, column: Int?)
  /// The first argument matches no form, so the message shows the usages of all forms.
  case formless(ConsoleError, usages: [String])

  /// The topic of `help` is unknown.
  case noSuchTopic(String, nearest: String?)
  case noSuchSetting(String, known: [String])
  case noSuchValue(String, of: String, known: [String])
  /// The setting is read-only and can't be changed with `set`.
  case settingIsFixed(String)
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

  /// Returns the error with the usages of all forms if it is about the first argument; otherwise
  /// unchanged.
  func explained(by usages: [String], atFirstArgumentOf invocation: Invocation)
    -> ConsoleError
  {
    switch self {
    case .notNumber(_, _, let column):
      usages.count > 1 && column == invocation.column(ofWord: invocation.leadingWords)
        ? .formless(self, usages: usages) : self
    case .unknownKey: usages.count > 1 ? .formless(self, usages: usages) : self
    default: self
    }
  }

  /// The error without the column of the word that its message quotes, and with a short quotation.
  ///
  /// Columns that tell what no quoted word does, as for an open quote, remain.
  var ofTypedLine: ConsoleError {
    switch self {
    case .unknownCommand(let word, _, let nearest):
      .unknownCommand(Self.quotation(word), column: 0, nearest: nearest)
    case .surplus(let word, _, let usages):
      .surplus(Self.quotation(word), column: 0, usages: usages)
    case .notNumber(let name, let word, _): .notNumber(name, Self.quotation(word), column: 0)
    case .outOfRange(let name, let word, let range, _):
      .outOfRange(name, Self.quotation(word), range, column: 0)
    case .notChoice(let name, let word, let choices, _):
      .notChoice(name, Self.quotation(word), choices, column: 0)
    case .unknownKey(let key, _, let known):
      .unknownKey(Self.quotation(key), column: 0, known: known)
    case .keyTwice(let key, _): .keyTwice(Self.quotation(key), column: 0)
    case .invalid(let words, _): .invalid(words, column: nil)
    case .formless(let error, let usages): .formless(error.ofTypedLine, usages: usages)
    default: self
    }
  }

  /// Returns a word, of which a long one is cut short.
  private static func quotation(_ word: String) -> String {
    word.unicodeScalars.count > 60 ? String(word.prefix(50)) + "..." : word
  }
}

extension ConsoleError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .lineTooLong(let limit): "the line is longer than \(limit) bytes"
    case .tooManyLines(let limit): "a restricted session takes at most \(limit) lines"
    case .notUnicode(let column): "the line is not UTF-8 at column \(column)"
    case .nul(let column): "the line holds a NUL at column \(column)"
    case .unterminatedQuote(let column): "the quote at column \(column) is not closed"
    case .badEscape(let scalar, let column):
      "unknown escape \"\\\(scalar.map(String.init) ?? "")\" at column \(column)"
    case .unknownCommand(let word, let column, let nearest):
      "unknown command \"\(word)\"\(Self.at(column))" + Self.hint(nearest)
    case .bareNumbers(let column, let command):
      "bare numbers are no command here, put \"\(command)\" before them, at column \(column)"
    case .restricted(let name): "a restricted session has no \(name)"
    case .bare(let command, let example):
      "\(command) needs more, for example \"\(example)\" (\"help \(command)\" explains it)"
    case .missing(let name, let usages):
      "\(name) is missing (usage: \(usages.joined(separator: ", or ")))"
    case .surplus(let word, let column, let usages):
      "unexpected argument \"\(word)\"\(Self.at(column)) "
        + "(usage: \(usages.joined(separator: ", or ")))"
    case .notNumber(let name, let word, let column):
      "\(name) must be a number: \"\(word)\"\(Self.at(column))"
    case .outOfRange(let name, let word, let range, let column):
      """
      \(name) must be from \(range.lowerBound) to \(range.upperBound): \
      "\(word)"\(Self.at(column))
      """
    case .tooLong(let name, let limit, let column):
      "\(name) is longer than \(limit) bytes at column \(column)"
    case .notChoice(let name, let word, let choices, let column):
      Self.notChoice(name, word, choices, at: column)
    case .unknownKey(let key, let column, let known):
      "unknown key \"\(key)\"\(Self.at(column)) (known: \(known.joined(separator: ", ")))"
    case .keyTwice(let key, let column):
      "key \"\(key)\" is given twice\(column > 0 ? ", again" : "")\(Self.at(column))"
    case .incompleteGroup(let names, let example):
      "type \(names.joined(separator: " and "))"
        + (example.isEmpty ? "" : ", for example \(example)")
    case .invalid(let words, let column): column.map { "\(words), at column \($0)" } ?? words
    case .formless(let error, let usages): "\(error) (usage: \(usages.joined(separator: ", or ")))"
    case .noSuchTopic(let word, let nearest):
      "no help about \"\(word)\"" + Self.hint(nearest)
    case .noSuchSetting(let name, let known):
      "unknown setting \"\(name)\" (known: \(known.joined(separator: ", ")))"
    case .noSuchValue(let value, let name, let known):
      "\(name) must be one of \(known.joined(separator: ", ")): \"\(value)\""
    case .settingIsFixed(let name): "\"\(name)\" can't be changed"
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

  /// Returns the message for a word that is none of the choices.
  private static func notChoice(
    _ name: String, _ word: String, _ choices: [String], at column: Int
  ) -> String {
    if let nearest = nearest(to: word, among: choices) {
      "unknown \(name.lowercased()) \"\(word)\"\(at(column))\(hint(nearest))"
    } else if choices.count > mostListedChoices {
      "unknown \(name.lowercased()) \"\(word)\"\(at(column)) "
        + "(for example \(choices.prefix(3).joined(separator: ", ")))"
    } else {
      "\(name) must be \(choices.count > 1 ? "one of " : "")\(choices.joined(separator: ", ")): "
        + "\"\(word)\"\(at(column))"
    }
  }

  /// Returns the end of a message with a column; empty if the column is not shown.
  private static func at(_ column: Int) -> String { column > 0 ? " at column \(column)" : "" }

  /// The maximum number of choices that a message lists; of more, it gives examples only.
  package static var mostListedChoices: Int { 8 }

  /// Returns the choice that begins with the word, or the one with the most similar spelling.
  package static func nearest(to word: String, among choices: [String]) -> String? {
    guard !choices.contains(word) else { return nil }
    let word = word.lowercased()
    if !word.isEmpty, let longer = choices.first(where: { $0.hasPrefix(word) }) { return longer }
    return
      choices
      .map { choice in
        (choice, distance(Array(word.utf8), Array(choice.utf8)))
      }
      .filter { $0.1 <= $0.0.utf8.count / 3 }
      .min { $0.1 < $1.1 }?.0
  }

  /// Returns the end of an error message: the most similar name, or how to find one.
  static func hint(_ nearest: String?) -> String {
    nearest.map { ", did you mean \"\($0)\"?" } ?? " (\"help\" lists the commands)"
  }
}
