import ChimpSystem

/// The check of a line's arguments against a form, the only one in the program.
extension CommandForm {
  /// Checks every argument and stores the results in the invocation, such as the values of numbers.
  ///
  /// - Throws: The first error from left to right, and the error of a missing argument last.
  func check(
    _ invocation: inout Invocation, of command: Command<Program>
  ) throws(Refusal) {
    invocation.arguments.reserveCapacity(invocation.words.count)
    for word in invocation.leadingWords..<invocation.words.count {
      if !keys.isEmpty, invocation.isAssignment(word: word) {
        try addKey(word, &invocation)
        continue
      }
      let text = invocation.words[word].text
      guard let parameter = parameter(at: invocation.arguments.count) else {
        throw surplus(word, invocation, of: command)
      }
      // A flag with one word takes no other.
      if case .flag(let words) = parameter.kind, words.count == 1, !words[0].isText(text) {
        throw surplus(word, invocation, of: command)
      }
      try parameter.check(text, word, &invocation)
      invocation.arguments.append(word)
    }
    let position = invocation.arguments.count
    if position < parameters.count, parameters[position].presence == .required {
      throw missing(parameters[position], invocation, of: command)
    }
    if repeats, position != parameters.count, !position.isMultiple(of: parameters.count) {
      throw incompleteGroup(of: command)
    }
  }

  /// Returns the error for a missing argument.
  private func missing(
    _ parameter: Parameter, _ invocation: Invocation, of command: Command<Program>
  ) -> Refusal {
    if repeats { return incompleteGroup(of: command) }
    if invocation.argumentCount == 0, let example = command.examples.first {
      return .bare(command.name, example: example)
    }
    return .missing(parameter.shownName, usages: usages(in: command, invocation))
  }

  /// Returns the error for an incomplete group of repeated arguments, with an example of a group.
  private func incompleteGroup(of command: Command<Program>) -> Refusal {
    let example = command.examples.first?.split(separator: " ").dropFirst().joined(separator: " ")
    return .incompleteGroup(parameters.map(\.shownExample), example: example ?? "")
  }

  /// Returns the usage of this form; of all forms if the arguments don't tell which form was meant.
  private func usages(in command: Command<Program>, _ invocation: Invocation) -> [String] {
    begins(invocation) ? [command.usage(of: self)] : command.usages
  }

  /// Returns whether the number and the kinds of the arguments match this form.
  ///
  /// Their values may still be wrong.
  func matches(_ invocation: Invocation) -> Bool {
    guard repeats || tail != nil || invocation.argumentCount <= parameters.count + keys.count else {
      return false
    }
    var position = 0
    for index in invocation.leadingWords..<invocation.words.count
    where keys.isEmpty || !invocation.isAssignment(word: index) {
      guard let parameter = parameter(at: position),
        parameter.resembles(invocation.words[index].text)
      else { return false }
      position += 1
    }
    return position >= parameters.count { $0.presence == .required }
  }

  /// `true` if a number can be the first argument.
  var mayBeginWithNumber: Bool {
    switch parameters.first?.kind {
    case .identifier, .literal: false
    case .choice(let choices): choices.contains { Int($0) != nil }
    default: true
    }
  }

  /// Returns whether the first argument is a word with which this form begins, or looks like a
  /// board identifier.
  func begins(_ invocation: Invocation) -> Bool {
    guard let first = parameters.first, invocation.argumentCount > 0 else { return false }
    let word = invocation.words[invocation.leadingWords].text
    switch first.kind {
    case .literal, .choice: return first.resembles(word)
    case .identifier:
      let rest = word.drop { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      return rest.count < word.count && rest.first == UInt8(ascii: "x")
    default: return false
    }
  }

  /// Returns the parameter of the positional argument at an index; `nil` if there are too many
  /// arguments.
  func parameter(at position: Int) -> Parameter? {
    if position < parameters.count { return parameters[position] }
    if let tail { return tail }
    return repeats ? parameters[position % parameters.count] : nil
  }

  /// Returns the form's key that a `KEY=VALUE` word uses; `nil` for an unknown key.
  private func key(ofWord index: Int, _ invocation: Invocation) -> Parameter? {
    let name = invocation.keyBytes(ofWord: index)
    return keys.first { $0.name.isText(name) }
  }

  /// Returns the error for an argument too many.
  private func surplus(
    _ word: Int, _ invocation: Invocation, of command: Command<Program>
  ) -> Refusal {
    .surplus(
      invocation.text(ofWord: word), column: invocation.column(ofWord: word),
      usages: usages(in: command, invocation))
  }

  /// Checks a `KEY=VALUE` word, and adds it to the key arguments of the invocation.
  private func addKey(_ word: Int, _ invocation: inout Invocation) throws(Refusal) {
    guard let key = key(ofWord: word, invocation) else {
      let name = String(decoding: invocation.keyBytes(ofWord: word), as: UTF8.self)
      throw unknownKey(name, column: invocation.column(ofWord: word))
    }
    guard key.mayRepeat || invocation.word(ofKey: key.name) == nil else {
      throw keyTwice(key.name, column: invocation.column(ofWord: word))
    }
    let value = invocation.valueBytes(ofWord: word)
    try key.check(value, word, &invocation)
    invocation.keyArguments.append((key.name, word))
  }

  private func unknownKey(_ name: String, column: Int) -> Refusal {
    let known = keys.map(\.name)
    return Refusal("unknown-key", quoting: name, column: column) { name, place in
      Text("unknown key \"\(name)\"", "\(named(name)) というキーはありません") + place
        + Text(
          " (known: \(known.joined(separator: ", ")))", "（使えるのは \(known.joined(separator: "、"))）")
    }
  }

  private func keyTwice(_ name: String, column: Int) -> Refusal {
    Refusal("key-twice", quoting: name, column: column) { name, place in
      let again = place.english.isEmpty ? "" : ", again"
      return Text("key \"\(name)\" is given twice\(again)", "キー \(name) が2回あります") + place
    }
  }
}

extension Parameter {
  /// Returns the error for a value that is not a number, or outside the limits.
  private func numberFault(
    _ value: ArraySlice<UInt8>, _ range: ClosedRange<Int>, column: Int
  ) -> Refusal {
    let text = String(decoding: value, as: UTF8.self)
    return value.isDecimal || Self.hasExponent(value)
      ? .outOfRange(shownName, text, range, column: column)
      : .notNumber(shownName, text, column: column)
  }

  /// Checks the value of an argument; keeps the path of a file.
  fileprivate func check(
    _ value: ArraySlice<UInt8>, _ word: Int, _ invocation: inout Invocation
  ) throws(Refusal) {
    switch kind {
    case .number(let limits):
      guard let number = value.decimal, limits.contains(number) else {
        throw numberFault(value, limits, column: invocation.column(ofWord: word))
      }
      invocation.words[word].number = number
    case .choice(let choices):
      let text = String(decoding: value, as: UTF8.self)
      guard choices.contains(text) || explainedWords.contains(text) else {
        if value.hasCapital, choices.contains(text.lowercased()) {
          return invocation.lowercase(word: word)
        }
        throw .notChoice(name, text, choices, column: invocation.column(ofWord: word))
      }
    case .flag(let words):
      let text = String(decoding: value, as: UTF8.self)
      guard words.contains(text) else {
        throw .notChoice("option", text, words, column: invocation.column(ofWord: word))
      }
      invocation.flags.append(text)
    case .literal:
      guard name.isText(value) else {
        let text = String(decoding: value, as: UTF8.self)
        throw .notChoice("argument", text, [name], column: invocation.column(ofWord: word))
      }
    case .file:
      try invocation.resolveFile(String(decoding: value, as: UTF8.self), word: word)
    case .text:
      guard value.count <= Self.longestText else {
        throw .tooLong(name, limit: Self.longestText, column: invocation.column(ofWord: word))
      }
    case .identifier, .commandName, .settingName: break
    }
  }

  /// Returns whether a text is a number with an exponent such as `1e9`, which counts as out of
  /// range.
  private static func hasExponent(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.isAllDigits }
  }
}
