/// A language in which the program speaks to a person.
///
/// Each fact has its sentence in this folder, in every language: `pick` takes them side by side.
package enum Language: String, CaseIterable, Sendable {
  case english = "en", japanese = "ja"

  /// The language that the environment of a terminal asks for: English unless it is one that is
  /// spoken here, and the terminal takes UTF-8.
  package init(_ variable: (String) -> String?) {
    self =
      Self.supportsUnicode(variable) ? Self.named(Self.locale("LC_MESSAGES", variable)) : .english
  }

  /// Whether the terminal takes UTF-8.
  package static func supportsUnicode(_ variable: (String) -> String?) -> Bool {
    isUnicode(locale("LC_CTYPE", variable))
  }

  private static func locale(_ category: String, _ variable: (String) -> String?) -> String {
    ["LC_ALL", category, "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
  }

  /// The language of a locale such as `ja_JP.UTF-8`.
  private static func named(_ locale: String) -> Language {
    guard isUnicode(locale) else { return .english }
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    let isTerritory = { (part: Substring) in
      part.utf8.count == 2 && part.utf8.allSatisfy { (0x41...0x5a).contains($0) }
    }
    guard parts.count == 1 || parts.count == 2 && isTerritory(parts[1]) else { return .english }
    return Language(rawValue: String(parts[0])) ?? .english
  }

  private static func isUnicode(_ locale: String) -> Bool {
    guard let dot = locale.firstIndex(of: ".") else { return false }
    let codes = locale[dot...].dropFirst().prefix { $0 != "@" }
    return codes.lowercased().utf8.filter { $0 != UInt8(ascii: "-") }.elementsEqual("utf8".utf8)
  }

  /// The sentence of this language.
  package func pick(
    _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String
  ) -> String {
    switch self {
    case .english: english()
    case .japanese: japanese()
    }
  }

  /// The words of this language, where a reply is put together from bytes.
  @inline(__always)
  package func pick(_ english: StaticString, _ japanese: StaticString) -> StaticString {
    switch self {
    case .english: english
    case .japanese: japanese
    }
  }
}

/// A number of things in English.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
}
