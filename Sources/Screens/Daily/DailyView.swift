import Shell

/// The view of the daily game and of shared games.
///
///     let view = DailyView(speaker)
///     view.show(view.lines(of: game, isPractice: false, isASCII: false))
final class DailyView {
  private let speaker: Speaker

  /// Creates the view.
  init(_ speaker: Speaker) { self.speaker = speaker }

  /// Writes whether the attempt that begins counts; `first` is the score of the one that does.
  func showBeginning(of date: String, first: PlayedGame.Score?) {
    guard let first = first?.words(in: speaker.language) else {
      return speaker.say(
        "daily \(date): the first attempt of a date counts", "\(date) の1回目です。この結果が残ります")
    }
    speaker.say(
      "daily \(date): practice, since the first attempt counts (\(first))",
      "\(date) の練習です。残るのは1回目の結果（\(first)）です")
  }

  /// Writes the lines that a player shows to others.
  func show(_ lines: [String]) { for line in lines { speaker.say(line: line) } }

  /// Returns the two lines about a game, which tell no board: its score, and the code of its text.
  ///
  /// A later attempt on the boards of a date is called practice.
  func lines(of game: PlayedGame, isPractice: Bool, isASCII: Bool) -> [String] {
    let language = speaker.language
    // More marks would not fit into a line of a chat.
    let marked = game.passes.count > 20 ? [] : game.passes
    let marks = marked.map { isASCII ? ($0 ? "#" : "-") : ($0 ? "■" : "□") }.joined()
    let time = game.pressTime.map { language.pick("median press \($0) ms", "中央値\($0)ミリ秒") }
    let player = game.agent.map { [language.pick("agent \($0)", "エージェント \($0)")] } ?? []
    let parts =
      ["chimp \(game.name)"] + player + (isPractice ? [language.pick("practice", "練習")] : [])
      + [game.scoreWords(in: language)] + (marks.isEmpty ? [] : [marks])
      + (time.map { [$0] } ?? [])
    return [
      parts.joined(separator: isASCII ? " | " : " · "),
      language.pick("proof \(game.code) (chimp verify)", "証明 \(game.code)（chimp verify）"),
    ]
  }

  /// Writes that a file proves the line of a game.
  func showProof(of game: PlayedGame) {
    let words = Self.words(about: game, in: speaker.language)
    speaker.say(
      "verified: \(words)"
        + (game.date == nil ? "" : " (whether at the first attempt, it can't tell)"),
      "確かめました: \(words)" + (game.date == nil ? "" : "（1回目かどうかは分かりません）"))
  }

  /// Returns the result of a game, and that an agent has played it, as its file says.
  static func words(about game: PlayedGame, in language: Language) -> String {
    let count = game.passes.count
    let passes = game.passes.count { $0 }
    let score = game.score.words(in: language)
    let player = game.agent.map {
      language.pick(
        ", played by an agent, as it was declared: \($0)", "、エージェントの操作（宣言による）: \($0)")
    }
    return language.pick(
      "\(game.name), \(score), \(passes) of \(counted(count, "board")) passed",
      "\(game.name)、\(score)、\(count)個の盤のうち\(passes)個に成功") + (player ?? "")
  }
}
