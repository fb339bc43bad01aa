/// The arguments of a command, once its form has checked them.
extension Invocation {
  package var argumentCount: Int { words.count - leadingWords }

  /// The value of the number at this place; keys have none.
  package func number(_ index: Int) -> Int { words[argumentWords[index]].number }

  /// The text of the argument at this place; keys have none, and files are no texts.
  package func text(_ index: Int) -> String {
    // A path made of the bare name could lead anywhere.
    precondition(files.allSatisfy { $0.word != argumentWords[index] }, "a file is no text")
    return text(ofWord: argumentWords[index])
  }

  /// The text of an argument that may be missing.
  package func textIfGiven(_ index: Int) -> String? {
    index < argumentWords.count ? text(index) : nil
  }

  /// The column of the argument at this place; keys have none.
  package func column(_ index: Int) -> Int { column(ofWord: argumentWords[index]) }

  /// What stands behind `NAME=`.
  package func text(key name: StaticString) -> String? { word(key: name).map { value(ofWord: $0) } }

  /// The texts behind each `KEY=`, where the key may be given more than once.
  package func texts(key name: StaticString) -> [String] {
    words.elements.indices
      .filter { isKey($0, name) }
      .map { value(ofWord: $0) }
  }

  /// The number behind `NAME=`.
  package func number(key name: StaticString) -> Int? { word(key: name).map { words[$0].number } }

  /// Where the word begins that has `NAME=`.
  package func column(key name: StaticString) -> Int? { word(key: name).map { column(ofWord: $0) } }

  /// What stands behind `KEY=`; the whole word where it gives no key.
  func value(ofWord index: Int) -> String {
    String(decoding: valueBytes(ofWord: index), as: UTF8.self)
  }

  var beginsWithNumber: Bool { argumentCount > 0 && bytes(ofWord: leadingWords).isDecimal }

  func word(key name: StaticString) -> Int? {
    guard firstKeyWord < words.count else { return nil }
    return (firstKeyWord..<words.count).first { isKey($0, name) }
  }

  private func isKey(_ index: Int, _ name: StaticString) -> Bool {
    words[index].assignmentLength == name.utf8CodeUnitCount && words[index].key != nil
      && name.isText(keyBytes(ofWord: index))
  }

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
