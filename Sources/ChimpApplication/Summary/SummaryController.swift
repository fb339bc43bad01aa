import Records
import Science
package import Shell

/// What the commands about all trials ask for.
package enum SummaryAction: Action, Equatable {
  case summary(TrialFilter, by: SummaryTally.Grouping?)
  case compare(TrialFilter, [TrialCondition])
  case learning(TrialFilter)
  case results(TrialFilter, inAll: Bool)
  case plot(TrialFilter, PlotKind, width: Int?)
}

/// Makes the operations that read all trials, and says what came of them.
package final class SummaryController {
  private let store: StoreController
  private let speaker: Speaker
  /// How many columns there are, where that is known.
  private let columns: () -> Int?
  /// What pictures are made of.
  var plotStyle = Plot.Style.ascii

  /// Makes a controller of what a store has.
  init(_ store: StoreController, _ speaker: Speaker, columns: @escaping () -> Int?) {
    (self.store, self.speaker, self.columns) = (store, speaker, columns)
  }

  /// The operation that a command asks for; nil where it was refused.
  package func operation(for action: SummaryAction) -> QueuedOperation? {
    switch action {
    case .summary(let filter, let grouping):
      survey(SummaryTally(by: grouping), filter, "summary") { $0.lines(of: $1) }
    case .compare(let filter, let conditions):
      survey(ComparisonTally(conditions), filter, "compare") { $0.lines(of: $1) }
    case .learning(let filter):
      survey(LearningTally(), filter, "learning") { $0.lines(of: $1) }
    case .results(let filter, let isWhole):
      survey(ResultsTally(), filter, "results") { $0.lines(of: $1, inAll: isWhole) }
    case .plot(let filter, let kind, let width):
      survey(SummaryTally(by: kind.grouping), filter, "plot") { [plotStyle, columns] in
        $0.lines(of: $1, kind, plotStyle, width: width ?? columns() ?? 80)
      }
    }
  }

  private func survey<Tally>(
    _ tally: Tally, _ filter: TrialFilter, _ name: String,
    _ words: @escaping (Language, Survey<Tally>.Report) -> [String]
  ) -> QueuedOperation? {
    store.operation(name, isForAnybody: true) {
      Survey($0, tally, filter)
    } then: {
      words($0, $1)
    }
  }
}

extension SummaryController {
  /// The commands about all trials.
  package static func commands(in language: Language) -> [Command] {
    sums(language) + tables(language)
  }

  private static func sums(_ language: Language) -> [Command] {
    [
      Command(
        "summary", language.help(.summary), in: .results,
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
        examples: ["summary", "summary test=inoue-210 participant=P07", "summary by=hold"]),
      Command(
        "compare", language.help(.compare), in: .results,
        CommandForm(
          [Parameter("A", .text), Parameter("B", .text)], keys: filterKeys,
          tail: Parameter("CONDITION", .text)
        ) { invocation throws(ArgumentFault) in
          .operation(
            SummaryAction.compare(
              try filter(invocation, language), try conditions(invocation, language)))
        }, SimulationController.procedures(language),
        examples: ["compare 210 650", "compare P07 P08 test=span", "compare procedures"]),
    ]
  }

  private static func tables(_ language: Language) -> [Command] {
    [
      Command(
        "learning", language.help(.learning), in: .results,
        CommandForm(keys: filterKeys) { invocation throws(ArgumentFault) in
          .operation(SummaryAction.learning(try filter(invocation, language)))
        },
        examples: ["learning", "learning test=inoue-210"]),
      Command(
        "results", language.help(.results), in: .results,
        CommandForm([Parameter("all", .flag(["all"]), .optional)], keys: filterKeys) {
          invocation throws(ArgumentFault) in
          .operation(
            SummaryAction.results(
              try filter(invocation, language), inAll: invocation.textIfGiven(0) != nil))
        },
        examples: ["results", "results all participant=P07"]),
      Command(
        "plot", language.help(.plot), in: .results,
        CommandForm(
          [Parameter("KIND", .choice(PlotKind.allCases.map(\.rawValue)))],
          keys: filterKeys + [.key("width", .number(Plot.widths), "N")]
        ) { invocation throws(ArgumentFault) in
          .operation(
            SummaryAction.plot(
              try filter(invocation, language),
              PlotKind(rawValue: invocation.text(0)) ?? .accuracy,
              width: invocation.number(key: "width")))
        },
        examples: ["plot accuracy", "plot learning test=210 width=60"]),
    ]
  }

  private static func conditions(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> [TrialCondition] {
    var conditions: [TrialCondition] = []
    while let word = invocation.textIfGiven(conditions.count) {
      let column = invocation.column(conditions.count)
      guard let condition = TrialCondition(word) else {
        throw .invalid(language.noCondition(word), column: column)
      }
      if let first = conditions.first, first.kind != condition.kind {
        throw .invalid(language.otherKind(first.word, word), column: column)
      }
      guard !conditions.contains(where: { $0.isSame(as: condition) }) else {
        throw .invalid(language.conditionTwice(word), column: column)
      }
      guard conditions.count < TrialCondition.most else {
        throw .invalid(language.tooManyConditions(TrialCondition.most), column: column)
      }
      conditions.append(condition)
    }
    return conditions
  }

  static var filterKeys: [Parameter] {
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

  static func filter(
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
        throw .invalid(language.noTest(text), column: invocation.column(key: "test"))
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
