/// The reason why a command was not performed.
///
///     throw Refusal("no-rounds", "there are no rounds", "ラウンドはありません")
///
/// The name is stable, so that the program and its tests can tell refusals apart in every language.
package struct Refusal: Error, Equatable, Sendable {
  /// Lower-case words with hyphens.
  package let name: String
  /// The sentence, in lower case and without a full stop.
  package let text: Text
  /// The column of the line that the refusal is about, counted from 1; `nil` if it is about none.
  package let column: Int?

  package init(_ name: String, _ english: String, _ japanese: String, column: Int? = nil) {
    self.name = name
    text = Text(english, japanese)
    self.column = column
  }

  /// Creates a refusal from a sentence in each language.
  package init(_ name: String, column: Int? = nil, _ words: (Language) -> String) {
    self.init(name, words(.english), words(.japanese), column: column)
  }

  /// Returns the refusal of another line, in which it is about a column or about none.
  package func at(_ column: Int?) -> Refusal {
    Refusal(name, text.english, text.japanese, column: column)
  }

  /// Returns the sentence, and the column behind it.
  package func words(in language: Language) -> String {
    guard let column else { return text.in(language) }
    return text.in(language) + language.pick(", at column \(column)", "（\(column)文字目）")
  }
}
