/// A text for users in every language of the program.
///
///     let text = Text("no rounds", "ラウンドはありません")
///     text.in(.japanese)  // ラウンドはありません
public struct Text: Equatable, Sendable {
  public let english: String
  public let japanese: String

  public init(_ english: String, _ japanese: String) {
    self.english = english
    self.japanese = japanese
  }

  public func `in`(_ language: Language) -> String { language.pick(english, japanese) }

  /// Returns a text with another one behind it.
  static func + (text: Text, end: Text) -> Text {
    Text(text.english + end.english, text.japanese + end.japanese)
  }
}

/// Returns a text as a Japanese sentence names it, without quotes; `""` for an empty text, which
/// would be invisible.
public func named(_ text: String) -> String { text.isEmpty ? "\"\"" : text }
