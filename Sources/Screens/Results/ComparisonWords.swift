import Archive
import ChimpSystem
package import Game
import Science
import Shell
package import Statistics
import Studies

/// The replies of `compare`, `learning` and `results`.
///
///     210: 3 of 5 passed, 60.0 % (95 % interval 23.1 to 88.2)
///
/// All numbers are computed in `Statistics` and only rounded here. A difference is always written
/// with its interval, never with its p-value alone.
extension Language {
  /// Returns the reply to `compare`: a line for each condition, then the pairs.
  package func lines(of report: SurveyReport<Comparison>) -> [String] {
    let comparison = report.figures
    var lines = comparison.conditions.map { condition in
      "\(condition.word): " + (condition.passes.count > 0 ? passes(condition.passes) : noTrials)
    }
    for pair in comparison.pairs {
      // Of a single participant, the line about the boards names both sides.
      let isOverParticipants = pair.regression != nil
      if comparison.conditions.count > 2 || isOverParticipants {
        lines.append("\(pair.first) - \(pair.second):")
      }
      lines += self.lines(of: pair, comparison.kind)
    }
    lines += self.lines(of: comparison.trimmed)
    lines += self.lines(ofFamily: comparison.family, pairCount: comparison.pairs.count)
    if let most = comparison.trialLimit {
      lines.append(
        pick("trials beyond the first \(most) are not compared", "最初の\(most)試行より後は比べません"))
    }
    return lines + notes(on: report.exclusions)
  }

  /// Returns the lines about a pair of conditions: on shared boards if there are any, otherwise on
  /// all.
  private func lines(
    of pair: Comparison.Pair, _ kind: TrialCondition.Kind
  ) -> [String] {
    var lines: [String] = []
    if let boards = pair.boards, let exact = boards.exactProbability,
      let middle = boards.midProbability
    {
      lines.append(
        onlyBoards(boards.outcomes, of: pair, kind) + "McNemar "
          + probability("p", exact, adjusted: pair.adjusted[.mcNemar]) + ", "
          + probability("mid-p", middle, " ", adjusted: pair.adjusted[.midP]))
    }
    if let difference = pair.difference {
      lines.append(points(difference) + pick(", ", "、") + sharedBoards(pair.boards))
    }
    // The participant is the unit: the mean of the participants' differences comes first.
    let accuracy = pair.differences.filter { $0.measure == .accuracy }
    lines += accuracy.map { words(for: $0, pair.adjusted) }
    if let regression = pair.regression {
      lines.append(words(for: regression, pair.adjusted[.regression]))
    }
    // Groups have different participants, so that they share no board of one participant.
    if pair.regression != nil, kind != .group || pair.boards != nil {
      lines.append(pick("played in both: ", "両方で解いた盤: ") + sharedBoards(pair.boards))
    }
    return lines
      + pair.differences.filter { $0.measure != .accuracy }.map { words(for: $0, pair.adjusted) }
  }

  /// Returns the odds ratio of a regression, or the reason why there is none.
  private func words(
    for regression: Result<MixedLogistic, ScienceError>, _ adjusted: Double?
  ) -> String {
    switch regression {
    case .success(let fit):
      let ratio = fit.coefficients[1].oddsRatio
      let range = range(ratio.interval) { $0.decimal(3) }
      return pick("odds ratio ", "オッズ比 ") + ratio.value.decimal(3)
        + pick(" (95 % \(range)), ", "（95 % \(range)）、") + test(of: fit, adjusted)
        + pick(": ", "。") + method(of: fit)
    case .failure(.tooFew(count: 1, needed: _)):
      return pick(
        "no mixed regression (a group has a single participant): the difference is by participant",
        "混合回帰なし（参加者が1人だけのグループがあります）: 差は参加者ごとです")
    case .failure(let fault):
      let reason = noRegression(fault)
      return pick(
        "no mixed regression (\(reason)): the difference is by participant",
        "混合回帰なし（\(reason)）: 差は参加者ごとです")
    }
  }

  /// Returns the line that only boards are compared, with the reason.
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

  /// Returns the numbers of shared boards and of their participants.
  ///
  /// Twenty boards played by each of 24 participants in both conditions are twenty boards, not 480.
  private func sharedBoards(_ boards: Comparison.SharedBoards?) -> String {
    guard let boards else { return pick("no shared boards", "共通の盤なし") }
    let count = boards.boardCount
    let people = boards.participantCount
    let pairs = boards.outcomes.count
    guard boards.exactProbability == nil else {
      return pick(counted(pairs, "shared board", "shared boards"), "共通の盤\(pairs)枚")
    }
    if pairs == count * people {
      return pick("\(counted(count, "board")) of \(participants(people))", "\(people)人の盤\(count)枚")
    }
    return pick(
      "\(counted(pairs, "pair")) of \(counted(count, "board")) and \(participants(people))",
      "\(people)人と盤\(count)枚の\(pairs)組")
  }

  /// Returns the difference of proportions, or the ratio of press times.
  private func words(
    for difference: Comparison.Difference, _ adjusted: [ContrastStatistic: Double]
  ) -> String {
    let measure = difference.measure
    let name =
      switch measure {
      case .accuracy: pick("accuracy", "正答率")
      case .firstPress: pick("first press", "最初の押下")
      case .laterPresses: pick("later presses", "その後の押下")
      }
    func told(_ unit: String?, _ test: String) -> String {
      let head = unit.map { pick("\(name) of \($0): ", "\($0)の\(name): ") } ?? "\(name): "
      switch difference.result {
      case .success(let tested):
        return head + (measure == .accuracy ? points(tested) : ratio(tested)) + pick(", ", "、")
          + self.test(of: tested, test, adjusted[.means(measure)])
          + (tested.effect.map { ", " + words(for: $0, adjusted[.ranks(measure)]) } ?? "")
      case .failure(let fault): return head + words(for: fault, of: difference.unit)
      }
    }
    switch difference.unit {
    case .participants(let count):
      return told(participants(count), "t")
    case .groups(let first, let second):
      let unit = pick("\(first) and \(second) participants", "参加者\(first)人と\(second)人")
      return told(unit, "Welch t")
    case .boards(let count):
      return told(pick("\(count) boards", "盤\(count)枚"), "t")
    case .trials: return told(nil, "Welch t")
    }
  }

  /// Returns the statistic, its degrees of freedom and its p-value.
  private func test(
    of difference: TestedDifference, _ name: String, _ adjusted: Double?
  ) -> String {
    let degrees = difference.degrees
    let isWhole = degrees == degrees.rounded()
    return "\(name)(\(degrees.decimal(isWhole ? 0 : 1))) = \(difference.statistic.decimal(2)), "
      + probability("p", difference.probability, adjusted: adjusted)
  }

  private func words(for effect: PairedEffect, _ adjusted: Double?) -> String {
    let range = effect.interval.map { " (\(self.range($0) { $0.decimal(2) }))" } ?? ""
    let unbiased = effect.unbiasedSize.map { ", g \($0.decimal(2))" } ?? ""
    return "d_z \(effect.size.value.decimal(2))\(range)\(unbiased), Wilcoxon "
      + probability("p", effect.signedRankProbability, adjusted: adjusted)
  }

  /// Returns a difference of proportions in percentage points, with its interval.
  private func points(_ difference: Estimate) -> String {
    points(difference.value, difference.interval)
  }

  /// Returns a tested difference in percentage points, with its interval if that says anything.
  private func points(_ difference: TestedDifference) -> String {
    points(difference.estimate.value, difference.interval)
  }

  private func points(_ value: Double, _ interval: Interval?) -> String {
    pick("difference \(value.percent) points", "差 \(value.percent)ポイント")
      + bracketed(interval, \.percent)
  }

  /// Returns a ratio with its interval, if that says anything.
  private func ratio(_ ratio: TestedDifference) -> String {
    let value = ratio.estimate.value.decimal(2)
    return pick("\(value) times as long", "\(value)倍")
      + bracketed(ratio.interval) { $0.decimal(2) }
  }

  /// Returns an interval in brackets; empty for none.
  func bracketed(_ interval: Interval?, _ shown: (Double) -> String) -> String {
    interval.map { range($0, shown) }.map { pick(" (95 % \($0))", "（95 % \($0)）") } ?? ""
  }

  /// Returns the reply of `learning`: a table of the participants.
  package func lines(
    of report: SurveyReport<Learning>, for reader: TableReader = TableReader()
  ) -> [String] {
    let heads = [
      pick("participant", "参加者"), pick("sessions", "回数"), pick("first %", "最初 %"),
      pick("last %", "最後 %"), pick("odds ratio", "オッズ比"), "95 %",
    ]
    let found = report.figures.tests.flatMap { test in
      ["\(test.label):"]
        + aligned([heads] + test.participants.map { cells(of: $0, for: reader) }, for: reader)
        + (test.all.sessions.count > 1 ? [learning(test.all)] : [])
    }
    return (found.isEmpty ? [noTrials] : found) + notes(on: report.exclusions)
  }

  /// Returns the table row of a participant.
  private func cells(
    of participant: Learning.Participant, for reader: TableReader
  ) -> [String] {
    let sessions = participant.progress.sessions
    let shares = [sessions.first, sessions.last].map {
      ($0?.share.value?.percent) ?? ""
    }
    let cells = [code(participant.code, for: reader), "\(sessions.count)"] + shares
    guard case .success(.ofTrials(let ratio)) = participant.progress.slope else { return cells }
    return cells + [ratio.value.decimal(3), range(ratio.interval) { $0.decimal(3) }]
  }

  /// Returns the reply of `results`: a line for each test, and the number of older tests.
  package func lines(
    of report: SurveyReport<Results>, for reader: TableReader = TableReader()
  ) -> [String] {
    let results = report.figures
    guard !results.tests.isEmpty else { return [noTrials] + lines(of: report.exclusions) }
    let older = pick(
      "\(results.olderCount) older tests: results all", "古いテスト\(results.olderCount)件: results all")
    let isAnyOpen = results.tests.contains { !$0.isComplete }
    let note = isAnyOpen ? [pick("* not finished", "* 途中まで")] : []
    return table(of: results, for: reader) + note + standings(of: results, for: reader)
      + (results.olderCount > 0 ? [older] : []) + lines(of: report.exclusions)
  }

  /// Returns the table of the tests, a row each.
  ///
  /// On a narrow screen it has, as far as necessary, no participant if all are the same, no year
  /// and no time in its dates, and no best results.
  private func table(of results: Results, for reader: TableReader) -> [String] {
    let heads = [
      pick("date", "日時"), pick("participant", "参加者"), pick("test", "テスト"),
      pick("score", "得点"), pick("best", "最高"),
    ]
    let rows = [heads] + results.tests.map { cells(of: $0, for: reader) }
    guard !reader.fits(rows), Set(results.tests.map(\.participant)).count == 1 else {
      return aligned(rows, textColumns: 3, for: reader)
    }
    let ofOne = rows.map { [$0[0]] + $0[2...] }
    // A date is such as 2026-11-26 06:15.
    let withDays = ofOne.map { row in
      [row[0].utf8.count == 16 ? String(row[0].dropFirst(5).prefix(5)) : row[0]] + row[1...]
    }
    let withoutBest = withDays.map { Array($0.prefix(3)) }
    let narrower = [ofOne, withDays, withoutBest]
    return aligned(narrower.first(where: reader.fits) ?? withDays, textColumns: 2, for: reader)
  }

  /// Returns the table row of a test.
  private func cells(of test: Results.Test, for reader: TableReader) -> [String] {
    let date = test.date.prefix(10) + " " + test.date.dropFirst(11).prefix(5)
    let course = TestPreset.named(test.name)?.course
    let score = cell(test.isScoredByLevel ? test.level : nil, test.passes.proportion, course)
    let estimate = test.estimate?.decimal(1)
    let outside = estimate.flatMap { value in test.beyond.map { outsideRange($0, value) } }
    let result = outside ?? estimate ?? score
    let best = cell(test.isScoredByLevel ? test.best.level : nil, test.best.passes, course)
    return [
      String(date), code(test.participant, for: reader), test.label,
      result + (test.isComplete ? "" : "*"),
      test.estimate == nil ? best : "",
    ]
  }

  /// Returns a score in a short form for tables.
  private func cell(
    _ level: Int?, _ passes: Proportion, _ course: TestPreset.Course?
  ) -> String {
    guard let level else { return "\(passes.passedCount)/\(passes.count)" }
    return self.level(level, of: course)
  }

  /// Returns the lines about a finished test besides its score.
  ///
  /// They say what a level means, or compare the share of passes with the published ones and with
  /// guessing. The intervals are in `summary`.
  package func details(of series: TestSeries) -> [String] {
    guard series.countedTrialCount > 0 else { return [] }
    let outcome = TestOutcome(series, best: nil)
    if outcome.isScoredByLevel == true { return remembered(outcome.score.level, series.preset) }
    guard outcome.isScoredByLevel == false, let share = outcome.passes.value else { return [] }
    let own = pick("you passed ", "成功率は") + (100 * share).decimal(0) + " %"
    let others = comparisons(of: series.preset).joined(separator: pick("; ", "、"))
    let ended = outcome.endedLookShare
    let lines = [own + (others.isEmpty ? "" : pick("; ", "、") + others)]
    guard let guessing = outcome.guessing, guessing.share < 0.5 || ended ?? 1 < 1 else {
      return lines
    }
    return lines + [self.guessing(guessing, ended)]
  }

  /// Returns what a score by levels means: the number of numerals.
  ///
  /// It is empty if no board was passed, and for predefined steps, whose score names them.
  private func remembered(_ level: Int, _ preset: TestPreset) -> [String] {
    guard level > 0, preset.course.trainingCount == 0 else { return [] }
    return [
      pick("you remembered up to \(counted(level, "numeral"))", "\(level)個まで覚えられました")
    ]
  }

  /// Returns the chance of guessing, and that of trials whose look was ended early if it is another.
  private func guessing(_ guessing: Guessing, _ endedLookShare: Double?) -> String {
    let count = (1 / guessing.share).decimal(0)
    let words = pick(
      "guessing would pass about 1 in \(count)", "でたらめに押すと、約\(count)回に1回成功します")
    guard let share = endedLookShare, share != guessing.share else { return words }
    let ended = (1 / share).decimal(0)
    return words
      + pick(
        ", and 1 in \(ended) where the look was ended early",
        "（自分で隠したときは約\(ended)回に1回）")
  }
}
