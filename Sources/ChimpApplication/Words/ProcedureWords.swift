import Examiner
import Science

/// How tests speak that find the next round out of those before.
extension Language {
  /// What a procedure seeks.
  func words(for target: ProcedureTarget) -> String {
    switch target {
    case .span:
      pick(
        "the number of numerals that is remembered, as few rounds as it takes",
        "覚えられる個数を、できるだけ少ないラウンドで求める")
    case .hold:
      pick("the hold that is needed, as few rounds as it takes", "必要な提示時間を、できるだけ少ないラウンドで求める")
    }
  }

  /// What a procedure knows after some rounds.
  func words(for standing: ProcedureStanding) -> String {
    let places = standing.target == .span ? 1 : 0
    let unit = standing.target == .span ? "" : pick(" ms", "ミリ秒")
    var words = pick("trial \(standing.trialCount)", "\(standing.trialCount)回目")
    if let reversals = standing.reversals {
      let count = Staircase.reversalLimit
      words += pick(", \(reversals) of \(count) reversals", "、折り返し\(count)回中\(reversals)")
    }
    guard let estimate = standing.estimate else { return words }
    words += pick(", \(standing.target.rawValue) ", standing.target == .span ? "、範囲" : "、提示")
    words += estimate.value.decimal(places) + unit
    if let deviation = standing.deviation {
      let range = range(estimate.interval) { $0.decimal(places) }
      words += pick(
        " (95 % \(range)), sd \(deviation.decimal(2))",
        "（95 % \(range)）、標準偏差\(deviation.decimal(2))")
    }
    return words
  }

  /// What a procedure shows next.
  func next(_ standing: ProcedureStanding) -> String {
    switch standing.target {
    case .span:
      pick("; next \(counted(standing.next, "numeral", "numerals"))", "。次は\(standing.next)個")
    case .hold: pick("; next \(standing.next) ms", "。次は\(standing.next)ミリ秒")
    }
  }

  /// A procedure can't begin like this.
  func noProcedure(_ name: String, _ fault: StatisticFault) -> String {
    switch fault {
    case .impossible(.numeralCount):
      pick("\(name) shows 2 to 20 numerals", "\(name) の個数は2から20です")
    case .impossible(.hold):
      pick("\(name) holds for 50 to 2000 ms", "\(name) の提示は50から2000ミリ秒です")
    case .impossible(.parameter):
      pick(
        "\(name) takes a down= of 1 to 3 and a step= of 1 to 18",
        "\(name) の down= は1から3、step= は1から18です")
    default: words(for: fault)
    }
  }

  /// A procedure does not take a key with this method.
  func noKey(_ name: String, _ key: StaticString, _ method: ProcedureSettings.Method) -> String {
    pick(
      "\(name) takes no \(key)= with method=\(method.rawValue)",
      "\(name) の method=\(method.rawValue) に \(key)= は付けられません")
  }
}

/// The command about procedures.
extension CommandWords {
  static let adapt = CommandWords(
    """
    find a span or a hold with rounds that follow from those before
    method=quest      the round that tells most comes next (Watson 2017); over when the SD of
                      what is known is below sd= (0.5 numerals, 0.2 in ln ms), or after 40
    method=staircase  harder after down= passes in turn, easier after a failure (Levitt 1971);
                      over after 8 reversals: the mean of the last 6
    start=N           the numerals, or the milliseconds, of the first round
    step=N            how many numerals a staircase goes; holds change by the root of 2
    The other keys are those of "start TEST": "start adapt-span" does the same.
    """,
    """
    前の結果から次のラウンドを決めて、範囲か提示時間を求めます
    method=quest      いちばん多くを教えるラウンドが次です（Watson 2017）。標準偏差が sd= より小さく
                      なるか（0.5個、ln ミリ秒で0.2）、40回で終わります
    method=staircase  down= 回続けて成功すると難しく、失敗すると易しくなります（Levitt 1971）。
                      8回の折り返しで終わり、最後の6回を平均します
    start=N           最初の個数かミリ秒
    step=N            個数の変わり方。提示時間は√2倍ずつ変わります
    ほかは start TEST と同じで、start adapt-span とも書けます。
    """)
}
