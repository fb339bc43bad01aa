import Shell

/// The pages of the help about the keys and about terminals without a picture.
extension HelpTopic {
  /// The page `help keys`.
  static func keys(in language: Language) -> HelpTopic {
    HelpTopic(
      "keys", language.pick("the keys of the screens", "画面のキー"),
      lines: lines(
        Text(
          """
          menu       Enter, a digit or a click starts a test; the arrows choose one
          board      a click on the square; the arrows and Enter; or column and row: 23
                     in the styles spoken and line, as a line: 2 3
                     Enter, space or a click shows the next numerals
          Esc        clears a first digit; asks whether to leave a test; goes to the menu
          s          after a game: the lines to share
          ?          the keys of the screen that is shown
          a letter   begins a command, which Enter runs; "; " separates several
          Tab        completes commands, names, keys and files
          Up, Down   earlier lines; Ctrl-R searches them
          Ctrl-C     asks whether to leave a test, or clears the line
          Ctrl-D     on an empty line: ends the program
          """,
          """
          メニュー   Enter、数字、クリックでテストを始めます。矢印で選びます
          盤         マスをクリック、矢印と Enter、または列と行の数字（23 など）
                     spoken と line では 2 3 のように行で入力します
                     Enter、スペース、クリックで次の数字が出ます
          Esc        最初の数字を消し、テストではやめるかを尋ね、そのあとは一覧へ
          s          ゲームのあとで、人に見せる行を表示します
          ?          今の画面のキー
          英字       コマンドが始まり、Enter で実行します。「; 」でいくつも書けます
          Tab        コマンド、名前、キー、ファイル名を補います
          上、下     前の行。Ctrl-R で探します
          Ctrl-C     テストではやめるかを尋ね、ほかでは行を消します
          Ctrl-D     空の行では、プログラムを終わります
          """), language))
  }

  /// The lines that `help mode` has below the command: the four modes.
  static func modes(in language: Language) -> HelpTopic {
    HelpTopic(
      "mode", language.pick("the four modes", "四つのモード"),
      lines: lines(
        Text(
          """
            attract   shows itself while nobody plays: a demonstration, the best results, the news
            credit    after a coin: swipes choose the kind of round
            start     takes a credit and places the board
            play      the round, up to its result
          """,
          """
            attract   だれもいないあいだのデモ、最高記録、お知らせ
            credit    コインのあと。swipe でラウンドの種類を選びます
            start     クレジットを使い、盤を置きます
            play      ラウンド。結果まで
          """), language))
  }

  /// The lines that `help set` has below the command: the file with settings for each session.
  static func configuration(in language: Language) -> HelpTopic {
    HelpTopic(
      "set", language.pick("the settings", "設定"),
      lines: lines(
        Text(
          """
            A terminal remembers \(Application.lastingSettings.joined(separator: ", ")).
            Commands for the beginning of each session stand in
            $XDG_CONFIG_HOME/chimp/chimprc, which is usually ~/.config/chimp/chimprc.
          settings:
          """,
          """
            端末で変えると次も残る設定: \(Application.lastingSettings.joined(separator: "、"))。
            毎回はじめに実行するコマンドは $XDG_CONFIG_HOME/chimp/chimprc（ふつうは
            ~/.config/chimp/chimprc）に書きます。
          設定:
          """), language))
  }

  /// The page `help accessibility`.
  static func accessibility(in language: Language) -> HelpTopic {
    HelpTopic(
      "accessibility", language.pick("without the picture, or without colours", "画面や色を使わないとき"),
      lines: lines(
        Text(
          """
          spoken   boards and moves in short sentences, for screen readers
          line     boards as lines of text; nothing moves and nothing is overwritten
          plain    the live board in ASCII, without colours

          --board spoken starts so, CHIMP_BOARD=spoken always does, and "set board spoken"
          changes it now and is remembered; "set board live" goes back.
          Spoken and in lines the numerals stay readable: a look has no end, and a test
          that needs one says so. Everything can be typed: menu, start, press 2 3, 2 3.
          NO_COLOR=1 and --color never leave out colours; no meaning is in a colour alone.
          """,
          """
          spoken   盤と結果を短い文で書きます。画面を読み上げるとき
          line     盤を行で書きます。動かず、書き直しません
          plain    動く盤を ASCII だけで、色を使わずに描きます

          --board spoken で始めるか、CHIMP_BOARD=spoken でいつもそうなります。set board spoken は
          今から変わり、次も残ります。set board live で戻ります。
          spoken と line では数字が読めるまま残るので、提示時間がありません。必要なテストはそう言います。
          すべて文字で打てます。menu、start、press 2 3、または 2 3 だけでも押せます。
          NO_COLOR=1 と --color never で色を使いません。色だけで伝えることはありません。
          """), language))
  }

  /// Returns the lines of a page in a language.
  private static func lines(_ page: Text, _ language: Language) -> [String] {
    page.in(language).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
