import ChimpSystem
import Examiner
package import Game
package import Shell
import Studies

/// Sentences about modes, credits and the beginning of rounds, and error messages about moves.
///
///     mode: attract, credit is next (with the next "wait")
///
/// An error message names the cell, number or range that is wrong. It must reveal neither the
/// numerals of a masked board nor their positions.
extension Language {
  /// Returns the current mode, and the next one with the event that begins it.
  package func mode(_ name: String, next: String?, by update: NextUpdate) -> String {
    let mode = pick("mode: ", "モード: ") + name
    guard let next else { return mode }
    let change = pick(", \(next) is next", "、次は \(next)")
    let moment =
      switch update {
      case .clock: ""
      case .line: pick(" (with the next line or \"wait\")", "（次の行か wait で変わります）")
      case .wait: pick(" (with the next \"wait\")", "（次の wait で変わります）")
      }
    return mode + change + moment
  }

  /// Returns the number of credits, or that play is free.
  package func credits(_ credits: Credits) -> String {
    credits.isCounting
      ? pick(counted(credits.count, "credit"), "クレジット\(credits.count)")
      : pick("no coin needed", "コイン不要")
  }

  /// Returns the line of the `credit` mode: credits, participant and the next round.
  package func credit(
    _ credits: Credits, of name: String, _ plan: RoundPlan, for reader: TableReader
  ) -> String {
    let count = self.credits(credits)
    let game = words(for: plan)
    guard name != reader.ownCode else {
      return pick("\(count): you play \(game)", "\(count)、あなたの番: \(game)")
    }
    return pick("\(count): \(name) plays \(game)", "\(count)、\(name) の番: \(game)")
  }

  /// Returns the short form of a plan: `5 numerals out of 1..9 on 8x5, shown for 210 ms`.
  package func words(for plan: RoundPlan) -> String {
    let size = "\(plan.size.h)x\(plan.size.v)"
    let range = plan.range.map { "\($0.low)..\($0.high)" }
    let hold = plan.rule.hold.map { pick(", shown for \($0) ms", "、\($0)ミリ秒の提示") } ?? ""
    let again =
      plan.rule.wrong == .again ? pick(", a wrong press does not end it", "、まちがえても続く") : ""
    return pick(
      "\(counted(plan.count, "numeral"))\(range.map { " out of \($0)" } ?? "")"
        + "\(adjacency(plan)) on \(size)",
      "\(size)の盤に\(range.map { "\($0)から" } ?? "")\(adjacency(plan))\(plan.count)個の数字")
      + hold + limit(plan) + again
  }

  package func nextPlan(_ plan: RoundPlan) -> String { pick("test: ", "テスト: ") + words(for: plan) }
  package func ready(_ plan: RoundPlan) -> String { pick("ready: ", "準備完了: ") + words(for: plan) }

  /// Returns the rules of a test, such as its number of trials.
  func words(for course: TestPreset.Course) -> String {
    switch course {
    case .trials(let count): pick("\(count) trials", "\(count)試行")
    case .strikes(let limit):
      pick("one more after a pass, \(limit) misses end it", "成功すると1個増え、\(limit)回の失敗で終わる")
    case .ladder(let limit):
      pick(
        "one more after a pass, one less after a miss, \(limit) misses end it",
        "成功すると1個増え、失敗すると1個減り、\(limit)回の失敗で終わる")
    case .span(let count):
      pick("\(count) tries per length, over when both fail", "1つの個数につき\(count)試行、どちらも失敗すると終わる")
    case .levels(let course): words(for: course)
    case .procedure(let target): words(for: target)
    }
  }

  /// Returns the source of a test: a paper, a web site or a game.
  func words(for source: TestPreset.Source) -> String {
    switch source {
    case .paper(let citation): citation
    case .webSite: pick("the web site of that name, from a log of playing it", "同じ名前のサイト（遊んだ記録による）")
    case .game: pick("the game of that name, from its help pages", "同じ名前のゲーム（その説明による）")
    case .memorySpan: pick("the usual measure of a memory span", "記憶範囲の普通の測り方")
    case .none: pick("none: you choose everything with its keys", "なし（キーですべてを決めます）")
    }
  }

  /// Returns the parts of a test's progress, which replies and titles join.
  ///
  /// The best level is a part of it once a level was passed: `bestLevel` is that of earlier tests.
  func parts(of standing: TestStanding, bestLevel: Int = 0) -> [String] {
    let best = max(bestLevel, standing.levelPassed)
    let reached = self.level(standing.level, of: standing.course)
    let highest = self.level(best, of: standing.course)
    let levels =
      [pick("level \(reached)", "レベル\(reached)")]
      + (best > 0
        ? [
          bestLevel >= standing.levelPassed
            ? pick("your best \(highest)", "これまでの自己最高\(highest)")
            : pick("best \(highest)", "今回の最高\(highest)")
        ] : [])
    return switch standing.count {
    case .practice(let over, let count):
      [pick("practice", "練習"), pick("\(over) of \(counted(count, "trial"))", "\(count)試行中\(over)")]
    case .rounds(let over, let count, let passed):
      [
        pick("\(over) of \(counted(count, "trial"))", "\(count)試行中\(over)"),
        pick("\(passed) passed", "成功\(passed)"),
      ]
    case .strikes(let misses, let limit), .errors(let misses, let limit):
      levels + [pick("misses \(misses) of \(limit)", "失敗\(misses)/\(limit)")]
    case .span(let number, let count):
      levels + [pick("try \(number) of \(count)", "\(count)回中\(number)回目")]
    case .procedure(let standing, let isOver):
      [words(for: standing, isOver: isOver) + (isOver ? "" : next(standing))]
    }
  }

  /// Returns the progress of a test for the command `observe`.
  package func namedStanding(_ standing: TestStanding) -> String {
    "\(standing.name): " + parts(of: standing).joined(separator: pick(", ", "、"))
  }

  /// Returns the progress of a test; only the number of the trial if results are hidden.
  package func standing(_ series: TestSeries, best: TestScore?) -> String {
    guard isHidden(series) else { return namedStanding(of: series, best: best) }
    return hiddenStanding(series)
  }

  package func words(for result: BestResult) -> String {
    let size = "\(result.size.h)x\(result.size.v)"
    return pick(
      "\(counted(result.count, "numeral")) on \(size) in \(result.time) ms",
      "\(size)の盤で\(result.count)個、\(result.time)ミリ秒")
  }
}
