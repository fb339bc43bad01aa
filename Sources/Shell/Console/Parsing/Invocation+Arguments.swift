/// The arguments of a command, once its form has checked them.
extension Invocation {
  /// How many arguments there are, keys included.
  package var argumentCount: Int { words.count - leadingWords }

  /// Whether there are arguments, and the first one consists of digits.
  var beginsWithNumber: Bool { leadingWords < words.count && words[leadingWords].isNumber }

  /// The value of the number at this place; keys have none.
  package func number(_ index: Int) -> Int {
    words[word(atPlace: index) ?? leadingWords + index].number
  }

  /// The text of the argument at this place; keys have none, and files are no texts.
  package func text(_ index: Int) -> String { text(ofArgumentWord: word(ofArgument: index)) }

  /// The text of the argument at this place, if it was given.
  package func textIfGiven(_ index: Int) -> String? {
    word(atPlace: index).map(text(ofArgumentWord:))
  }

  private func text(ofArgumentWord index: Int) -> String {
    // A path made of the bare name could lead anywhere.
    precondition(files.isEmpty || files.allSatisfy { $0.word != index }, "a file is no text")
    return text(ofWord: index)
  }

  /// The word of the argument at this place, or the one behind the last.
  func word(ofArgument index: Int) -> Int { word(atPlace: index) ?? leadingWords + index }

  /// The column of the argument at this place; keys have none.
  package func column(_ index: Int) -> Int {
    column(ofWord: word(atPlace: index) ?? leadingWords + index)
  }

  /// The text behind `KEY=`, if the key was given.
  package func text(key name: StaticString) -> String? { word(key: name).map(value(ofWord:)) }

  /// The texts behind each `KEY=`, where the key may be given more than once.
  package func texts(key name: StaticString) -> [String] {
    words.elements.indices.filter { isKey(words[$0], name) }.map(value(ofWord:))
  }

  /// The number behind `KEY=`, if the key was given.
  package func number(key name: StaticString) -> Int? {
    word(key: name).map { words[$0].number }
  }

  /// The column of a key, if it was given.
  package func column(key name: StaticString) -> Int? { word(key: name).map(column(ofWord:)) }

  /// What stands behind `KEY=`; the whole word where it gives no key.
  func value(ofWord index: Int) -> String {
    String(decoding: valueBytes(ofWord: index), as: UTF8.self)
  }

  /// The word of the argument at this place; a key may stand before it.
  @inline(__always)
  private func word(atPlace place: Int) -> Int? {
    let index = leadingWords + place
    if index < min(firstKeyWord, words.count) { return index }
    return wordBehindKeys(atPlace: place)
  }

  @inline(never)
  private func wordBehindKeys(atPlace place: Int) -> Int? {
    var place = place
    for index in leadingWords..<words.count where words[index].key < 0 {
      if place == 0 { return index }
      place -= 1
    }
    return nil
  }

  func word(key name: StaticString) -> Int? {
    guard firstKeyWord < words.count else { return nil }
    for index in firstKeyWord..<words.count where isKey(words[index], name) { return index }
    return nil
  }

  @inline(__always)
  private func isKey(_ word: Word, _ name: StaticString) -> Bool {
    // Most keys differ in length or in the first letter.
    guard word.key >= 0, Int(word.assignmentLength) == name.utf8CodeUnitCount else { return false }
    let start = Int(word.offset)
    return line[start] == name.utf8Start[0]
      && name.isText(line.elements(start..<start + Int(word.assignmentLength)))
  }
}

extension Invocation {
  /// The text as it has to be entered between quotes to be one word.
  package static func quoted(_ text: String, isClosed: Bool = true) -> String {
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
