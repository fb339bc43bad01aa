import ChimpSystem
package import Game
package import Science
import Shell
package import Statistics

/// Sentences about tests with predefined steps, and about the people who played them.
extension Language {
  package func words(for course: GameCourse) -> String {
    pick(
      "\(course.training.count) training trials, then harder after each pass, "
        + "\(course.failureLimit) misses end it",
      "練習\(course.training.count)試行のあと、成功するたびに難しくなり、\(course.failureLimit)回の失敗で終わる")
  }

  /// Returns the sentence before the practice of such a test.
  package func training(of preset: TestPreset) -> String {
    pick("practice first: ", "はじめに練習: ") + practiceNote(preset.course)
  }

  /// Returns the note that practice does not count.
  private func practiceNote(_ course: TestPreset.Course) -> String {
    guard case .levels(let course) = course else {
      return pick("not counted", "得点には入りません")
    }
    var counts = course.training.map { "\($0.numeralCount)" }
    let last = counts.popLast() ?? ""
    return pick(
      "\(counts.joined(separator: ", ")) and \(last) numerals, not counted",
      "\((counts + [last]).joined(separator: "・"))個。得点には入りません")
  }

  /// Returns a step as the end of a sentence.
  package func words(for step: CourseLevel) -> String {
    pick(
      "\(counted(step.numeralCount, "numeral")) at \(step.hold) ms",
      "\(step.numeralCount)個・\(step.hold)ミリ秒")
  }

  /// Returns a level: the number of numerals, or the predefined step.
  package func level(_ level: Int, of course: TestPreset.Course?) -> String {
    guard let course, course.trainingCount > 0 else { return "\(level)" }
    guard let step = course.step(level) else { return "0" }
    return pick("\(step.numeralCount) at \(step.hold) ms", words(for: step))
  }

  /// Returns the rank of a first game among those of the published players.
  ///
  /// For an earlier game the sentence contains the level, and says why it is that game; the current
  /// one's level is in the line above.
  package func standing(
    _ standing: Standing, level: Int, of preset: TestPreset, isEarlier: Bool = false
  ) -> String {
    let further = further(standing)
    guard isEarlier else { return further }
    return pick(
      "only first games are compared; your first game: ", "比べるのは最初のゲームだけです。あなたの最初のゲーム: ")
      + reached(level, of: preset) + further
  }

  /// Returns the rank of a first game with its interval, for tables and reports.
  private func rank(_ standing: Standing, level: Int, of preset: TestPreset) -> String {
    let bounds = standing.share.interval.words(in: self) { percent($0) }
    return reached(level, of: preset) + further(standing)
      + pick(" (95 % interval \(bounds))", "（95 %区間 \(bounds)）")
  }

  private func further(_ standing: Standing) -> String {
    let percent = percent(standing.share.value)
    return pick(
      "further than \(percent) % of \(visitors(standing.group))",
      "\(visitors(standing.group))の\(percent) %より先")
  }

  /// Returns the score of a game as the beginning of a sentence.
  private func reached(_ level: Int, of preset: TestPreset) -> String {
    pick("score ", "得点") + self.level(level, of: preset.course) + pick(", ", "、")
  }

  /// Returns a proportion in whole percent, with a decimal if it would be rounded to 0 or 100.
  private func percent(_ share: Double) -> String {
    let percent = 100 * share
    return percent.decimal(percent < 0.5 || percent >= 99.5 ? 1 : 0)
  }

  private func visitors(_ group: ZooAgeGroup) -> String {
    let count = group.gameCount
    guard let oldest = group.oldest else {
      return pick(
        "\(count) visitors of \(group.youngest) years and more", "\(group.youngest)歳以上の来園者\(count)人"
      )
    }
    return pick(
      "\(count) visitors of \(group.youngest) to \(oldest) years",
      "\(group.youngest)〜\(oldest)歳の来園者\(count)人")
  }

  /// The note that the published players used a touch screen.
  package var touchScreenNote: String {
    pick(
      "the zoo's visitors played on a touch screen, not at a terminal",
      "動物園の来園者はタッチパネルで行いました。端末とは条件が違います")
  }

  /// The question for the age of a participant, which may be skipped.
  package var ageQuestion: String {
    pick(
      "type your age, for example age 34, to be compared with visitors of about that age",
      "age 34 のように年齢を書くと、同じ年ごろの来園者と比べます（書かなくてもかまいません）")
  }

  package func age(_ age: Int?, of code: String, for reader: TableReader) -> String {
    let name = code.isEmpty ? pick("the participant", "参加者") : code
    let head =
      code == reader.ownCode
      ? pick("your age: ", "あなたの年齢: ") : pick("age of \(name): ", "\(name) の年齢: ")
    return head
      + (age.map { pick("\(counted($0, "year"))", "\($0)歳") } ?? pick("not given", "なし"))
      + comparedGroup(of: age)
  }

  /// Returns the age group of visitors with whom a participant is compared; empty if there is none.
  private func comparedGroup(of age: Int?) -> String {
    guard let age, let group = try? Standing(highest: nil, age: age).group else { return "" }
    return pick(", compared with ", "、比べる相手は") + visitors(group)
  }

  /// Returns the lines about the ranks of first games.
  package func standings(of results: Results, for reader: TableReader) -> [String] {
    let ranked = results.tests.compactMap { test in test.standing.map { (test, $0) } }
    return ranked.compactMap { test, standing in
      TestPreset.named(test.name).map { preset in
        let code = test.participant
        let head =
          code == reader.ownCode
          ? pick("your first game: ", "あなたの最初のゲーム: ")
          : pick("first game of \(code): ", "\(code) の最初のゲーム: ")
        return head + rank(standing, level: test.level, of: preset)
      }
    }
  }
}

/// The results at predefined steps beside the published ones.
extension Language {
  /// Returns the table of the steps.
  package func table(of course: CourseFigures) -> [[String]] {
    let head = [
      pick("level", "レベル"), pick("passed", "成功"), "%", pick("visitors", "来園者"), "%",
      pick("games %", "ゲーム %"), pick("visitors' %", "来園者 %"),
    ]
    let visitors = ZooAgeGroup.adults
    func share(_ count: Int, of all: Int) -> String {
      all == 0 ? "" : (100 * Double(count) / Double(all)).decimal(1)
    }
    let none = [
      pick("none", "なし"), "", "", "", "", share(course.gamesWithoutLevel, of: course.gameCount),
      share(visitors.games[0], of: visitors.gameCount),
    ]
    return [head, none]
      + course.steps.map { step in
        let own = step.passes
        let published = step.published
        return [
          pick("\(step.level.numeralCount) at \(step.level.hold) ms", words(for: step.level)),
          "\(own.passedCount)/\(own.count)", share(own.passedCount, of: own.count),
          published.map { "\($0.passedCount)/\($0.playedCount)" } ?? "",
          published.map { share($0.passedCount, of: $0.playedCount) } ?? "",
          share(step.gameCount, of: course.gameCount),
          share(step.publishedGameCount, of: visitors.gameCount),
        ]
      }
  }

  /// Returns the caption of the table.
  package func caption(of course: CourseFigures) -> String {
    let count = course.gameCount
    let visitors = ZooAgeGroup.adults.gameCount
    return pick(
      "compared with visitors of 16 to 59 years; games: the highest level of "
        + "\(counted(count, "first game")), and of \(visitors) of theirs",
      "16〜59歳の来園者との比較。ゲームは最初の\(count)ゲーム（来園者は\(visitors)ゲーム）の最高レベル")
  }

  /// Returns the lines about a test's predefined steps; none for a test without them.
  package func course(of test: Summary.Test, for reader: TableReader) -> [String] {
    guard let course = test.course, !course.steps.isEmpty else { return [] }
    return aligned(table(of: course), for: reader) + [caption(of: course)]
  }
}

/// The published results of a test.
extension Language {
  /// Returns a line for each published result of a test, with its subjects and its source.
  package func published(of preset: TestPreset) -> [String] {
    preset.published.map {
      pick("published: ", "文献: ") + words(for: $0.finding) + " (\($0.source))"
    }
      + preset.remarks.map(words)
  }

  /// Returns the published shares of passes with which a player's own can be compared.
  package func comparisons(of preset: TestPreset) -> [String] {
    preset.published.compactMap { published in
      switch published.finding {
      case .chimpanzee, .mostlyPassed, .students: words(for: published.finding)
      case .practised, .surpassed, .unmatched, .games: nil
      }
    }
  }

  private func words(for finding: TestPreset.Published.Finding) -> String {
    switch finding {
    case .chimpanzee(let name, let percent):
      pick("chimpanzee \(name) about \(percent) %", "チンパンジーの\(name)、約\(percent) %")
    case .mostlyPassed(let name, let four, let five):
      pick(
        "chimpanzee \(name) over \(four) % with 4 numerals, about \(five) % with 5",
        "チンパンジーの\(name)、4個で\(four) %以上、5個で約\(five) %")
    case .students(let count, let percent):
      pick("\(count) students about \(percent) %", "学生\(count)人、約\(percent) %")
    case .practised(let count):
      pick(
        "\(count) people match Ayumu in the limited hold after practice",
        "練習した\(count)人は、提示時間のある課題でアユムに並ぶ")
    case .surpassed(let count):
      pick(
        "\(count) trained students clearly beat Ayumu in the limited hold",
        "訓練した学生\(count)人は、提示時間のある課題でアユムを明らかに上回る")
    case .unmatched:
      pick(
        "nobody has matched Ayumu with nine numerals and masking",
        "数字9個で、最初の押下で隠れる課題では、アユムに並んだ人はいない")
    case .games(let count):
      pick(
        "\(count) first games of visitors, of whom 1525 were 16 to 59 years old",
        "来園者の最初の\(count)ゲーム（16〜59歳は1525人）")
    }
  }

  private func words(for remark: TestPreset.Remark) -> String {
    switch remark {
    case .noSample:
      pick(
        "published: the site names no sample, so no percentile is given",
        "文献: サイトは調査の対象を示していないため、順位は表示できません")
    case .otherBoard(let count, let mean, let deviation):
      pick(
        "not comparable: norms of Monkey Ladder (\(count) people, \(mean), SD \(deviation)) are "
          + "for a 5x5 board and another time to look",
        "比較不可: Monkey Ladder の基準値（\(count)人、\(mean)、標準偏差\(deviation)）は5x5の盤と別の"
          + "提示によるもの")
    case .touchScreen: touchScreenNote
    }
  }
}
