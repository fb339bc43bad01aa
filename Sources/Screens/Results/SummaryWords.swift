import Archive
import ChimpSystem
import Game
import Science
import Shell
package import Statistics
import Studies

/// The reply of `summary`: the results of all trials, test by test.
///
///     inoue-210: 3 of 5 passed, 60.0 % (95 % interval 23.1 to 88.2)
///
/// A proportion is shown with its interval and with that of guessing. The end of the reply lists
/// the excluded trials by reason.
extension Language {
  /// Returns the lines of a summary, test by test, and a line about excluded trials.
  package func lines(
    of report: SurveyReport<Summary>, for reader: TableReader = TableReader()
  ) -> [String] {
    let summary = report.figures
    let found = summary.tests.flatMap { lines(of: $0, by: summary.grouping, for: reader) }
    return (found.isEmpty ? [noTrials] : found) + notes(on: report.exclusions)
  }

  var noTrials: String { pick("no trials to show", "表示できる試行はありません") }

  /// Returns the notes on trials that go on after an error, and on excluded trials.
  func notes(on exclusions: Exclusions) -> [String] {
    let count = exclusions.continuedCount
    let note = pick(
      "\(counted(count, "trial")) with wrong=again: passed means passed without an error",
      "wrong=again の\(count)試行は、誤りなしで終えたときだけ成功と数えます")
    return (count > 0 ? [note] : []) + lines(of: exclusions)
  }

  /// Returns the lines about what the figures contain besides the usual: simulated participants,
  /// scripts, and other texts of studies.
  func inclusionLines(of exclusions: Exclusions) -> [String] {
    otherPlayerLines(of: exclusions)
      + exclusions.otherTexts.map { text, count in
        let hash = text.hash ?? "-"
        return pick(
          "\(counted(count, "trial")) of another text of \(text.study) (\(hash)): counted apart, "
            + "without its rules",
          "\(text.study) の別の版（\(hash)）の\(count)試行は別に数えました（除外の規則なし）")
      }
  }

  /// Returns the lines about included trials that no person played.
  func otherPlayerLines(of exclusions: Exclusions) -> [String] {
    let count = exclusions.scriptTrialCount
    let line = pick(
      "SCRIPTS: \(counted(count, "trial")) played by a script in these figures",
      "スクリプト: この値にはスクリプトが操作した\(count)試行が入っています")
    return simulatedLines(of: exclusions) + (count > 0 ? [line] : [])
  }

  /// Returns the line about included simulated participants; none without one.
  private func simulatedLines(of exclusions: Exclusions) -> [String] {
    let count = exclusions.simulatedTrialCount
    guard count > 0 else { return [] }
    let people = exclusions.simulatedParticipantCount
    return [
      pick(
        "SIMULATED: \(counted(count, "trial")) of \(counted(people, "participant")) "
          + "in these figures",
        "シミュレーション: この値には模擬参加者\(people)人の\(count)試行が入っています")
    ]
  }

  /// Returns a line about each damaged row on which the figures may depend.
  private func unreadableLines(of exclusions: Exclusions) -> [String] {
    exclusions.unreadable.map { error in
      pick(
        "groups, answers and rules of a study may be missing: \(Refusal(error).words(in: self))",
        "研究の群、回答、除外の規則が欠けているかもしれません: \(Refusal(error).words(in: self))")
    }
  }

  /// Returns the counts of excluded trials by reason; empty if there are none.
  func lines(of exclusions: Exclusions) -> [String] {
    inclusionLines(of: exclusions) + otherLines(of: exclusions) + ruleLines(of: exclusions)
      + unreadableLines(of: exclusions)
  }

  /// Returns a line about each rule of a study that excludes trials, and their sum.
  private func ruleLines(of exclusions: Exclusions) -> [String] {
    let rules = exclusions.byRule
    let lines = lines(ofRulesIn: exclusions)
    guard rules.all.count(where: { $0.trialCount > 0 }) > 1 else { return lines }
    let total = counted(rules.trialCount, "trial")
    let several = several(rules)
    guard exclusions.appliesRules else {
      return lines + [
        pick(
          "\(total) counted despite these rules\(several)",
          "これらの規則に当たる\(rules.trialCount)試行を数えました\(several)")
      ]
    }
    return lines + [
      pick(
        "\(total) left out by these rules\(several)",
        "これらの規則により除いたのは\(rules.trialCount)試行です\(several)")
    ]
  }

  private func lines(ofRulesIn exclusions: Exclusions) -> [String] {
    exclusions.byRule.all.map { count in
      let trials = counted(count.trialCount, "trial")
      let people = counted(count.participantCount, "participant")
      let rule = "\(count.rule.study): exclude \(count.rule.text)"
      if count.trialCount == 0 {
        return pick("no trials left out by \(rule)", "\(rule) により除いた試行はありません")
      }
      guard exclusions.appliesRules else {
        return pick(
          "\(trials) of \(people) counted despite \(rule)",
          "\(rule) に当たる\(count.participantCount)人の\(count.trialCount)試行も数えました")
      }
      return pick(
        "\(trials) of \(people) left out by \(rule)",
        "\(rule) により\(count.participantCount)人の\(count.trialCount)試行を除きました")
        + pick(" (exclusions=no counts them)", "（exclusions=no で数えます）")
    }
  }

  private func otherLines(of exclusions: Exclusions) -> [String] {
    let reasons = Exclusions.Reason.inOrder.filter { exclusions[$0] > 0 }
    let all = Exclusions.Reason.inOrder.filter { exclusions.reasons.contains($0) }
    let count = exclusions.otherCount
    guard count > 0, let first = reasons.first else { return [] }
    let them = count == 1 ? "it" : "them"
    let hint = Exclusions.Reason.key(for: all).map {
      pick(" (include=\($0) shows \(them))", "（include=\($0) で表示します）")
    }
    let trials = counted(count, "trial")
    let left =
      if reasons.count == 1 {
        pick(
          "\(excluded(count, for: first)) left out",
          "\(words(for: first))の\(count)試行は除きました")
      } else {
        pick("\(trials) left out: ", "\(count)試行は除きました: ")
          + reasons.map {
            pick("\(exclusions[$0]) ", "") + words(for: $0) + pick("", "\(exclusions[$0])")
          }
          .joined(separator: pick(", ", "、"))
      }
    return [left + (hint ?? "")]
  }

  /// Returns the number of trials excluded for a reason, in English.
  private func excluded(_ count: Int, for reason: Exclusions.Reason) -> String {
    switch reason {
    case .practice, .simulated, .damaged: counted(count, "\(words(for: reason)) trial")
    case .notOver: counted(count, "unfinished trial")
    case .virtualClock: counted(count, "virtual-clock trial")
    case .holdMissed: "\(counted(count, "trial")) with a missed hold"
    case .severalPresses: "\(counted(count, "trial")) with several presses on a line"
    case .lookEnded: "\(counted(count, "trial")) whose look was ended early"
    case .stale: "\(counted(count, "trial")) of blocks begun anew"
    case .script: "\(counted(count, "trial")) played by a script"
    case .free, .resumed, .forgotten: "\(counted(count, "trial")) \(words(for: reason))"
    }
  }

  /// Returns the reason why a trial is excluded.
  private func words(for reason: Exclusions.Reason) -> String {
    switch reason {
    case .free: pick("of single rounds", "1ラウンドだけのもの")
    case .notOver: pick("not over", "途中")
    case .practice: pick("practice", "練習")
    case .simulated: pick("simulated", "シミュレーション")
    case .script: pick("played by a script", "スクリプトの操作")
    case .virtualClock: pick("virtual clock", "仮想時計")
    case .resumed: pick("interrupted", "中断")
    case .holdMissed: pick("hold not met", "提示時間のずれ")
    case .severalPresses: pick("several presses on a line", "1行に複数の押下")
    case .lookEnded: pick("look ended early", "提示の途中で隠したもの")
    case .damaged: pick("damaged", "破損")
    case .stale: pick("of blocks begun anew", "やり直したブロック")
    case .forgotten: pick("not known any more", "もう残っていません")
    }
  }

  /// Returns the lines of a test.
  private func lines(
    of test: Summary.Test, by grouping: Summary.Grouping?,
    for reader: TableReader
  ) -> [String] {
    let head = name(of: test) + ": "
    let passes = head + passes(test.passes)
    func table(_ kind: Plot.Kind) -> [String] {
      aligned(LabelledPlot(test.plot(kind), self).table, for: reader)
    }
    return switch grouping {
    case nil:
      [passes, chance(of: test)] + guessing(of: test) + credit(of: test)
        + levels(of: test) + readingOrder(of: test) + positions(of: test)
        + latencies(of: test) + learning(of: test) + course(of: test, for: reader)
        + published(of: test)
    case .position: [passes] + table(.position) + lines(of: test.trimmed)
    case .session: [passes] + table(.session) + learning(of: test)
    case .count: [passes] + table(.count) + slope(of: test, by: .count)
    case .hold:
      [passes] + table(.hold) + slope(of: test, by: .hold) + threshold(of: test)
    }
  }

  /// Returns the name of a row: that of the test, or that all tests are together.
  func name(of test: Summary.Test) -> String {
    if test.kind?.isOutsideStudies == true { return pick("outside studies", "研究の外") }
    return test.label ?? pick("all tests", "すべてのテスト")
  }

  /// Returns the partial scores: right presses, their proportion, and the edit distance.
  func credit(of test: Summary.Test) -> [String] {
    func shown(_ mean: UnitMean, _ format: (Double) -> String, _ unit: String) -> String? {
      guard let value = mean.value else { return nil }
      let interval = mean.interval.map { "95 % t " + range($0, format) }.map {
        pick(" (\($0))", "（\($0)）")
      }
      return format(value) + unit + (interval ?? "")
    }
    guard let right = shown(test.credit.right, { $0.decimal(2) }, ""),
      let share = shown(test.credit.share, \.percent, " %")
    else { return [] }
    let distance = test.credit.distance.flatMap { shown($0, { $0.decimal(2) }, "") }
    return [
      pick("right before the first error: ", "最初の誤りまでの正解: ") + right
        + pick("; of the numerals ", "。個数に対して ") + share
        + (distance.map { pick("; edit distance ", "。編集距離 ") + $0 } ?? "")
    ]
  }

  /// Returns the mean result of adaptive tests, and the number of unfinished tests.
  func levels(of test: Summary.Test) -> [String] {
    let open = pick(
      "not finished: \(test.openTestCount) of \(counted(test.testCount, "test"))",
      "途中まで: \(test.testCount)回中\(test.openTestCount)回")
    let openLines = test.openTestCount > 0 ? [open] : []
    guard let level = test.level else { return openLines }
    let isScore = test.name.flatMap(TestPreset.named)?.isScoredByLevel == true
    return [words(for: level, isScore: isScore)] + openLines
  }

  /// Returns a score, a span or a hold with its interval.
  private func words(for level: FoundLevel, isScore: Bool) -> String {
    func shown(_ value: Double) -> String { value.decimal(level.isHold ? 0 : 1) }
    let name = isScore ? pick("score: ", "得点: ") : pick("span: ", "記憶範囲: ")
    let head = level.isHold ? pick("hold found: ", "提示時間の推定: ") : name
    guard let mean = level.mean else { return head + outside(level) }
    let interval = level.interval.map { range($0, shown) }.map {
      pick(" (95 % \($0))", "（95 % \($0)）")
    }
    let count = level.testCount
    let unit = level.participantCount.map {
      pick(", mean of \(participants($0)), \(count) tests", "、\($0)人の平均、\(count)回")
    }
    return head + (level.isHold ? duration(mean) : shown(mean)) + (interval ?? "")
      + (unit
        ?? (count == 1
          ? pick(", 1 test", "、1回") : pick(", mean of \(count) tests", "、\(count)回の平均")))
      + (level.outside.count > 0 ? pick("; ", "。ほかに") + outside(level) : "")
  }

  /// Returns the number of adaptive tests outside of their range, which are in no mean.
  private func outside(_ level: FoundLevel) -> String {
    let outside = level.outside
    let count = outside.count
    guard count == 1, let bound = outside.bound else {
      return pick(
        "\(count) tests outside the range, in no mean (\(outside.belowCount) below, "
          + "\(outside.aboveCount) above)",
        "\(count)回は範囲外で、平均に入りません（下\(outside.belowCount)回、上\(outside.aboveCount)回）")
    }
    let value = level.isHold ? duration(bound) : bound.decimal(1)
    return outsideRange(outside.belowCount > 0 ? .lower : .upper, value)
      + pick(", 1 test, in no mean", "、1回、平均に入りません")
  }

  /// Returns the sentence about tests that are in no point of a plot; empty if there are none.
  func outsidePoints(of plot: Plot) -> String {
    guard plot.outsideCount > 0 else { return "" }
    return pick(
      "\(counted(plot.outsideCount, "test")) outside the range, in no point",
      "範囲外のため図にないテスト: \(plot.outsideCount)回")
  }

  /// Returns the line about guessing alone.
  private func chance(of test: Summary.Test) -> String {
    guard let guessing = test.guessing else {
      return pick(
        "chance depends on the number of numerals: by=count shows it",
        "偶然の割合は個数によります（by=count で表示します）")
    }
    return chance(guessing, of: test)
  }

  /// Returns the probability that guessing passes as many trials.
  private func guessing(of test: Summary.Test) -> [String] {
    guard let guessing = test.shownGuessing else { return [] }
    let passed = test.passes.passedCount
    let count = test.passes.count
    let tail = probability("p", guessing.probability)
    let guessed = guessing.meanRightCount.decimal(2)
    return [
      pick(
        "by guessing: \(passed) or more of \(count) with \(tail); on average "
          + "\(guessed) right before the first error",
        "偶然なら: \(passed)回以上の成功 \(tail)。最初の誤りまでの正解 \(guessed)")
    ]
  }

  /// Returns the proportion by guessing, and the smallest number of passes above chance.
  ///
  /// The number is not given for a test whose outcomes decide about its trials.
  func chance(_ guessing: Guessing, of test: Summary.Test) -> String {
    let share = chance(guessing.share)
    let guessed = guessing.guessedCount
    let count = guessing.trialCount
    if test.dependsOnOutcomes {
      return pick("chance \(share) (1/\(guessed)!)", "偶然 \(share)（1/\(guessed)!）")
    }
    let words = pick("chance \(share) (1/\(guessed)!), ", "偶然 \(share)（1/\(guessed)!）、")
    guard let fewest = guessing.fewestAbove else {
      return words + pick("too few trials to beat chance", "偶然を超えるには試行が足りません")
    }
    return words
      + pick("above chance from \(fewest) of \(count)", "\(count)回中\(fewest)回以上で偶然を超えます")
  }

  /// Returns a probability in percent; a small one is `< 0.01 %`.
  func chance(_ share: Double) -> String {
    let percent = 100 * share
    return percent < 0.005 ? "< 0.01 %" : "\(percent.decimal(2)) %"
  }

  /// Returns the proportion on boards that are not in reading order; nothing if all are not.
  func readingOrder(of test: Summary.Test) -> [String] {
    let rest = test.passesElsewhere
    let count = test.passes.count - rest.count
    guard count > 0 else { return [] }
    return [
      pick(
        "boards in reading order: \(count); without \(count == 1 ? "it" : "them") "
          + "\(rest.passedCount) of \(rest.count) passed",
        "読む順の盤: \(count)、除くと\(rest.count)回中\(rest.passedCount)回成功")
    ]
  }

  /// Returns the proportion of right presses at each position, up to the ninth.
  private func positions(of test: Summary.Test) -> [String] {
    guard !test.positions.isEmpty else { return [] }
    let shares = test.positions.prefix(9).compactMap { position in
      let group = position.group
      return group.share.value.map { "\(group.numbers.lowerBound): \($0.percent) %" }
    }
    let rest = test.positions.count > 9 ? pick(", and so on", "など") : ""
    return [
      (test.credit.distance == nil
        ? pick(
          "right at each position that was reached (a trial ends at its error): ",
          "到達した順番での正解（誤りで終了）: ")
        : pick("right at each position that was reached without an error: ", "誤りなしで到達した順番での正解: "))
        + shares.joined(separator: ", ") + rest
    ]
  }

  /// Returns the times of presses.
  private func latencies(of test: Summary.Test) -> [String] {
    [
      (test.isFirstSeen
        ? pick("first press after onset: ", "提示から最初の押下: ")
        : pick("first press after mask: ", "隠れてから最初の押下: ")) + latency(test.firstPress),
      pick("later presses: ", "その後の押下: ") + latency(test.laterPresses),
    ] + lines(of: test.trimmed)
  }

  func learning(of test: Summary.Test) -> [String] {
    test.progress.sessions.count > 1 ? [learning(test.progress)] : []
  }

  /// Returns the number of sessions, and the change over them or the reason why it is unknown.
  func learning(_ progress: Progress) -> String {
    let count = progress.sessions.count
    let head = pick("sessions: \(count), ", "セッション: \(count)、")
    switch progress.slope {
    case .success(let slope): return head + words(for: slope, .session)
    case .failure(let fault): return head + fault.words(in: self)
    }
  }

  /// Returns the published results of a test.
  func published(of test: Summary.Test) -> [String] {
    test.name.flatMap(TestPreset.named).map(published) ?? []
  }

  /// Returns the hold at which half of the trials are passed; nothing with too few holds.
  func threshold(of test: Summary.Test) -> [String] {
    guard let threshold = test.threshold else { return [] }
    let head = pick("hold at which half are passed: ", "半分成功する提示時間: ")
    switch threshold {
    case .severalCounts: return [head + pick("only for one number of numerals", "個数が1つのときだけ")]
    case .estimate(let half):
      let range = range(half.estimate.interval) { $0.decimal(0) }
      let guess = half.guess > 0 ? chance(half.guess) : "0 %"
      let lapse = half.lapse > 0 ? chance(half.lapse) : "0 %"
      return [
        head + duration(half.estimate.value) + pick(" (95 % \(range))", "（95 % \(range)）")
          + origin(of: half)
          + pick(
            ", where p = 0.5; guesses \(guess), lapses \(lapse)",
            "、p = 0.5 の点。当て推量 \(guess)、見落とし \(lapse)")
      ]
    case .fault(let fault):
      // Without a slope there is no curve, for the same reason.
      if case .failure(let reason)? = test.slope, reason == fault {
        return [head + noSlope(fault, .hold)]
      }
      return [head + words(for: fault, overParticipants: test.participantCount > 1)]
    }
  }

  private func origin(of half: Summary.HalfHold) -> String {
    switch half.curve {
    case .ofTrials: ""
    case .mixed:
      pick(" for an average participant and board", "（平均的な参加者と盤）")
    case .ofParticipants(let count, let all):
      pick(
        ", geometric mean of \(count) of \(participants(all))", "、\(all)人中\(count)人の幾何平均")
    }
  }
}
