import Examiner

/// The rounds that are kept: as a list, or played once more.
extension Language {
  var roundColumns: [String] {
    self == .english
      ? ["round", "onset", "result", "pressed", "board"] : ["番号", "提示", "結果", "押した数", "盤"]
  }

  var damagedRound: String { pick("damaged", "破損") }

  func pressed(_ done: Int, of count: Int) -> String {
    pick("\(done) of \(count)", "\(done)/\(count)")
  }

  var noRounds: String { pick("no rounds", "ラウンドはありません") }

  func replay(of number: Int, _ identifier: String) -> String {
    pick("replay of round \(number): ", "ラウンド\(number)の再生: ") + identifier
  }

  func replayed(_ move: Move, at time: Int, _ step: RoundReplay.Step) -> String {
    let result =
      switch step {
      case .done(let outcome): words(for: outcome)
      case .refused(let fault): pick("refused, ", "拒否、") + words(for: fault)
      }
    return duration(time) + pick(", ", "、") + "\(move): " + result
  }

  func comparison(then: RoundOutcome?, now: RoundOutcome?, isSame: Bool) -> String {
    let (then, now) = (words(for: then), words(for: now))
    return isSame
      ? pick("the outcome is the same: \(then)", "結果は同じです: \(then)")
      : pick("the outcome differs: \(then) then, \(now) now", "結果が違います: 前は\(then)、今は\(now)")
  }

  private func words(for outcome: Outcome) -> String {
    switch outcome {
    case .right: pick("right", "正解")
    case .passed: pick("passed", "成功")
    case .wrong(_, let held?, let due), .mistaken(_, let held?, let due):
      pick("wrong, held \(held), \(due) was due", "まちがい、押したのは\(held)、押すべき数字は\(due)")
    case .wrong(_, nil, let due), .mistaken(_, nil, let due):
      pick("wrong, the cell is empty, \(due) was due", "まちがい、マスは空、押すべき数字は\(due)")
    case .ignored: pick("ignored", "無視")
    case .masked: pick("masked", "隠しました")
    case .gaveUp: pick("given up", "降参")
    case .timedOut: pick("timed out", "時間切れ")
    }
  }

  func resumptionQuestion(_ report: RoundReport) -> String {
    let (number, done) = (report.round.number, report.pressedCount)
    let count = report.round.board.count
    if let test = report.round.test, report.round.outcome != nil {
      return pick(
        "\(test.name) was interrupted after trial \(test.number): continue it?",
        "\(test.name) が試行\(test.number)のあとで中断しています。続けますか?")
    }
    return pick(
      "round \(number) was interrupted, \(done) of \(count) pressed: continue it?",
      "ラウンド\(number)が中断しています（\(done)/\(count)）。続けますか?")
  }

  func demonstration(of board: Board) -> String {
    let size = "\(board.size.h)x\(board.size.v)"
    return pick(
      "demonstration: \(board.count) numerals on \(size)", "デモ: \(size)の盤に\(board.count)個の数字")
  }

  /// A press of the demonstration; nil where nothing is shown for it.
  func demonstration(_ outcome: Outcome, _ done: Int, of count: Int) -> String? {
    guard case .press(let cell) = outcome.move else { return nil }
    let press = pick("demonstration: press \(cell.h) \(cell.v), ", "デモ: press \(cell.h) \(cell.v)、")
    switch outcome {
    case .right: return press + pick("right: \(done) of \(count)", "正解: \(done)/\(count)")
    case .passed: return press + pick("passed: \(done) of \(count)", "成功: \(done)/\(count)")
    case .wrong(_, let held, let due), .mistaken(_, let held, let due):
      let found = held.map { pick("held \($0)", "押したのは\($0)") } ?? pick("is empty", "マスは空")
      return press + pick("wrong: \(found), \(due) was due", "まちがい: \(found)、押すべき数字は\(due)")
    case .ignored, .masked, .gaveUp, .timedOut: return nil
    }
  }

  func bestResults(isEmpty: Bool) -> String {
    isEmpty ? pick("best results: none yet", "最高記録: まだありません") : pick("best results:", "最高記録:")
  }

  func newsPage(isEmpty: Bool) -> String {
    isEmpty ? pick("news: none", "お知らせ: ありません") : pick("news:", "お知らせ:")
  }

  func nextPage(_ page: DemonstrationPage) -> String {
    let name =
      switch page {
      case .board: pick("demonstration", "デモ")
      case .bestResults: pick("best results", "最高記録")
      case .news: pick("news", "お知らせ")
      }
    return pick("next page: ", "次のページ: ") + name
  }

  func pace(_ milliseconds: Int) -> String {
    pick("demonstration: a press every \(milliseconds) ms", "デモ: \(milliseconds)ミリ秒ごとに押します")
  }
}
