import Archive
import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The results at the predefined steps of a test beside the published ones.
extension CourseFigures {
  /// Returns the table and its caption; none without steps.
  func lines(in language: Language, for reader: TableReader) -> [String] {
    let table = table(in: language)
    return steps.isEmpty
      ? []
      : reader.lines(of: Table(table[0], Array(table.dropFirst())), in: language)
        + [caption(in: language)]
  }

  /// Returns the table of the steps.
  func table(in language: Language) -> [[String]] {
    let head = [
      language.pick("level", "レベル"), language.pick("passed", "成功"), "%",
      language.pick("visitors", "来園者"), "%", language.pick("games %", "ゲーム %"),
      language.pick("visitors' %", "来園者 %"),
    ]
    let visitors = ZooAgeGroup.adults
    func share(_ count: Int, of all: Int) -> String {
      all == 0 ? "" : (100 * Double(count) / Double(all)).decimal(1)
    }
    let none = [
      language.pick("none", "なし"), "", "", "", "", share(gamesWithoutLevel, of: gameCount),
      share(visitors.games[0], of: visitors.gameCount),
    ]
    return [head, none]
      + steps.map { step in
        let own = step.passes
        let published = step.published
        return [
          step.level.words(in: language),
          "\(own.passedCount)/\(own.count)", share(own.passedCount, of: own.count),
          published.map { "\($0.passedCount)/\($0.playedCount)" } ?? "",
          published.map { share($0.passedCount, of: $0.playedCount) } ?? "",
          share(step.gameCount, of: gameCount),
          share(step.publishedGameCount, of: visitors.gameCount),
        ]
      }
  }

  /// Returns the caption of the table.
  func caption(in language: Language) -> String {
    let visitorCount = ZooAgeGroup.adults.gameCount
    return language.pick(
      "compared with visitors of 16 to 59 years; games: the highest level of "
        + "\(counted(gameCount, "first game")), and of \(visitorCount) of theirs",
      "16〜59歳の来園者との比較。ゲームは最初の\(gameCount)ゲーム（来園者は\(visitorCount)ゲーム）の最高レベル")
  }
}

extension Results {
  /// Returns the lines about the ranks of first games among those of a zoo's visitors.
  func standings(in language: Language, for reader: TableReader) -> [String] {
    tests.compactMap { test in
      guard let standing = test.standing, let preset = TestPreset.named(test.name) else {
        return nil
      }
      let code = test.kind?.agent?.description ?? test.participant
      let head =
        code == reader.ownCode
        ? language.pick("your first \(test.name) game: ", "あなたの最初の \(test.name): ")
        : language.pick("first \(test.name) game of \(code): ", "\(code) の最初の \(test.name): ")
      let level = preset.course.name(ofLevel: test.level, in: language)
      let rank = standing.words(in: language)
      let bounds = standing.share.interval.words(in: language, Standing.percent)
      let second = test.secondGame.map { language.pick("; ", "。") + $0.words(in: language) } ?? ""
      let line =
        head
        + language.pick(
          "score \(level), \(rank) (95 % interval \(bounds))",
          "得点\(level)、\(rank)（95 %区間 \(bounds)）") + second
      return test.kind?.marked([line], in: language).first ?? line
    }
  }
}
