import Archive
import Game
import Shell

/// The names of the application's settings, which are arguments of the command `set`.
///
///     SettingName.clock.explanation.in(.english)
package enum SettingName: String {
  case seed, clock, participant, board, begin, acknowledge, plot, language, capacity, slips, server
  case agent, look
}

extension SettingName {
  /// The explanation of the setting, for `help`.
  var explanation: Text {
    switch self {
    case .seed: Text("the text that boards are drawn from", "盤を作るもとになる文字列")
    case .clock:
      Text("where the time comes from; chosen when the program starts", "時間の取り方。プログラムの開始時に決まります")
    case .participant: Text("the code of the participant", "参加者のコード")
    case .language: Text("the language of the replies: en or ja", "応答の言語。en か ja")
    case .board:
      Text(
        "on a terminal: live (in place), plain (in place, ASCII only) or line (line by line); "
          + "anywhere: spoken (in words, for screen readers)",
        "端末での盤。live は同じ場所、plain は半角の記号、line は行ごと。spoken は読み上げのための言葉")
    case .agent:
      Text(
        "the agent that plays, its name and version; set before the first round",
        "操作するエージェントの名前と版。最初のラウンドの前に決めます")
    case .look:
      Text(
        "how long an agent's context keeps the numerals: context, withheld or delay:N",
        "エージェントの文脈に数字が残る長さ。context、withheld、delay:N のどれか")
    case .server:
      Text(
        "the server to which the store is sent, which the store keeps; none for no server",
        "記録の送り先。セッションではなく記録に残ります。none は送り先なし")
    case .plot: Text("the characters of plots", "図に使う文字")
    case .begin: Text("what a trial of a test waits for", "テストの試行の始め方")
    case .acknowledge:
      Text("whether the terminal is asked when it has read a board", "盤を読み終えた時刻を端末に尋ねるか")
    case .capacity:
      Text("how many numerals the simulated participant remembers", "デモの参加者が覚えられる数字の個数")
    case .slips: Text("how many of a thousand of its presses go wrong", "デモの参加者が1000回のうち押しまちがえる回数")
    }
  }
}
