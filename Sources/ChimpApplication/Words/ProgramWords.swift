import Examiner
import Shell

extension Language {
  func words(for fault: UsageFault) -> String {
    switch fault {
    case .unknownOption(let name):
      pick(
        "unknown option \"\(name)\" (see chimp --help)",
        "分からないオプションです: \(name)（chimp --help で説明を表示します）")
    case .missingValue(let name): pick("option \"\(name)\" needs a value", "オプション \(name) には値が必要です")
    case .surplusValue(let name):
      pick("option \"\(name)\" takes no value", "オプション \(name) には値を付けられません")
    case .badSeed(let fault): option("--seed") + words(for: fault)
    case .badParticipant: option("--participant") + words(for: SettingFault.participant)
    case .emptyPath: option("--store") + pick("a path has at least 1 byte", "パスは1バイト以上です")
    case .notOneOf(let choices, let name, let value):
      option(name)
        + pick(
          "\"\(value)\" is not one of \(choices.joined(separator: ", "))",
          "\(choices.joined(separator: "、")) のどれかを書いてください: \(value)")
    }
  }

  private func option(_ name: String) -> String { pick("option \"\(name)\": ", "オプション \(name): ") }

  func greeting(_ version: String) -> String {
    pick(
      "\(version): start 5 4 6 begins a round, help lists the commands",
      "\(version): start 5 4 6 でラウンドを始めます。help でコマンドを表示します")
  }

  var standardInput: String { pick("standard input", "標準入力") }

  func cannotWriteOutput(_ fault: SystemFault) -> String {
    pick("can't write the output: ", "出力を書けません: ") + words(for: fault)
  }

  var memoryIsUsedUp: String {
    pick("a restricted session may take no more memory", "制限されたセッションでは、これ以上メモリを使えません")
  }

  func words(for fault: SettingFault) -> String {
    switch fault {
    case .seed(let fault): words(for: fault)
    case .testGoesOn: words(for: RoundFault.testGoesOn)
    case .participant: pick("a participant's code has \(codeRule)", "参加者コードは\(codeRule)です")
    case .notOneOf(let choices, let setting, let text):
      words(for: ConsoleFault.noSuchValue(text, of: setting.rawValue, known: choices))
    case .number(let name, let limits, let text):
      pick(
        "\(name) is not from \(limits.lowerBound) to \(limits.upperBound): \"\(text)\"",
        "\(name) は\(limits.lowerBound)から\(limits.upperBound)までです: \(text)")
    }
  }

  func words(for setting: SettingName) -> String {
    switch setting {
    case .seed: pick("the text that boards are drawn from", "盤を作るもとになる文字列")
    case .clock:
      pick("where the time comes from; chosen when the program starts", "時間の取り方。プログラムの開始時に決まります")
    case .participant: pick("the code of whoever plays", "遊ぶ人の参加者コード")
    case .language: pick("the language that is spoken: en, ja", "応答の言語。en か ja")
    case .board:
      pick(
        "on a terminal: live (in place), plain (in place, ASCII only) or line (line by line)",
        "端末での盤。live は同じ場所、plain は半角の記号、line は行ごと")
    case .plot: pick("what plots are made of", "図に使う文字")
    case .begin: pick("what a trial of a test waits for", "テストの試行の始め方")
    case .acknowledge:
      pick("whether the terminal is asked when it has read a board", "盤を読み終えた時刻を端末に尋ねるか")
    case .capacity:
      pick("how many numerals the simulated participant remembers", "デモの参加者が覚えられる数字の個数")
    case .slips: pick("how many of a thousand of its presses go wrong", "デモの参加者が1000回のうち押しまちがえる回数")
    }
  }
}
