/// The reason why a command was not performed.
///
///     throw Refusal("no-rounds", "there are no rounds", "ラウンドはありません")
///
/// The name is stable, so that the program and its tests can tell refusals apart in every language.
public struct Refusal: Error, Equatable, Sendable {
  /// Lower-case words with hyphens.
  public let name: String
  /// The sentence with the column, in lower case and without a full stop.
  public let text: Text
  /// The sentence for a person who has just typed the line and sees the word that it is about.
  ///
  /// It has a column only where no word tells the place, as for an open quote.
  public let typedText: Text
  /// The column of the line that the refusal is about, counted from 1; `nil` if it is about none.
  public let column: Int?
  /// `true` if the line resembles no command, so that the program may say what it waits for.
  ///
  /// This is an unknown word without a similar name, or numbers that are no whole group.
  public internal(set) var isOfNoCommand = false

  private init(_ name: String, _ text: Text, typed typedText: Text, column: Int?) {
    self.name = name
    self.text = text
    self.typedText = typedText
    self.column = column
  }

  /// Creates a refusal; the column stands behind the sentence.
  public init(_ name: String, _ english: String, _ japanese: String, column: Int? = nil) {
    let sentence = Text(english, japanese)
    let place = column.map { Text(", at column \($0)", "（\($0)文字目）") }
    self.init(name, place.map { sentence + $0 } ?? sentence, typed: sentence, column: column)
  }

  /// Creates a refusal whose sentence itself names the column.
  public init(_ name: String, _ english: String, _ japanese: String, namedColumn column: Int?) {
    let sentence = Text(english, japanese)
    self.init(name, sentence, typed: sentence, column: column)
  }

  /// Creates a refusal whose sentence quotes a word of the line, and tells its place in the middle.
  ///
  /// The closure gets an empty place and a short quotation for a typed line, in which the word is
  /// in view.
  init(
    _ name: String, quoting word: String, column: Int, _ sentence: (String, Text) -> Text
  ) {
    let isLong = word.unicodeScalars.count > 60
    let quotation = isLong ? String(word.prefix(50)) + "..." : word
    self.init(
      name, sentence(word, Text(" at column \(column)", "（\(column)文字目）")),
      typed: sentence(quotation, Text("", "")), column: column)
  }

  /// Creates a refusal from a sentence in each language.
  public init(_ name: String, column: Int? = nil, _ words: (Language) -> String) {
    self.init(name, words(.english), words(.japanese), column: column)
  }

  /// Returns the refusal of another line, in which it is about a column.
  public func at(_ column: Int?) -> Refusal {
    Refusal(name, typedText.english, typedText.japanese, column: column)
  }

  /// Returns the refusal with the usages of a command behind its sentence.
  func explained(by usages: [String]) -> Refusal {
    let usage = Text(
      " (usage: \(usages.joined(separator: ", or ")))",
      "（使い方: \(usages.joined(separator: "、または "))）")
    return Refusal(name, text + usage, typed: typedText + usage, column: column)
  }

  /// Returns the sentence, and the column where there is one.
  public func words(in language: Language) -> String { text.in(language) }
}

extension Refusal: CustomStringConvertible {
  public var description: String { text.english }
}
