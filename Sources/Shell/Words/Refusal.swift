/// The reason why a command was not performed.
///
///     throw Refusal("no-rounds", "there are no rounds", "ラウンドはありません")
///
/// The name is stable, so that a program that drives this one can recognise the refusal in every
/// language.
package struct Refusal: Error, Equatable, Sendable {
  /// Lower-case words with hyphens.
  package let name: String
  /// The sentence, in lower case and without a full stop.
  package let text: Text

  package init(_ name: String, _ english: String, _ japanese: String) {
    self.name = name
    text = Text(english, japanese)
  }
}
