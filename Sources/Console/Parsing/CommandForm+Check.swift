/// The check of a line's arguments against a form, the only one in the program.
extension CommandForm {
  /// Checks every argument and stores the results in the invocation, such as the values of numbers.
  ///
  /// - Throws: The first error from left to right, and the error of a missing argument last.
  func check(_ invocation: inout Invocation, of command: Command) throws(ArgumentFault) {
    let hasKeys = !keys.isEmpty
    for index in invocation.leadingWords..<invocation.words.count {
      if hasKeys, invocation.isAssignment(word: index) {
        try addKey(index, &invocation)
        continue
      }
      guard let parameter = parameter(at: invocation.argumentWords.count),
        parameter.acceptsFlag(word: index, invocation)
      else {
        throw .surplus(
          invocation.text(ofWord: index), column: invocation.column(ofWord: index),
          usages: usages(in: command, invocation))
      }
      try parameter.check(word: index, &invocation)
      invocation.argumentWords.append(index)
    }
    let position = invocation.argumentWords.count
    if position < parameters.count, parameters[position].presence == .required {
      if repeats { throw incompleteGroup(of: command) }
      if invocation.argumentCount == 0, let example = command.examples.first {
        throw .bare("\(command.name)", example: example)
      }
      throw .missing(parameters[position].shownName, usages: usages(in: command, invocation))
    }
    if repeats, position != parameters.count, !position.isMultiple(of: parameters.count) {
      throw incompleteGroup(of: command)
    }
  }

  /// Returns the error for an incomplete group of repeated arguments, with an example of a group.
  private func incompleteGroup(of command: Command) -> ArgumentFault {
    let example = command.examples.first?.split(separator: " ").dropFirst().joined(separator: " ")
    return .incompleteGroup(parameters.map(\.shownExample), example: example ?? "")
  }

  /// Returns the usage of this form; of all forms if the arguments don't tell which form was meant.
  private func usages(in command: Command, _ invocation: borrowing Invocation) -> [String] {
    begins(invocation) ? [command.usage(of: self)] : command.usages
  }

  /// Returns whether the number and the kinds of the arguments match this form.
  ///
  /// Their values may still be wrong.
  func matches(_ invocation: borrowing Invocation) -> Bool {
    guard repeats || tail != nil || invocation.argumentCount <= parameters.count + keys.count else {
      return false
    }
    var position = 0
    for index in invocation.leadingWords..<invocation.words.count
    where keys.isEmpty || !invocation.isAssignment(word: index) {
      guard let parameter = parameter(at: position),
        parameter.resembles(invocation.bytes(ofWord: index))
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
  func begins(_ invocation: borrowing Invocation) -> Bool {
    guard let first = parameters.first, invocation.argumentCount > 0 else { return false }
    let word = invocation.bytes(ofWord: invocation.leadingWords)
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

  /// Returns the index of the form's key that a `KEY=VALUE` word uses; `nil` for an unknown key.
  private func key(ofWord index: Int, _ invocation: borrowing Invocation) -> Int? {
    let name = invocation.keyBytes(ofWord: index)
    return keys.firstIndex { $0.name.isText(name) }
  }

  /// Checks a `KEY=VALUE` word and stores the index of its key in the invocation.
  private func addKey(_ index: Int, _ invocation: inout Invocation) throws(ArgumentFault) {
    guard let key = key(ofWord: index, invocation) else {
      let name = String(decoding: invocation.keyBytes(ofWord: index), as: UTF8.self)
      throw .unknownKey(
        name, column: invocation.column(ofWord: index), known: keys.map { "\($0.name)" })
    }
    guard keys[key].mayRepeat || !invocation.words.elements.contains(where: { $0.key == key })
    else { throw .keyTwice("\(keys[key].name)", column: invocation.column(ofWord: index)) }
    invocation.words[index].key = key
    invocation.firstKeyWord = min(invocation.firstKeyWord, index)
    try keys[key].check(word: index, &invocation)
  }
}

extension Parameter {
  /// Returns whether a flag parameter accepts a word.
  ///
  /// A flag with several words accepts any, because a wrong one is reported later.
  fileprivate func acceptsFlag(word index: Int, _ invocation: borrowing Invocation) -> Bool {
    guard case .flag(let words) = kind, words.count == 1 else { return true }
    return words[0] == invocation.text(ofWord: index)
  }

  /// Checks the value of an argument; stores it in the invocation if it is a number or a file.
  fileprivate func check(word index: Int, _ invocation: inout Invocation) throws(ArgumentFault) {
    switch kind {
    case .number(let range):
      let bytes = invocation.valueBytes(ofWord: index)
      if let number = bytes.decimal, range.contains(number) {
        invocation.words[index].number = number
        return
      }
      let text = invocation.value(ofWord: index)
      let column = invocation.column(ofWord: index)
      throw bytes.isDecimal || Self.hasExponent(bytes)
        ? .outOfRange(shownName, text, range, column: column)
        : .notNumber(shownName, text, column: column)
    case .choice(let choices):
      let text = invocation.value(ofWord: index)
      guard choices.contains(text) || explainedWords.contains(text) else {
        throw .notChoice("\(name)", text, choices, column: invocation.column(ofWord: index))
      }
    case .flag(let words):
      let text = invocation.text(ofWord: index)
      guard words.contains(text) else {
        throw .notChoice("option", text, words, column: invocation.column(ofWord: index))
      }
    case .literal:
      let text = invocation.text(ofWord: index)
      guard text == "\(name)" else {
        throw .notChoice("argument", text, ["\(name)"], column: invocation.column(ofWord: index))
      }
    case .file: try invocation.resolveFile(word: index)
    case .text:
      guard invocation.valueBytes(ofWord: index).count <= Self.longestText else {
        throw .tooLong("\(name)", limit: Self.longestText, column: invocation.column(ofWord: index))
      }
    case .identifier, .commandName, .settingName: break
    }
  }

  /// Returns whether a text is a number with an exponent such as `1e9`, which counts as out of
  /// range.
  private static func hasExponent(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.isAllDigits }
  }
}
