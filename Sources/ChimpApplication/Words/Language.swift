package import Shell

/// A language in which the program speaks to a person.
///
/// Each fact has its sentence in this folder, in every language: `pick` takes them side by side.
package enum Language: String, CaseIterable, Sendable {
  case english
  case japanese

  /// The sentence of this language.
  func pick(
    _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String
  ) -> String {
    switch self {
    case .english: english()
    case .japanese: japanese()
    }
  }

  /// The words of this language, where a reply is put together from bytes.
  @inline(__always)
  func pick(_ english: StaticString, _ japanese: StaticString) -> StaticString {
    switch self {
    case .english: english
    case .japanese: japanese
    }
  }

  /// The lines of this language.
  func lines(
    _ english: @autoclosure () -> [String], _ japanese: @autoclosure () -> [String]
  ) -> [String] {
    switch self {
    case .english: english()
    case .japanese: japanese()
    }
  }
}

/// A number of things in English.
func counted(_ count: Int, _ one: String, _ many: String) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many)"
}

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
  func say(_ sentence: (Language) -> String) {
    output.write(text: escaped(sentence(language)))
    output.endLine()
  }

  /// Refuses a command with a sentence.
  func refuse(_ sentence: (Language) -> String) {
    output.refuse(sentence(language))
  }
}
