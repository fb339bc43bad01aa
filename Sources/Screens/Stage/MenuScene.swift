import ChimpSystem
import Examiner
import Game
import Science
import Shell

extension LiveScene {
  /// Returns the scene with the menu of tests; `score` is the result of the last test, if any.
  static func menu(
    _ items: [MenuItem], selected: Int = 0, behind score: String? = nil, in language: Language
  ) -> LiveScene {
    LiveScene(
      title: menuTitle(in: language),
      sentence: score.map {
        language.pick("\($0). Choose a test.", "\($0)。テストを選んでください。")
      }
        ?? language.pick(
          "Numerals appear and vanish: press them in order. Choose a test.",
          "数字が出て、消えます。小さい順に押してください。テストを選んでください。"),
      body: .menu(items, selected: selected),
      keys: language.pick(
        "Enter, a digit or a click starts a test; ? help; Esc command line",
        "Enter、数字、クリックで開始。? は説明。Esc はコマンド入力"))
  }

  /// Returns the title of the menu, which the demonstration has, too.
  static func menuTitle(in language: Language) -> String {
    language.pick("chimp: the chimpanzee memory test", "chimp: チンパンジーの記憶テスト")
  }

  /// Returns the items of the menu: the tests, then a single round and the game of the day.
  ///
  /// Their keys are the digits, then the hyphen and the equals sign, as in the upper row of a
  /// keyboard. Adaptive procedures and plain rounds are omitted, because they are for settings of
  /// one's own, and so is every test after the tenth. The other tests keep their keys where those
  /// with a limited look are left out. `scores` returns the player's scores in a test, and `today`
  /// is the score of the first attempt of the day.
  static func menuItems(
    in language: Language, includesHolds: Bool = true,
    scores: (TestPreset) -> EarlierScores? = { _ in nil }, today: TestScore? = nil
  ) -> [MenuItem] {
    let first = ["human-benchmark", "zoo", "monkey-ladder", "span"]
    let known = TestPreset.all.filter { preset in
      if case .procedure = preset.course { return false }
      return !preset.isPlain
    }
    let presets =
      known.filter { first.contains($0.name) } + known.filter { !first.contains($0.name) }
    let round = RoundPlan.first
    let plan = round.words(in: language)
    let items = zip("1234567890".unicodeScalars, presets).filter { _, preset in
      includesHolds || preset.plan.rule.hold == nil
    }
    return items.map { key, preset in
      let games = scores(preset).flatMap { $0.words(of: preset, in: language) }
      return MenuItem(
        key: key, name: preset.name,
        summary: ([games].compactMap(\.self) + [preset.menuSummary(in: language)])
          .joined(separator: language.pick("; ", "。")),
        line: "start \(preset.name)")
    } + [
      MenuItem(
        key: "-", name: language.pick("a round", "ラウンド"),
        summary: language.pick("\(plan), without a score", "\(plan)、得点なし"), line: round.line),
      MenuItem(
        key: "=", name: "daily",
        summary: today.map { score in
          language.pick(
            "played today: level \(score.level); the next boards come at 0:00 UTC",
            "今日の結果: レベル\(score.level)。次の盤は UTC の0時から")
        }
          ?? language.pick(
            "the game of today, on the same boards for everybody", "今日のゲーム。盤はだれでも同じ"),
        line: "daily"),
    ]
  }
}

extension EarlierScores {
  /// Returns the last score, the best one and the number of games: `last 7, best 9, 12 games`.
  ///
  /// Returns `nil` without a finished game.
  fileprivate func words(of preset: TestPreset, in language: Language) -> String? {
    func name(_ score: TestScore) -> String {
      guard !byLevel else { return preset.course.name(ofLevel: score.level, in: language) }
      return ((try? score.passes.value()).map { (100 * $0).decimal(0) } ?? "-") + " %"
    }
    guard let last = all.last, let best else { return nil }
    return language.pick(
      "last \(name(last)), best \(name(best)), \(counted(all.count, "game"))",
      "前回\(name(last))、最高\(name(best))、\(all.count)回")
  }
}

extension TestPreset {
  /// Returns the description of the test for the player, with the number of its boards.
  fileprivate func menuSummary(in language: Language) -> String {
    // Other courses have as many boards as the results demand.
    guard case .trials(let count) = course else { return menuDescription(in: language) }
    return menuDescription(in: language) + language.pick(", \(count) boards", "、\(count)枚")
  }

  private func menuDescription(in language: Language) -> String {
    switch name {
    case "human-benchmark":
      language.pick(
        "the web classic: pressing 1 hides the rest, then go on",
        "有名なテスト: 1を押すと残りが隠れる、続きも順に押す")
    case "zoo":
      language.pick("a zoo's exhibit: you against its visitors", "動物園の展示: 来園者と比べてみる")
    case "monkey-ladder":
      language.pick(
        "up and down: 2 s to look, 3 misses end it", "上り下り: 見る時間は2秒、3回の失敗で終わる")
    case "span": language.pick("your memory span: how many can you hold?", "記憶範囲: いくつ覚えられるか")
    case "inoue-masking":
      language.pick("no hurry: look as you like, 5 out of 1 to 9", "ゆっくり: 好きなだけ見て、1から9の5個")
    case "kawai": language.pick("Ai's test: 5 numerals out of 0 to 9", "アイのテスト: 0から9の5個")
    case "muramatsu":
      language.pick(
        "numerals with gaps: press 2 7 8 13 19", "とびとびの数: 2 7 8 13 19 の順に押す")
    case "inoue-650":
      language.pick("a long look: the numerals show for 0.65 s", "長めの提示: 数字は0.65秒")
    case "inoue-430":
      language.pick("a short look: the numerals show for 0.43 s", "短い提示: 数字は0.43秒")
    case "inoue-210":
      language.pick("Ayumu's test: the numerals flash for 0.2 s", "アユムのテスト: 数字は0.2秒だけ")
    default: summary(in: language)
    }
  }
}
