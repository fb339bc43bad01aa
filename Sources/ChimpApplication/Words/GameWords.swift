import Examiner
import Shell

extension Language {
  /// Why a command about the round is refused.
  package func words(for fault: RoundFault) -> String {
    switch fault {
    case .noRound: pick("no round has been started", "ラウンドはまだ始まっていません")
    case .noCredit: pick("no credit is left (\"coin\" puts one in)", "クレジットがありません（coin で入れられます）")
    case .board(let fault): words(for: fault)
    case .move(let fault): words(for: fault)
    case .cellTwice(let cell):
      pick("cell \(cell.h) \(cell.v) is given twice", "マス \(cell.h) \(cell.v) が2回あります")
    case .terminalTooSmall(let size, let needed):
      pick(
        "the board needs \(needed.columns) columns and \(needed.rows) lines, "
          + "the terminal has \(size.columns) and \(size.rows)",
        "盤には\(needed.columns)桁と\(needed.rows)行が必要ですが、"
          + "端末は\(size.columns)桁と\(size.rows)行です")
    case .unknownRound(let number): pick("no round \(number) is kept", "ラウンド\(number)は残っていません")
    case .damagedRound(let number):
      pick("round \(number) is not what was written", "ラウンド\(number)の記録は書いたときと違います")
    case .notOver(let number): pick("round \(number) is not over", "ラウンド\(number)はまだ終わっていません")
    case .nothingLeftBehind: pick("no round was interrupted", "中断したラウンドはありません")
    case .nothingWaits: pick("no trial is waiting to begin", "開始を待っている試行はありません")
    case .testGoesOn: pick("a test is running (\"stop\" ends it)", "テストの途中です（stop でやめられます）")
    case .noTest: pick("no test is running", "テストは行っていません")
    case .keptTooMuch(let limit):
      pick(
        "a restricted session keeps at most \(limit) rounds and presses",
        "制限されたセッションで残せるのは、ラウンドと押下を合わせて\(limit)件までです")
    case .record(let error): words(for: error)
    }
  }

  func damagedIdentifier(_ fault: IdentifierFault) -> String {
    pick("damaged identifier: ", "識別子が正しくありません: ") + words(for: fault)
  }

  func noRange(_ text: String) -> String {
    pick(
      "numerals= takes a range such as 1..9, not \"\(text)\"",
      "numerals= は 1..9 のような範囲で書いてください: \(text)")
  }

  func mode(_ name: String, next: String?) -> String {
    pick("mode: ", "モード: ") + name + (next.map { pick(", \($0) is next", "、次は \($0)") } ?? "")
  }

  func credits(_ credits: CreditModel) -> String {
    credits.isCounting
      ? pick(counted(credits.count, "credit"), "クレジット\(credits.count)")
      : pick("no credits needed", "クレジット不要")
  }

  func credit(_ credits: CreditModel, _ plan: RoundPlan) -> String {
    let (count, name, game) = (self.credits(credits), credits.participant, words(for: plan))
    return pick("credit: \(count), \(name) plays \(game)", "クレジット: \(count)、参加者 \(name)、\(game)")
  }

  func words(for plan: RoundPlan) -> String {
    let size = "\(plan.size.h)x\(plan.size.v)"
    let range = plan.range.map { "\($0.low)..\($0.high)" }
    let hold = plan.rule.hold.map { pick(", hold \($0) ms", "、提示\($0)ミリ秒") } ?? ""
    let again = plan.rule.wrong == .again ? pick(", wrong presses do not end it", "、まちがえても続く") : ""
    return pick(
      "\(counted(plan.count, "numeral"))\(range.map { " out of \($0)" } ?? "")"
        + "\(adjacency(plan)) on \(size)",
      "\(size)の盤に\(range.map { "\($0)から" } ?? "")\(adjacency(plan))\(plan.count)個の数字")
      + hold + limit(plan) + again
  }

  func nextPlan(_ plan: RoundPlan) -> String { pick("test: ", "テスト: ") + words(for: plan) }
  func ready(_ plan: RoundPlan) -> String { pick("ready: ", "用意: ") + words(for: plan) }

  func noStart(_ fault: RoundFault) -> String {
    pick("no start: ", "始められません: ") + words(for: fault)
  }

  func words(for course: TestPreset.Course) -> String {
    switch course {
    case .trials(let count): pick("\(count) trials", "\(count)試行")
    case .strikes(let limit):
      pick("one more after a pass, \(limit) strikes end it", "成功すると1個増え、\(limit)回の失敗で終わる")
    case .ladder(let limit):
      pick(
        "one more after a pass, one less after an error, \(limit) errors end it",
        "成功すると1個増え、失敗すると1個減り、\(limit)回の失敗で終わる")
    case .span(let count):
      pick("\(count) trials a length, over when both fail", "1つの個数につき\(count)試行、どちらも失敗すると終わる")
    case .procedure(let target): words(for: target)
    }
  }

  func words(for source: TestPreset.Source) -> String {
    switch source {
    case .paper(let citation): citation
    case .webSite: pick("the web site of that name, from a log of playing it", "同じ名前のサイト（遊んだ記録による）")
    case .game: pick("the game of that name, from its help pages", "同じ名前のゲーム（その説明による）")
    case .memorySpan: pick("the usual measure of a memory span", "記憶範囲の普通の測り方")
    }
  }

  /// How a test stands.
  package func words(for standing: TestStanding) -> String {
    let levels = pick(
      "level passed \(standing.levelPassed), level reached \(standing.levelReached)",
      "成功した個数\(standing.levelPassed)、到達した個数\(standing.levelReached)")
    return switch standing.count {
    case .practice(let over, let count):
      pick("practice, \(over) of \(count) trials", "練習\(count)試行中\(over)")
    case .rounds(let over, let count, let passed):
      pick("\(over) of \(count) trials, \(passed) passed", "\(count)試行中\(over)、成功\(passed)")
    case .strikes(let fails, let limit):
      levels + pick(", strikes \(fails)/\(limit)", "、失敗\(fails)/\(limit)")
    case .errors(let fails, let limit):
      levels + pick(", errors \(fails)/\(limit)", "、失敗\(fails)/\(limit)")
    case .procedure(let standing, let isOver): words(for: standing) + (isOver ? "" : next(standing))
    case .span: levels + pick(", span \(standing.levelPassed)", "、記憶範囲\(standing.levelPassed)")
    }
  }

  func namedStanding(_ standing: TestStanding) -> String {
    "\(standing.name): \(words(for: standing))"
  }

  func standing(_ series: TestSeries) -> String {
    (isHidden(series) ? hiddenStanding(series) : namedStanding(series.standing))
      + (series.isOver ? pick(", the test is over", "、テストは終わりです") : "")
  }

  func words(for result: BestResult) -> String {
    let size = "\(result.size.h)x\(result.size.v)"
    return pick(
      "\(counted(result.count, "numeral")) on \(size) in \(result.time) ms",
      "\(size)の盤で\(result.count)個、\(result.time)ミリ秒")
  }
}
