extension TestPreset {
  /// Returns the names of the tests that a text may mean: the test of exactly this name, or else
  /// those whose names begin with the text, or end with a hyphen and the text.
  ///
  /// For example `210` means `inoue-210`, and `inoue` means four tests.
  ///
  /// For example `210` means `inoue-210`, and `inoue` four tests.
  package static func names(like text: String) -> [String] {
    if names.contains(text) { return [text] }
    return names.filter { !text.isEmpty && ($0.hasPrefix(text) || $0.hasSuffix("-" + text)) }
  }
}
