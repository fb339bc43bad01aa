package import Analysis
import Archive
import Characters
import Console
import Examiner
package import Game
import Glibc
import Science

extension Language {
  package func lines(of report: Survey<ComparisonTally>.Report) -> [String] {
    let tally = report.tally
    let names = tally.conditions.map(\.word)
    var lines = zip(names, tally.passes).map { name, passes in
      passes.count > 0 ? "\(name): " + self.passes(passes) : "\(name): " + noTrials
    }
    for second in names.indices {
      for first in names.indices.prefix(second)
      where tally.passes[first].count > 0 && tally.passes[second].count > 0 {
        if names.count > 2 { lines.append("\(names[second]) - \(names[first]):") }
        lines += difference(tally, second, first)
      }
    }
    if tally.hasMoreBoards {
      let most = ComparisonTally.mostBoards
      lines.append(pick("boards beyond the first \(most) are not paired", "最初の\(most)枚より後の盤は比べません"))
    }
    return lines + self.lines(of: report.leftOut)
  }

  private func difference(_ tally: ComparisonTally, _ one: Int, _ other: Int) -> [String] {
    let (boards, people) = (tally.pairs[one][other], tally.people(one, other))
    let names = (tally.conditions[one].word, tally.conditions[other].word)
    var lines: [String] = []
    if boards.outcomes.count > 0, let test = try? boards.outcomes.mcNemar(),
      let difference = try? boards.outcomes.difference()
    {
      lines = [
        onlyBoards(boards.outcomes, names, tally.conditions[one].kind)
          + "McNemar " + probability("p", test.exact) + ", " + probability("mid-p", test.midP, " "),
        points(difference)
          + pick(
            ", \(counted(boards.outcomes.count, "shared board", "shared boards"))",
            "、共通の盤\(boards.outcomes.count)枚"),
      ]
    } else if let difference = try? ProportionDifference(tally.passes[one], tally.passes[other])
      .estimate()
    {
      lines = [points(difference) + pick(", no shared boards", "、共通の盤なし")]
    }
    if people.shares.count > 1 {
      let unit = participants(people.shares.count)
      lines.append(
        pick("accuracy of \(unit): ", "\(unit)の正答率: ")
          + paired(people.shares, shown: { points($0) }))
    }
    for measure in ComparisonTally.Measure.allCases {
      lines.append(times(tally, one, other, measure))
    }
    return lines
  }

  private func onlyBoards(
    _ outcomes: PairedOutcomes, _ names: (String, String), _ kind: TrialCondition.Kind
  ) -> String {
    let (first, second) = (outcomes.onlyFirstCount, outcomes.onlySecondCount)
    let at = kind == .participant ? "by" : "at"
    return pick(
      "\(counted(first, "board")) only \(at) \(names.0), \(second) only \(at) \(names.1): ",
      "\(names.0) だけ\(first)枚、\(names.1) だけ\(second)枚: ")
  }

  func participants(_ count: Int) -> String { pick(counted(count, "participant"), "参加者\(count)人") }

  /// How much longer a press takes: participants are paired where there are two, or else boards.
  private func times(
    _ tally: ComparisonTally, _ one: Int, _ other: Int, _ measure: ComparisonTally.Measure
  ) -> String {
    let people = tally.people(one, other).times[measure.rawValue]
    let boards = tally.pairs[one][other].differences[measure.rawValue]
    let name =
      measure == .firstPress ? pick("first press", "最初の押下") : pick("later presses", "その後の押下")
    if people.count > 1 || boards.count > 1 {
      let isOfPeople = people.count > 1
      let unit =
        isOfPeople
        ? participants(people.count) : pick("\(boards.count) boards", "盤\(boards.count)枚")
      return pick("\(name) of \(unit): ", "\(unit)の\(name): ")
        + paired(isOfPeople ? people : boards, shown: ratio)
    }
    do throws(StatisticFault) {
      let test = try tally.groups(one, other, measure).test()
      return "\(name): " + ratio(test.difference) + pick(", ", "、") + words(for: test, "Welch t")
    } catch { return "\(name): " + words(for: error) }
  }

  private func paired(_ differences: [Double], shown: (Estimate) -> String) -> String {
    let means = PairedMeans(differences: differences)
    do throws(StatisticFault) {
      let (test, effect) = (try means.test(), try means.effect())
      let ranks = try SignedRanks(differences: differences)
      let range = range(effect.interval) { $0.decimal(2) }
      let unbiased = (try? means.unbiasedEffect()).map { ", g \($0.decimal(2))" } ?? ""
      return shown(test.difference) + pick(", ", "、") + words(for: test, "t")
        + ", d_z \(effect.value.decimal(2)) (\(range))\(unbiased), Wilcoxon "
        + probability("p", ranks.probability)
    } catch { return words(for: error) }
  }

  private func words(for test: MeanTest, _ name: String) -> String {
    let degrees = test.degrees.decimal(test.degrees == test.degrees.rounded() ? 0 : 1)
    return "\(name)(\(degrees)) = \(test.statistic.decimal(2)), "
      + probability("p", test.probability)
  }

  /// A difference of shares, which can't be larger than they are.
  private func points(_ difference: Estimate) -> String {
    let interval = difference.interval.clamped(to: -1...1)
    return pick(
      "difference \(difference.value.percent) points (95 % \(range(interval, \.percent)))",
      "差 \(difference.value.percent)ポイント（95 % \(range(interval, \.percent))）")
  }

  /// By what a time is multiplied, of the difference of its logarithms.
  private func ratio(_ difference: Estimate) -> String {
    let range = range(difference.interval) { exp($0).decimal(2) }
    return pick(
      "\(exp(difference.value).decimal(2)) times as long (95 % \(range))",
      "\(exp(difference.value).decimal(2))倍（95 % \(range)）")
  }

  package func lines(of report: Survey<LearningTally>.Report) -> [String] {
    let tests = report.tally.sessions
    let found = TestPreset.names.flatMap { name -> [String] in
      guard let people = tests[name] else { return [] }
      let rows = people.sorted { $0.key < $1.key }.map { learningRow($0.key, $0.value) }
      let heads = [
        pick("participant", "参加者"), pick("sessions", "回数"), pick("first %", "最初 %"),
        pick("last %", "最後 %"), pick("odds ratio", "オッズ比"), "95 %",
      ]
      var all: [Int: Proportion] = [:]
      for (_, sessions) in people {
        for (number, share) in sessions { all[number, default: Proportion()].add(share) }
      }
      return ["\(name):"] + aligned([heads] + rows) + (all.count > 1 ? [learning(all)] : [])
    }
    return (found.isEmpty ? [noTrials] : found) + lines(of: report.leftOut)
  }

  private func learningRow(_ code: String, _ sessions: [Int: Proportion]) -> [String] {
    let points = sessions.points
    let shares = [points.first, points.last].map { (try? $0?.proportion.value())?.percent ?? "" }
    guard let ratio = try? LearningCurve(points).oddsRatio().usable(orElse: .separated) else {
      return [code, "\(points.count)"] + shares
    }
    return [code, "\(points.count)"] + shares
      + [ratio.value.decimal(3), range(ratio.interval) { $0.decimal(3) }]
  }

  /// All tests, or the newest ones.
  package func lines(of report: Survey<ResultsTally>.Report, inAll isWhole: Bool) -> [String] {
    let (rows, bests) = (report.tally.rows, report.tally.bests)
    guard !rows.isEmpty else { return [noTrials] + lines(of: report.leftOut) }
    let shown = isWhole ? rows.count : min(rows.count, ArchivedRound.pageSize)
    let heads = [
      pick("date", "日時"), pick("participant", "参加者"), pick("test", "テスト"),
      pick("score", "結果"), pick("best", "最高"),
    ]
    let table = zip(rows, bests).suffix(shown).map { row, best in
      let date = row.date.prefix(10) + " " + row.date.dropFirst(11).prefix(5)
      let result = row.estimate?.decimal(1) ?? score(row.score, byLevel: row.isScoredByLevel)
      let bestResult = row.estimate == nil ? score(best, byLevel: row.isScoredByLevel) : ""
      return [
        String(date), cut(row.participant), row.name, result + (row.isComplete ? "" : "*"),
        bestResult,
      ]
    }
    let older = rows.count - shown
    let rest = pick("\(older) older tests: results all", "古いテスト\(older)件: results all")
    let note = table.contains { $0[3].hasSuffix("*") } ? [pick("* not finished", "* 途中まで")] : []
    return aligned([heads] + table, textColumns: 3) + note + (older > 0 ? [rest] : [])
      + lines(of: report.leftOut)
  }

  /// A code that leaves room for the rest of a line.
  private func cut(_ code: String) -> String {
    code.utf8.count > 20 ? code.prefix(18) + ".." : code
  }

  private func score(_ score: TestScore, byLevel: Bool) -> String {
    byLevel
      ? pick("level \(score.level)", "\(score.level)個")
      : "\(score.passes.passedCount)/\(score.passes.count)"
  }

  /// What a test that is over came to; nil where nothing is to be said beyond its standing.
  package func result(of series: TestSeries, best: TestScore?) -> String? {
    guard series.countedTrialCount > 0 else { return nil }
    let rest = afterwards(series, best: best)
    switch series.preset.isScoredByLevel {
    case nil: return nil
    case false?: return passes(TestScore(series).passes) + rest
    case true?: return best == nil ? nil : score(TestScore(series), byLevel: true) + rest
    }
  }

  /// What was the best such test before one that is over, and what guessing reaches in it.
  package func afterwards(_ series: TestSeries, best: TestScore?) -> String {
    guard let byLevel = series.preset.isScoredByLevel else { return "" }
    let before =
      best.map { pick("; best before ", "。これまでの最高 ") + score($0, byLevel: byLevel) } ?? ""
    guard !byLevel, series.countedTrialCount > 0,
      let chance = try? Chance(
        numeralCount: series.plan.count, isFirstSeen: series.plan.rule.hold == nil)
    else { return before }
    return before + pick("; ", "。") + self.chance(chance, trialCount: series.countedTrialCount)
  }

  /// How a test stands, with the interval of what was passed where it is over.
  package func title(of series: TestSeries) -> String {
    guard series.isOver, series.countedTrialCount > 0, series.preset.isScoredByLevel == false else {
      return namedStanding(series.standing)
    }
    return "\(series.preset.name): " + passes(TestScore(series).passes)
  }
}
