extension TestPreset {
  /// Returns the names of the tests that a possibly abbreviated name means.
  ///
  /// An exact name means one test. Otherwise the result has all names that begin with the text, or
  /// end with a hyphen and the text: `210` means `inoue-210`, and `inoue` four tests.
  public static func names(like text: String) -> [String] {
    if names.contains(text) { return [text] }
    return names.filter { !text.isEmpty && ($0.hasPrefix(text) || $0.hasSuffix("-" + text)) }
  }
}
