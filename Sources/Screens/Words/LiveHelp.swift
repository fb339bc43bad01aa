package import Game
import Shell

/// The help of the live picture, which `?` shows.
///
///     LiveWords(.english).help(in: nil)  // Click a square, …
extension LiveWords {
  package var listHelp: [String] {
    language == .english
      ? [
        "A click on a row shows its text in the label. [ Add ] adds a row at the end.",
        "The arrows move, Enter or space does the same. A letter begins a command.",
        "Esc goes back.",
      ]
      : [
        "行をクリックすると、その文字列がラベルに出ます。[ 追加 ] は最後に行を加えます。",
        "矢印で動き、Enter かスペースでも同じことができます。英字でコマンドが始まります。",
        "Esc で戻ります。",
      ]
  }

  /// The help of the menu.
  package var menuHelp: [String] {
    language == .english
      ? [
        "Numerals appear on a board and vanish; you press their squares in ascending order.",
        "Enter, a digit or a click starts a test, the arrows choose one. "
          + "\"help zoo\" explains one.",
        "Esc goes to the command line, where menu comes back; Ctrl-D ends the program.",
        "A letter begins a command, such as results, help or quit.",
      ]
      : [
        "盤に数字が出て、消えます。そのマスを数字の小さい順に押します。",
        "Enter、数字、クリックでテストを始め、矢印で選びます。help zoo のように書くと説明します。",
        "Esc でコマンド入力へ移り、menu で戻ります。Ctrl-D で終了します。",
        "英字を打つとコマンドになります（results、help、quit など）。",
      ]
  }

  /// Returns the help of a board: the rules of its test, if it belongs to one, and the keys.
  package func help(in preset: TestPreset?) -> [String] {
    let press = [
      pick(
        "Click a square, or move with the arrows and press Enter or space.",
        "マスをクリックするか、矢印で動いて Enter かスペースを押します。"),
      pick(
        "Or type its column and its row: 23 is column 2, row 3; Esc clears it.",
        "列と行の数字でも押せます。23 は列2、行3です。Esc で消します。"),
    ]
    guard let preset else {
      return press + [
        pick("On an empty line Esc goes back.", "何も入力していなければ、Esc で前に戻ります。"),
        pick(
          "A letter begins a command, such as menu, help or quit.",
          "英字を打つとコマンドになります（menu、help、quit など）。"),
      ]
    }
    let leaving = pick(
      "Esc, Ctrl-C and Ctrl-D ask whether to leave the test, and end a timed look.",
      "Esc、Ctrl-C、Ctrl-D で提示を終え、やめるかどうかを尋ねます。")
    return [preset.rules(in: language)] + press + [leaving]
  }
}
