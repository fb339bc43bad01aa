/// Writes what a person reads, in the language of the session.
package final class Speaker {
  package let output: OutputWriter
  /// The language from now on.
  package var language: Language

  /// Makes a speaker that writes to the output.
  package init(_ output: OutputWriter, in language: Language = .english) {
    self.output = output
    self.language = language
  }

  /// Writes a sentence as a line; characters that drive a terminal are escaped.
  package func say(_ sentence: (Language) -> String) {
    output.write(text: escaped(sentence(language)))
    output.endLine()
  }

  /// Writes a sentence as a line that is left out where a stage shows the same.
  package func sayBesideStage(_ sentence: (Language) -> String) {
    let text = escaped(sentence(language))
    output.write(text: text)
    output.endLine()
    output.notePicture(byteCount: text.utf8.count + 1)
  }

  package func refuse(_ sentence: (Language) -> String) { output.refuse(sentence(language)) }
}
