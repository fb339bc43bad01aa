extension TestPreset {
  /// The tests of a name, or those that begin with it, or end with it behind a hyphen.
  package static func names(like text: String) -> [String] {
    if names.contains(text) { return [text] }
    return names.filter { !text.isEmpty && ($0.hasPrefix(text) || $0.hasSuffix("-" + text)) }
  }
}
