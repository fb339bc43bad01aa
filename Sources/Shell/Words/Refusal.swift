/// The reason why a command was not performed.
///
///     throw Refusal("no-rounds", "there are no rounds", "ラウンドはありません")
///
/// The name is stable, so that the program and its tests can tell refusals apart in every language.
public struct Refusal: Error, Equatable, Sendable {
  /// Lower-case words with hyphens.
  public let name: String
  /// The sentence, in lower case and without a full stop.
  public let text: Text
  /// The column of the line that the refusal is about, counted from 1; `nil` if it is about none.
  public let column: Int?

  public init(_ name: String, _ english: String, _ japanese: String, column: Int? = nil) {
    self.name = name
    text = Text(english, japanese)
    self.column = column
  }

  /// Creates a refusal from a sentence in each language.
  public init(_ name: String, column: Int? = nil, _ words: (Language) -> String) {
    self.init(name, words(.english), words(.japanese), column: column)
  }

  /// Returns the refusal of another line, in which it is about a column or about none.
  public func at(_ column: Int?) -> Refusal {
    Refusal(name, text.english, text.japanese, column: column)
  }

  /// Returns the sentence, and the column behind it.
  public func words(in language: Language) -> String {
    guard let column else { return text.in(language) }
    return text.in(language) + language.pick(", at column \(column)", "（\(column)文字目）")
  }
}
