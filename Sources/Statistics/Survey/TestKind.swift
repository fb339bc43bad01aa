package import Archive
import Game
import Studies

/// The trials that have a row of figures of their own: those of a test, in a study those of a
/// condition, of plain rounds those with the same settings, and those of each agent with each look.
///
/// Two conditions of a study may be the same test with other settings, and so may the same
/// condition in two texts of the study, so that a mean over both would be nobody's figure.
///
///     let kind = TestKind(test: "plain", text: StudyText(study: "lab"), condition: "short")
///     kind.label  // short (plain)
package struct TestKind: Hashable, Sendable {
  /// The name of the test; empty for all tests together.
  package let test: String
  /// The study, and the text of it by which the trials were played; `nil` outside of studies.
  package let text: StudyText?
  /// The condition of the study.
  package let condition: String?
  /// The requested hold, in a condition that mixes several; `nil` otherwise.
  package let hold: Int?
  /// The settings of plain rounds that are not part of a study; `nil` for any other test.
  package let settings: String?

  /// The agent that played; `nil` for people, scripts and simulated participants.
  package let agent: AgentName?

  /// `true` for the trials whose look the participant ended before the hold did.
  package let isLookEnded: Bool

  /// The study or the text that sets the kind apart from others of its reply; empty if its name
  /// does.
  private(set) var qualifier = ""
  /// `true` for all tests outside of studies, beside rows of studies.
  package private(set) var isOutsideStudies = false

  package init(
    test: String, text: StudyText? = nil, condition: String? = nil, hold: Int? = nil,
    settings: String? = nil, isLookEnded: Bool = false, agent: AgentName? = nil
  ) {
    self.agent = agent
    self.isLookEnded = isLookEnded
    self.test = test
    self.text = text
    self.condition = condition
    self.hold = hold
    self.settings = settings
  }

  /// The kind of all trials of a condition, whatever their hold.
  var ofAllHolds: TestKind {
    guard hold != nil else { return self }
    return TestKind(
      test: test, text: text, condition: condition, settings: settings, isLookEnded: isLookEnded,
      agent: agent)
  }

  /// The name of the row: the condition with its test, or the test with its settings; before it, if
  /// necessary, the study.
  ///
  /// It is empty for all tests together, unless they are of a study.
  package var label: String {
    guard !qualifier.isEmpty else { return ownLabel }
    return ownLabel.isEmpty ? qualifier : "\(qualifier)/\(ownLabel)"
  }

  /// The name of the row without the study.
  private var ownLabel: String {
    let name =
      if let condition { name(of: StudyCell(condition, hold: hold)) } else {
        settings.map { "\(test) \($0)" } ?? test
      }
    let player = agent.map { (name.isEmpty ? "" : " ") + "[\($0)]" } ?? ""
    return (isLookEnded ? name + " look_ended=1" : name) + player
  }

  private func name(of cell: StudyCell) -> String {
    cell.name == test ? test : "\(cell.name) (\(test))"
  }

  /// Returns the kinds of a reply, each with the study in its label if others could be mistaken for
  /// it: those of another study, or of another text of the study.
  static func named(_ kinds: some Sequence<TestKind>) -> [TestKind: TestKind] {
    let kinds = Set(kinds)
    let texts = Set(kinds.compactMap(\.text))
    let counts = Dictionary(grouping: kinds, by: \.ownLabel).mapValues(\.count)
    var named: [TestKind: TestKind] = [:]
    for kind in kinds {
      var own = kind
      if let text = kind.text {
        let isOneOfSeveral = texts.count > 1 || counts[kind.ownLabel, default: 0] > 1
        own.qualifier = isOneOfSeveral ? text.name(among: texts) : ""
      } else {
        own.isOutsideStudies = kind.test.isEmpty && !texts.isEmpty
      }
      named[kind] = own
    }
    return named
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
    let parts = [
      agent?.description, text?.study, condition ?? settings, hold.map(String.init), text?.hash,
      isLookEnded ? "1" : nil,
    ]
    return parts.map { text in
      guard let text, let number = Int(text), number >= 0 else { return text ?? "" }
      let digits = "\(number)"
      return String(repeating: "0", count: 20 - digits.utf8.count) + digits
    }
  }
}

/// The kinds of trials, each with an index in the order in which they were found.
///
///     var kinds = TestKinds()
///     let index = kinds.index(of: trial.values)
///     kinds.all[index].test  // the name of the trial's test
struct TestKinds: Sendable {
  /// The values of a trial that decide on its kind.
  private struct Traits: Sendable {
    let test: String?
    let study: String?
    let studyHash: String?
    let studyCondition: String?
    let testSettings: String?
    /// `true` for plain rounds outside of studies, whose settings set them apart.
    let isPlain: Bool
    /// `true` for a test that mixes several holds, each with a kind of its own.
    let mixesHolds: Bool
    let hold: Int?
    let isLookEnded: Bool
    let agent: AgentName?

    init(_ values: Trial, _ agent: AgentName?, isLookEnded: Bool, mixesHolds: Bool) {
      self.agent = agent
      self.isLookEnded = isLookEnded
      self.mixesHolds = mixesHolds
      hold = mixesHolds ? values.requestedHold : nil
      test = values.test
      study = values.study
      studyHash = values.studyHash
      studyCondition = values.studyCondition
      testSettings = values.testSettings
      isPlain = test == TestPreset.plain.name && study == nil
    }

    /// Returns `true` if a trial with these values has the same kind.
    func haveSameKind(as values: Trial, _ agent: AgentName?, isLookEnded: Bool) -> Bool {
      isLookEnded == self.isLookEnded && agent == self.agent && test == values.test
        && study == values.study
        && studyHash == values.studyHash
        && studyCondition == values.studyCondition
        && (!isPlain && !mixesHolds || testSettings == values.testSettings)
        && (!mixesHolds || hold == values.requestedHold)
    }
  }

  private(set) var all: [TestKind] = []
  private var indexes: [TestKind: Int] = [:]
  /// The last trial, cached because the next trial usually has the same kind.
  private var last: (traits: Traits, index: Int)?

  /// Returns the index of a trial's kind; without `byHold`, one kind has all holds of a condition.
  mutating func index(
    of trial: ReadTrial, isLookEnded: Bool = false, byHold: Bool = true
  ) -> Int {
    let (values, agent) = (trial.values, trial.agent)
    if let last, last.traits.haveSameKind(as: values, agent, isLookEnded: isLookEnded) {
      return last.index
    }
    let traits = Traits(
      values, agent, isLookEnded: isLookEnded, mixesHolds: byHold && mixesHolds(values))
    let kind = TestKind(
      test: values.test ?? "", text: StudyText(of: values),
      condition: values.study == nil ? nil : values.studyCondition, hold: traits.hold,
      settings: traits.isPlain ? Self.settings(values.testSettings ?? "") : nil,
      isLookEnded: isLookEnded, agent: agent)
    let index = index(of: kind)
    last = (traits, index)
    return index
  }

  private func mixesHolds(_ values: Trial) -> Bool {
    if let last, last.traits.mixesHolds, last.traits.testSettings == values.testSettings {
      return true
    }
    return values.mixesHolds
  }

  /// Returns the index of a kind.
  mutating func index(of kind: TestKind) -> Int {
    if let known = indexes[kind] { return known }
    indexes[kind] = all.count
    all.append(kind)
    return all.count - 1
  }

  /// Returns the settings of plain rounds without those that change neither the boards nor the
  /// rule, and without those that have their defaults; `nil` if none are left.
  private static func settings(_ text: String) -> String? {
    var settings = TestSettings()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = TestSettings.keys.first { $0.syntax.name == parts[0] }
      key?.set(&settings, String(parts[1]))
    }
    settings.practice = 0
    settings.until = nil
    settings.trials = nil
    settings.seed = nil
    settings.begin = nil
    settings.feedback = .full
    settings.shuffle = nil
    let words = TestPreset.plain.withoutDefaults(settings).description
    return words.isEmpty ? nil : words
  }
}
