import Archive
import ChimpSystem
import Events
import Examiner
import Game
import Science
import Shell
import Statistics

/// The view of what happens around the rounds: modes, credits, tests and the participant's age.
///
///     let view = GameView(speaker)
///     view.showMode("attract", next: "credit", by: .wait)
struct GameView {
  private let speaker: Speaker
  private var language: Language { speaker.language }

  /// Creates the view.
  init(_ speaker: Speaker) { self.speaker = speaker }

  /// Shows the current mode, and the next one with the event that begins it.
  func showMode(_ name: String, next: String?, by update: NextUpdate) {
    guard let next else { return speaker.say("mode: \(name)", "モード: \(name)") }
    let moment =
      switch update {
      case .clock: ""
      case .line: language.pick(" (with the next line or \"wait\")", "（次の行か wait で変わります）")
      case .wait: language.pick(" (with the next \"wait\")", "（次の wait で変わります）")
      }
    speaker.say("mode: \(name), \(next) is next\(moment)", "モード: \(name)、次は \(next)\(moment)")
  }

  /// Shows the number of credits, or that play is free.
  func showCredits(_ credits: Credits) { speaker.say(line: words(for: credits)) }

  /// Shows the credits, whose turn it is, and the next round.
  func showTurn(
    of code: String, _ credits: Credits, _ plan: RoundPlan, mixesHolds: Bool,
    for reader: TableReader
  ) {
    let count = words(for: credits)
    let game = plan.words(in: language, tellsHold: !mixesHolds)
    if code == reader.ownCode {
      speaker.say("\(count): you play \(game)", "\(count)、あなたの番: \(game)")
    } else {
      speaker.say("\(count): \(code) plays \(game)", "\(count)、\(code) の番: \(game)")
    }
  }

  private func words(for credits: Credits) -> String {
    credits.isCounting
      ? language.pick(counted(credits.count, "credit"), "クレジット\(credits.count)")
      : language.pick("no coin needed", "コイン不要")
  }

  /// Shows the next round, which the player has chosen.
  func showChoice(_ plan: RoundPlan) {
    let plan = plan.words(in: language)
    speaker.say("test: \(plan)", "テスト: \(plan)")
  }

  /// Shows that a round is placed, and the key that begins it if it waits for one.
  ///
  /// In a test that mixes several holds, the one of the next round is not told before its look.
  func showPlaced(_ plan: RoundPlan, waitsForKey: Bool, mixesHolds: Bool) {
    let plan = plan.words(in: language, tellsHold: !mixesHolds)
    let key =
      waitsForKey
      ? language.pick("; Enter or \"begin\" shows the numerals", "。Enter か begin で数字が出ます") : ""
    speaker.say("ready: \(plan)\(key)", "準備完了: \(plan)\(key)", at: .picture)
  }

  /// Writes why a mode can't be changed.
  func refuse(_ error: EventError) { speaker.refuse(Refusal(error)) }

  /// Shows what a press on an empty square does.
  func showEffect(ofEmptyCells rule: Rule.EmptyCell) {
    speaker.say(line: rule.words(in: language), at: .picture)
  }

  /// Shows that no round begins, with the reason.
  func showCannotStart(_ error: any Error) {
    let reason = Refusal(error).words(in: language)
    speaker.say("can't start: \(reason)", "始められません: \(reason)")
  }

  /// Shows the rest of the countdown in seconds.
  func showCountdown(_ rest: Int) { speaker.say(line: "\(rest)") }

  /// Shows the fixation mark at the centre of an empty board.
  func showFixationMark(on size: BoardSize) {
    speaker.output.write(BoardImage(markedAtCentre: size).bytes, at: .picture)
  }

  /// Shows the seed of the boards, which the user has not chosen.
  func showSeed(_ seed: SessionSeed) {
    let text = seed.seed.text
    speaker.say("boards are drawn from \(text)", "盤は \(text) から作ります")
  }

  /// Lists the items of the menu, for terminals that can't show its picture; with their keys, where
  /// a line of one key chooses an item.
  func list(_ items: [LiveScene.MenuItem], hasKeys: Bool) {
    for item in items {
      guard hasKeys, let key = item.key else {
        speaker.say(line: "\(item.line): \(item.summary)")
        continue
      }
      speaker.say(line: "\(key) \(item.name): \(item.summary)")
    }
    guard hasKeys else { return }
    speaker.say(
      "Type a number and press Enter to start a test.", "番号を入力して Enter を押すと、テストが始まります。")
  }

  /// Shows why the menu is not shown in a small window.
  func showMissingRoom(_ shortage: RoomShortage) {
    let size = shortage.size
    let needed = shortage.needed
    speaker.say(
      "this window (\(size.columns)x\(size.rows)) is too small for the menu: make it "
        + "at least \(needed.columns)x\(needed.rows) and type menu, or type start human-benchmark",
      "画面（\(size.columns)x\(size.rows)）が小さく、テストの一覧が入りません。"
        + "\(needed.columns)x\(needed.rows)以上に広げて menu と入力するか、start human-benchmark と入力してください")
  }
}

/// The replies about tests.
extension GameView {
  /// Shows what a player must know before the first round of a test.
  ///
  /// `leavesNumerals` is `true` on a terminal on which numerals stay visible in earlier lines.
  func introduce(_ preset: TestPreset, leavesNumerals: Bool) {
    if case .levels(let course) = preset.course, let last = course.training.last {
      let first = course.training.dropLast().map { "\($0.numeralCount)" }
      let count = last.numeralCount
      speaker.say(
        "practice first: \(first.joined(separator: ", ")) and \(count) numerals, not counted",
        "はじめに練習: \((first + ["\(count)"]).joined(separator: "・"))個。得点には入りません",
        at: .picture)
    }
    guard leavesNumerals else { return }
    speaker.say(
      "the numerals stay visible above: don't look back, or it is no memory test",
      "数字は上の行に残ります。見返すと記憶のテストになりません")
    speaker.say(
      "press in ascending order: type the column and the row, for example 2 3",
      "小さい順に、列と行の番号で押します（例: 2 3）")
  }

  /// Shows the progress of a test after a round, or its score at its end.
  func showProgress(_ series: TestSeries, best: TestScore?) {
    speaker.say(
      line: series.visibleProgress(best: best, in: language),
      at: series.isOver ? .result : .picture)
  }

  /// Shows the lines below the score of a finished test.
  func showResult(_ lines: [String]) {
    for line in lines { speaker.say(line: line, at: .result) }
  }

  /// Shows how a player who types commands goes on after a test.
  func showAnotherTest(_ name: String) {
    speaker.say(
      "\"start \(name)\" plays again, \"menu\" lists the tests",
      "start \(name) でもう一度、menu でテストの一覧")
  }

  /// Shows that a test has ended because the terminal is too slow.
  func showEndByMissedHolds() {
    speaker.say(
      "test stopped: more than half of the last 20 looks were interrupted, too short or too long",
      "テストを中止しました。直近20回のうち、半数を超えて中断したか、提示時間がずれました")
  }

  /// Shows that a trial doesn't count, because its numerals were visible too long or too short.
  func showMissedHold(_ hold: HoldAccuracy) {
    speaker.say(
      "shown for \(hold.measured) ms instead of \(hold.requested): this trial does not count",
      "提示時間が\(hold.requested)ミリ秒ではなく\(hold.measured)ミリ秒でした。この試行は数えません")
  }

  /// Shows that a trial goes on after an interruption.
  func showPause() {
    speaker.say("interrupted: the same board goes on", "中断しました。同じ盤で続けます", at: .remark())
  }

  /// Shows the test that is resumed.
  func showResumed(_ series: TestSeries, best: TestScore?) {
    let progress = series.progress(best: best, in: language)
    speaker.say("resumed: \(progress)", "再開: \(progress)")
  }

  /// Shows that a test was stopped, and what is kept of it; without outcomes if they are secret.
  func showStopped(_ series: TestSeries, isSecret: Bool) {
    let name = series.name(in: language)
    let count = series.countedTrialCount
    let level = series.preset.course.name(ofLevel: series.standing.level, in: language)
    let hasLevel = series.preset.isScoredByLevel == true && level != "0" && !isSecret
    let position = hasLevel ? language.pick(" at level \(level)", "レベル\(level)で") : ""
    // A test that tells no outcomes does not tell them in the end either.
    let passes =
      series.settings.feedback == .none || isSecret
      ? "" : language.pick(" (\(series.passCount) passed)", "（成功\(series.passCount)）")
    if count > 0 {
      speaker.say(
        "\(name) stopped\(position), \(counted(count, "trial"))\(passes) "
          + "\(count == 1 ? "is" : "are") kept in the results, but it can't be continued",
        "\(name) を\(position)やめました。\(count)試行\(passes)は結果に残りますが、続きはできません")
    } else if series.trialCount > 0 {
      speaker.say(
        "\(name) stopped\(position), no trial that counts was finished",
        "\(name) を\(position)やめました。数える試行は終わっていません")
    } else {
      speaker.say(
        "\(name) stopped\(position), no trial was finished",
        "\(name) を\(position)やめました。終えた試行はありません")
    }
  }

  /// Shows what is kept of a test in which the program ends, and how it goes on.
  ///
  /// Only a block of a study can be continued; any other test begins anew.
  func showLeft(_ series: TestSeries, by participant: String, isStored: Bool) {
    let name = series.name(in: language)
    let count = series.trialCount
    let trials = counted(count, "trial")
    if series.settings.studyPosition != nil {
      return speaker.say(
        "\(name) is interrupted after \(trials); \"next \(participant)\" continues it",
        "\(name) を\(count)試行のあとで中断しました。next \(participant) で続けられます")
    }
    let kept: String
    if count == 0 {
      kept = language.pick("no trial was finished", "終えた試行はありません")
    } else if isStored {
      kept = language.pick(
        "\(trials) \(count == 1 ? "is" : "are") kept in the results", "\(count)試行は結果に残ります")
    } else {
      kept = language.pick("nothing is kept", "記録は残りません")
    }
    guard !series.isDaily else {
      return speaker.say(
        "\(name) stopped, \(kept); this attempt of the date counts",
        "\(name) をやめました。\(kept)。この日の結果はこれで残ります")
    }
    speaker.say(
      "\(name) stopped, \(kept); \"\(series.command)\" starts over",
      "\(name) をやめました。\(kept)。\(series.command) で最初から始められます")
  }

  /// Returns the question whether to stop a test in progress.
  func leaveQuestion(_ series: TestSeries) -> String {
    let name = series.name(in: language)
    return language.pick("\(name) is still running. Stop it?", "\(name) の途中です。やめますか?")
  }

  /// Shows the answer to the first `quit` in a test, where no question can be asked.
  func warnOfQuit(_ series: TestSeries) {
    let name = series.name(in: language)
    speaker.say(
      "\(name) is still running: quit again ends it and the program",
      "\(name) の途中です。もう一度 quit と書くと、やめてプログラムを終わります")
  }

  /// Returns the question at the start of a session whether to continue an interrupted round; if it
  /// is finished, the question is about the next round of its test.
  func resumptionQuestion(_ report: RoundReport, continuing series: TestSeries?) -> String {
    let round = report.round
    guard let test = round.test else {
      let done = report.pressedCount
      let count = round.board.count
      return language.pick(
        "Last time you were in the middle of a round, \(done) of \(count) pressed: continue it?",
        "前回のラウンドが途中です（\(done)/\(count)）。続けますか?")
    }
    let plan = series?.plan ?? RoundPlan(like: round.board, rule: round.rule)
    let position = position(in: series?.nextTrial ?? test, plan)
    let name = test.shownName(in: language)
    return language.pick(
      "Last time you were in the middle of \(name), \(position): continue it?",
      "前回の \(name) が途中です（\(position)）。続けますか?")
  }

  /// Returns the level of a test's round, or its number if the test has no levels.
  private func position(in test: TestTrial, _ plan: RoundPlan) -> String {
    if let course = TestPreset.named(test.name)?.course, course.hasLevels, !test.isPractice,
      test.settings.seed == nil
    {
      let level = course.level(count: plan.count, hold: plan.rule.hold)
      let name = course.name(ofLevel: level, in: language)
      if level > 0 { return language.pick("level \(name)", "レベル\(name)") }
    }
    return language.pick("trial \(test.number)", "試行\(test.number)")
  }
}

/// What is shown of the participant's age, and of a game beside those of a zoo's visitors.
extension GameView {
  /// Shows the age of a participant, and the visitors with whom it is compared.
  func showAge(_ age: Int?, of code: String, for reader: TableReader) {
    let head =
      code == reader.ownCode
      ? language.pick("your age: ", "あなたの年齢: ")
      : language.pick("age of \(code): ", "\(code) の年齢: ")
    guard let age else { return speaker.say("\(head)not given", "\(head)なし") }
    let group = (try? Standing(highest: nil, age: age))?.group.words(in: language)
    let compared = group.map { language.pick(", compared with \($0)", "、比べる相手は\($0)") } ?? ""
    speaker.say("\(head)\(counted(age, "year"))\(compared)", "\(head)\(age)歳\(compared)")
  }

  /// Shows how the first game of a participant stands among those of visitors.
  func showFirstGame(_ score: TestScore, of preset: TestPreset, age: Int?) {
    if let line = firstGame(score, of: preset, age: age) { speaker.say(line: line) }
  }

  /// Returns the lines below the score of a finished test: its rank and its statistics.
  ///
  /// `earlier` are the scores of the participant's tests of this kind before this one; practice, on
  /// boards that were played before, is not compared with them. `offersLooks` is `false` where no
  /// test with a limited look can be played; `withBoard` is `true` for a screen that has the last
  /// board, too, and no room for a second game of a level. An agent has neither an age nor a model
  /// of its second game.
  func resultLines(
    of series: TestSeries, behind earlier: EarlierScores?, age: Int?, isPractice: Bool,
    isOfAgent: Bool, offersLooks: Bool, withBoard: Bool
  ) -> [String] {
    guard !isPractice else {
      let note = language.pick(
        "practice: you played these boards before, so this score is not compared",
        "練習です。前に遊んだ盤なので、得点は比べません")
      return [note] + series.details(in: language)
    }
    let date =
      series.isDaily
      ? [
        language.pick(
          "this attempt counts; the next boards come at 0:00 UTC",
          "この結果が残ります。次の盤は UTC の0時からです")
      ] : []
    let games =
      series.comparisonWithEarlier(earlier, offersLooks: offersLooks, in: language).map { [$0] }
      ?? []
    let ranks = comparison(
      of: series, first: earlier?.all.first, age: age, isOfAgent: isOfAgent)
    let details = series.details(in: language)
    return date + ranks
      + (series.preset.isScoredByLevel == true ? games + details : details + games)
      + (ranks.isEmpty && !withBoard && !isOfAgent ? secondGame(after: series, nil) : [])
  }

  /// Returns the lines that compare the participant's first finished test with those of others.
  ///
  /// Returns none for a test without predefined steps, or with restricted feedback. After the first
  /// test there are also a note about the apparatus and, outside of studies, a question for the
  /// age.
  private func comparison(
    of series: TestSeries, first: TestScore?, age: Int?, isOfAgent: Bool
  ) -> [String] {
    guard series.isOver, !series.cannotKeepTime, series.preset.course.trainingCount > 0,
      series.settings.feedback == .full
    else { return [] }
    if let first {
      return [firstGame(first, of: series.preset, age: age)].compactMap(\.self)
    }
    let standing = standing(TestScore(series), of: series.preset, age: age)
    let note = TestPreset.Remark.touchScreen.words(in: language)
    let isAsked = age == nil && series.settings.studyPosition == nil && !isOfAgent
    let question = language.pick(
      "type your age, for example age 34, to be compared with visitors of about that age",
      "age 34 のように年齢を書くと、同じ年ごろの来園者と比べます（書かなくてもかまいません）")
    return [standing?.words(in: language)].compactMap(\.self)
      + (isOfAgent ? [] : secondGame(after: series, standing)) + [note]
      + (isAsked ? [question] : [])
  }

  /// Returns the line about a second game of the same person, which tells how sure a rank or a
  /// level is; nothing for an unfinished test, and with restricted feedback.
  private func secondGame(after series: TestSeries, _ standing: Standing?) -> [String] {
    guard series.isOver, series.settings.feedback == .full else { return [] }
    var games = SecondGames()
    let second = games.secondGame(
      after: TestScore(series), of: series.preset, series.settings, standing)
    return second.map { [$0.words(in: language)] } ?? []
  }

  /// Returns the line that compares an earlier first game with those of visitors, with its score.
  private func firstGame(_ score: TestScore, of preset: TestPreset, age: Int?) -> String? {
    standing(score, of: preset, age: age).map { standing in
      let level = preset.course.name(ofLevel: score.level, in: language)
      let rank = standing.words(in: language)
      return language.pick(
        "only first games are compared; your first game: score \(level), \(rank)",
        "比べるのは最初のゲームだけです。あなたの最初のゲーム: 得点\(level)、\(rank)")
    }
  }

  private func standing(_ score: TestScore, of preset: TestPreset, age: Int?) -> Standing? {
    try? Standing(highest: preset.course.step(score.level), age: age)
  }
}
