package import Analysis
import Archive
import Console
import Game

/// The page that `report` writes: every statistic of every test, with its methods.
///
/// The page is a file of its own that loads nothing from elsewhere. It has the same sentences as
/// the replies of `summary`, so that both can't differ.
extension Language {
  /// Returns the reply that a report was written.
  package func reported(_ count: Int, _ path: String) -> String {
    pick("reported \(counted(count, "trial")) to \"\(path)\"", "\(count)試行の報告を \(path) に書きました")
  }

  /// Returns the page, written element by element.
  package func page(of report: SurveyReport<ReportFigures>, _ filter: TrialFilter) -> ReportPage {
    let title = pick("The chimpanzee memory test", "チンパンジーの記憶テスト")
    let figures = report.figures
    var page = ReportPage(title, language: rawValue)
    page.element("h1", title)
    page.element("p", head(figures, filter))
    var number = 0
    for test in figures.counts.tests {
      page.element("h2", test.name ?? "")
      for line in head(of: test) + levels(of: test) { page.element("p", line) }
      let growth = test.sessionLevels.isEmpty ? Plot.Kind.session : .span
      for kind in [growth, .count, .position, .latency] {
        write(kind, of: test, numberedAfter: &number, to: &page)
      }
    }
    for test in figures.holds.tests {
      page.element("h2", pick("All tests by hold", "提示時間ごと"))
      write(.hold, of: test, numberedAfter: &number, to: &page)
    }
    writeRest(of: report, to: &page)
    page.end()
    return page
  }

  /// Writes a plot and counts it; does nothing for a single point, which the text already states.
  private func write(
    _ kind: Plot.Kind, of test: Summary.Test, numberedAfter number: inout Int,
    to page: inout ReportPage
  ) {
    let plot = test.plot(kind, most: 40)
    guard plot.points.count > 1 else { return }
    number += 1
    LabelledPlot(plot, self).write(number: number, caption: caption(kind, test), to: &page)
  }

  /// Returns the line below the title: the version, and whose trials they are.
  private func head(_ figures: ReportFigures, _ filter: TrialFilter) -> String {
    let people = filter.participant ?? pick("all participants", "すべての参加者")
    let study = filter.study.map { pick(", study \($0)", "、研究 \($0)") } ?? ""
    return pick(
      "\(ProgramVersion.current): \(people)\(study). "
        + "\(counted(figures.trialCount, "trial")) of "
        + "\(counted(figures.participantCount, "participant")). All intervals are of 95 %.",
      "\(ProgramVersion.current): \(people)\(study)。\(figures.participantCount)人の"
        + "\(figures.trialCount)試行。区間はすべて95 %です。")
  }

  /// Returns the lines below the heading of a test.
  private func head(of test: Summary.Test) -> [String] {
    [passes(test.passes)] + (test.guessing.map { [chance($0)] } ?? [])
      + readingOrder(of: test) + published(of: test)
  }

  /// Writes what follows the tests: learning, exclusions and methods.
  private func writeRest(
    of report: SurveyReport<ReportFigures>, to page: inout ReportPage
  ) {
    let figures = report.figures
    if figures.trialCount == 0 { page.element("p", noTrials) }
    page.element("h2", pick("Left out", "除いた試行"))
    let left = lines(of: report.exclusions)
    for line in left.isEmpty ? [pick("nothing", "なし")] : left { page.element("p", line) }
    page.element("h2", pick("How the figures are computed", "計算の方法"))
    page.open("ul")
    for line in methods { page.element("li", line) }
    page.close("ul")
    page.element("h2", pick("Boards", "盤"))
    page.raw("<ol class=\"boards\">\n")
    for board in figures.boards { page.element("li", board) }
    page.close("ol")
    let rest = figures.trialCount - figures.boards.count
    if rest > 0 {
      page.element("p", pick("and \(rest) more: \"export\" writes all", "ほか\(rest)。export で書き出せます"))
    }
  }

  /// The methods, one sentence each with its source.
  private var methods: [String] {
    [
      pick("Share passed: the score interval. ", "成功の割合: スコア区間。")
        + "Wilson 1927, J Am Stat Assoc 22:209",
      pick(
        "Chance: 1/n!, or 1/(n-1)! where the first press is made on sight; exact binomial tail.",
        "偶然: 1/n!。最初の押下で隠れるときは1/(n-1)!。二項分布"),
      pick(
        "Position: right of those who reached it; a trial ends at its error, so this is a hazard.",
        "順番: 到達した試行のうちの正解。試行は誤りで終わります"),
      pick(
        "Latency: the geometric mean with Student's interval of the logarithms.",
        "時間: 幾何平均と、対数の t 区間"),
      pick("Curve by size, and learning: logistic regression. ", "個数の曲線と学習: ロジスティック回帰。")
        + "McCullagh & Nelder 1989",
      pick(
        "Curve by hold: logistic in the logarithm of the hold above 1/n!. ",
        "提示時間の曲線: 対数のロジスティック、下限 1/n!。") + "Wichmann & Hill 2001, Percept Psychophys 63:1293",
      pick(
        "Span of tests that adapt: the mean of the posterior, QUEST+. ", "適応テストの範囲: 事後平均、QUEST+。")
        + "Watson 2017, J Vis 17(3):10",
    ]
  }

  /// Returns the caption of a plot.
  private func caption(_ kind: Plot.Kind, _ test: Summary.Test) -> String {
    switch kind {
    case .span:
      pick(
        "The most numerals passed in a test, or what it estimated: the mean of the finished tests "
          + "of a session, with its interval; of one test alone, with that of the posterior.",
        "テストで成功した最大の個数か推定値。セッションで終わったテストの平均と区間（1つなら事後分布の区間）。")
    case .accuracy, .session:
      pick("Passed of the trials of each session, with Wilson's interval.", "セッションごとの成功とウィルソン区間。")
    case .count:
      pick(
        "Passed of the trials with so many numerals, with Wilson's interval; the curve is logistic, "
          + "where there is one.", "個数ごとの成功とウィルソン区間。曲線はロジスティック。")
    case .position:
      pick(
        "Right of those trials that reached the position, with Wilson's interval. A trial ends at "
          + "its error: this is a hazard.", "到達した試行のうちの正解とウィルソン区間。試行は誤りで終わります。")
    case .latency:
      pick(
        "Milliseconds of right presses, geometric mean and interval. The first is counted from ",
        "正解の押下のミリ秒、幾何平均と区間。最初は")
        + (test.isFirstSeen
          ? pick("the onset, each other from the one before.", "提示から、ほかは前の押下から。")
          : pick("the mask, each other from the one before.", "隠れてから、ほかは前の押下から。"))
    case .hold:
      pick(
        "Passed of the trials with each hold in ms, with Wilson's interval. ",
        "提示時間（ミリ秒）ごとの成功とウィルソン区間。") + threshold(of: test).joined(separator: " ")
    }
  }
}
