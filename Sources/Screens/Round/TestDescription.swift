import ChimpSystem
import Examiner
import Game
import Science
import Shell

extension RoundPlan {
  /// Returns the short form of the plan: `5 numerals out of 1..9 on 8x5, shown for 210 ms`.
  ///
  /// Without `tellsHold` the time is left out, as before a trial of a test that mixes several.
  func words(in language: Language, tellsHold: Bool = true) -> String {
    let size = "\(size.h)x\(size.v)"
    let range = range.map { "\($0.low)..\($0.high)" }
    let adjacent =
      switch adjacency {
      case .yes: language.pick(", adjacent,", "連続した")
      case .no: language.pick(", not adjacent,", "連続しない")
      case nil: ""
      }
    let hold =
      rule.hold.map { hold in
        tellsHold
          ? language.pick(", shown for \(hold) ms", "、\(hold)ミリ秒の提示")
          : language.pick(", shown for a limited time", "、限られた時間の提示")
      } ?? ""
    let limit = rule.limit.map { language.pick(", limit \($0) ms", "、制限時間\($0)ミリ秒") } ?? ""
    let again =
      rule.wrong == .again ? language.pick(", a wrong press does not end it", "、まちがえても続く") : ""
    return language.pick(
      "\(counted(count, "numeral"))\(range.map { " out of \($0)" } ?? "")\(adjacent) on \(size)",
      "\(size)の盤に\(range.map { "\($0)から" } ?? "")\(adjacent)\(count)個の数字")
      + hold + limit + again
  }
}

extension Rule.EmptyCell {
  /// Returns what a press on an empty square does.
  func words(in language: Language) -> String {
    switch self {
    case .ignore: language.pick("Empty squares are ignored.", "空のマスを押しても何も起きません。")
    case .wrong: language.pick("Empty squares are misses.", "空のマスを押すと失敗です。")
    }
  }
}

extension TestPreset.Course {
  /// Returns the rule of a test, such as its number of trials.
  func words(in language: Language) -> String {
    switch self {
    case .trials(let count): language.pick("\(count) trials", "\(count)試行")
    case .strikes(let limit):
      language.pick("one more after a pass, \(limit) misses end it", "成功すると1個増え、\(limit)回の失敗で終わる")
    case .ladder(let limit):
      language.pick(
        "one more after a pass, one less after a miss, \(limit) misses end it",
        "成功すると1個増え、失敗すると1個減り、\(limit)回の失敗で終わる")
    case .span(let count):
      language.pick(
        "\(count) tries per length, over when both fail", "1つの個数につき\(count)試行、どちらも失敗すると終わる")
    case .levels(let course):
      language.pick(
        "\(course.training.count) training trials, then harder after each pass, "
          + "\(course.failureLimit) misses end it",
        "練習\(course.training.count)試行のあと、成功するたびに難しくなり、\(course.failureLimit)回の失敗で終わる")
    case .procedure(.span):
      language.pick("finds the span in as few trials as possible", "覚えられる個数を、できるだけ少ない試行で求める")
    case .procedure(.hold):
      language.pick(
        "finds the hold that is needed in as few trials as possible", "必要な提示時間を、できるだけ少ない試行で求める")
    }
  }
}

/// The rules of a test as it is played, which its settings may have changed.
extension TestSeries {
  /// Returns what ends the test and a trial of it, and what a press on an empty square does.
  func rules(in language: Language) -> String {
    let course =
      if case .trials(let count) = preset.course {
        TestPreset.Course.trials(trialLimit ?? count).words(in: language)
      } else {
        preset.course.words(in: language)
          + (trialLimit.map { language.pick(", at most \($0) trials", "、最大\($0)試行") } ?? "")
      }
    return "\(preset.name): \(course)" + language.pick(". ", "。") + plan.rule.words(in: language)
  }
}

extension Rule {
  /// Returns what a wrong press does, and one on an empty square.
  fileprivate func words(in language: Language) -> String {
    let wrong =
      wrong == .ends
      ? language.pick("A wrong press ends the trial. ", "まちがえると試行は終わりです。")
      : language.pick("A wrong press does not end the trial. ", "まちがえても試行は続きます。")
    return wrong + emptyCell.words(in: language)
  }
}

/// The description of a test: its boards, its rules and its published results.
extension TestPreset {
  /// Returns the boards and the rule of the test.
  func summary(in language: Language) -> String {
    boards(in: language) + language.pick(", ", "、") + course.words(in: language)
  }

  /// Returns the properties of the test's boards.
  private func boards(in language: Language) -> String {
    guard case .levels(let course) = course else { return plan.words(in: language) }
    let counts = course.levels.map(\.numeralCount)
    let holds = course.levels.map(\.hold)
    let size = "\(plan.size.h)x\(plan.size.v)"
    let range = plan.range.map { "\($0.low)..\($0.high)" } ?? ""
    let few = counts.min() ?? 0
    let many = counts.max() ?? 0
    let short = holds.min() ?? 0
    let long = holds.max() ?? 0
    return language.pick(
      "\(few) to \(many) numerals out of \(range) on \(size), shown for \(long) to \(short) ms",
      "\(size)の盤に\(range)から\(few)〜\(many)個の数字、\(long)〜\(short)ミリ秒の提示")
  }

  /// Returns a line for each published result of the test, with its subjects and its source.
  func publishedResults(in language: Language) -> [String] {
    published.map {
      let finding = $0.finding.words(in: language)
      return language.pick("published: \(finding) (\($0.source))", "文献: \(finding) (\($0.source))")
    } + remarks.map { $0.words(in: language) }
  }

  /// Returns the published shares of passes with which a player's own can be compared.
  func comparisons(in language: Language) -> [String] {
    published.compactMap {
      switch $0.finding {
      case .chimpanzee, .mostlyPassed, .students: $0.finding.words(in: language)
      case .practised, .surpassed, .unmatched, .games: nil
      }
    }
  }
}

extension TestPreset.Published.Finding {
  /// Returns the finding in a few words.
  func words(in language: Language) -> String {
    switch self {
    case .chimpanzee(let name, let percent):
      language.pick("chimpanzee \(name) about \(percent) %", "チンパンジーの\(name)、約\(percent) %")
    case .mostlyPassed(let name, let four, let five):
      language.pick(
        "chimpanzee \(name) over \(four) % with 4 numerals, about \(five) % with 5",
        "チンパンジーの\(name)、4個で\(four) %以上、5個で約\(five) %")
    case .students(let count, let percent):
      language.pick("\(count) students about \(percent) %", "学生\(count)人、約\(percent) %")
    case .practised(let count):
      language.pick(
        "\(count) people match Ayumu in the limited hold after practice",
        "練習した\(count)人は、提示時間のある課題でアユムに並ぶ")
    case .surpassed(let count):
      language.pick(
        "\(count) trained students clearly beat Ayumu in the limited hold",
        "訓練した学生\(count)人は、提示時間のある課題でアユムを明らかに上回る")
    case .unmatched:
      language.pick(
        "nobody has matched Ayumu with nine numerals and masking",
        "数字9個で、最初の押下で隠れる課題では、アユムに並んだ人はいない")
    case .games(let count):
      language.pick(
        "\(count) first games of visitors, of whom 1525 were 16 to 59 years old",
        "来園者の最初の\(count)ゲーム（16〜59歳は1525人）")
    }
  }
}

extension TestPreset.Remark {
  /// Returns the remark as a line.
  func words(in language: Language) -> String {
    switch self {
    case .noSample:
      language.pick(
        "published: the site names no sample, so no percentile is given",
        "文献: サイトは調査の対象を示していないため、順位は表示できません")
    case .otherBoard(let count, let mean, let deviation):
      language.pick(
        "not comparable: norms of Monkey Ladder (\(count) people, \(mean), SD \(deviation)) are "
          + "for a 5x5 board and another time to look",
        "比較不可: Monkey Ladder の基準値（\(count)人、\(mean)、標準偏差\(deviation)）は5x5の盤と別の"
          + "提示によるもの")
    case .touchScreen:
      language.pick(
        "the zoo's visitors played on a touch screen, not at a terminal",
        "動物園の来園者はタッチパネルで行いました。端末とは条件が違います")
    }
  }
}

/// The help pages of tests.
extension TestPreset {
  /// Returns the help pages of `help tests` and of each test.
  static func helpTopics(in language: Language) -> [HelpTopic] {
    [HelpTopic("tests", "", lines: listLines(in: language))]
      + all.map { preset in
        HelpTopic(
          preset.name, preset.boards(in: language), lines: preset.helpLines(in: language))
      }
  }

  /// Returns the page `help tests`.
  private static func listLines(in language: Language) -> [String] {
    let lines = all.map { preset in
      preset.name.padded(to: 16) + " " + preset.summary(in: language)
    }
    let notes = Text.testKeys.in(language).split(separator: "\n").map(String.init)
    return ["start TEST [KEY=VALUE ...]"] + lines + notes
  }

  /// Returns the help page of the test.
  private func helpLines(in language: Language) -> [String] {
    var lines = [
      summary(in: language), instruction(in: language), plan.rule.words(in: language),
      language.pick(
        "keys: \(keyNames.joined(separator: ", ")) (\"help tests\" explains them)",
        "キー: \(keyNames.joined(separator: "、"))（help tests で説明します）"),
      language.pick("source: ", "出典: ") + sourceName(in: language),
    ]
    lines += publishedResults(in: language)
    if course.trainingCount > 0 {
      lines.append(
        language.pick(
          "The end of a first game says how it stands among visitors; "
            + "\"age 34\" chooses those of that age.",
          "最初のゲームの終わりに来園者の中での位置を表示します。age 34 で同じ年齢の来園者と比べます。"))
    }
    let usage = "start \(name) [KEY=VALUE ...]"
    let examples = [language.pick("examples:", "例:"), "  start \(name)"]
    return [usage] + lines.map { "  " + $0 } + examples
  }

  /// Returns what the player of the test does.
  private func instruction(in language: Language) -> String {
    if case .levels(let course) = course {
      let long = course.levels.map(\.hold).max() ?? 0
      let short = course.levels.map(\.hold).min() ?? 0
      return language.pick(
        "Look at the numerals: after \(long) ms, later \(short) ms, they hide. "
          + "Press them in ascending order.",
        "数字を覚えてください。\(long)ミリ秒、のちには\(short)ミリ秒で隠れます。小さい順に押してください。")
    }
    guard let hold = plan.rule.hold else {
      return language.pick(
        "Look at the numerals, and press the lowest: the others hide. Press them in order.",
        "数字を覚えて、いちばん小さい数字を押すと、残りが隠れます。小さい順に押してください。")
    }
    return language.pick(
      "Look at the numerals: after \(hold) ms they hide. Press them in ascending order.",
      "数字を覚えてください。\(hold)ミリ秒で隠れます。小さい順に押してください。")
  }

  /// Returns the source of the test: a paper, a web site or a game.
  private func sourceName(in language: Language) -> String {
    switch source {
    case .paper(let citation): citation
    case .webSite:
      language.pick(
        "the web site of that name, from a log of playing it", "同じ名前のサイト（遊んだ記録による）")
    case .game: language.pick("the game of that name, from its help pages", "同じ名前のゲーム（その説明による）")
    case .memorySpan: language.pick("the usual measure of a memory span", "記憶範囲の普通の測り方")
    case .none: language.pick("none: you choose everything with its keys", "なし（キーですべてを決めます）")
    }
  }
}

/// The help of the keys of tests.
extension Text {
  fileprivate static let testKeys = Text(
    """
    practice=N      begin with N trials that do not count
    until=N         only practise, until N trials in a row are passed, or a share of the latest: \
    until=80%/10 is 80 % of the last 10
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
    until=N         練習だけをします。N 回連続して成功すると終わりです。until=80%/10 なら、\
    最後の10回の80%に成功すると終わりです
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
