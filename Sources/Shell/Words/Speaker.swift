/// Writes sentences to the output in the language of the session.
///
///     speaker.say("waited \(time) ms", "\(time)ミリ秒待ちました")
///
/// A sentence is written in all languages where it is said; only the one of the session is
/// evaluated.
public final class Speaker {
  /// The output of the session.
  public let output: OutputWriter
  /// The language in which the next sentences are written.
  public var language: Language { didSet { markRefusals() } }

  /// Creates a speaker that writes to the output.
  public init(_ output: OutputWriter, in language: Language = .english) {
    self.output = output
    self.language = language
    markRefusals()
  }

  private func markRefusals() { output.refusalMark = language.pick("error:", "エラー:") }

  /// Writes a sentence as a line, in which control characters are escaped.
  public func say(
    _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String,
    at place: OutputWriter.Place = .reply
  ) {
    say(line: language.pick(english(), japanese()), at: place)
  }

  /// Writes a line that has no words of a language, or that was made from several sentences.
  public func say(line: String, at place: OutputWriter.Place = .reply) {
    output.write(text: escaped(line) + "\n", at: place)
  }

  /// Writes the sentence of a refusal; that of a move stands below the board until the next one.
  public func refuse(_ refusal: Refusal, ofMove isOfMove: Bool = false) {
    output.refuse(
      refusal.words(in: language), named: refusal.name, column: refusal.column, asRemark: isOfMove)
  }
}
