/// A text for users in every language of the program.
///
///     let text = Text("no rounds", "ラウンドはありません")
///     text.in(.japanese)  // ラウンドはありません
package struct Text: Equatable, Sendable {
  package let english: String
  package let japanese: String

  package init(_ english: String, _ japanese: String) {
    self.english = english
    self.japanese = japanese
  }

  package func `in`(_ language: Language) -> String { language.pick(english, japanese) }
}
