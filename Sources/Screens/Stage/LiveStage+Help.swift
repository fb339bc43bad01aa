import Game
import Shell

/// The help of the live picture, which `?` shows.
extension LiveStage {
  /// The help of the screen that is shown.
  var help: [String] {
    if isList { return listHelp }
    if isMenu { return menuHelp }
    if showsEndOfGame { return endHelp }
    return session.finish != nil && !isTest && !isWaiting ? endedHelp : boardHelp
  }

  private var endHelp: [String] {
    [
      language.pick(
        "Enter plays again, once a second has passed; s shows two lines to share.",
        "1秒たてば Enter でもう一度。s で、人に見せる2行を表示します。"),
      language.pick(
        "Esc goes to the menu, which keeps your last score and your best one.",
        "Esc でテストの一覧へ。前回の得点と最高の得点も出ています。"),
      language.pick(
        "A letter begins a command: results, plot score, summary, replay, help or quit.",
        "英字を打つとコマンドになります（results、plot score、summary、replay、help、quit）。"),
    ]
  }

  /// The help after a round that belongs to no game with an end of its own.
  private var endedHelp: [String] {
    [
      leadsToMenu
        ? language.pick(
          "Enter plays again, Esc goes to the menu.", "Enter でもう一度、Esc でテストの一覧へ。")
        : language.pick(
          "Enter plays again, Esc goes to the prompt.", "Enter でもう一度、Esc でコマンドへ。"),
      language.pick(
        "A letter begins a command: rounds, replay, results, help or quit.",
        "英字を打つとコマンドになります（rounds、replay、results、help、quit）。"),
    ]
  }

  private var listHelp: [String] {
    [
      language.pick(
        "A click on a row shows its text in the label. [ Add ] adds a row at the end.",
        "行をクリックすると、その文字列がラベルに出ます。[ 追加 ] は最後に行を加えます。"),
      language.pick(
        "The arrows move, Enter or space does the same. A letter begins a command.",
        "矢印で動き、Enter かスペースでも同じことができます。英字でコマンドが始まります。"),
      language.pick("Esc goes back.", "Esc で戻ります。"),
    ]
  }

  private var menuHelp: [String] {
    [
      language.pick(
        "Numerals appear on a board and vanish; you press their squares in ascending order.",
        "盤に数字が出て、消えます。そのマスを数字の小さい順に押します。"),
      language.pick(
        "Enter, a digit or a click starts a test, the arrows choose one. "
          + "\"help zoo\" explains one.",
        "Enter、数字、クリックでテストを始め、矢印で選びます。help zoo のように書くと説明します。"),
      language.pick(
        "Esc goes to the command line, where menu comes back; Ctrl-D ends the program.",
        "Esc でコマンド入力へ移り、menu で戻ります。Ctrl-D で終了します。"),
      language.pick(
        "A letter begins a command, such as results, help or quit.",
        "英字を打つとコマンドになります（results、help、quit など）。"),
    ]
  }

  /// The rules of the test, if the board belongs to one, and the keys.
  private var boardHelp: [String] {
    let press = [
      language.pick(
        "Click a square, or move with the arrows and press Enter or space.",
        "マスをクリックするか、矢印で動いて Enter かスペースを押します。"),
      takesDigits
        ? language.pick(
          "Or type its column and its row: 23 is column 2, row 3; Esc clears it.",
          "列と行の数字でも押せます。23 は列2、行3です。Esc で消します。")
        : language.pick(
          "Or type its column, a blank, its row and Enter: 12 3.",
          "列、空白、行の数字と Enter でも押せます（12 3 など）。"),
    ]
    guard let series = game.series else {
      return press + [
        language.pick("On an empty line Esc goes back.", "何も入力していなければ、Esc で前に戻ります。"),
        language.pick(
          "A letter begins a command, such as menu, help or quit.",
          "英字を打つとコマンドになります（menu、help、quit など）。"),
      ]
    }
    let leaving = language.pick(
      "Esc, Ctrl-C and Ctrl-D ask whether to leave the test, and end a timed look.",
      "Esc、Ctrl-C、Ctrl-D で提示を終え、やめるかどうかを尋ねます。")
    return [series.rules(in: language)] + press + [leaving]
  }
}
