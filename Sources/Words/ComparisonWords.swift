package import Analysis
import Characters
import Console
package import Game
import Science

/// The tables and sentences of `compare`, `learning` and `results`.
///
///     210: 3 of 5 passed, 60.0 % (95 % Wilson 23.1 to 88.2)
///
/// Every number comes from a figure of `Analysis`: nothing is computed here but its rounding. A
/// difference has its interval beside its p-value, which is never the only thing said of it.
extension Language {
  /// Returns the reply to `compare`: a line for each condition, then the pairs.
  package func lines(of report: SurveyReport<Comparison>) -> [String] {
    let comparison = report.figures
    var lines = comparison.conditions.map { condition in
      "\(condition.word): " + (condition.passes.count > 0 ? passes(condition.passes) : noTrials)
    }
    for pair in comparison.pairs {
      if comparison.conditions.count > 2 { lines.append("\(pair.first) - \(pair.second):") }
      lines += self.lines(of: pair, comparison.kind)
    }
    if let most = comparison.boardLimit {
      lines.append(pick("boards beyond the first \(most) are not paired", "最初の\(most)枚より後の盤は比べません"))
    }
    return lines + self.lines(of: report.exclusions)
  }

  /// Returns the lines of a pair: on shared boards if there are any, else on all.
  private func lines(of pair: Comparison.Pair, _ kind: TrialCondition.Kind) -> [String] {
    var lines: [String] = []
    if let boards = pair.boards {
      lines.append(
        onlyBoards(boards.outcomes, of: pair, kind) + "McNemar "
          + probability("p", boards.exactProbability) + ", "
          + probability("mid-p", boards.midProbability, " "))
    }
    if let difference = pair.difference {
      lines.append(points(difference) + sharedBoards(pair.boards?.outcomes.count ?? 0))
    }
    if let accuracy = pair.accuracy {
      let unit = participants(accuracy.count)
      lines.append(
        pick("accuracy of \(unit): ", "\(unit)の正答率: ")
          + words(for: accuracy.result, "t", shown: points))
    }
    return lines + pair.times.map(words)
  }

  /// Returns the line that says why nothing else is compared.
  private func onlyBoards(
    _ outcomes: PairedOutcomes, of pair: Comparison.Pair, _ kind: TrialCondition.Kind
  ) -> String {
    let first = outcomes.onlyFirstCount
    let second = outcomes.onlySecondCount
    let at = kind == .participant ? "by" : "at"
    return pick(
      "\(counted(first, "board")) only \(at) \(pair.first), \(second) only \(at) \(pair.second): ",
      "\(pair.first) だけ\(first)枚、\(pair.second) だけ\(second)枚: ")
  }

  /// Returns the number of shared boards; empty for none.
  private func sharedBoards(_ count: Int) -> String {
    count > 0
      ? pick(", \(counted(count, "shared board", "shared boards"))", "、共通の盤\(count)枚")
      : pick(", no shared boards", "、共通の盤なし")
  }

  func participants(_ count: Int) -> String { pick(counted(count, "participant"), "参加者\(count)人") }

  /// Returns the quotient of the times of a press.
  private func words(for times: Comparison.TimeDifference) -> String {
    let name =
      times.measure == .firstPress
      ? pick("first press", "最初の押下") : pick("later presses", "その後の押下")
    switch times.unit {
    case .participants(let count):
      let unit = participants(count)
      return pick("\(name) of \(unit): ", "\(unit)の\(name): ")
        + words(for: times.result, "t", shown: ratio)
    case .boards(let count):
      let unit = pick("\(count) boards", "盤\(count)枚")
      return pick("\(name) of \(unit): ", "\(unit)の\(name): ")
        + words(for: times.result, "t", shown: ratio)
    case .groups: return "\(name): " + words(for: times.result, "Welch t", shown: ratio)
    }
  }

  /// Returns a tested difference, or the reason why there is none.
  private func words(
    for result: Result<TestedDifference, StatisticFault>, _ name: String,
    shown: (Estimate) -> String
  ) -> String {
    switch result {
    case .success(let difference):
      shown(difference.estimate) + pick(", ", "、") + test(of: difference, name)
        + (difference.effect.map { ", " + words(for: $0) } ?? "")
    case .failure(let fault): words(for: fault)
    }
  }

  /// Returns the statistic, its degrees of freedom and its p-value.
  private func test(of difference: TestedDifference, _ name: String) -> String {
    let degrees = difference.degrees
    let isWhole = degrees == degrees.rounded()
    return "\(name)(\(degrees.decimal(isWhole ? 0 : 1))) = \(difference.statistic.decimal(2)), "
      + probability("p", difference.probability)
  }

  private func words(for effect: PairedEffect) -> String {
    let range = range(effect.size.interval) { $0.decimal(2) }
    let unbiased = effect.unbiasedSize.map { ", g \($0.decimal(2))" } ?? ""
    return "d_z \(effect.size.value.decimal(2)) (\(range))\(unbiased), Wilcoxon "
      + probability("p", effect.signedRankProbability)
  }

  /// Returns a difference of shares in percentage points, with its interval.
  private func points(_ difference: Estimate) -> String {
    let range = range(difference.interval, \.percent)
    return pick(
      "difference \(difference.value.percent) points (95 % \(range))",
      "差 \(difference.value.percent)ポイント（95 % \(range)）")
  }

  /// Returns a quotient with its interval.
  private func ratio(_ ratio: Estimate) -> String {
    let range = range(ratio.interval) { $0.decimal(2) }
    return pick(
      "\(ratio.value.decimal(2)) times as long (95 % \(range))",
      "\(ratio.value.decimal(2))倍（95 % \(range)）")
  }

  /// Returns the reply to `learning`: a table of the participants.
  package func lines(
    of report: SurveyReport<Learning>, for reader: TableReader = TableReader()
  ) -> [String] {
    let heads = [
      pick("participant", "参加者"), pick("sessions", "回数"), pick("first %", "最初 %"),
      pick("last %", "最後 %"), pick("odds ratio", "オッズ比"), "95 %",
    ]
    let found = report.figures.tests.flatMap { test in
      ["\(test.name):"]
        + aligned([heads] + test.participants.map { cells(of: $0, for: reader) }, for: reader)
        + (test.all.sessions.count > 1 ? [learning(test.all)] : [])
    }
    return (found.isEmpty ? [noTrials] : found) + lines(of: report.exclusions)
  }

  /// Returns the row of a participant.
  private func cells(
    of participant: Learning.Participant, for reader: TableReader
  ) -> [String] {
    let sessions = participant.progress.sessions
    let shares = [sessions.first, sessions.last].map {
      ($0?.share.estimate?.value.percent) ?? ""
    }
    let cells = [code(participant.code, for: reader), "\(sessions.count)"] + shares
    guard let ratio = try? participant.progress.oddsRatio.get() else { return cells }
    return cells + [ratio.value.decimal(3), range(ratio.interval) { $0.decimal(3) }]
  }

  /// Returns a line for each test of a page, and the number of older ones.
  package func lines(
    of report: SurveyReport<Results>, for reader: TableReader = TableReader()
  ) -> [String] {
    let results = report.figures
    guard !results.tests.isEmpty else { return [noTrials] + lines(of: report.exclusions) }
    let heads = [
      pick("date", "日時"), pick("participant", "参加者"), pick("test", "テスト"),
      pick("score", "結果"), pick("best", "最高"),
    ]
    let older = pick(
      "\(results.olderCount) older tests: results all", "古いテスト\(results.olderCount)件: results all")
    let isAnyOpen = results.tests.contains { !$0.isComplete }
    let note = isAnyOpen ? [pick("* not finished", "* 途中まで")] : []
    let rows = [heads] + results.tests.map { cells(of: $0, for: reader) }
    return aligned(rows, textColumns: 3, for: reader) + note + standings(of: results)
      + (results.olderCount > 0 ? [older] : []) + lines(of: report.exclusions)
  }

  /// Returns the row of a test.
  private func cells(of test: Results.Test, for reader: TableReader) -> [String] {
    let date = test.date.prefix(10) + " " + test.date.dropFirst(11).prefix(5)
    let course = TestPreset.named(test.name)?.course
    let score = cell(test.isScoredByLevel ? test.level : nil, test.passes.proportion, course)
    let result = test.estimate?.decimal(1) ?? score
    let best = cell(test.isScoredByLevel ? test.best.level : nil, test.best.passes, course)
    return [
      String(date), code(test.participant, for: reader), test.name,
      result + (test.isComplete ? "" : "*"),
      test.estimate == nil ? best : "",
    ]
  }

  /// Returns a score: the level, or the share passed.
  private func score(
    _ score: TestScore, byLevel: Bool, _ course: TestPreset.Course
  ) -> String {
    byLevel ? level(score.level, of: course) : quotient(score.passes)
  }

  /// Returns a score for a table, where room is short.
  private func cell(
    _ level: Int?, _ passes: Proportion, _ course: TestPreset.Course?
  ) -> String {
    guard let level else { return "\(passes.passedCount)/\(passes.count)" }
    let isStep = course?.trainingCount ?? 0 > 0
    return isStep ? self.level(level, of: course) : pick("level \(level)", "\(level)個")
  }

  private func quotient(_ passes: Proportion) -> String {
    pick("\(passes.passedCount) of \(passes.count)", "\(passes.passedCount)/\(passes.count)")
  }

  /// Returns the figures of a finished test besides its score; empty if there are none.
  ///
  /// They are the share that was passed, with its interval, and the share that guessing reaches.
  package func details(of series: TestSeries) -> String {
    guard series.countedTrialCount > 0 else { return "" }
    let outcome = TestOutcome(series, best: nil)
    let share = outcome.isScoredByLevel == false ? [passes(outcome.passes)] : []
    let guessing = outcome.guessing.map { [chance($0)] } ?? []
    return (share + guessing).joined(separator: pick("; ", "。"))
  }

  /// Returns the standing of a test, or its score if it is over, as the title of the stage.
  package func title(of series: TestSeries, best: TestScore?) -> String {
    let text = parts(of: series, best: best).joined(separator: pick(" - ", "、"))
    guard self == .english, let first = text.first else { return text }
    return first.uppercased() + text.dropFirst()
  }

  /// Returns the name of a test with its standing, or with its score if it is over.
  package func namedStanding(of series: TestSeries, best: TestScore?) -> String {
    let parts = parts(of: series, best: best).joined(separator: pick(", ", "、"))
    return series.preset.name
      + (series.isOver ? pick(" is over: ", " は終わりです: ") : ": ") + parts
  }

  /// Returns the parts of a result; the last ones are omitted first.
  private func parts(of series: TestSeries, best: TestScore?) -> [String] {
    let standing = series.standing
    if series.isOver, let byLevel = series.preset.isScoredByLevel, series.countedTrialCount > 0 {
      return result(standing, TestScore(series), best: best, byLevel: byLevel)
    }
    return parts(of: standing, bestLevel: best?.level ?? 0)
  }

  /// Returns the score of a finished test, and the best one before.
  private func result(
    _ standing: TestStanding, _ score: TestScore, best: TestScore?, byLevel: Bool
  ) -> [String] {
    let own = self.score(score, byLevel: byLevel, standing.course)
    let isFirst = best.map { byLevel && $0.level == 0 } ?? true
    if let best, !isFirst, score.isBetter(than: best, byLevel: byLevel) {
      return [pick("new best: \(own)", "最高記録: \(own)")]
    }
    let name = standing.count == .span ? pick("span", "記憶範囲") : pick("score", "得点")
    let before = best.map { self.score($0, byLevel: byLevel, standing.course) }
    return [pick("\(name) \(own)", "\(name)\(own)")]
      + (isFirst ? [] : before.map { [pick("your best is \($0)", "自己最高は\($0)")] } ?? [])
  }
}
