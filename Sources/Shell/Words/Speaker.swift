/// Writes sentences to the output in the language of the session.
///
///     speaker.say { $0.waited(650) }
///
/// A sentence is a function of `Language`, so that callers never choose a language themselves.
package final class Speaker {
  /// The output of the session.
  package let output: OutputWriter
  /// The language in which the next sentences are written.
  package var language: Language

  /// Creates a speaker that writes to the output.
  package init(_ output: OutputWriter, in language: Language = .english) {
    self.output = output
    self.language = language
  }

  /// Writes a sentence as a line; control characters are escaped.
  package func say(_ sentence: (Language) -> String) {
    output.write(text: escaped(sentence(language)))
    output.endLine()
  }

  /// Writes a sentence as a line that a terminal omits if its live picture shows the same.
  package func sayBesideStage(_ sentence: (Language) -> String) {
    output.notePicture(byteCount: sayCounted(sentence))
  }

  /// Writes a sentence as a result, which a terminal writes only once: in its live picture or on
  /// the main screen.
  package func sayResult(_ sentence: (Language) -> String) {
    output.noteResult(byteCount: sayCounted(sentence))
  }

  /// Writes a sentence as a remark on the round, which a stage shows until its next board.
  package func sayRemark(_ sentence: (Language) -> String) {
    output.noteRemark(byteCount: sayCounted(sentence), isKept: true)
  }

  /// Writes a sentence as a line; returns the number of its bytes.
  private func sayCounted(_ sentence: (Language) -> String) -> Int {
    let text = escaped(sentence(language))
    output.write(text: text)
    output.endLine()
    return text.utf8.count + 1
  }

  /// Writes a sentence as an error message.
  package func refuse(_ sentence: (Language) -> String) { output.refuse(sentence(language)) }

  /// Writes a sentence as the refusal of a move, which a stage shows until its next board.
  package func refuseMove(_ sentence: (Language) -> String) {
    output.refuse(sentence(language), asRemark: true)
  }
}
