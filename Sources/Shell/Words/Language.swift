/// The language of the program's replies and messages: English or Japanese.
///
///     language.pick("no rounds", "ラウンドはありません")
///
/// Every sentence is written in all languages side by side, so that a new language doesn't compile
/// until each sentence is translated.
public enum Language: String, CaseIterable, Sendable {
  case english = "en", japanese = "ja"

  /// Chooses the language of the user from the environment variables of the locale.
  ///
  /// It is English unless the locale names another supported language and the terminal accepts
  /// UTF-8.
  public init(_ variable: (String) -> String?) {
    self =
      Self.supportsUnicode(variable) ? Self.named(Self.locale("LC_MESSAGES", variable)) : .english
  }

  /// Returns whether the terminal accepts UTF-8.
  public static func supportsUnicode(_ variable: (String) -> String?) -> Bool {
    isUnicode(locale("LC_CTYPE", variable))
  }

  /// Returns the locale of a category such as `LC_MESSAGES`, from `LC_ALL`, the category's variable
  /// or `LANG`.
  private static func locale(_ category: String, _ variable: (String) -> String?) -> String {
    ["LC_ALL", category, "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
  }

  /// Returns the language of a locale such as `ja_JP.UTF-8`; English for any other.
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

  /// Returns whether the character set of a locale is UTF-8, in any spelling.
  private static func isUnicode(_ locale: String) -> Bool {
    guard let dot = locale.firstIndex(of: ".") else { return false }
    let codes = locale[dot...].dropFirst().prefix { $0 != "@" }
    return codes.lowercased().utf8.filter { $0 != UInt8(ascii: "-") }.elementsEqual("utf8".utf8)
  }

  /// Returns the sentence in this language; the other one is not evaluated.
  public func pick(
    _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String
  ) -> String {
    switch self {
    case .english: english()
    case .japanese: japanese()
    }
  }
}

/// Returns a count with its English noun, singular or plural: `1 row`, `2 rows`.
public func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
}

extension Double {
  /// The number without unnecessary decimals: `2`, or `2.5`.
  public var short: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}
