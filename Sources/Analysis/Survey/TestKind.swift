import Archive
import Game

/// The trials that have a row of figures of their own: those of a test, in a study those of a
/// condition, and of plain rounds those with the same settings.
///
/// Two conditions of a study may be the same test with other settings, so that a mean over both
/// would be nobody's figure.
///
///     let kind = TestKind(test: "plain", study: "lab", condition: "short")
///     kind.label  // short (plain)
package struct TestKind: Hashable, Sendable {
  /// The name of the test; empty for trials of no test.
  package let test: String
  package let study: String?
  /// The condition of the study.
  package let condition: String?
  /// The settings of plain rounds that are not part of a study; `nil` for any other test.
  package let settings: String?

  package init(
    test: String, study: String? = nil, condition: String? = nil, settings: String? = nil
  ) {
    self.test = test
    self.study = study
    self.condition = condition
    self.settings = settings
  }

  /// The name of the row: the condition with its test, or the test with its settings.
  package var label: String {
    if let condition { return condition == test ? test : "\(condition) (\(test))" }
    return settings.map { "\(test) \($0)" } ?? test
  }

  /// Returns the kinds in the order of the presets, then of the studies and conditions.
  static func sorted(_ kinds: some Sequence<TestKind>) -> [TestKind] {
    let names = [""] + TestPreset.names
    let ranks = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    return kinds.filter { ranks[$0.test] != nil }.sorted { first, second in
      let isSameTest = first.test == second.test
      guard isSameTest else {
        return ranks[first.test, default: 0] < ranks[second.test, default: 0]
      }
      return first.sortText.lexicographicallyPrecedes(second.sortText)
    }
  }

  /// The parts that sort kinds of the same test; numbers sort by their value.
  private var sortText: [String] {
    [study, condition ?? settings].map { text in
      guard let text, let number = Int(text), number >= 0 else { return text ?? "" }
      let digits = "\(number)"
      return String(repeating: "0", count: 20 - digits.utf8.count) + digits
    }
  }
}

/// Finds the kinds of trials one after the other; most trials have the kind of the last one.
struct TestKindReader: Sendable {
  private var last: (columns: [String?], kind: TestKind)?

  /// Returns the kind of a trial.
  mutating func kind(of values: Trial) -> TestKind {
    let isPlain = values.test == TestPreset.plain.name && values.study == nil
    if let last, last.columns[0] == values.test, last.columns[1] == values.study,
      last.columns[2] == values.studyCondition,
      !isPlain || last.columns[3] == values.testSettings
    {
      return last.kind
    }
    let kind = TestKind(
      test: values.test ?? "", study: values.study,
      condition: values.study == nil ? nil : values.studyCondition,
      settings: isPlain ? Self.settings(values.testSettings ?? "") : nil)
    last = ([values.test, values.study, values.studyCondition, values.testSettings], kind)
    return kind
  }

  /// Returns the settings without those that change neither the boards nor the rule; `nil` if none
  /// are left.
  private static func settings(_ text: String) -> String? {
    let others = ["trials", "seed", "practice", "until", "begin", "feedback", "shuffle"]
    let words = text.split(separator: " ").filter { word in
      !others.contains { word.hasPrefix($0 + "=") }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
