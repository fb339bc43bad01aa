import Archive
import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// Creates the operations of commands about trials and simulations, and writes their results.
///
/// The statistics are computed in `Statistics`.
///
///     statistics.plotStyle = .braille
///     let operation = try statistics.survey(LearningTally(), TrialFilter()) { _, _ in [] }
final class StatisticsController {
  unowned let application: Application
  /// The controller that puts operations into the queue.
  let store: StoreController
  /// Writes sentences to the output.
  let speaker: Speaker
  /// The characters with which plots are drawn.
  var plotStyle = PlotStyle.ascii

  /// Creates the controller.
  init(_ application: Application) {
    self.application = application
    store = application.store
    speaker = application.speaker
  }

  /// The width of the window and the format for tables.
  var reader: TableReader { application.tableReader }

  /// The seed for simulations that don't set one.
  var sessionSeed: SessionSeed {
    application.game.resolveSeed()
    return application.game.sessionSeed
  }

  /// Returns the operation that computes a statistic of the selected trials.
  func survey<Tally: TrialTally>(
    _ tally: Tally, _ filter: TrialFilter, reporting content: StoreController.Content = .outcomes,
    _ words: @escaping (Language, SurveyReport<Tally.Figures>) -> [String]
  ) throws -> QueuedOperation {
    let source = try store.finishedTrials(reporting: content)
    return store.queued(Survey(source: source, tally: tally, filter: filter), words)
  }

  /// Returns the operation of an analysis, which the deviations of a study tell if its plan does
  /// not name it; one that fails is none.
  func analysis<Tally: TrialTally>(
    _ tally: Tally, _ line: Invocation, _ name: String, of words: [String] = [],
    isPlanned: Bool = false,
    _ sentences: @escaping (Language, SurveyReport<Tally.Figures>) -> [String]
  ) throws -> QueuedOperation {
    try survey(tally, Self.filter(line)) { [self] language, report in
      note(AskedAnalysis(name, line, of: words, isPlanned: isPlanned), of: report.exclusions)
      return sentences(language, report)
    }
  }

  /// Keeps an analysis with these exclusions for the deviations of its study; does nothing if the
  /// store has none.
  func note(_ analysis: @autoclosure () -> AskedAnalysis?, of exclusions: Exclusions) {
    guard !exclusions.presentTexts.isEmpty, let analysis = analysis() else { return }
    application.study.note(analysis)
  }

  /// Returns the line about the test in progress; none without a test.
  private func standingLines(in language: Language) -> [String] {
    let game = application.game
    guard let series = game.series else { return [] }
    let progress = series.visibleProgress(best: game.bests.before, in: language)
    return [language.pick("so far, \(progress)", "ここまで: \(progress)")]
  }

  /// Returns the line about the test that was finished last in this session; none during a test,
  /// before the first one, for practice, and for a test that the filter does not select.
  private func lastGameLines(for filter: TrialFilter, in language: Language) -> [String] {
    let game = application.game
    guard game.series == nil, let series = game.model.session.lastTest, series.isOver,
      series.countedTrialCount > 0,
      filter.tests.isEmpty || filter.tests.contains(series.preset.name),
      filter.participant == nil || filter.participant == game.lastPlayer, !filter.isOfStudy
    else { return [] }
    let best = game.bests.before
    let score = series.score(best: best, in: language) ?? series.progress(best: best, in: language)
    return [language.pick("last game: \(score)", "最後のゲーム: \(score)")]
  }

  /// Returns the operation that draws a plot as text.
  private func plot(
    _ kind: PlotKind, _ filter: TrialFilter, _ trim: LatencyTrim?, width: Int?,
    _ analysis: AskedAnalysis?
  ) throws -> QueuedOperation {
    try survey(SummaryTally(by: kind.grouping, trim: trim), filter) { [self] language, report in
      note(analysis, of: report.exclusions)
      let plots = report.plots(kind, most: ArchivedRound.pageSize)
      return PlotView(language: language)
        .lines(
          of: plots, plotStyle,
          width: width ?? application.environment.terminal?.size?.columns ?? 80,
          for: reader)
    }
  }

  /// Returns the operation of the command `plot`: as text, or as a picture in a file.
  private func plot(_ line: Invocation) throws -> QueuedOperation {
    let filter = try Self.filter(line)
    let kind = PlotKind(rawValue: line.text(0)) ?? .accuracy
    let trim = try Self.trim(line)
    let width = line.number(key: "width")
    let replaces = line.isForced
    let analysis = AskedAnalysis(ofAllPlans: "plot", line, of: [kind.rawValue])
    if let file = line.file(key: "picture") {
      return try plot(kind, filter, trim, to: file, replaces: replaces, analysis)
    }
    guard !replaces else { throw Refusal.forceNeedsPicture.at(line.column(1)) }
    return try plot(kind, filter, trim, width: width, analysis)
  }

  /// The commands about trials and simulations.
  static var commands: [Command<Application>] {
    [summary, compare, effects, reliability, learning, results, plot, fit, report] + questions
      + [simulate]
  }

  private static var summary: Command<Application> {
    Command(
      "summary",
      summaryHelp, in: .results,
      .operation(
        keys: filterKeys + trimKeys + [
          .key("by", .choice(Summary.Grouping.allCases.map(\.rawValue))), format,
        ]
      ) { program, line in
        let tally = SummaryTally(
          by: line.text(key: "by").flatMap(Summary.Grouping.init),
          trim: try trim(line))
        let isJSON = isJSON(line)
        let statistics = program.statistics
        let reader = statistics.reader
        return try statistics.survey(tally, try filter(line), reporting: .results) {
          language, report in
          statistics.note(AskedAnalysis(ofAllPlans: "summary", line), of: report.exclusions)
          guard !isJSON else { return [report.json.line] }
          return statistics.standingLines(in: language)
            + SummaryView(language: language, reader: reader).lines(of: report)
        }
      },
      aliases: ["stats"],
      examples: [
        "summary", "summary test=inoue-210 participant=P07", "summary by=hold",
        "summary latency=200..2000", "summary format=json",
        "summary study=lab condition=short exclusions=no",
      ])
  }

  /// The help of `summary`.
  private static let summaryHelp = Text(
    """
    summarize all trials: accuracy, chance, times
    test=NAME      only this test; the end of a name, as 210, means the test too
    by=            groups the trials by numerals, hold, session or position
    study=NAME     only this study; its hash is one of its texts, and no is outside of studies
    group=NAME     only participants whom a study enrolled in this group
    include=       trials that are otherwise left out: played by scripts or agents, of a \
    virtual clock, practice, simulated, resumed (interrupted), or all of these
    \(times.english)
    \(json.english)
    Rounds outside a test, trials that are not over and those with several presses on a line \
    are always left out. The reply counts what it leaves out. Intervals are 95 % ones: \
    Wilson's for the trials of one participant, Student's t over several, whose pooled counts \
    have none.
    """,
    """
    すべての試行をまとめて表示します
    test=NAME      このテストだけ。210 のように名前の終わりだけでも書けます
    by=            個数、提示時間、セッション、順番で分けます
    study=NAME     この研究だけ。ハッシュならその版だけ、no なら研究の外だけ
    group=NAME     研究でこの群に登録した参加者だけ
    include=       ふだん除く試行も数えます: スクリプトやエージェントの操作、仮想時計、練習、\
    シミュレーション、再開、    またはそのすべて
    \(times.japanese)
    \(json.japanese)
    テスト外のラウンド、途中の試行、1行で複数押した試行はいつも除き、数を知らせます。区間は95 %です。
    参加者が2人以上なら参加者についての t 区間で、合計の回数には区間がありません。
    """)

  private static var compare: Command<Application> {
    Command(
      "compare",
      compareHelp, in: .results,
      .operation(
        [Parameter("A", .text), Parameter("B", .text)],
        keys: filterKeys + trimKeys + [
          .key("by", .choice(["participant", "condition", "group"])), format,
        ],
        tail: Parameter("CONDITION", .text)
      ) { program, line in
        let conditions = try conditions(line)
        let tally = ComparisonTally(conditions, trim: try trim(line))
        let isJSON = isJSON(line)
        let kind = conditions.first?.kind
        return try program.statistics.analysis(
          tally, line, "compare",
          of: kind == .participant ? ["..."] : conditions.map(\.word),
          isPlanned: kind == .condition || kind == .group
        ) { isJSON ? [$1.json.line] : ComparisonView(language: $0).lines(of: $1) }
      }, procedures,
      examples: [
        "compare 210 650", "compare 210 430 650 trim=2.5", "compare P07 P08 test=span",
        "compare procedures", "compare short long by=condition",
        "compare stress control by=group study=lab",
      ])
  }

  /// The help of `compare`.
  private static let compareHelp = Text(
    """
    compare tests, holds, counts or participants
    A condition is a test (the end of its name is enough), a count (a number below 50), a hold \
    (any other number) or a participant (all of them with by=participant); with by=condition or \
    by=group, a condition of a study, one of its holds as "glance 200", or a group. All are of \
    one kind, and of one study: study= chooses it. \
    Of each pair the reply has the second minus the first; that of the primary outcome is in the \
    order in which the study declares it. \
    Of several participants each is a unit: a logistic regression with random intercepts of \
    participants and boards, and the paired t test of their shares, or Welch's test of two \
    groups. Of a single one, shared boards are paired: McNemar, Newcombe. Times are compared \
    by their logarithms. The contrasts that a study declares have Holm's p beside p, adjusted \
    for all of them, whichever are asked for. A regression takes five participants, an interval \
    three.
    \(times.english)
    \(json.english)
    """,
    """
    テスト、提示時間、個数、参加者を比べます
    条件はテストの名前（終わりだけでも可）、50未満の個数、50以上の提示時間、または参加者です。\
    by=participant ならすべて参加者、by=condition と by=group なら研究の条件（後ろに提示時間を付けるとその提示時間だけ）か群です。\
    種類と研究は1つに限り（study= で選べます）、2つずつ、あとから前を引いて表示します（主要評価項目は研究が決めた順）。\
    参加者が2人以上なら参加者が単位です: 参加者と盤のランダム切片をもつロジスティック回帰と、\
    割合の対応のある t 検定（別々の参加者なら Welch）。1人なら同じ盤を対にします（McNemar、\
    Newcombe）。時間は対数で比べます。研究が決める対比では、p の横は、どれを尋ねても、その対比\
    すべてで調整した Holm の p です。回帰には参加者が5人、区間には3つの値が必要です。
    \(times.japanese)
    \(json.japanese)
    """)

  private static var learning: Command<Application> {
    Command(
      "learning",
      Text(
        """
        show how participants improve from session to session
        \(json.english)
        """,
        """
        セッションごとの上達を表示します
        \(json.japanese)
        """), in: .results,
      .operation(keys: filterKeys + [format]) { program, line in
        let isJSON = isJSON(line)
        let reader = program.statistics.reader
        return try program.statistics.analysis(LearningTally(), line, "learning") {
          isJSON
            ? [$1.json.line] : LearningView(language: $0, reader: reader).lines(of: $1)
        }
      }, examples: ["learning", "learning test=inoue-210"])
  }

  private static var results: Command<Application> {
    Command(
      "results",
      Text(
        """
        list your games with their scores, and the best ones so far
        The game that has just ended comes first, then the newest ones; all lists the older ones \
        too. The number of days in a row with a daily game stands below.
        \(json.english)
        """,
        """
        ゲームの得点とそれまでの最高を一覧にします
        いま終わったゲームが最初で、新しい順です。all で古いものも表示します。\
        今日のゲームを続けた日数は下にあります。
        \(json.japanese)
        """), in: .results, isEssential: true,
      .operation([Parameter("all", .flag(["all"]), .optional)], keys: filterKeys + [format]) {
        program, line in
        let most = line.hasFlag("all") ? Int.max : ArchivedRound.pageSize
        let isJSON = isJSON(line)
        let statistics = program.statistics
        let reader = statistics.reader
        let filter = try filter(line)
        return try statistics.survey(ResultsTally(), filter, reporting: .results) {
          language, report in
          guard !isJSON else { return [report.map { $0.newest(most) }.json.line] }
          return statistics.standingLines(in: language)
            + statistics.lastGameLines(for: filter, in: language)
            + ResultsView(language: language, reader: reader).lines(of: report, most: most)
        }
      }, aliases: ["best", "score", "scores"],
      examples: ["results", "results all participant=P07"])
  }

  private static var plot: Command<Application> {
    Command(
      "plot",
      Text(
        """
        draw scores, accuracy, positions, times, learning, spans or holds
        score          the games of the test that was played last, or of test=NAME, with the best \
        score so far
        accuracy       tests; position, latency: positions in the sequence; learning: sessions; \
        span: what the tests found by session, and counts of numerals; hold: holds. \
        Each has its 95 % interval, chance, and its curve with a 95 % band.
        set plot       ascii, blocks (filled bars) or braille (dots)
        width=N        40 to 200 columns (default: those of the terminal, or 80)
        picture=FILE   writes it as an SVG file, drawn as in the report
        """,
        """
        得点、正答率、順番、時間、上達、記憶範囲、提示時間を図にします
        score          最後のテスト（または test=NAME）のゲームごとの得点と、それまでの最高
        accuracy       テストごと。position と latency は順番、learning はセッション、\
        span はテストの推定（セッションごと）と個数ごと、hold は提示時間ごと。\
        区間は95 %で、偶然の線と、曲線とその95 %の帯も描きます
        set plot       ascii、blocks（棒）、braille（点字）
        width=N        40から200桁（既定は端末の幅、または80）
        picture=FILE   report と同じ図を SVG ファイルに書きます
        """), in: .results, isEssential: true,
      .operation(
        [Parameter("KIND", .choice(PlotKind.allCases.map(\.rawValue))), StoreController.force],
        keys: filterKeys + trimKeys + [
          .key("width", .number(PlotStyle.widths), "N"), .key("picture", .file, "FILE"),
        ]
      ) { program, line in try program.statistics.plot(line) },
      examples: [
        "plot score", "plot accuracy", "plot learning test=210 width=60", "plot hold",
        "plot position picture=plot.svg",
      ])
  }

  /// Returns the conditions to compare; throws unless they are of one kind and distinct.
  private static func conditions(
    _ invocation: Invocation
  ) throws -> [TrialCondition] {
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
        throw isCode ? Refusal.invalidCode.at(column) : noCondition(word).at(column)
      }
      try check(condition, against: conditions, column: column)
      conditions.append(condition)
    }
    return conditions
  }

  /// Throws unless a condition is of the kind of the earlier ones, and has no trials of theirs.
  private static func check(
    _ condition: TrialCondition, against earlier: [TrialCondition], column: Int
  ) throws(Refusal) {
    let word = condition.word
    if let first = earlier.first, first.kind != condition.kind {
      throw Refusal(
        "other-kind", "\"\(first.word)\" and \"\(word)\" are different kinds of conditions",
        "\(first.word) と \(word) は種類が違います", column: column)
    }
    guard !earlier.contains(where: { $0.isSame(as: condition) }) else {
      throw Refusal(
        "condition-twice", "\"\(word)\" appears twice: compare takes each condition once",
        "同じ条件が2回あります: \(word)", column: column)
    }
    for known in earlier {
      let (whole, part) = condition.includes(known) ? (condition, known) : (known, condition)
      guard !whole.includes(part) else {
        throw Refusal(
          "condition-within", "\"\(part.word)\" is a part of \"\(whole.word)\"",
          "\(named(part.word)) は \(named(whole.word)) の一部です", column: column)
      }
    }
    guard earlier.count < TrialCondition.most else {
      throw Refusal(
        "too-many-conditions", "no more than \(TrialCondition.most) conditions are compared",
        "比べられる条件は\(TrialCondition.most)つまでです", column: column)
    }
  }

  private static func noCondition(_ word: String) -> Refusal {
    Refusal(
      "no-condition", "\"\(word)\" is neither a test nor a count, a hold or a participant",
      "1つのテスト、個数、提示時間、参加者のどれでもありません: \(named(word))")
  }

  /// The key `format=` of the reply: `format=json` asks for one line of JSON.
  static let format = Parameter.key("format", .choice(["json"]))

  /// Returns whether the line has `format=json`.
  static func isJSON(_ invocation: Invocation) -> Bool {
    invocation.text(key: "format") != nil
  }

  /// The keys of the rules that exclude outliers of press times.
  static let trimKeys: [Parameter] = [
    .key("latency", .text, "MIN..MAX"), .key("trim", .text, "SD"),
  ]

  /// Returns the outlier rule that the keys define; `nil` without one.
  ///
  /// Throws for an impossible rule, or for two rules.
  static func trim(
    _ invocation: Invocation
  ) throws -> LatencyTrim? {
    let range = invocation.text(key: "latency")
    let deviations = invocation.text(key: "trim")
    if let range {
      let column = invocation.column(key: "latency")
      guard deviations == nil else {
        throw Refusal(
          "two-trims", "latency= and trim= exclude each other", "latency= と trim= は同時に使えません",
          column: column)
      }
      guard let trim = LatencyTrim(range: range) else {
        throw Refusal(
          "no-latency-range",
          "latency must be two times in ms, such as 200..2000, not \"\(range)\"",
          "latency は 200..2000 のような2つのミリ秒です: \(range)", column: column)
      }
      return trim
    }
    guard let deviations else { return nil }
    guard let trim = LatencyTrim(deviations: deviations) else {
      throw Refusal(
        "no-trim",
        "trim must be a number of standard deviations from 0.1 to 10, such as 2.5, "
          + "not \"\(deviations)\"",
        "trim は 2.5 のような標準偏差の数（0.1から10）です: \(deviations)",
        column: invocation.column(key: "trim"))
    }
    return trim
  }

  /// The keys that select trials, such as `test=` and `participant=`.
  static let filterKeys: [Parameter] = [
    .key("participant", .text, "CODE"), .key("test", .text, "NAME"), .key("study", .text, "NAME"),
    .key("condition", .text, "NAME"), .key("group", .text, "NAME"),
    .key("include", .choice(inclusions.map(\.0))), .key("exclusions", .choice(["no"])),
  ]

  /// The words of `include=`, each with the exclusions that it turns off.
  private static let inclusions: [(String, [Exclusions.Reason])] = {
    let reasons: [Exclusions.Reason] = [
      .virtualClock, .practice, .simulated, .script, .agent, .resumed, .holdMissed, .stale,
    ]
    return reasons.compactMap { reason in reason.key.map { ($0, [reason]) } } + [("all", reasons)]
  }()

  /// Returns the selection of trials that the keys of a line define.
  static func filter(
    _ invocation: Invocation
  ) throws -> TrialFilter {
    var filter = TrialFilter()
    filter.participant = invocation.text(key: "participant")
    if let code = filter.participant, !ParticipantCode.isValid(code) {
      throw Refusal.invalidCode.at(invocation.column(key: "participant"))
    }
    filter.study = invocation.text(key: "study")
    filter.condition = invocation.text(key: "condition")
    filter.group = invocation.text(key: "group")
    filter.appliesRules = invocation.text(key: "exclusions") == nil
    if let text = invocation.text(key: "test") {
      filter.tests = TestPreset.names(like: text)
      guard !filter.tests.isEmpty else {
        let names = TestPreset.names.joined(separator: ", ")
        throw Refusal(
          "no-such-test", "there is no test \"\(text)\" (\(names))",
          "\(named(text)) というテストはありません（\(names)）", column: invocation.column(key: "test"))
      }
    }
    filter.included = inclusions.first { $0.0 == invocation.text(key: "include") }?.1 ?? []
    return filter
  }
}

extension StatisticsController {
  static let json = Text(
    "format=json    all figures as one line of JSON, for other programs",
    "format=json    すべての値を、ほかのプログラムのために1行の JSON で表示します")

  static let times = Text(
    """
    latency=       only times from MIN to MAX ms, as latency=200..2000
    trim=          only times within so many standard deviations of the mean logarithm of a \
    participant's first or later presses, as trim=2.5; the reply counts what is left out
    """,
    """
    latency=       MIN から MAX ms の時間だけを使います（例 latency=200..2000）
    trim=          参加者ごと、最初とその後の押下ごとの対数平均から、この標準偏差以内の時間だけを\
    使います（例 trim=2.5）。除いた数を知らせます
    """)
}
