import Archive
import Game
import Shell
import Statistics

/// The HTML page of the command `report`: all statistics of every test, with the methods.
///
/// The page is a single file without external resources. It uses the sentences of `summary`.
struct ReportView {
  let language: Language

  /// The place of figures in the part of the page by a number.
  private func place(_ grouping: Summary.Grouping) -> FigurePlace {
    FigurePlace(kind: .page(grouping), language: language)
  }

  /// Returns the reply that the page was written, and the charts to a folder if there is one.
  func lines(
    of report: WriteReport.Report, _ file: NamedFile, _ folder: NamedFile?
  ) -> [String] {
    let page = language.pick(
      "reported \(counted(report.trialCount, "trial")) to \"\(file.name)\"",
      "\(report.trialCount)試行の報告を \(file.name) に書きました")
    guard let folder else { return [page] }
    return [
      page,
      language.pick(
        "wrote \(counted(report.figureCount, "figure")) to the folder \"\(folder.name)\"",
        "図\(report.figureCount)枚をフォルダー \(folder.name) に書きました"),
    ]
  }

  /// Returns the page.
  func page(of report: SurveyReport<ReportFigures>, _ filter: TrialFilter) -> ReportPage {
    let title = language.pick("The chimpanzee memory test", "チンパンジーの記憶テスト")
    let figures = report.figures
    var page = ReportPage(title, language: language.rawValue)
    page.element("h1", title)
    page.element("p", head(figures, filter))
    for line in report.exclusions.otherPlayerLines(in: language) {
      page.element("p", line, "class=\"simulated\"")
    }
    for study in figures.studies { page.element("p", line(of: study)) }
    for outcome in figures.counts.primaries {
      for line in Figure.all.sentences(about: outcome, at: place(.count)) {
        page.element("p", line)
      }
    }
    for study in figures.studies { writeDesign(of: study, report.exclusions, to: &page) }
    var number = 0
    for test in figures.counts.tests {
      page.element("h2", test.label ?? "")
      writeSentences(about: test, .count, to: &page)
      if let course = test.course { write(course, to: &page) }
      for kind in Self.kinds(of: test) {
        write(kind, of: test, numberedAfter: &number, to: &page)
      }
    }
    for test in figures.holds.tests {
      let isNamed = test.label != nil || test.kind?.isOutsideStudies == true
      let name = isNamed ? place(.hold).name(of: test) : language.pick("All tests", "")
      page.element("h2", name + language.pick(" by hold", isNamed ? "、提示時間ごと" : "提示時間ごと"))
      writeSentences(about: test, .hold, to: &page)
      write(.hold, of: test, numberedAfter: &number, to: &page)
    }
    write(figures.agents, numberedAfter: &number, to: &page)
    for study in figures.studies {
      writeComparisons(of: study, to: &page)
      writeEffects(of: study, to: &page)
    }
    writeRest(of: report, to: &page)
    page.end()
    return page
  }

  /// Writes the sentences about a test; those about an agent say so.
  private func writeSentences(
    about test: Summary.Test, _ grouping: Summary.Grouping, to page: inout ReportPage
  ) {
    let lines = Figure.all(by: grouping).sentences(about: test, at: place(grouping))
    let published = test.name.flatMap(TestPreset.named)?.publishedResults(in: language) ?? []
    let marked = test.kind?.marked(lines, published: published, in: language) ?? lines
    for line in marked { page.element("p", line) }
  }

  /// Writes agents beside people and chimpanzees, as a table and a chart; does nothing without a
  /// game of an agent.
  private func write(
    _ comparison: AgentComparison, numberedAfter number: inout Int, to page: inout ReportPage
  ) {
    guard !comparison.rows.isEmpty else { return }
    let view = AgentComparisonView(language: language)
    page.element("h2", view.title)
    page.table(view.narrowTable(of: comparison), name: view.title)
    page.open("ul")
    for source in view.sources(of: comparison) { page.element("li", source) }
    page.close("ul")
    for note in view.notes { page.element("p", note) }
    guard let plot = view.plot(of: comparison) else { return }
    number += 1
    let caption = language.pick(
      "Passed trials of agents with Wilson's interval, and published shares, whose n is people or "
        + "chimpanzees.",
      "エージェントの成功の割合とウィルソン区間、文献の割合（n は人か頭）。")
    LabelledPlot(plot, language).write(number: number, caption: caption, to: &page)
  }

  /// Writes the table of a test's predefined steps beside the published results; does nothing
  /// without trials.
  private func write(_ course: CourseFigures, to page: inout ReportPage) {
    guard !course.steps.isEmpty else { return }
    page.open("figure")
    page.element("h3", language.pick("Beside the visitors of the zoo", "動物園の来園者との比較"))
    page.element("figcaption", course.caption(in: language))
    page.table(course.table(in: language), name: course.caption(in: language))
    page.close("figure")
  }

  /// Returns the charts of the page as separate files.
  func figures(
    of report: SurveyReport<ReportFigures>
  ) -> [(name: String, bytes: [UInt8])] {
    let counts = report.figures.counts.tests.flatMap { test in
      Self.kinds(of: test).map { (test, $0) }
    }
    let all = counts + report.figures.holds.tests.map { ($0, .hold) }
    let agents = AgentComparisonView(language: language).plot(of: report.figures.agents)
    let plots =
      all.map { $0.plot($1, most: Self.mostPoints(of: $1)) }.filter { $0.points.count > 1 }
      + (agents.map { [$0] } ?? [])
    return plots.enumerated().map { index, plot in
      let number = (index < 9 ? "0" : "") + "\(index + 1)"
      let test = Self.fileName(plot.test ?? "all")
      let name = "figure-\(number)-\(test)-\(plot.kind).svg"
      let drawing = FigureDrawing(LabelledPlot(plot, language))
      return (name, Array(drawing.file(language: language.rawValue).utf8))
    }
  }

  /// Returns a text with hyphens instead of everything that is inconvenient in the name of a file.
  private static func fileName(_ text: String) -> String {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }
      .joined(separator: "-")
  }

  /// Returns the maximum number of points of a figure, so that the number of units fits at each.
  private static func mostPoints(of kind: Plot.Kind) -> Int {
    kind == .hold ? FigureDrawing.mostColumns : FigureDrawing.mostPoints
  }

  private static func kinds(of test: Summary.Test) -> [Plot.Kind] {
    [test.sessionLevels.isEmpty ? .session : .span, .count, .position, .latency]
  }

  /// Writes a chart; does nothing for a single point, whose value is in the text.
  private func write(
    _ kind: Plot.Kind, of test: Summary.Test, numberedAfter number: inout Int,
    to page: inout ReportPage
  ) {
    let plot = test.plot(kind, most: Self.mostPoints(of: kind))
    guard plot.points.count > 1 else { return }
    number += 1
    let outside = plot.outsideNote(in: language)
    let caption =
      caption(kind, test) + note(plot.curveNote(in: language)) + beyondAxis(plot)
      + (outside.isEmpty ? "" : language.pick(" \(outside).", "\(outside)。"))
    LabelledPlot(plot, language).write(number: number, caption: caption, to: &page)
  }

  /// Returns a note as the continuation of a caption.
  private func note(_ words: String) -> String {
    words.isEmpty ? "" : language.pick(" ", "") + words
  }

  /// Returns the sentence about intervals that extend beyond the axis; empty if none does.
  private func beyondAxis(_ plot: Plot) -> String {
    guard plot.hasEndsBeyondAxis else { return "" }
    let isCut = plot.points.contains { $0.uncutInterval != nil }
    return language.pick(
      " An arrow has the number at which an interval ends beyond the axis"
        + (isCut ? "; the table has it cut." : "."),
      "矢印は軸の外で終わる区間とその端の値。" + (isCut ? "表では区間を切っています。" : ""))
  }

  /// Returns the line below the title: the program's version, and the selection of trials.
  private func head(_ figures: ReportFigures, _ filter: TrialFilter) -> String {
    let people = filter.participant ?? language.pick("all participants", "すべての参加者")
    let study = filter.study.map { language.pick(", study \($0)", "、研究 \($0)") } ?? ""
    return language.pick(
      "\(ProgramVersion.current): \(people)\(study). "
        + "\(counted(figures.trialCount, "trial")) of "
        + "\(counted(figures.participantCount, "participant")). All intervals are of 95 %.",
      "\(ProgramVersion.current): \(people)\(study)。\(figures.participantCount)人の"
        + "\(figures.trialCount)試行。区間はすべて95 %です。")
  }

  /// Returns the line about a study: its hash, and the participants who are counted, by group.
  private func line(of study: ReportFigures.Study) -> String {
    let hash = study.hash.map { " (\($0))" } ?? ""
    let groups = study.groups.map { "\($0.name) \($0.count)" }
      .joined(separator: language.pick(", ", "、"))
    return language.pick(
      "Study \(study.name)\(hash): \(enrolled(in: study))"
        + "\(counted(study.participantCount, "participant")) counted"
        + (groups.isEmpty ? "." : ": \(groups)."),
      "研究 \(study.name)\(hash): \(enrolled(in: study))数えた参加者\(study.participantCount)人"
        + (groups.isEmpty ? "。" : "（\(groups)）。"))
  }

  /// Returns the numbers of enrolled and of simulated participants; empty without such a study.
  private func enrolled(in study: ReportFigures.Study) -> String {
    guard let enrolled = study.enrolled else { return "" }
    let simulated = enrolled.simulatedCount
    return language.pick(
      "\(enrolled.count) enrolled" + (simulated > 0 ? ", \(simulated) simulated; " : "; "),
      "登録\(enrolled.count)人" + (simulated > 0 ? "、模擬\(simulated)人、" : "、"))
  }

  /// Writes the sections after the tests: learning, exclusions and methods.
  private func writeRest(
    of report: SurveyReport<ReportFigures>, to page: inout ReportPage
  ) {
    let figures = report.figures
    if figures.trialCount == 0 { page.element("p", noTrials(in: language)) }
    page.element("h2", language.pick("Left out", "除いた試行"))
    let left = report.exclusions.notes(in: language)
    for line in left.isEmpty ? [language.pick("nothing", "なし")] : left { page.element("p", line) }
    page.element("h2", language.pick("How the figures are computed", "計算の方法"))
    page.open("ul")
    for (method, source) in Self.methods { page.element("li", method.in(language) + source) }
    page.close("ul")
    page.element("h2", language.pick("Boards", "盤"))
    page.open("details")
    page.element(
      "summary",
      language.pick(
        "\(counted(figures.boards.count, "board")), each once", "盤\(figures.boards.count)種"))
    page.raw("<ol class=\"boards\">\n")
    for board in figures.boards { page.element("li", board) }
    page.close("ol")
    page.close("details")
    if figures.hasMoreBoards {
      page.element("p", language.pick("and more: \"export\" writes all", "ほかの盤は export で書き出せます"))
    }
  }

  /// The methods, one sentence each, and their sources.
  private static let methods = [
    (
      Text(
        "Of several participants each is a unit: means with Student's interval over participants, "
          + "which is cut at 0 and 100 %; pooled counts are sums, and have no interval.",
        "参加者が2人以上なら参加者が単位: 参加者についての平均と t 区間（0と100 %で切ります）。合計の回数には区間がありません。"),
      ""
    ),
    (
      Text("Share passed of a single participant: the score interval. ", "1人の成功の割合: スコア区間。"),
      "Wilson 1927, J Am Stat Assoc 22:209"
    ),
    (
      Text(
        "Slopes over five participants or more: logistic regression with random intercepts of "
          + "participants and boards, Laplace's approximation; a curve is that of an average "
          + "participant. ",
        "5人以上の参加者の傾き: 参加者と盤のランダム切片をもつロジスティック回帰、ラプラス近似。曲線は平均的な参加者。"),
      "Bates et al. 2015, J Stat Softw 67:1"
    ),
    (
      Text(
        "Where it can't be fitted: the mean of the participants' lines. ", "それができないとき: 参加者の直線の平均。"),
      "Lorch & Myers 1990, J Exp Psychol Learn 16:149"
    ),
    (
      Text(
        "Contrasts that a study declares: adjusted for their number, each outcome and each test on "
          + "its own. ",
        "研究が決める対比: 指標と検定ごとに、その数で調整。"),
      "Holm 1979, Scand J Stat 6:65"
    ),
    (Text("Edit distance: ", "編集距離: "), "Levenshtein 1966, Sov Phys Dokl 10:707"),
    (
      Text(
        "Chance: 1/n!, or 1/(n-1)! where the first press is made on sight; exact binomial tail.",
        "偶然: 1/n!。最初の押下で隠れるときは1/(n-1)!。二項分布"),
      ""
    ),
    (
      Text(
        "Position: right of those who reached it without an error, so this is a hazard.",
        "順番: 誤りなしで到達した試行のうちの正解"),
      ""
    ),
    (
      Text(
        "Latency: the geometric mean with Student's interval of the logarithms.",
        "時間: 幾何平均と、対数の t 区間"),
      ""
    ),
    (
      Text("Curve by size, and learning: logistic regression. ", "個数の曲線と学習: ロジスティック回帰。"),
      "McCullagh & Nelder 1989"
    ),
    (
      Text(
        "Curve by hold: logistic in the logarithm of the hold above 1/n!. ",
        "提示時間の曲線: 対数のロジスティック、下限 1/n!。"),
      "Wichmann & Hill 2001, Percept Psychophys 63:1293"
    ),
    (
      Text(
        "Span of tests that adapt: the mean of the posterior, QUEST+. ", "適応テストの範囲: 事後平均、QUEST+。"),
      "Watson 2017, J Vis 17(3):10"
    ),
  ]
}

/// The captions of the charts.
extension ReportView {
  /// Returns the caption of a plot.
  fileprivate func caption(_ kind: Plot.Kind, _ test: Summary.Test) -> String {
    switch kind {
    case .score:
      language.pick(
        "The score of each finished game, and the best one so far.", "終わったゲームの得点とそれまでの最高。")
    case .span:
      language.pick(
        "The most numerals passed in a test, or what it estimated: the mean of the finished tests "
          + "of a session, with its interval; of one test alone, with that of the posterior.",
        "テストで成功した最大の個数か推定値。セッションで終わったテストの平均と区間（1つなら事後分布の区間）。")
    case .accuracy, .session:
      language.pick("Passed of the trials of each session", "セッションごとの成功")
        + intervals(of: test) + (test.progress.curve == nil ? "" : curve(of: test))
    case .count:
      language.pick("Passed of the trials with so many numerals", "個数ごとの成功")
        + intervals(of: test) + (test.curve == nil ? "" : curve(of: test))
    case .position:
      language.pick("Right of those trials that reached the position", "到達した試行のうちの正解")
        + intervals(of: test)
        + (test.credit.distance == nil
          ? language.pick(" A trial ends at its error: this is a hazard.", "試行は誤りで終わります。")
          : language.pick(
            " A trial counts up to its first error: this is a hazard.", "最初の誤りまで数えます。"))
    case .latency where test.isFirstSeen:
      language.pick(
        "Milliseconds of right presses, geometric mean and interval. The first is counted from the "
          + "onset, each other from the one before.",
        "正解の押下のミリ秒、幾何平均と区間。最初は提示から、ほかは前の押下から。")
    case .latency:
      language.pick(
        "Milliseconds of right presses, geometric mean and interval. The first is counted from the "
          + "mask, each other from the one before.",
        "正解の押下のミリ秒、幾何平均と区間。最初は隠れてから、ほかは前の押下から。")
    case .hold:
      language.pick("Passed of the trials with each hold in ms", "提示時間（ミリ秒）ごとの成功")
        + intervals(of: test) + (test.curve == nil ? "" : curve(of: test))
    }
  }

  private func intervals(of test: Summary.Test) -> String {
    test.participantCount > 1
      ? language.pick(": the mean of participants with Student's interval.", ": 参加者の平均と t 区間。")
      : language.pick(", with Wilson's interval.", "とウィルソン区間。")
  }

  private func curve(of test: Summary.Test) -> String {
    test.participantCount > 1
      ? language.pick(
        " The curve is that of an average participant and board, with its band.",
        "曲線は平均的な参加者と盤のもので、帯は95 %。")
      : language.pick(" The curve is logistic, with its band.", "曲線はロジスティックで、帯は95 %。")
  }
}
