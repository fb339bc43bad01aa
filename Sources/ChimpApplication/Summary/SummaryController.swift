import Records
import Science
package import Shell

/// What the commands about all trials ask for.
package enum SummaryAction: Action, Equatable {
  case summary(TrialFilter, by: SummaryTally.Grouping?)
}

/// Makes the operations that read all trials, and says what came of them.
package final class SummaryController {
  private let store: StoreController
  private let speaker: Speaker

  /// Makes a controller of what a store has.
  init(_ store: StoreController, _ speaker: Speaker) {
    (self.store, self.speaker) = (store, speaker)
  }

  /// The operation that a command asks for; nil where it was refused.
  package func operation(for action: SummaryAction) -> QueuedOperation? {
    switch action {
    case .summary(let filter, let grouping):
      survey(SummaryTally(by: grouping), filter, "summary") { $0.lines(of: $1) }
    }
  }

  private func survey<Tally>(
    _ tally: Tally, _ filter: TrialFilter, _ name: String,
    _ words: @escaping (Language, Survey<Tally>.Report) -> [String]
  ) -> QueuedOperation? {
    store.survey(tally, filter, name) { [speaker] report in
      for line in words(speaker.language, report) { speaker.say { _ in line } }
    }
  }
}

extension SummaryController {
  /// The commands about all trials.
  package static func commands(in language: Language) -> [Command] {
    let words = CommandWords(language)
    return [
      Command(
        "summary", words.summary,
        CommandForm(
          keys: filterKeys + [
            .key("by", .choice(SummaryTally.Grouping.allCases.map(\.rawValue)))
          ]
        ) { invocation throws(ArgumentFault) in
          .operation(
            SummaryAction.summary(
              try filter(invocation, language),
              by: invocation.text(key: "by").flatMap(SummaryTally.Grouping.init)))
        },
        examples: ["summary", "summary test=inoue-210 participant=P07", "summary by=hold"],
        notes: words.summaryNotes)
    ]
  }

  private static var filterKeys: [Parameter] {
    [
      .key("participant", .text, "CODE"), .key("test", .text, "NAME"), .key("study", .text, "NAME"),
      .key("include", .choice(inclusions.map(\.0))),
    ]
  }

  private static var inclusions: [(String, TrialFacts.Exclusions)] {
    [
      ("virtual", .virtualClock), ("practice", .practice), ("simulated", .simulated),
      ("resumed", .resumed), ("all", [.virtualClock, .practice, .simulated, .resumed]),
    ]
  }

  private static func filter(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> TrialFilter {
    var filter = TrialFilter()
    filter.participant = invocation.text(key: "participant")
    if let code = filter.participant, !Participant.isCode(code) {
      throw .invalid(
        language.words(for: SettingFault.participant),
        column: invocation.column(key: "participant"))
    }
    filter.study = invocation.text(key: "study")
    if let text = invocation.text(key: "test") {
      filter.tests = TestPreset.names(like: text)
      guard !filter.tests.isEmpty else {
        throw .invalid(
          language.noTest(text), column: invocation.column(key: "test"))
      }
    }
    for (name, mark) in inclusions where invocation.text(key: "include") == name {
      filter.included = mark
    }
    return filter
  }
}

extension TestPreset {
  /// The tests of a name, or those that begin with it, or end with it behind a hyphen.
  static func names(like text: String) -> [String] {
    if names.contains(text) { return [text] }
    return names.filter { !text.isEmpty && ($0.hasPrefix(text) || $0.hasSuffix("-" + text)) }
  }
}
