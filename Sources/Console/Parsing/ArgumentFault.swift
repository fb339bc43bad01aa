/// An error in the text, the command or the arguments of a line; columns count characters from 1,
/// and 0 is a column that is not shown.
///
/// Each case has the values that its message needs: the user's word, its column, and the expected
/// values. The description is the English message:
///
///     unexpected argument "7" at column 10 (usage: start COUNT H V)
///
/// The cases are indirect, so that a function that may throw them returns quickly when it doesn't.
package indirect enum ArgumentFault: Error, Equatable, Sendable {
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
  case formless(ArgumentFault, usages: [String])

  /// Returns the error with the usages of all forms if it is about the first argument; otherwise
  /// unchanged.
  func explained(by usages: [String], atFirstArgumentOf invocation: borrowing Invocation)
    -> ArgumentFault
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
  var ofTypedLine: ArgumentFault {
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
    case .formless(let fault, let usages): .formless(fault.ofTypedLine, usages: usages)
    default: self
    }
  }

  /// Returns a word, of which a long one is cut short.
  private static func quotation(_ word: String) -> String {
    word.unicodeScalars.count > 60 ? String(word.prefix(50)) + "..." : word
  }
}

extension ArgumentFault: CustomStringConvertible {
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
    case .restricted(let name): "\(ConsoleFault.restricted(name))"
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
      if let nearest = Self.nearest(to: word, among: choices) {
        "unknown \(name.lowercased()) \"\(word)\"\(Self.at(column))\(Self.hint(nearest))"
      } else if choices.count > Self.mostListedChoices {
        "unknown \(name.lowercased()) \"\(word)\"\(Self.at(column)) "
          + "(for example \(choices.prefix(3).joined(separator: ", ")))"
      } else {
        "\(name) must be \(choices.count > 1 ? "one of " : "")\(choices.joined(separator: ", ")): "
          + "\"\(word)\"\(Self.at(column))"
      }
    case .unknownKey(let key, let column, let known):
      "unknown key \"\(key)\"\(Self.at(column)) (known: \(known.joined(separator: ", ")))"
    case .keyTwice(let key, let column):
      "key \"\(key)\" is given twice\(column > 0 ? ", again" : "")\(Self.at(column))"
    case .incompleteGroup(let names, let example):
      "type \(names.joined(separator: " and "))"
        + (example.isEmpty ? "" : ", for example \(example)")
    case .invalid(let words, let column): column.map { "\(words), at column \($0)" } ?? words
    case .formless(let fault, let usages): "\(fault) (usage: \(usages.joined(separator: ", or ")))"
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
        (choice, Array(word.utf8).withUnsafeBufferPointer { distance($0, Array(choice.utf8)) })
      }
      .filter { $0.1 <= $0.0.utf8.count / 3 }
      .min { $0.1 < $1.1 }?.0
  }

  /// Returns the end of an error message: the most similar name, or how to find one.
  static func hint(_ nearest: String?) -> String {
    nearest.map { ", did you mean \"\($0)\"?" } ?? " (\"help\" lists the commands)"
  }
}
