/// Writes sentences in the language of the session.
///
///     speaker.say { $0.waited(650) }
///
/// A sentence is a function of the language, so that a caller passes facts and never words.
package final class Speaker {
  /// The output of the session.
  package let output: OutputWriter
  /// The language of the sentences that follow.
  package var language: Language

  /// Creates a speaker that writes to the output.
  package init(_ output: OutputWriter, in language: Language = .english) {
    self.output = output
    self.language = language
  }

  /// Writes a sentence as a line, with hidden characters escaped.
  package func say(_ sentence: (Language) -> String) {
    output.write(text: escaped(sentence(language)))
    output.endLine()
  }

  /// Writes a sentence as a line that a terminal omits if its stage shows the same.
  package func sayBesideStage(_ sentence: (Language) -> String) {
    output.notePicture(byteCount: sayCounted(sentence))
  }

  /// Writes a sentence as a result, which a terminal writes once: its stage shows it, or the main
  /// screen.
  package func sayResult(_ sentence: (Language) -> String) {
    output.noteResult(byteCount: sayCounted(sentence))
  }

  /// Writes a sentence as a line; returns the number of its bytes.
  private func sayCounted(_ sentence: (Language) -> String) -> Int {
    let text = escaped(sentence(language))
    output.write(text: text)
    output.endLine()
    return text.utf8.count + 1
  }

  /// Writes a sentence as a refusal.
  package func refuse(_ sentence: (Language) -> String) { output.refuse(sentence(language)) }

  /// Writes a sentence as the refusal of a move, which a stage shows until its next board.
  package func refuseMove(_ sentence: (Language) -> String) {
    output.refuse(sentence(language), asRemark: true)
  }
}
