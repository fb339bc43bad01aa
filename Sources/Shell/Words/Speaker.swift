/// Writes sentences to the output in the language of the session.
///
///     speaker.say("waited \(time) ms", "\(time)ミリ秒待ちました")
///
/// A sentence is written in all languages where it is said; only the one of the session is
/// evaluated.
package final class Speaker {
  /// The output of the session.
  package let output: OutputWriter
  /// The language in which the next sentences are written.
  package var language: Language { didSet { markRefusals() } }

  /// Creates a speaker that writes to the output.
  package init(_ output: OutputWriter, in language: Language = .english) {
    self.output = output
    self.language = language
    markRefusals()
  }

  private func markRefusals() { output.refusalMark = language.pick("error:", "エラー:") }

  /// Where a terminal that shows a live picture writes a line.
  package enum Kind {
    /// Above the prompt, as every reply.
    case reply
    /// Nowhere if the picture shows the same.
    case picture
    /// Once: in the picture or on the main screen.
    case result
    /// Below the board, until the next one.
    case remark
  }

  /// Writes a sentence as a line, in which control characters are escaped.
  package func say(
    _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String,
    as kind: Kind = .reply
  ) {
    say(line: language.pick(english(), japanese()), as: kind)
  }

  /// Writes a line that has no words of a language, or that was made from several sentences.
  package func say(line: String, as kind: Kind = .reply) {
    let text = escaped(line)
    output.write(text: text)
    output.endLine()
    let count = text.utf8.count + 1
    switch kind {
    case .reply: break
    case .picture: output.notePicture(byteCount: count)
    case .result: output.noteResult(byteCount: count)
    case .remark: output.noteRemark(byteCount: count, isKept: true)
    }
  }

  /// Writes the sentence of a refusal; that of a move stands below the board until the next one.
  package func refuse(_ refusal: Refusal, ofMove isOfMove: Bool = false) {
    output.refuse(refusal.words(in: language), asRemark: isOfMove)
  }
}
