import ChimpSystem
package import Examiner
package import Game
package import Science
package import Shell

/// Sentences about tests: progress, results, and reasons why a trial doesn't count.
///
///     hold 231 ms instead of 210: the trial does not count
///
/// If the test gives no feedback, only `hiddenStanding` is shown: the number of the trial.
extension Language {
  package func leaveQuestion(_ preset: TestPreset) -> String {
    pick("\(preset.name) is still running. Stop it?", "\(preset.name) の途中です。やめますか?")
  }

  /// Returns the answer to the first `quit` in a test, where no question can be asked.
  package func quitWarning(_ preset: TestPreset) -> String {
    pick(
      "\(preset.name) is still running: quit again ends it and the program",
      "\(preset.name) の途中です。もう一度 quit と書くと、やめてプログラムを終わります")
  }

  /// Returns the progress of a test above the results so far.
  package func soFar(_ series: TestSeries, best: TestScore?) -> String {
    pick("so far, ", "ここまで: ") + standing(series, best: best)
  }

  package func resumed(_ series: TestSeries, best: TestScore?) -> String {
    pick("resumed: ", "再開: ") + namedStanding(of: series, best: best)
  }

  package func stopped(_ series: TestSeries) -> String {
    let name = series.preset.name
    let count = series.countedTrialCount
    let level = series.standing.level
    let levelName = self.level(level, of: series.preset.course)
    let hasLevel = series.preset.isScoredByLevel == true && levelName != "0"
    let position = hasLevel ? pick(" at level \(levelName)", "レベル\(levelName)で") : ""
    if count == 0, series.trialCount > 0 {
      return pick(
        "\(name) stopped\(position), no trial that counts was finished",
        "\(name) を\(position)やめました。数える試行は終わっていません")
    }
    guard count > 0 else {
      return pick(
        "\(name) stopped\(position), no trial was finished",
        "\(name) を\(position)やめました。終えた試行はありません")
    }
    return pick(
      "\(name) stopped\(position), \(counted(count, "trial")) "
        + "\(count == 1 ? "is" : "are") kept in the results, but it can't be continued",
      "\(name) を\(position)やめました。\(count)試行は結果に残りますが、続きはできません")
  }

  /// Returns the line about a test in which the program ends: what is kept, and how it goes on.
  ///
  /// Only a block of a study can be continued; any other test begins anew.
  package func left(_ series: TestSeries, by participant: String, isStored: Bool) -> String {
    let name = series.preset.name
    let count = series.trialCount
    let trials = counted(count, "trial")
    if series.settings.studyPosition != nil {
      return pick(
        "\(name) is interrupted after \(trials); \"next \(participant)\" continues it",
        "\(name) を\(count)試行のあとで中断しました。next \(participant) で続けられます")
    }
    let kept =
      count == 0
      ? pick("no trial was finished", "終えた試行はありません")
      : isStored
        ? pick(
          "\(trials) \(count == 1 ? "is" : "are") kept in the results", "\(count)試行は結果に残ります")
        : pick("nothing is kept", "記録は残りません")
    return pick(
      "\(name) stopped, \(kept); \"start \(name)\" starts over",
      "\(name) をやめました。\(kept)。start \(name) で最初から始められます")
  }

  /// Returns the line that a trial doesn't count, because its numerals were visible too long or too
  /// short.
  package func missedHold(_ hold: HoldAccuracy) -> String {
    pick(
      "shown for \(hold.measured) ms instead of \(hold.requested): this trial does not count",
      "提示時間が\(hold.requested)ミリ秒ではなく\(hold.measured)ミリ秒でした。この試行は数えません")
  }

  /// The line about a trial that goes on after an interruption.
  package var pausedTrial: String {
    pick("interrupted: the same board goes on", "中断しました。同じ盤で続けます")
  }

  /// The line about an interrupted trial that the test replaces.
  package var replacedTrial: String {
    pick("interrupted: another board follows", "中断しました。次は別の盤です")
  }

  /// Returns what ends a test and a trial of it, in a few sentences.
  package func rules(of preset: TestPreset) -> String {
    "\(preset.name): \(words(for: preset.course))" + pick(". ", "。") + rulesOfTrial(preset)
  }

  /// Returns what ends a trial of a test, and what a press on an empty square does.
  private func rulesOfTrial(_ preset: TestPreset) -> String {
    pick("A wrong press ends the trial. ", "まちがえると試行は終わりです。")
      + emptySquare(preset.plan.rule.emptyCell)
  }

  /// Returns the sentence about a press where nothing is.
  package func emptySquare(_ rule: Rule.EmptyCell) -> String {
    switch rule {
    case .ignore: pick("Empty squares are ignored.", "空のマスを押しても何も起きません。")
    case .wrong: pick("Empty squares are misses.", "空のマスを押すと失敗です。")
    }
  }

  /// The warning about a terminal on which the numerals stay visible in earlier lines.
  package var numeralsStay: String {
    pick(
      "the numerals stay visible above: don't look back, or it is no memory test",
      "数字は上の行に残ります。見返すと記憶のテストになりません")
  }

  /// The explanation of presses for a player who types them.
  package var typedPresses: String {
    pick(
      "press in ascending order: type the column and the row, for example 2 3",
      "小さい順に、列と行の番号で押します（例: 2 3）")
  }

  /// Returns the line after a test for a player who types commands.
  package func anotherTest(_ name: String) -> String {
    pick(
      "\"start \(name)\" plays again, \"menu\" lists the tests",
      "start \(name) でもう一度、menu でテストの一覧")
  }

  /// The line about a test that ended because the terminal is too slow.
  package var stoppedByMissedHolds: String {
    pick(
      "test stopped: more than half of the last 20 looks were interrupted, too short or too long",
      "テストを中止しました。直近20回のうち、半数を超えて中断したか、提示時間がずれました")
  }

  package func waiting(_ plan: RoundPlan) -> String {
    ready(plan) + pick("; Enter or \"begin\" shows the numerals", "。Enter か begin で数字が出ます")
  }

  /// Returns `true` if the outcomes of a test's rounds are secret until its end.
  package func isHidden(_ series: TestSeries) -> Bool {
    series.settings.feedback == .none && !series.isOver
  }

  /// Returns the progress of a test without results.
  func hiddenStanding(_ series: TestSeries) -> String {
    "\(series.preset.name): "
      + pick("trial \(series.trialCount) is over", "試行\(series.trialCount)は終わりです")
  }

  /// Returns the outcome of a round, as far as the test's feedback allows.
  package func end(_ finish: ChimpanzeeExaminer.Finish, _ feedback: TestSettings.Feedback) -> String
  {
    guard feedback != .none else { return pick("over", "終わり") }
    return finish == .gaveUp ? pick("you gave up", "降参") : words(for: RoundOutcome(finish))
  }

  /// Returns the outcome and the progress of a round, as far as the test's feedback allows.
  package func end(
    _ finish: ChimpanzeeExaminer.Finish, _ feedback: TestSettings.Feedback, _ done: Int,
    of count: Int
  ) -> String {
    guard feedback != .none else { return end(finish, feedback) }
    let progress = pressed(done, of: count)
    guard finish != .gaveUp else { return "\(givenUp)\(progress)" }
    return end(finish, feedback) + ": " + progress
  }

  /// The text instead of the identifier of a secret board.
  package var hiddenBoard: String { pick("hidden", "秘密") }

  /// The text instead of the seed during a test.
  package var hiddenSeed: String { pick("secret until the test is over", "テストが終わるまで秘密です") }

  /// Returns the line about a seed that the user has not chosen.
  package func drawn(from seed: SessionSeed) -> String {
    pick("boards are drawn from \(seed.seed.text)", "盤は \(seed.seed.text) から作ります")
  }

  /// Returns the text that numerals are consecutive, or not.
  func adjacency(_ plan: RoundPlan) -> String {
    switch plan.adjacency {
    case .yes: pick(", adjacent,", "連続した")
    case .no: pick(", not adjacent,", "連続しない")
    case nil: ""
    }
  }

  func limit(_ plan: RoundPlan) -> String {
    plan.rule.limit.map { pick(", limit \($0) ms", "、制限時間\($0)ミリ秒") } ?? ""
  }

  /// Returns the number of rounds in progress that an export has skipped.
  package func played(_ count: Int) -> String {
    count == 0
      ? ""
      : pick(
        "; left out \(counted(count, "trial that is", "trials that are")) not over",
        "。終わっていない\(count)試行は除きました")
  }

  /// The help pages of `help tests` and of each test.
  package var testTopics: [HelpTopic] {
    let lines = TestPreset.all.map { preset in
      preset.name + String(repeating: " ", count: max(1, 17 - preset.name.utf8.count))
        + summary(preset)
    }
    let notes = Text.tests.in(self).split(separator: "\n").map(String.init)
    return [HelpTopic("tests", "", lines: ["start TEST [KEY=VALUE ...]"] + lines + notes)]
      + TestPreset.all.map(topic)
  }

  /// Returns the help page of a test.
  private func topic(_ preset: TestPreset) -> HelpTopic {
    let keys = preset.keyNames
    let lines =
      [
        summary(preset), instruction(preset),
        rulesOfTrial(preset),
        pick(
          "keys: \(keys.joined(separator: ", ")) (\"help tests\" explains them)",
          "キー: \(keys.joined(separator: "、"))（help tests で説明します）"),
        pick("source: ", "出典: ") + words(for: preset.source),
      ] + published(of: preset) + (preset.course.trainingCount > 0 ? [zooHelp] : [])
    let example = "start \(preset.name)"
    return HelpTopic(
      preset.name, plan(of: preset),
      lines: ["start \(preset.name) [KEY=VALUE ...]"] + lines.map { "  " + $0 }
        + [consoleWords.words(for: .examples), "  " + example])
  }

  private var zooHelp: String {
    pick(
      "The end of a first game says how it stands among visitors; "
        + "\"age 34\" chooses those of that age.",
      "最初のゲームの終わりに来園者の中での位置を表示します。age 34 で同じ年齢の来園者と比べます。")
  }

  /// Returns the instruction on the help page of a test.
  private func instruction(_ preset: TestPreset) -> String {
    if case .levels(let course) = preset.course {
      let holds = course.levels.map(\.hold)
      let range = [holds.max(), holds.min()].compactMap(\.self)
      return pick(
        "Look at the numerals: after \(range[0]) ms, later \(range[1]) ms, they hide. "
          + "Press them in ascending order.",
        "数字を覚えてください。\(range[0])ミリ秒、のちには\(range[1])ミリ秒で隠れます。小さい順に押してください。")
    }
    guard let hold = preset.plan.rule.hold else {
      return pick(
        "Look at the numerals, and press the lowest: the others hide. Press them in order.",
        "数字を覚えて、いちばん小さい数字を押すと、残りが隠れます。小さい順に押してください。")
    }
    return pick(
      "Look at the numerals: after \(hold) ms they hide. Press them in ascending order.",
      "数字を覚えてください。\(hold)ミリ秒で隠れます。小さい順に押してください。")
  }

  package func summary(_ preset: TestPreset) -> String {
    plan(of: preset) + pick(", ", "、") + words(for: preset.course)
  }

  /// Returns the properties of a test's boards.
  private func plan(of preset: TestPreset) -> String {
    guard case .levels(let course) = preset.course else { return words(for: preset.plan) }
    let counts = course.levels.map(\.numeralCount)
    let holds = course.levels.map(\.hold)
    let size = "\(preset.plan.size.h)x\(preset.plan.size.v)"
    let range = preset.plan.range.map { "\($0.low)..\($0.high)" } ?? ""
    let few = counts.min() ?? 0
    let many = counts.max() ?? 0
    let short = holds.min() ?? 0
    let long = holds.max() ?? 0
    return pick(
      "\(few) to \(many) numerals out of \(range) on \(size), shown for \(long) to \(short) ms",
      "\(size)の盤に\(range)から\(few)〜\(many)個の数字、\(long)〜\(short)ミリ秒の提示")
  }
}

/// The help texts of the commands about tests.
extension Text {
  fileprivate static let tests = Text(
    """
    practice=N      begin with N trials that do not count
    until=N         only practise, until N trials in a row are passed
    trials=N        end the test after N trials that count, at the latest
    count=N         put N numerals on the first board; kawai takes 4 or 5
    seed=TEXT       draw the boards of the test from this text and the number of the trial
    begin=key       each trial waits for "begin" or an empty line (the default on a terminal); \
    begin=countdown counts down, begin=now does neither (the default of scripts)
    feedback=full   the end of a trial shows the solution; feedback=outcome says how it ended, \
    feedback=none only that it did
    muramatsu takes count=3, 4 or 5, numerals=1..9 or 1..19, adjacent=yes (consecutive numerals) \
    or no, and mask=first or never. \
    plain takes the rounds of "start COUNT H V" as a test: hold=50..60000, size=8x5, numerals=, \
    adjacent=, mask=, empty=wrong or ignore, wrong=ends or again.
    """,
    """
    practice=N      最初の N 試行は練習で、数えません
    until=N         練習だけをします。N 回連続して成功すると終わりです
    trials=N        数える試行が N に達すると、テストは終わります
    count=N         最初の盤の数字の個数。kawai では4か5です
    seed=TEXT       この文字列と試行の番号からテストの盤を作ります
    begin=key       どの試行も begin か空の行を待ちます（端末での既定）。\
    begin=countdown は秒読みをし、begin=now は何も待ちません（スクリプトでの既定）
    feedback=full   終わりに答えを表示します。feedback=outcome は結果だけ、\
    feedback=none は終わったことだけを知らせます
    muramatsu では count=3、4、5、numerals=1..9 か 1..19、adjacent=yes（連続した数字）か no、\
    mask=first か never を書けます。\
    plain は start COUNT H V のラウンドをテストにします: hold=50..60000、size=8x5、numerals=、\
    adjacent=、mask=、empty=wrong か ignore、wrong=ends か again。
    """)
}

/// Sentences about adaptive tests: the estimate with its interval, and the next trial.
extension Language {
  /// Returns the name of the value that an adaptive test estimates.
  func words(for target: ProcedureTarget) -> String {
    switch target {
    case .span: pick("finds the span in as few trials as possible", "覚えられる個数を、できるだけ少ない試行で求める")
    case .hold:
      pick("finds the hold that is needed in as few trials as possible", "必要な提示時間を、できるだけ少ない試行で求める")
    }
  }

  /// Returns the standing of an adaptive test; at its end, of a value beyond its range only that.
  func words(for standing: ProcedureStanding, isOver: Bool) -> String {
    let places = standing.target == .span ? 1 : 0
    let unit = standing.target == .span ? "" : pick(" ms", "ミリ秒")
    var words = pick("trial \(standing.trialCount)", "\(standing.trialCount)回目")
    if let reversals = standing.reversals {
      let count = Staircase.reversalLimit
      words += pick(", \(reversals) of \(count) reversals", "、折り返し\(count)回中\(reversals)")
    }
    guard let estimate = standing.estimate else { return words }
    let value = estimate.value.decimal(places) + unit
    words += pick(", \(standing.target.rawValue) ", standing.target == .span ? "、記憶範囲" : "、提示")
    if let end = standing.beyond {
      words += pick("", standing.target == .span ? "は" : "時間は")
      return words
        + (isOver ? outsideRange(end, value) : beyond(end, value) + pick(" so far", "（ここまで）"))
    }
    words += value
    if let deviation = standing.deviation {
      let range = estimate.interval.words(in: self) { $0.decimal(places) }
      words += pick(
        " (95 % \(range)), sd \(deviation.decimal(2))",
        "（95 % \(range)）、標準偏差\(deviation.decimal(2))")
    }
    return words
  }

  /// Returns that the value of an adaptive test lies outside of its range.
  package func outsideRange(_ end: RangeEnd, _ value: String) -> String {
    pick("outside the range (\(beyond(end, value)))", "範囲外（\(beyond(end, value))）")
  }

  private func beyond(_ end: RangeEnd, _ value: String) -> String {
    end == .lower
      ? pick("below \(value)", "\(value)未満") : pick("above \(value)", "\(value)を超える")
  }

  /// Returns the description of the next trial.
  func next(_ standing: ProcedureStanding) -> String {
    switch standing.target {
    case .span: pick("; next \(counted(standing.next, "numeral"))", "。次は\(standing.next)個")
    case .hold: pick("; next \(standing.next) ms", "。次は\(standing.next)ミリ秒")
    }
  }
}
