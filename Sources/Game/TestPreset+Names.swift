extension TestPreset {
  /// Returns the names of the tests that a text may mean: the equal one, or else those that begin
  /// with it or end with it after a hyphen.
  ///
  /// For example `210` means `inoue-210`, and `inoue` four tests.
  package static func names(like text: String) -> [String] {
    if names.contains(text) { return [text] }
    return names.filter { !text.isEmpty && ($0.hasPrefix(text) || $0.hasSuffix("-" + text)) }
  }
}
