import Examiner
import Glibc
import Science

/// What a report says.
extension Language {
  /// A report has been written.
  func reported(_ count: Int, _ path: String) -> String {
    pick(
      "reported \(counted(count, "trial", "trials")) to \"\(path)\"",
      "\(count)試行の報告を \(path) に書きました")
  }

  /// The whole page.
  func page(of report: Survey<ReportTally>.Report, _ filter: TrialFilter) -> ReportPage {
    let title = pick("The chimpanzee memory test", "チンパンジーの記憶テスト")
    let tally = report.tally
    var page = ReportPage(title, language: rawValue)
    page.element("h1", title)
    page.element("p", head(tally, filter))
    var number = 0
    func draw(_ picture: ReportPicture?, _ caption: String) {
      // What is said of all need not be drawn.
      guard let picture, picture.points.count > 1 else { return }
      number += 1
      picture.write(number: number, caption: caption, to: &page)
    }
    for name in TestPreset.names {
      guard let block = tally.counts.blocks[name] else { continue }
      page.element("h2", name)
      for line in head(of: block, name) { page.element("p", line) }
      draw(sessions(block, tally.spans[name], name), sessionCaption(tally.spans[name] != nil))
      draw(sizes(block, name), sizeCaption)
      draw(positions(block, name), positionCaption)
      draw(latencies(block, name), latencyCaption(block))
    }
    if let block = tally.holds.blocks[""], !block.parts.isEmpty {
      let (picture, words) = holds(block)
      page.element("h2", pick("All tests by hold", "提示時間ごと"))
      draw(picture, words)
    }
    writeRest(of: report, to: &page)
    page.end()
    return page
  }

  private func head(_ tally: ReportTally, _ filter: TrialFilter) -> String {
    let people = filter.participant ?? pick("all participants", "すべての参加者")
    let study = filter.study.map { pick(", study \($0)", "、研究 \($0)") } ?? ""
    return pick(
      "\(Application.programVersion): \(people)\(study). "
        + "\(counted(tally.boardCount, "trial", "trials")) of "
        + "\(counted(tally.participants.count, "participant", "participants")). "
        + "All intervals are of 95 %.",
      "\(Application.programVersion): \(people)\(study)。\(tally.participants.count)人の"
        + "\(tally.boardCount)試行。区間はすべて95 %です。")
  }

  private func head(of block: SummaryTally.Block, _ name: String) -> [String] {
    [passes(block.whole.passes)]
      + (block.chance.map { [chance($0, trialCount: block.whole.passes.count)] } ?? [])
      + readingOrder(block.whole) + published(name)
  }

  private func writeRest(of report: Survey<ReportTally>.Report, to page: inout ReportPage) {
    let tally = report.tally
    if tally.boardCount == 0 { page.element("p", noTrials) }
    page.element("h2", pick("Left out", "除いた試行"))
    let left = lines(of: report.leftOut)
    for line in left.isEmpty ? [pick("nothing", "なし")] : left { page.element("p", line) }
    page.element("h2", pick("How the figures are computed", "計算の方法"))
    page.open("ul")
    for line in methods { page.element("li", line) }
    page.close("ul")
    page.element("h2", pick("Boards", "盤"))
    let rest = tally.boardCount - tally.boards.count
    page.raw("<ol class=\"boards\">\n")
    for board in tally.boards { page.element("li", board) }
    page.raw("</ol>\n")
    if rest > 0 {
      page.element("p", pick("and \(rest) more: \"export\" writes all", "ほか\(rest)。export で書き出せます"))
    }
  }

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
}

/// The pictures of a report.
extension Language {
  private var shareHeads: [String] { [pick("passed", "成功"), pick("of", "試行"), "%", "95 %"] }

  private func point(
    _ place: Double, _ name: String, _ proportion: Proportion
  ) -> ReportPicture.Point? {
    (try? proportion.estimate()).map { estimate in
      let (value, interval) = (estimate.value, estimate.interval)
      return ReportPicture.Point(
        place: place, name: name, value: value, low: interval.lower, high: interval.upper,
        cells: [
          "\(proportion.passedCount)", "\(proportion.count)", value.percent,
          range(interval, \.percent),
        ])
    }
  }

  private func described(_ picture: ReportPicture) -> String {
    let shown = picture.points.prefix(20).map { "\($0.name): \(picture.shown($0.value))" }
    return shown.joined(separator: ", ") + (picture.points.count > 20 ? ", ..." : "")
  }

  private func picture(
    _ title: String, _ axis: String, _ heads: [String], _ points: [ReportPicture.Point]
  ) -> ReportPicture {
    var picture = ReportPicture(title: title, description: "", heads: heads, axis: axis)
    picture.points = points
    return ReportPicture(
      title: title, description: described(picture), heads: heads, axis: axis, points: points)
  }

  private func sessions(
    _ block: SummaryTally.Block, _ spans: [Int: MeanTally]?, _ name: String
  ) -> ReportPicture? {
    let axis = pick("session", "セッション")
    guard let spans else {
      let parts = block.sessions.gathered(into: 40).enumerated().compactMap {
        point(Double($0), $1.name, $1.1)
      }
      return picture(
        pick("\(name): passed, by session", "\(name): 成功、セッションごと"), axis, [axis] + shareHeads,
        parts)
    }
    let points = spans.sorted { $0.key < $1.key }.suffix(40).compactMap { session, tally in
      (try? tally.mean()).map { mean in
        let spread = (try? tally.deviation()) ?? 0
        return ReportPicture.Point(
          place: Double(session), name: "\(session)", value: mean, low: mean - spread,
          high: mean + spread,
          cells: ["\(tally.count)", mean.decimal(1), (try? tally.deviation())?.decimal(2) ?? "-"])
      }
    }
    let top = (points.map(\.high).max() ?? 1).rounded(.up)
    return ReportPicture(
      title: pick("\(name): span, by session", "\(name): 範囲、セッションごと"),
      description: points.map { "\($0.name): \($0.value.decimal(1))" }.joined(separator: ", "),
      heads: [axis, pick("tests", "テスト"), pick("span", "範囲"), pick("SD", "標準偏差")], axis: axis,
      points: points, top: max(4, (top / 4).rounded(.up) * 4), shown: { $0.decimal(0) })
  }

  private func sessionCaption(_ isSpan: Bool) -> String {
    isSpan
      ? pick(
        "The most numerals passed in a test, or what it estimated: the mean of a session's tests, "
          + "with their standard deviation.", "テストで成功した最大の個数か推定値。セッションの平均と標準偏差。")
      : pick("Passed of the trials of each session, with Wilson's interval.", "セッションごとの成功とウィルソン区間。")
  }

  private func sizes(_ block: SummaryTally.Block, _ name: String) -> ReportPicture {
    let shares = block.parts.mapValues(\.passes)
    let axis = pick("numerals", "個数")
    var picture = picture(
      pick("\(name): passed, by numerals", "\(name): 成功、個数ごと"), axis, [axis] + shareHeads,
      shares.sorted { $0.key < $1.key }.compactMap { point(Double($0.key), "\($0.key)", $0.value) })
    if let curve = try? LearningCurve(shares.points), curve.logistic.slope.isFinite {
      picture.curve = steps(of: picture).map { ($0, curve.probability(session: $0)) }
    }
    return picture
  }

  private var sizeCaption: String {
    pick(
      "Passed of the trials with so many numerals, with Wilson's interval; the curve is logistic, "
        + "where there is one.", "個数ごとの成功とウィルソン区間。曲線はロジスティック。")
  }

  private func steps(of picture: ReportPicture) -> [Double] {
    let places = picture.points.map(\.place)
    guard let low = places.min(), let high = places.max(), low < high else { return [] }
    return (0...40).map { low + (high - low) * Double($0) / 40 }
  }

  /// The picture by hold, and what it says.
  private func holds(_ block: SummaryTally.Block) -> (ReportPicture, String) {
    let shares = block.parts.mapValues(\.passes)
    let axis = pick("hold (ms)", "提示（ミリ秒）")
    var picture = picture(
      pick("Passed, by hold", "成功、提示時間ごと"), axis, [axis] + shareHeads,
      shares.sorted { $0.key < $1.key }.compactMap {
        point(log(Double($0.key)), "\($0.key)", $0.value)
      })
    let words = pick(
      "Passed of the trials with each hold, with Wilson's interval. ", "提示時間ごとの成功とウィルソン区間。")
    if let chance = block.chance,
      let curve = try? HoldCurve(shares.points, guess: chance.ofSequence)
    {
      picture.curve = steps(of: picture).map { ($0, curve.probability(hold: exp($0))) }
    }
    return (picture, words + threshold(block).joined(separator: " "))
  }

  private func positions(_ block: SummaryTally.Block, _ name: String) -> ReportPicture? {
    guard let places = try? block.whole.positions.proportions() else { return nil }
    let axis = pick("position", "順番")
    return picture(
      pick("\(name): right where reached, by position", "\(name): 到達した順番での正解"), axis,
      [axis, pick("right", "正解"), pick("reached", "到達"), "%", "95 %"],
      places.prefix(40).enumerated().compactMap {
        point(Double($0 + 1), "\($0 + 1)", $1)
      })
  }

  private var positionCaption: String {
    pick(
      "Right of those trials that reached the position, with Wilson's interval. A trial ends at its "
        + "error: this is a hazard.", "到達した試行のうちの正解とウィルソン区間。試行は誤りで終わります。")
  }

  private func latencies(_ block: SummaryTally.Block, _ name: String) -> ReportPicture? {
    let points = block.latencies.prefix(40).enumerated().compactMap { place, tally in
      (try? tally.estimate()).map { estimate in
        let (value, interval) = (estimate.value, estimate.interval)
        return ReportPicture.Point(
          place: Double(place + 1), name: "\(place + 1)", value: value, low: interval.lower,
          high: interval.upper,
          cells: ["\(tally.count)", value.decimal(0), range(interval) { $0.decimal(0) }])
      }
    }
    guard let highest = points.map(\.value).max() else { return nil }
    let axis = pick("position", "順番")
    let top = max(400, (highest * 1.3 / 400).rounded(.up) * 400)
    return ReportPicture(
      title: pick("\(name): time of a press, by position", "\(name): 押下の時間、順番ごと"),
      description: points.map { "\($0.name): \($0.value.decimal(0)) ms" }.joined(separator: ", "),
      heads: [axis, pick("presses", "押下"), "ms", "95 %"], axis: axis, points: points, top: top,
      shown: { $0.decimal(0) })
  }

  private func latencyCaption(_ block: SummaryTally.Block) -> String {
    pick(
      "Milliseconds of right presses, geometric mean and interval. The first is counted from ",
      "正解の押下のミリ秒、幾何平均と区間。最初は")
      + (block.chances.contains(where: \.isFirstSeen)
        ? pick("the onset, each other from the one before.", "提示から、ほかは前の押下から。")
        : pick("the mask, each other from the one before.", "隠れてから、ほかは前の押下から。"))
  }
}

/// The command about reports.
extension CommandWords {
  var report: String {
    pick("write all that the trials tell to a page of HTML", "試行からわかることをすべて HTML のページに書きます")
  }

  var reportNotes: [String] {
    lines(
      [
        "One file without scripts: pictures with a table each, by day and by night, to be printed.",
        "It has the identifiers of all boards, as far as there is room.",
        "--force       replaces a file that is there, once the new one is whole",
      ],
      [
        "スクリプトのない1つのファイルです。図ごとに表があり、印刷もできます。", "盤の識別子も、入るだけ書きます。",
        "--force       書き終えてから、すでにあるファイルを置き換えます",
      ])
  }
}
