import Examiner
import Science

/// How tests speak that find the next round out of those before.
extension Language {
  func words(for target: ProcedureTarget) -> String {
    switch target {
    case .span: pick("finds the span in as few trials as possible", "覚えられる個数を、できるだけ少ない試行で求める")
    case .hold:
      pick("finds the hold that is needed in as few trials as possible", "必要な提示時間を、できるだけ少ない試行で求める")
    }
  }

  func words(for standing: ProcedureStanding) -> String {
    let places = standing.target == .span ? 1 : 0
    let unit = standing.target == .span ? "" : pick(" ms", "ミリ秒")
    var words = pick("trial \(standing.trialCount)", "\(standing.trialCount)回目")
    if let reversals = standing.reversals {
      let count = Staircase.reversalLimit
      words += pick(", \(reversals) of \(count) reversals", "、折り返し\(count)回中\(reversals)")
    }
    guard let estimate = standing.estimate else { return words }
    words += pick(", \(standing.target.rawValue) ", standing.target == .span ? "、記憶範囲" : "、提示")
    words += estimate.value.decimal(places) + unit
    if let deviation = standing.deviation {
      let range = range(estimate.interval) { $0.decimal(places) }
      words += pick(
        " (95 % \(range)), sd \(deviation.decimal(2))",
        "（95 % \(range)）、標準偏差\(deviation.decimal(2))")
    }
    return words
  }

  func next(_ standing: ProcedureStanding) -> String {
    switch standing.target {
    case .span: pick("; next \(counted(standing.next, "numeral"))", "。次は\(standing.next)個")
    case .hold: pick("; next \(standing.next) ms", "。次は\(standing.next)ミリ秒")
    }
  }

  func noProcedure(_ name: String, _ fault: StatisticFault) -> String {
    switch fault {
    case .impossible(.numeralCount): pick("\(name) shows 2 to 20 numerals", "\(name) の個数は2から20です")
    case .impossible(.hold): pick("\(name) holds for 50 to 2000 ms", "\(name) の提示は50から2000ミリ秒です")
    case .impossible(.parameter):
      pick(
        "\(name) takes a down= of 1 to 3 and a step= of 1 to 18",
        "\(name) の down= は1から3、step= は1から18です")
    default: words(for: fault)
    }
  }

  func noKey(_ name: String, _ key: StaticString, _ method: ProcedureSettings.Method) -> String {
    pick(
      "\(name) takes no \(key)= with method=\(method.rawValue)",
      "\(name) の method=\(method.rawValue) に \(key)= は付けられません")
  }
}

extension CommandWords {
  static let adapt = CommandWords(
    """
    measure a span or a hold: the results so far choose the next trial
    method=quest      choose the trial that tells most (Watson 2017); end when the SD of the
                      estimate is below sd= (0.5 numerals, 0.2 in ln ms), or after 40 trials
    method=staircase  harder after down= passes in a row, easier after a failure (Levitt 1971);
                      end after 8 reversals; the estimate is the mean of the last 6
    start=N           the numerals, or the milliseconds, of the first trial
    step=N            by how many numerals a staircase changes; holds change by the root of 2
    The other keys are those of "start TEST"; "start adapt-span" does the same.
    """,
    """
    前の結果から次の試行を決めて、記憶範囲か提示時間を求めます
    method=quest      いちばん多くがわかる試行を選びます（Watson 2017）。標準偏差が sd= より小さく
                      なるか（0.5個、ln ミリ秒で0.2）、40回で終わります
    method=staircase  down= 回連続して成功すると難しく、失敗すると易しくなります（Levitt 1971）。
                      8回の折り返しで終わり、最後の6回を平均します
    start=N           最初の個数かミリ秒
    step=N            個数の変わり方。提示時間は√2倍ずつ変わります
    ほかは start TEST と同じで、start adapt-span とも書けます。
    """)
}
