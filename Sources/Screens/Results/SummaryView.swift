import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The reply of `summary`: the results of all trials, test by test.
///
///     inoue-210: you passed 3 of 5, 60 %; students about 40 %, Ayumu about 79 %
///     inoue-210: 3 of 5 passed, 60.0 % (95 % interval 23.1 to 88.2)
///
/// A proportion is shown with its interval and with that of guessing. The end of the reply lists
/// the excluded trials by reason.
struct SummaryView {
  let language: Language
  var reader = TableReader()

  /// Returns the lines of a summary, test by test, and a line about excluded trials.
  func lines(of report: SurveyReport<Summary>) -> [String] {
    let summary = report.figures
    let sentence = SummarySentence(language, report.filter, for: reader)
    let found = summary.tests.flatMap { test in
      [sentence.line(about: test, named: name(of: test))] + lines(of: test, by: summary.grouping)
    }
    return (found.isEmpty ? [noTrials(in: language)] : found)
      + report.exclusions.notes(in: language)
  }

  /// Returns the lines of a test.
  private func lines(of test: Summary.Test, by grouping: Summary.Grouping?) -> [String] {
    let head = name(of: test) + ": "
    let passes = head + test.passes.words(in: language)
    func table(_ kind: Plot.Kind) -> [String] {
      let plot = LabelledPlot(test.plot(kind), language)
      return (plot.plot.explanation(in: language).map { [$0] } ?? []) + reader.lines(of: plot)
    }
    return switch grouping {
    case nil:
      [passes, chance(of: test)] + guessing(of: test) + credit(of: test)
        + (test.level?.isHold == true ? [holdExplanation(in: language)] : [])
        + levels(of: test) + readingOrder(of: test) + positions(of: test)
        + latencies(of: test) + learning(of: test)
        + (test.course?.lines(in: language, for: reader) ?? [])
        + published(of: test)
    case .position: [passes] + table(.position) + (test.trimmed?.lines(in: language) ?? [])
    case .session: [passes] + table(.session) + learning(of: test)
    case .count: [passes] + table(.count) + test.slopeLines(in: language, .count)
    case .hold:
      [passes] + table(.hold) + test.slopeLines(in: language, .hold) + threshold(of: test)
    }
  }

  /// Returns the name of a row: that of the test, or that all tests are together.
  func name(of test: Summary.Test) -> String {
    if test.kind?.isOutsideStudies == true { return language.pick("outside studies", "研究の外") }
    return test.label ?? language.pick("all tests", "すべてのテスト")
  }

  /// Returns the partial scores: right presses, their proportion, and the edit distance.
  func credit(of test: Summary.Test) -> [String] {
    func shown(_ mean: UnitMean, _ format: (Double) -> String, _ unit: String) -> String? {
      guard let value = mean.value else { return nil }
      let interval = mean.interval.map {
        let range = $0.words(in: language, format)
        return language.pick(" (95 % t \(range))", "（95 % t \(range)）")
      }
      return format(value) + unit + (interval ?? "")
    }
    guard let right = shown(test.credit.right, { $0.decimal(2) }, ""),
      let share = shown(test.credit.share, \.percent, " %")
    else { return [] }
    let distance = test.credit.distance.flatMap { shown($0, { $0.decimal(2) }, "") }.map {
      language.pick("; edit distance \($0)", "。編集距離 \($0)")
    }
    return [
      language.pick(
        "right before the first error: \(right); of the numerals \(share)",
        "最初の誤りまでの正解: \(right)。個数に対して \(share)")
        + (distance ?? "")
    ]
  }

  /// Returns the mean result of adaptive tests, and the number of unfinished tests.
  func levels(of test: Summary.Test) -> [String] {
    let open = language.pick(
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
    let name = isScore ? language.pick("score: ", "得点: ") : language.pick("span: ", "記憶範囲: ")
    let head = level.isHold ? language.pick("hold found: ", "提示時間の推定: ") : name
    guard let mean = level.mean else { return head + outside(level) }
    let interval = level.interval?.bracketed(in: language, shown)
    let count = level.testCount
    let unit = level.participantCount.map {
      language.pick(
        ", mean of \(counted($0, "participant")), \(count) tests", "、\($0)人の平均、\(count)回")
    }
    return head + (level.isHold ? mean.milliseconds(in: language) : shown(mean)) + (interval ?? "")
      + (unit
        ?? (count == 1
          ? language.pick(", 1 test", "、1回")
          : language.pick(", mean of \(count) tests", "、\(count)回の平均")))
      + (level.outside.count > 0 ? language.pick("; ", "。ほかに") + outside(level) : "")
  }

  /// Returns the number of adaptive tests outside of their range, which are in no mean.
  private func outside(_ level: FoundLevel) -> String {
    let outside = level.outside
    let count = outside.count
    guard count == 1, let bound = outside.bound else {
      return language.pick(
        "\(count) tests outside the range, in no mean (\(outside.belowCount) below, "
          + "\(outside.aboveCount) above)",
        "\(count)回は範囲外で、平均に入りません（下\(outside.belowCount)回、上\(outside.aboveCount)回）")
    }
    let value = level.isHold ? bound.milliseconds(in: language) : bound.decimal(1)
    let end: RangeEnd = outside.belowCount > 0 ? .lower : .upper
    return end.words(value, in: language)
      + language.pick(", 1 test, in no mean", "、1回、平均に入りません")
  }

  /// Returns the line about guessing alone.
  private func chance(of test: Summary.Test) -> String {
    guard let guessing = test.guessing else {
      return language.pick(
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
    let tail = probability("p", guessing.probability, in: language)
    let guessed = guessing.meanRightCount.decimal(2)
    return [
      language.pick(
        "by guessing: \(passed) or more of \(count) with \(tail); on average "
          + "\(guessed) right before the first error",
        "偶然なら: \(passed)回以上の成功 \(tail)。最初の誤りまでの正解 \(guessed)")
    ]
  }

  /// Returns the proportion by guessing, and the smallest number of passes above chance.
  ///
  /// The number is not given for a test whose outcomes decide about its trials.
  func chance(_ guessing: Guessing, of test: Summary.Test) -> String {
    let share = guessing.share.finePercent
    let guessed = guessing.guessedCount
    let count = guessing.trialCount
    if test.dependsOnOutcomes {
      return language.pick("chance \(share) (1/\(guessed)!)", "偶然 \(share)（1/\(guessed)!）")
    }
    guard let fewest = guessing.fewestAbove else {
      return language.pick(
        "chance \(share) (1/\(guessed)!), too few trials to beat chance",
        "偶然 \(share)（1/\(guessed)!）、偶然を超えるには試行が足りません")
    }
    return language.pick(
      "chance \(share) (1/\(guessed)!), above chance from \(fewest) of \(count)",
      "偶然 \(share)（1/\(guessed)!）、\(count)回中\(fewest)回以上で偶然を超えます")
  }

  /// Returns the proportion on boards that are not in reading order; nothing if all are not.
  func readingOrder(of test: Summary.Test) -> [String] {
    let rest = test.passesElsewhere
    let count = test.passes.count - rest.count
    guard count > 0 else { return [] }
    return [
      language.pick(
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
    let rest = test.positions.count > 9 ? language.pick(", and so on", "など") : ""
    let list = shares.joined(separator: ", ") + rest
    guard test.credit.distance == nil else {
      return [
        language.pick(
          "right at each position that was reached without an error: \(list)",
          "誤りなしで到達した順番での正解: \(list)")
      ]
    }
    return [
      language.pick(
        "right at each position that was reached (a trial ends at its error): \(list)",
        "到達した順番での正解（誤りで終了）: \(list)")
    ]
  }

  /// Returns the times of presses.
  private func latencies(of test: Summary.Test) -> [String] {
    let first = words(for: test.firstPress)
    let later = words(for: test.laterPresses)
    return [
      test.isFirstSeen
        ? language.pick("first press after onset: \(first)", "提示から最初の押下: \(first)")
        : language.pick("first press after mask: \(first)", "隠れてから最初の押下: \(first)"),
      language.pick("later presses: \(later)", "その後の押下: \(later)"),
    ] + (test.trimmed?.lines(in: language) ?? [])
  }

  /// Returns a mean press time with its interval, or the reason why there is none.
  func words(for latency: Latency) -> String {
    var words: String
    switch latency.estimate {
    case .success(let estimate):
      let range = estimate.interval.words(in: language) { $0.decimal(0) }
      words =
        estimate.value.milliseconds(in: language) + language.pick(" (\(range)), ", "（\(range)）、")
        + unit(of: latency)
    case .failure(let fault):
      let mean = latency.mean.map { $0.milliseconds(in: language) + language.pick(", ", "、") } ?? ""
      words = mean + fault.words(in: language, overParticipants: latency.participantCount != nil)
    }
    if latency.impossibleCount > 0 {
      words += language.pick(
        "; \(latency.impossibleCount) without time", "。時間のない押下\(latency.impossibleCount)回")
    }
    if latency.missingCount > 0 {
      words += language.pick("; \(latency.missingCount) not known", "。不明\(latency.missingCount)回")
    }
    return words
  }

  private func unit(of latency: Latency) -> String {
    guard let count = latency.participantCount else {
      return language.pick("geometric mean of \(latency.count)", "\(latency.count)回の幾何平均")
    }
    let presses = counted(latency.count, "press", "presses")
    return language.pick(
      "geometric mean of \(counted(count, "participant")), \(presses)",
      "\(count)人の幾何平均、\(latency.count)回")
  }

  func learning(of test: Summary.Test) -> [String] {
    test.progress.sessions.count > 1 ? [test.progress.words(in: language)] : []
  }

  /// Returns the published results of a test.
  func published(of test: Summary.Test) -> [String] {
    test.name.flatMap(TestPreset.named)?.publishedResults(in: language) ?? []
  }

  /// Returns the hold at which half of the trials are passed; nothing with too few holds.
  func threshold(of test: Summary.Test) -> [String] {
    guard let threshold = test.threshold else { return [] }
    let head = language.pick("hold at which half are passed: ", "半分成功する提示時間: ")
    switch threshold {
    case .severalCounts:
      return [head + language.pick("only for one number of numerals", "個数が1つのときだけ")]
    case .estimate(let half):
      let guess = half.guess > 0 ? half.guess.finePercent : "0 %"
      let lapse = half.lapse > 0 ? half.lapse.finePercent : "0 %"
      return [
        head + half.estimate.value.milliseconds(in: language)
          + half.estimate.interval.bracketed(in: language) { $0.decimal(0) }
          + origin(of: half)
          + language.pick(
            ", where p = 0.5; guesses \(guess), lapses \(lapse)",
            "、p = 0.5 の点。当て推量 \(guess)、見落とし \(lapse)")
      ]
    case .fault(let fault):
      // Without a slope there is no curve, for the same reason.
      if case .failure(let reason)? = test.slope, reason == fault {
        return [head + fault.noSlope(in: language, .hold)]
      }
      return [head + fault.words(in: language, overParticipants: test.participantCount > 1)]
    }
  }

  private func origin(of half: Summary.HalfHold) -> String {
    switch half.curve {
    case .ofTrials: ""
    case .mixed:
      language.pick(" for an average participant and board", "（平均的な参加者と盤）")
    case .ofParticipants(let count, let all):
      language.pick(
        ", geometric mean of \(count) of \(counted(all, "participant"))", "、\(all)人中\(count)人の幾何平均")
    }
  }
}
