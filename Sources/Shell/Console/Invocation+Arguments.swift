/// The arguments of a command, once its form has checked them.
extension Invocation {
  /// How many arguments there are, keys included.
  package var argumentCount: Int { words.count - leadingWords }

  /// The value of the number at this place.
  package func number(_ index: Int) -> Int {
    words[leadingWords + index].number
  }

  /// The text of the argument at this place.
  package func text(_ index: Int) -> String {
    text(ofWord: leadingWords + index)
  }

  /// The text of the argument at this place, if it was given.
  package func textIfGiven(_ index: Int) -> String? {
    index < argumentCount ? text(index) : nil
  }

  /// The column of the argument at this place.
  package func column(_ index: Int) -> Int {
    column(ofWord: leadingWords + index)
  }

  /// The text behind `KEY=`, if the key was given.
  package func text(key name: String) -> String? {
    word(key: name).map(value(ofWord:))
  }

  /// The number behind `KEY=`, if the key was given.
  package func number(key name: String) -> Int? {
    word(key: name).map { words[$0].number }
  }

  /// The column of a key, if it was given.
  package func column(key name: String) -> Int? {
    word(key: name).map(column(ofWord:))
  }

  /// What stands behind `KEY=`; the whole word where it gives no key.
  func value(ofWord index: Int) -> String {
    String(decoding: bytes(ofWord: index).dropFirst(words[index].keyLength), as: UTF8.self)
  }

  /// The value of a word as a number, if it is one.
  func decimalNumber(ofWord index: Int) -> Int? {
    let word = words[index]
    let start = word.start + word.keyLength
    let bytes = word.isQuoted ? decoded : line
    return Shell.decimalNumber(bytes.span.extracting(start..<word.end))
  }

  private func word(key name: String) -> Int? {
    keys.firstIndex { $0.name == name }.flatMap { key in words.firstIndex { $0.key == key } }
  }
}
