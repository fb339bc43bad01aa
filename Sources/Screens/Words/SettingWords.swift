import Archive
import Game
import Shell

/// The names of the application's settings, which are arguments of the command `set`.
///
///     Language.english.words(for: SettingName.clock)
package enum SettingName: String {
  case seed, clock, participant, board, begin, acknowledge, plot, language, capacity, slips, server
}

extension Language {
  /// Returns the help of a setting.
  package func words(for setting: SettingName) -> String {
    switch setting {
    case .seed: pick("the text that boards are drawn from", "盤を作るもとになる文字列")
    case .clock:
      pick("where the time comes from; chosen when the program starts", "時間の取り方。プログラムの開始時に決まります")
    case .participant: pick("the code of the participant", "参加者のコード")
    case .language: pick("the language of the replies: en or ja", "応答の言語。en か ja")
    case .board:
      pick(
        "on a terminal: live (in place), plain (in place, ASCII only) or line (line by line); "
          + "anywhere: spoken (in words, for screen readers)",
        "端末での盤。live は同じ場所、plain は半角の記号、line は行ごと。spoken は読み上げのための言葉")
    case .server:
      pick(
        "the server to which the store is sent, which the store keeps; none for no server",
        "記録の送り先。セッションではなく記録に残ります。none は送り先なし")
    case .plot: pick("the characters of plots", "図に使う文字")
    case .begin: pick("what a trial of a test waits for", "テストの試行の始め方")
    case .acknowledge:
      pick("whether the terminal is asked when it has read a board", "盤を読み終えた時刻を端末に尋ねるか")
    case .capacity:
      pick("how many numerals the simulated participant remembers", "デモの参加者が覚えられる数字の個数")
    case .slips: pick("how many of a thousand of its presses go wrong", "デモの参加者が1000回のうち押しまちがえる回数")
    }
  }
}
