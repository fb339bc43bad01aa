import Archive
import Events
package import Game
import Science
package import Shell
import Statistics

/// The request of a command such as `summary` for an operation on all trials.
///
/// It has a closure instead of arguments, because each command creates a different operation.
///
///     if let operation = (action as? StatisticsRequest)?.operation(statistics) {
///       queue.enqueue(operation)
///     }
package struct StatisticsRequest: Action {
  /// Creates the operation; returns `nil` if an error was written.
  package let operation: @Sendable (StatisticsController) -> QueuedOperation?
}

extension Request {
  /// Returns a request for an operation that a closure creates.
  static func statistics(
    _ operation: @escaping @Sendable (StatisticsController) -> QueuedOperation?
  ) -> Request { .operation(StatisticsRequest(operation: operation)) }
}

/// Creates the operations of commands about trials and simulations, and writes their results.
///
/// The statistics are computed in `Analysis`; their sentences are in `Reports`.
///
///     statistics.plotStyle = .braille
///     let commands = StatisticsController.commands(in: .english)
package final class StatisticsController {
  /// The controller that puts operations into the queue.
  let store: StoreController
  /// Writes sentences to the output.
  let speaker: Speaker
  /// Returns the width of the terminal; `nil` if there is none.
  private let columns: () -> Int?
  /// Returns the width of the window and the format for tables.
  let reader: () -> TableReader
  /// Returns the progress of the test in progress as text; `nil` without a test.
  private let standing: (Language) -> String?
  /// Returns the seed for simulations that don't set one.
  let sessionSeed: () -> SessionSeed
  /// The characters with which plots are drawn.
  package var plotStyle = PlotStyle.ascii

  /// Creates the controller.
  package init(
    _ store: StoreController, _ speaker: Speaker, columns: @escaping () -> Int?,
    reader: @escaping () -> TableReader, standing: @escaping (Language) -> String?,
    sessionSeed: @escaping () -> SessionSeed
  ) {
    self.store = store
    self.speaker = speaker
    self.columns = columns
    self.reader = reader
    self.standing = standing
    self.sessionSeed = sessionSeed
  }

  /// Returns the operation that computes a statistic of the selected trials; `nil` if an error was
  /// written.
  func survey<Tally: TrialTally>(
    _ tally: Tally, _ filter: TrialFilter, _ name: String, isAllowedDuringTest: Bool = false,
    _ words: @escaping (Language, SurveyReport<Tally.Figures>) -> [String]
  ) -> QueuedOperation? {
    store.operation(
      name, isAllowedWhenRestricted: true, isAllowedDuringTest: isAllowedDuringTest,
      { Survey(source: $0, tally: tally, filter: filter) }
    ) { [standing] language, report in
      let lines = words(language, report)
      // JSON is one line only.
      guard isAllowedDuringTest, lines.first?.hasPrefix("{") != true else { return lines }
      return (standing(language).map { [$0] } ?? []) + lines
    }
  }

  /// Returns the operation that draws a plot as text.
  private func plot(
    _ kind: PlotKind, _ filter: TrialFilter, _ trim: LatencyTrim?, width: Int?
  ) -> QueuedOperation? {
    survey(SummaryTally(by: kind.grouping, trim: trim), filter, "plot") { [self] language, report in
      let plots = report.map { $0.plots(kind, most: ArchivedRound.pageSize) }
      return language.lines(of: plots, plotStyle, width: width ?? columns() ?? 80)
    }
  }

  /// Returns the commands about trials and simulations.
  package static func commands(in language: Language) -> [Command] {
    [summary(language), compare(language)] + tables(language)
      + [fit(language), report(language)] + questions(language) + [simulate(language)]
  }

  /// Returns the command `summary`.
  private static func summary(_ language: Language) -> Command {
    Command(
      "summary", language.help(.summary), in: .results,
      CommandForm(
        keys: filterKeys + trimKeys + [
          .key("by", .choice(Summary.Grouping.allCases.map(\.rawValue))), format,
        ]
      ) { invocation throws(ConsoleError) in
        let filter = try filter(invocation, language)
        let tally = SummaryTally(
          by: invocation.text(key: "by").flatMap(Summary.Grouping.init),
          trim: try trim(invocation, language))
        let isJSON = isJSON(invocation)
        return .statistics {
          let reader = $0.reader()
          return $0.survey(tally, filter, "summary", isAllowedDuringTest: true) {
            isJSON ? [$1.json.line] : $0.lines(of: $1, for: reader)
          }
        }
      },
      aliases: ["stats"],
      examples: [
        "summary", "summary test=inoue-210 participant=P07", "summary by=hold",
        "summary latency=200..2000", "summary format=json",
        "summary study=lab condition=short exclusions=no",
      ])
  }

  /// Returns the command `compare`.
  private static func compare(_ language: Language) -> Command {
    Command(
      "compare", language.help(.compare), in: .results,
      CommandForm(
        [Parameter("A", .text), Parameter("B", .text)],
        keys: filterKeys + trimKeys + [
          .key("by", .choice(["participant", "condition", "group"])), format,
        ],
        tail: Parameter("CONDITION", .text)
      ) { invocation throws(ConsoleError) in
        let filter = try filter(invocation, language)
        let tally = ComparisonTally(
          try conditions(invocation, language), trim: try trim(invocation, language))
        let isJSON = isJSON(invocation)
        return .statistics {
          $0.survey(tally, filter, "compare") { isJSON ? [$1.json.line] : $0.lines(of: $1) }
        }
      }, procedures(language),
      examples: [
        "compare 210 650", "compare 210 430 650 trim=2.5", "compare P07 P08 test=span",
        "compare procedures", "compare short long by=condition",
        "compare stress control by=group study=lab",
      ])
  }

  /// Returns the commands `learning`, `results` and `plot`.
  private static func tables(_ language: Language) -> [Command] {
    [
      Command(
        "learning", language.help(.learning), in: .results,
        CommandForm(keys: filterKeys + [format]) { invocation throws(ConsoleError) in
          let filter = try filter(invocation, language)
          let isJSON = isJSON(invocation)
          return .statistics {
            let reader = $0.reader()
            return $0.survey(LearningTally(), filter, "learning") {
              isJSON ? [$1.json.line] : $0.lines(of: $1, for: reader)
            }
          }
        }, examples: ["learning", "learning test=inoue-210"]),
      Command(
        "results", language.help(.results), in: .results, isEssential: true,
        CommandForm([Parameter("all", .flag(["all"]), .optional)], keys: filterKeys + [format]) {
          invocation throws(ConsoleError) in
          let filter = try filter(invocation, language)
          let most = invocation.textIfGiven(0) == nil ? ArchivedRound.pageSize : Int.max
          let isJSON = isJSON(invocation)
          return .statistics {
            let reader = $0.reader()
            return $0.survey(ResultsTally(), filter, "results", isAllowedDuringTest: true) {
              language, report in
              let page = report.map { $0.newest(most) }
              return isJSON ? [page.json.line] : language.lines(of: page, for: reader)
            }
          }
        }, aliases: ["best", "score", "scores"],
        examples: ["results", "results all participant=P07"]),
      plot(language),
    ]
  }

  /// Returns the command `plot`.
  private static func plot(_ language: Language) -> Command {
    Command(
      "plot", language.help(.plot), in: .results, isEssential: true,
      CommandForm(
        [Parameter("KIND", .choice(PlotKind.allCases.map(\.rawValue))), StoreController.force],
        keys: filterKeys + trimKeys + [
          .key("width", .number(PlotStyle.widths), "N"), .key("picture", .file, "FILE"),
        ]
      ) { invocation throws(ConsoleError) in
        let filter = try filter(invocation, language)
        let kind = PlotKind(rawValue: invocation.text(0)) ?? .accuracy
        let trim = try trim(invocation, language)
        let width = invocation.number(key: "width")
        let replaces = invocation.textIfGiven(1) != nil
        if let file = invocation.file(key: "picture") {
          return .statistics {
            $0.plot(kind, filter, trim, width: width, to: file, replaces: replaces)
          }
        }
        guard !replaces else {
          throw .invalid(language.forceNeedsPicture, column: invocation.column(1))
        }
        return .statistics { $0.plot(kind, filter, trim, width: width) }
      },
      examples: [
        "plot accuracy", "plot learning test=210 width=60", "plot hold",
        "plot position picture=plot.svg",
      ])
  }

  /// Returns the conditions to compare; throws unless they are of one kind and distinct.
  private static func conditions(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> [TrialCondition] {
    let kind = invocation.text(key: "by")
    let isCode = kind == "participant"
    var conditions: [TrialCondition] = []
    while let word = invocation.textIfGiven(conditions.count) {
      let column = invocation.column(conditions.count)
      let found =
        switch kind {
        case "condition": TrialCondition(ofStudy: word)
        case "group": TrialCondition(ofGroup: word)
        default: TrialCondition(word, isCode: isCode)
        }
      guard let condition = found else {
        let noCode = language.words(for: SettingRefusal.participant)
        throw .invalid(isCode ? noCode : language.noCondition(word), column: column)
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

  /// The key `format=` of the reply: `format=json` asks for one line of JSON.
  private static var format: Parameter { .key("format", .choice(["json"])) }

  /// Returns whether the line has `format=json`.
  private static func isJSON(_ invocation: Invocation) -> Bool {
    invocation.text(key: "format") != nil
  }

  /// The keys of the rules that exclude outliers of press times.
  static var trimKeys: [Parameter] {
    [.key("latency", .text, "MIN..MAX"), .key("trim", .text, "SD")]
  }

  /// Returns the outlier rule that the keys define; `nil` without one.
  ///
  /// Throws for an impossible rule, or for two rules.
  static func trim(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> LatencyTrim? {
    let range = invocation.text(key: "latency")
    let deviations = invocation.text(key: "trim")
    if let range {
      let column = invocation.column(key: "latency")
      guard deviations == nil else { throw .invalid(language.twoTrims, column: column) }
      guard let trim = LatencyTrim(range: range) else {
        throw .invalid(language.noLatencyRange(range), column: column)
      }
      return trim
    }
    guard let deviations else { return nil }
    guard let trim = LatencyTrim(deviations: deviations) else {
      throw .invalid(
        language.noTrim(deviations), column: invocation.column(key: "trim"))
    }
    return trim
  }

  /// The keys that select trials, such as `test=` and `participant=`.
  static var filterKeys: [Parameter] {
    [
      .key("participant", .text, "CODE"), .key("test", .text, "NAME"), .key("study", .text, "NAME"),
      .key("condition", .text, "NAME"), .key("group", .text, "NAME"),
      .key("include", .choice(inclusions.map(\.0))), .key("exclusions", .choice(["no"])),
    ]
  }

  /// The words of `include=`, each with the exclusions that it turns off.
  private static var inclusions: [(String, [Exclusions.Reason])] {
    let reasons: [Exclusions.Reason] = [
      .virtualClock, .practice, .simulated, .script, .resumed, .holdMissed, .stale,
    ]
    return reasons.compactMap { reason in reason.key.map { ($0, [reason]) } } + [("all", reasons)]
  }

  /// Returns the selection of trials that the keys of a line define.
  static func filter(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> TrialFilter {
    var filter = TrialFilter()
    filter.participant = invocation.text(key: "participant")
    if let code = filter.participant, !ParticipantCode.isValid(code) {
      throw .invalid(
        language.words(for: SettingRefusal.participant),
        column: invocation.column(key: "participant"))
    }
    filter.study = invocation.text(key: "study")
    filter.condition = invocation.text(key: "condition")
    filter.group = invocation.text(key: "group")
    filter.appliesRules = invocation.text(key: "exclusions") == nil
    if let text = invocation.text(key: "test") {
      filter.tests = TestPreset.names(like: text)
      guard !filter.tests.isEmpty else {
        throw .invalid(language.noTest(text), column: invocation.column(key: "test"))
      }
    }
    filter.included = inclusions.first { $0.0 == invocation.text(key: "include") }?.1 ?? []
    return filter
  }
}
