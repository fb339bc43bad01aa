import Examiner

/// The rounds that are kept: as a list, or played once more.
extension Language {
  /// The heads of the columns of the list.
  var roundColumns: [String] {
    lines(["round", "onset", "result", "pressed", "board"], ["番号", "提示", "結果", "押した数", "盤"])
  }

  /// A round whose record can't be read.
  var damagedRound: String { pick("damaged", "破損") }

  /// How many numerals were pressed.
  func pressed(_ done: Int, of count: Int) -> String {
    pick("\(done) of \(count)", "\(done)/\(count)")
  }

  /// There are no rounds.
  var noRounds: String { pick("no rounds", "ラウンドはありません") }

  /// What is played once more.
  func replay(of number: Int, _ identifier: String) -> String {
    pick("replay of round \(number): ", "ラウンド\(number)の再生: ") + identifier
  }

  /// What a move did when it was played once more.
  func replayed(_ move: Move, at time: Int, _ step: RoundReplay.Step) -> String {
    let result =
      switch step {
      case .done(let outcome): words(for: outcome)
      case .refused(let fault): pick("refused, ", "拒否、") + words(for: fault)
      }
    return duration(time) + pick(", ", "、") + "\(move): " + result
  }

  /// Whether the outcome is the same as it was.
  func comparison(then: RoundOutcome?, now: RoundOutcome?, isSame: Bool) -> String {
    let (then, now) = (words(for: then), words(for: now))
    return isSame
      ? pick("the outcome is the same: \(then)", "結果は同じです: \(then)")
      : pick("the outcome differs: \(then) then, \(now) now", "結果が違います: 前は\(then)、今は\(now)")
  }

  private func words(for outcome: Outcome) -> String {
    switch outcome {
    case .right: return pick("right", "正解")
    case .passed: return pick("passed", "成功")
    case .wrong(_, let held, let due), .mistaken(_, let held, let due):
      guard let held else {
        return pick("wrong, the cell is empty, \(due) was due", "まちがい、マスは空、正解は\(due)")
      }
      return pick("wrong, held \(held), \(due) was due", "まちがい、押したのは\(held)、正解は\(due)")
    case .ignored: return pick("ignored", "無視")
    case .masked: return pick("masked", "隠しました")
    case .gaveUp: return pick("given up", "降参")
    case .timedOut: return pick("timed out", "時間切れ")
    }
  }

  /// Whether to go on with a round that was left behind.
  func resumptionQuestion(_ report: RoundReport) -> String {
    let (number, done) = (report.round.number, report.pressedCount)
    let count = report.round.board.count
    if let test = report.round.test, report.round.outcome != nil {
      return leftTestQuestion(test)
    }
    return pick(
      "round \(number) was left behind, \(done) of \(count) pressed: go on with it?",
      "ラウンド\(number)が途中で残されています（\(done)/\(count)）。続けますか?")
  }
}

/// The demonstration.
extension Language {
  /// A new board of the demonstration.
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
      return press + pick("wrong: \(found), \(due) was due", "まちがい: \(found)、正解は\(due)")
    case .ignored, .masked, .gaveUp, .timedOut: return nil
    }
  }

  /// The head of the best results.
  func bestResults(isEmpty: Bool) -> String {
    isEmpty ? pick("best results: none yet", "最高記録: まだありません") : pick("best results:", "最高記録:")
  }

  /// The head of the page of the news.
  func newsPage(isEmpty: Bool) -> String {
    isEmpty ? pick("news: none", "お知らせ: ありません") : pick("news:", "お知らせ:")
  }

  /// Which page comes next.
  func nextPage(_ page: DemonstrationPage) -> String {
    let name =
      switch page {
      case .board: pick("demonstration", "デモ")
      case .bestResults: pick("best results", "最高記録")
      case .news: pick("news", "お知らせ")
      }
    return pick("next page: ", "次のページ: ") + name
  }

  /// How long a press of the demonstration takes.
  func pace(_ milliseconds: Int) -> String {
    pick("demonstration: a press every \(milliseconds) ms", "デモ: \(milliseconds)ミリ秒ごとに押します")
  }
}
