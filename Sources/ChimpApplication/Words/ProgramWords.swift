import Examiner
import Shell

extension Language {
  /// Why the words behind the program's name can't be taken.
  package func words(for fault: UsageFault) -> String {
    switch fault {
    case .unknownOption(let name):
      pick(
        "unknown option \"\(name)\" (see chimp --help)",
        "分からないオプションです: \(name)（chimp --help で説明を表示します）")
    case .missingValue(let name):
      pick("option \"\(name)\" needs a value", "オプション \(name) には値が必要です")
    case .surplusValue(let name):
      pick("option \"\(name)\" takes no value", "オプション \(name) には値を付けられません")
    case .badSeed(let fault): option("--seed") + words(for: fault)
    case .emptyPath:
      option("--store") + pick("a path has at least 1 byte", "パスは1バイト以上です")
    case .notOneOf(let choices, let name, let value):
      option(name)
        + pick(
          "\"\(value)\" is not one of \(choices.joined(separator: ", "))",
          "\(choices.joined(separator: "、")) のどれかを書いてください: \(value)")
    }
  }

  private func option(_ name: String) -> String {
    pick("option \"\(name)\": ", "オプション \(name): ")
  }

  /// The first line of a session on a terminal.
  func greeting(_ version: String) -> String {
    pick(
      "\(version): start 5 4 6 begins a round, help lists the commands",
      "\(version): start 5 4 6 でラウンドを始めます。help でコマンドを表示します")
  }

  /// The input of the program, where no file is named.
  var standardInput: String { pick("standard input", "標準入力") }

  /// The output can't be written.
  func cannotWriteOutput(_ fault: SystemFault) -> String {
    pick("can't write the output: ", "出力を書けません: ") + words(for: fault)
  }

  /// Why a setting of the application can't be changed.
  func words(for fault: SettingFault) -> String {
    switch fault {
    case .seed(let fault): words(for: fault)
    case .testGoesOn: words(for: RoundFault.testGoesOn)
    case .participant:
      pick("a participant's code has \(codeRule)", "参加者コードは\(codeRule)です")
    case .notOneOf(let choices, let setting, let text):
      words(for: ConsoleFault.noSuchValue(text, of: setting.rawValue, known: choices))
    case .number(let name, let limits, let text):
      pick(
        "\(name) is not from \(limits.lowerBound) to \(limits.upperBound): \"\(text)\"",
        "\(name) は\(limits.lowerBound)から\(limits.upperBound)までです: \(text)")
    }
  }

  /// What a setting of the application is.
  func words(for setting: SettingName) -> String {
    switch setting {
    case .seed: pick("what the boards are drawn from", "盤を作るもとになる文字")
    case .clock:
      pick(
        "where the time comes from; it is chosen when the program starts",
        "時間の取り方。プログラムの開始時に決まります")
    case .participant: pick("the code of whoever plays", "遊ぶ人の参加者コード")
    case .language: pick("the language that is spoken: en, ja", "応答の言葉。en か ja")
    case .board:
      pick(
        "on a terminal: in place, in place with plain signs, or line by line",
        "端末での盤。live は同じ場所、plain は半角の記号、line は行ごと")
    case .plot: pick("what plots are made of", "図に使う文字")
    case .begin: pick("what a round of a test waits for", "テストのラウンドの始め方")
    case .capacity:
      pick("how many numerals the simulated participant remembers", "デモの参加者が覚えられる数字の個数")
    case .slips:
      pick("how many of a thousand of its presses slip", "デモの参加者が1000回のうち押しまちがえる回数")
    }
  }
}

extension Language {
  /// What `--help` prints.
  package var usage: String { pick(Self.englishUsage, Self.japaneseUsage) }

  private static var englishUsage: String {
    """
    usage: chimp [OPTIONS] [FILE ...]
           chimp transcript VERB [FILE ...]

    The chimpanzee memory test: numerals stand at random cells of a board, you look, they
    are masked, you press them in ascending order. Without FILE, commands are read from
    standard input; "help" there lists them.

      -c COMMAND      run the command, and read no standard input
      --seed TEXT     draw the boards from this text
      --store PATH    keep the records in this file; ":memory:" is memory (default: on a
                      terminal $XDG_DATA_HOME/chimp/chimp.sqlite, memory otherwise)
      --echo          show each line before its reply
      --bail          end at the first refused command
      --machine       frame replies for a driving program; a number before a command is
                      echoed, so that "press" has to stand before the cells
      --restricted    let no command touch a file, and keep at most 1000 rows and news
      --no-config     do not run the commands of chimprc first
      --clock KIND    real or virtual (default: real on a terminal, virtual otherwise)
      --color WHEN    auto, always or never
      --board STYLE   on a terminal: live, plain (ASCII only) or line (default: live)
      --language LANG speak en or ja (default: on a terminal that of LC_ALL, LC_MESSAGES
                      or LANG, en otherwise); commands and exports are the same in all
      --version       print the version
      --help          print this

    Exit status: 0; 1 if a command was refused; 2 for bad usage or a file that can't be used;
    3 for a fault of the store.

    """
  }

  private static var japaneseUsage: String {
    """
    使い方: chimp [OPTIONS] [FILE ...]
            chimp transcript VERB [FILE ...]

    チンパンジーの記憶テストです。盤のマスに数字が出ます。見て覚えると数字が隠れるので、
    小さい順に押します。FILE がなければ標準入力からコマンドを読みます。コマンドの一覧は
    help で表示します。

      -c COMMAND      コマンドを実行し、標準入力は読みません
      --seed TEXT     この文字から盤を作ります
      --store PATH    記録をこのファイルに残します。":memory:" はメモリーです
                      （端末では $XDG_DATA_HOME/chimp/chimp.sqlite、ほかではメモリー）
      --echo          応答の前に入力した行を表示します
      --bail          コマンドが1つでも拒否されたら終わります
      --machine       ほかのプログラムのために応答に枠を付けます。コマンドの前の番号は
                      そのまま返すので、マスの前には press が必要です
      --restricted    コマンドにファイルを使わせません。行もお知らせも1000件までです
      --no-config     最初に chimprc のコマンドを実行しません
      --clock KIND    real か virtual（端末では real、ほかでは virtual）
      --color WHEN    auto、always、never のどれか
      --board STYLE   端末で live、plain（記号は半角だけ）、line のどれか（普通は live）
      --language LANG en か ja（端末では LC_ALL、LC_MESSAGES、LANG による。ほかでは en）。
                      コマンドと書き出しはどの言語でも同じです
      --version       版を表示します
      --help          この説明を表示します

    終了状態: 0 は成功、1 はコマンドが拒否されたとき、2 は使い方が正しくないときか
    ファイルを使えないとき、3 は記録の故障です。

    """
  }
}
