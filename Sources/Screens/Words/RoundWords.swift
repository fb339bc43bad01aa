import Archive
import ChimpSystem
package import Examiner
package import Game
import Shell
import Studies

/// Sentences about a round: replies to its commands, and its report.
///
///     right: 3 of 5
///     wrong: that was 4, 3 came next
///     round 1: passed, 5 of 5
///
/// A reply begins with the one word that matters, lower case and without a full stop. The caller
/// decides what may be shown: to keep a numeral secret, it passes `nil`, or another fact.
extension Language {
  /// The words before the progress of a round that the player gave up.
  package var givenUp: String { pick("you gave up at ", "降参: ") }

  /// Returns the text about a wrong press: `that was 4, 1 came next`.
  package func mistake(held: Int32?, expected: Int32) -> String {
    let found =
      held.map { pick("that was \($0)", "押したのは\($0)") } ?? pick("nothing there", "そこには何もなく")
    return found + pick(", \(expected) came next", "、正しくは\(expected)でした")
  }

  /// Returns the text about a press that ended a round.
  package func mistake(at cell: Cell, of examiner: borrowing ChimpanzeeExaminer) -> String {
    let board = examiner.board
    return mistake(
      held: board.index(at: cell).map { Int32(board.numeral(atIndex: $0)) },
      expected: Int32(board.numeral(atIndex: examiner.pressedCount)))
  }

  /// Returns the text about presses after the end of the round: `; 2 presses were not made`.
  package func skipped(count: Int32) -> String {
    pick(
      "; \(count) \(count == 1 ? "press was" : "presses were") not made",
      "。残りの\(count)回は押しませんでした")
  }

  /// Returns the outcome of a round in a word; `nil` is a round in progress.
  package func words(for outcome: RoundOutcome?) -> String {
    switch outcome {
    case .passed: pick("passed", "成功")
    case .failed: pick("failed", "失敗")
    case .gaveUp: pick("given up", "降参")
    case .timedOut: pick("timed out", "時間切れ")
    case .quit: pick("quit", "終了")
    case nil: pick("not over", "途中")
    }
  }

  /// Returns the outcome followed by a comma; empty during the round.
  private func ending(_ finish: ChimpanzeeExaminer.Finish?) -> String {
    if self == .english, finish == .gaveUp { return givenUp }
    return finish.map { words(for: RoundOutcome($0)) + pick(", ", "、") } ?? ""
  }

  /// Returns the result of a round: `passed, 5 of 5 in 2310 ms`.
  package func result(_ report: RoundReport) -> String {
    let time = report.time.map { pick(" in \($0) ms", "、\($0)ミリ秒") } ?? ""
    return ending(report.finish) + pressed(report.pressedCount, of: report.round.board.count) + time
  }

  /// Returns the result of a round behind its number.
  package func numberedResult(_ report: RoundReport) -> String {
    roundNumber(report.round.number) + ": " + result(report)
  }

  /// Returns the progress of a round for the command `observe`.
  package func words(for progress: RoundProgress) -> String {
    guard progress.number > 0 else { return none }
    return roundNumber(progress.number) + ": " + ending(progress.finish)
      + pressed(progress.pressedCount, of: progress.count)
  }

  /// Returns the statistics of a session's rounds.
  package func words(for statistics: RoundStatistics) -> String {
    let started = statistics.startedCount
    let passed = statistics.passedCount
    let failed = statistics.failedCount
    let givenUp = statistics.givenUpCount
    return pick(
      "\(started) started, \(passed) passed, \(failed) failed, \(givenUp) given up",
      "開始\(started)、成功\(passed)、失敗\(failed)、降参\(givenUp)")
  }

  package func roundNumber(_ number: Int) -> String { pick("round \(number)", "ラウンド\(number)") }
  package var none: String { pick("none", "なし") }

  /// Returns the first line of a report: `round 1: passed, 5 of 5`.
  package func heading(_ report: RoundReport) -> String {
    roundNumber(report.round.number) + ": "
      + (report.outcome == .gaveUp
        ? pick("gave up at ", "降参、") : words(for: report.outcome) + pick(", ", "、"))
      + pressed(report.pressedCount, of: report.round.board.count)
  }

  package func board(_ identifier: String) -> String { pick("board: ", "盤: ") + identifier }

  /// The text instead of a board identifier that would reveal the numerals.
  package var describedBoard: String { pick("described", "記述された盤") }

  /// The line about a board whose numerals are in reading order by chance, which makes it easy.
  package var readingOrder: String {
    pick("order: the numerals could be pressed row by row", "順序: 数字は上の行から順に押せました")
  }

  package func rule(_ rule: Rule) -> String { pick("rule: ", "ルール: ") + "\(rule)" }

  package func test(_ test: TestTrial) -> String {
    pick("test: \(test.name), trial \(test.number)", "テスト: \(test.name)、試行\(test.number)")
  }

  /// Returns the line about the onset: in milliseconds, or as a date for a stored round.
  package func onset(_ milliseconds: Int?, date: String?) -> String {
    let time = milliseconds.map(duration) ?? pick("in an earlier session", "以前のセッション")
    return pick("onset: ", "提示: ") + time + (date.map { pick(", ", "、") + $0 } ?? "")
  }

  /// Returns the line about an interruption of a round.
  package func interruption(afterMoves count: Int) -> String {
    pick(
      "interrupted after \(counted(count, "move")), and resumed later",
      "\(count)手のあとで中断し、あとで再開しました")
  }

  /// Returns the line about the requested and the measured time of visibility.
  package func hold(requested: Int, of report: RoundReport) -> String {
    let words =
      if let time = report.measuredHold {
        pick("measured \(time) ms", "実測\(time)ミリ秒")
      } else if report.outcome == nil && !report.wasMasked {
        pick("not over", "途中")
      } else if report.round.gaps.isEmpty {
        report.wasMasked
          ? pick("masked before", "その前に隠されました") : pick("the round ended before", "その前にラウンドが終わりました")
      } else {
        notKnown
      }
    return pick("hold: requested \(requested) ms, ", "提示時間: 指定\(requested)ミリ秒、") + words
  }

  /// Returns the line about the time from the onset to the mask.
  package func studyTime(_ time: Int?, wasMasked: Bool) -> String {
    let words =
      time.map(duration) ?? (wasMasked ? notKnown : pick("nothing was masked", "数字は隠されませんでした"))
    return pick("study time: ", "学習時間: ") + words
  }

  /// Returns the line about the time from the mask to the last press.
  package func recallTime(_ time: Int) -> String {
    pick("recall time: ", "想起時間: ") + duration(time)
  }

  /// Returns the line about the first press.
  package func firstPress(afterOnset time: Int, afterMask: Int?) -> String {
    let mask = afterMask.map { pick(", \($0) ms after the mask", "、隠してから\($0)ミリ秒") } ?? ""
    return pick("first press: \(time) ms after the onset", "最初の押下: 提示から\(time)ミリ秒") + mask
  }

  /// The column titles of the table of presses.
  package var pressColumns: [String] {
    self == .english
      ? ["press", "cell", "held", "due", "result", "time", "line_latency"]
      : ["回", "マス", "数字", "正答", "結果", "時間", "行の間隔"]
  }

  /// Returns the result of a press in a word.
  package func words(for judgement: RoundMeasures.Judgement) -> String {
    switch judgement {
    case .right: pick("right", "正解")
    case .wrong: pick("wrong", "まちがい")
    case .ignored: pick("ignored", "無視")
    case .early: early
    }
  }

  /// The word for a press before the end of the hold.
  private var early: String { pick("early", "早すぎ") }

  /// The reply to a press before the end of the hold.
  package var earlyPress: String {
    pick(
      "too early, not counted: presses count once the numerals are hidden",
      "早すぎるので数えません: 数字が隠れてから押してください")
  }

  package func duration(_ milliseconds: Int) -> String {
    pick("\(milliseconds) ms", "\(milliseconds)ミリ秒")
  }
  package func duration(_ time: Double) -> String { time.decimal(0) + pick(" ms", "ミリ秒") }
  var notKnown: String { pick("not known", "不明") }
}

/// Sentences about stored rounds, as a list or as a replay.
///
///     replay of round 3: 8x5n5#1/apple
///     430 ms, press 2 3: right
extension Language {
  package var roundColumns: [String] {
    self == .english
      ? ["round", "onset", "result", "pressed", "board"] : ["番号", "提示", "結果", "押した数", "盤"]
  }

  package var damagedRound: String { pick("damaged", "破損") }

  package func pressed(_ done: Int, of count: Int) -> String {
    pick("\(done) of \(count)", "\(done)/\(count)")
  }

  package var noRounds: String { pick("no rounds", "ラウンドはありません") }

  package func replay(of number: Int, _ identifier: String) -> String {
    pick("replay of round \(number): ", "ラウンド\(number)の再生: ") + identifier
  }

  /// Returns the line about a replayed move.
  package func replayed(
    _ move: Move, at time: Int, _ result: Result<Outcome, Rejection>
  ) -> String {
    let words =
      switch result {
      case .success(let outcome): words(for: outcome)
      case .failure(let fault): pick("refused, ", "拒否、") + fault.words(in: self)
      }
    return duration(time) + pick(", ", "、") + "\(move): " + words
  }

  /// Returns the line that compares the replayed outcome with the stored one.
  package func comparison(then: RoundOutcome?, now: RoundOutcome?, isSame: Bool) -> String {
    let then = words(for: then)
    let now = words(for: now)
    return isSame
      ? pick("the outcome is the same: \(then)", "結果は同じです: \(then)")
      : pick("the outcome differs: \(then) then, \(now) now", "結果が違います: 前は\(then)、今は\(now)")
  }

  /// Returns the result of a replayed move.
  private func words(for outcome: Outcome) -> String {
    switch outcome {
    case .right: pick("right", "正解")
    case .passed: pick("passed", "成功")
    case .wrong(_, let held, let expected), .mistaken(_, let held, let expected):
      pick("wrong, ", "まちがい、") + mistake(held: held, expected: expected)
    case .ignored: pick("ignored", "無視")
    case .early: early
    case .masked: pick("hidden", "隠しました")
    case .gaveUp: pick("given up", "降参")
    case .timedOut: pick("timed out", "時間切れ")
    }
  }

  /// Returns the question at the start of a session whether to continue an interrupted round; if it
  /// is finished, the question is about the next round of its test.
  package func resumptionQuestion(
    _ report: RoundReport, continuing series: TestSeries?
  ) -> String {
    let done = report.pressedCount
    let count = report.round.board.count
    guard let test = report.round.test else {
      return pick(
        "Last time you were in the middle of a round, \(done) of \(count) pressed: continue it?",
        "前回のラウンドが途中です（\(done)/\(count)）。続けますか?")
    }
    let next = series?.nextTrial ?? test
    let plan =
      series?.plan ?? RoundPlan(like: report.round.board, rule: report.round.rule)
    let position = position(in: next, plan)
    return pick(
      "Last time you were in the middle of \(test.name), \(position): continue it?",
      "前回の \(test.name) が途中です（\(position)）。続けますか?")
  }

  /// Returns the level of a test's round, or its number if the test has no levels.
  private func position(in test: TestTrial, _ plan: RoundPlan) -> String {
    let course = TestPreset.named(test.name)?.course
    let isLevel = course?.hasLevels == true && !test.isPractice && test.settings.seed == nil
    let level = course?.level(count: plan.count, hold: plan.rule.hold) ?? 0
    guard isLevel, level > 0 else { return pick("trial \(test.number)", "試行\(test.number)") }
    return pick("level ", "レベル") + self.level(level, of: course)
  }

  /// Returns the line above a board of the demonstration.
  package func demonstration(of board: Board) -> String {
    let size = "\(board.size.h)x\(board.size.v)"
    return pick(
      "demonstration: \(board.count) numerals on \(size)", "デモ: \(size)の盤に\(board.count)個の数字")
  }

  /// Returns the sentence about a press in the demonstration; `nil` for other moves.
  package func demonstration(_ outcome: Outcome, _ done: Int, of count: Int) -> String? {
    guard case .press(let cell) = outcome.move else { return nil }
    let press = pick("demonstration: press \(cell.h) \(cell.v), ", "デモ: press \(cell.h) \(cell.v)、")
    switch outcome {
    case .right: return press + pick("right: \(done) of \(count)", "正解: \(done)/\(count)")
    case .passed: return press + pick("passed: \(done) of \(count)", "成功: \(done)/\(count)")
    case .wrong(_, let held, let expected), .mistaken(_, let held, let expected):
      return press + pick("wrong: ", "まちがい: ") + mistake(held: held, expected: expected)
    case .ignored, .early, .masked, .gaveUp, .timedOut: return nil
    }
  }

  package func bestResults(isEmpty: Bool) -> String {
    isEmpty ? pick("best results: none yet", "最高記録: まだありません") : pick("best results:", "最高記録:")
  }

  package func newsPage(isEmpty: Bool) -> String {
    isEmpty ? pick("news: none", "お知らせ: ありません") : pick("news:", "お知らせ:")
  }

  package func nextPage(_ page: DemonstrationPage) -> String {
    let name =
      switch page {
      case .board: pick("demonstration", "デモ")
      case .bestResults: pick("best results", "最高記録")
      case .news: pick("news", "お知らせ")
      }
    return pick("next page: ", "次のページ: ") + name
  }

  package func pace(_ milliseconds: Int) -> String {
    pick("demonstration: a press every \(milliseconds) ms", "デモ: \(milliseconds)ミリ秒ごとに押します")
  }
}
