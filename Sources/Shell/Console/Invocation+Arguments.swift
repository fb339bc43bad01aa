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
  package func text(key name: StaticString) -> String? {
    word(key: name).map(value(ofWord:))
  }

  /// The number behind `KEY=`, if the key was given.
  package func number(key name: StaticString) -> Int? {
    word(key: name).map { words[$0].number }
  }

  /// The column of a key, if it was given.
  package func column(key name: StaticString) -> Int? {
    word(key: name).map(column(ofWord:))
  }

  /// What stands behind `KEY=`; the whole word where it gives no key.
  func value(ofWord index: Int) -> String {
    String(decoding: valueBytes(ofWord: index), as: UTF8.self)
  }

  private func word(key name: StaticString) -> Int? {
    for index in min(firstKeyWord, words.count)..<words.count
    where words[index].key >= 0 && words[index].assignmentLength == name.utf8CodeUnitCount
      && name.isText(keyBytes(ofWord: index))
    {
      return index
    }
    return nil
  }
}
