import ChimpSystem

/// The arguments of a command line after a form has checked them.
///
/// Indexes count positional arguments from 0 and skip keys: in `start 5 8 5 seed=apple`,
/// `number(2)` is 5 and `text(key: "seed")` is `apple`. Asking for an argument of another kind than
/// the form's is a programming error.
extension Invocation {
  /// The number of words after the command's name, keys included.
  public var argumentCount: Int { words.count - leadingWords }

  /// Returns the number at the index of a positional argument; traps for one of another kind.
  public func number(_ index: Int) -> Int {
    guard let number = words[arguments[index]].number else {
      preconditionFailure("the argument is no number")
    }
    return number
  }

  /// Returns the text at the index of a positional argument; traps for a file argument.
  public func text(_ index: Int) -> String {
    // A path made of the bare name could lead anywhere.
    precondition(files.allSatisfy { $0.word != arguments[index] }, "a file is no text")
    return text(ofWord: arguments[index])
  }

  /// Returns the text at the index of a positional argument; `nil` if there are fewer arguments.
  public func textIfGiven(_ index: Int) -> String? {
    index < arguments.count ? text(index) : nil
  }

  /// Returns whether the word of a flag is given, such as `--force`.
  public func hasFlag(_ word: String) -> Bool { flags.contains(word) }

  /// Returns the column in the line of the positional argument at an index.
  public func column(_ index: Int) -> Int { column(ofWord: arguments[index]) }

  /// Returns the text of the argument `NAME=TEXT`; `nil` if the key isn't given.
  public func text(key name: String) -> String? {
    word(ofKey: name).map { value(ofWord: $0) }
  }

  /// Returns all texts of the arguments `NAME=TEXT`, for a key that may be repeated.
  public func texts(key name: String) -> [String] {
    keyArguments.filter { $0.key == name }.map { value(ofWord: $0.word) }
  }

  /// Returns the number of the argument `NAME=NUMBER`; `nil` if the key isn't given.
  public func number(key name: String) -> Int? {
    word(ofKey: name).flatMap { words[$0].number }
  }

  /// Returns the column in the line of the argument `NAME=…`; `nil` if the key isn't given.
  public func column(key name: String) -> Int? {
    word(ofKey: name).map { column(ofWord: $0) }
  }

  /// Returns the value of a `KEY=VALUE` word.
  func value(ofWord index: Int) -> String {
    String(decoding: valueBytes(ofWord: index), as: UTF8.self)
  }

  /// `true` if the first argument is a number.
  var beginsWithNumber: Bool { argumentCount > 0 && words[leadingWords].text.isDecimal }

  /// Returns the index of the first argument `NAME=VALUE`; `nil` if the key isn't given.
  func word(ofKey name: String) -> Int? {
    keyArguments.first { $0.key == name }?.word
  }

  /// Returns the words of a text without quotes, with a blank between two of them; a text with an
  /// open quote as it is.
  public static func words(of text: String) -> String {
    // The first word, so that the text is no comment.
    guard let line = try? Invocation(line: "- " + text) else { return text }
    return line.words.indices.dropFirst().map { line.text(ofWord: $0) }.joined(separator: " ")
  }

  /// Returns the text in quotes, so that it is parsed as one word.
  public static func quoted(_ text: String, isClosed: Bool = true) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return isClosed ? quoted + "\"" : quoted
  }
}
